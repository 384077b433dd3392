/** A branch that a session stands on, let go of: its tree goes on with a branch of its own, and no file of it changes. */
import { DroverError } from '#contract/error'
import { type Context, now } from '#flows/engine/context'
import { tellSession } from '#flows/session/views'
import type { WorkspaceRecord } from '#ports/store/workspace'

export interface Freed {
  readonly sessionId: string | null
  readonly workspace: WorkspaceRecord
  readonly branch: string
}

/** null: nobody stands on it, or only the tree at `mine`. BRANCH_CHECKED_OUT_ELSEWHERE where that is not a session's. */
export async function holderOfBranch(
  context: Context,
  repoPath: string,
  branch: string,
  mine: string | null,
): Promise<WorkspaceRecord | null> {
  const trees = await context.workspaces.listWorktrees(repoPath)
  const tree = trees.find((one) => one.branch === branch && !one.prunable)
  if (tree === undefined || tree.path === mine) return null
  const workspace = context.journal.reads.workspaceByPath(tree.path)
  if (workspace !== null && workspace.external !== true) return workspace
  throw new DroverError('BRANCH_CHECKED_OUT_ELSEWHERE', `${branch} is checked out in ${tree.path}.`, {
    hint: 'Check out another branch there, then try again.',
    details: { path: tree.path },
  })
}

export async function freeBranch(context: Context, workspace: WorkspaceRecord, number: number): Promise<Freed> {
  const { repoPath, path } = workspace
  if (repoPath === null) throw new Error(`${path} has no repository`)
  const { reads } = context.journal
  const sessionId = workspace.heldBy ?? null
  const branch = await freeName(context, repoPath, sessionId ?? `workspace-${workspace.id}`, number)
  await context.workspaces.branchOff({ path, branch })
  context.faultPoint('claim:freed')
  context.journal.command((tx) => {
    tx.updateWorkspace(workspace.id, { branch, madeBranch: true })
    if (sessionId !== null) tellSession(context, tx, sessionId)
  })
  return { sessionId, workspace: reads.workspace(workspace.id) ?? workspace, branch }
}

async function freeName(context: Context, repoPath: string, of: string, number: number): Promise<string> {
  for (let n = 1; n < 100; n++) {
    const name = `drover/${of}/after-pr-${number}${n === 1 ? '' : `-${n}`}`
    if ((await context.workspaces.checkBranch(repoPath, name)) === 'new') return name
  }
  throw new Error(`no free branch for ${of} at ${now(context)}`)
}

/** Where the claim came to nothing: the tree has its branch again, unless its agent has committed since. */
export async function giveBack(
  context: Context,
  { workspace, branch: freed, sessionId }: Freed,
  branch: string,
): Promise<void> {
  const { repoPath, path } = workspace
  if (repoPath === null) return
  const [here, there] = await context.merging.branches(repoPath, [freed, branch])
  if (here === undefined || here !== there) return
  await context.workspaces.switchTo({ path, branch })
  context.journal.command((tx) => {
    tx.updateWorkspace(workspace.id, { branch, madeBranch: workspace.madeBranch })
    if (sessionId !== null) tellSession(context, tx, sessionId)
  })
  if (here !== null) await context.workspaces.dropAdopted({ repoPath, branch: freed, commit: here })
}
