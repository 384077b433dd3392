/** Who stands on a branch that is to be claimed, and the branch that its tree would go on with. Looks only. */
import { DroverError } from '#contract/error'
import { type Context, now } from '#flows/engine/context'
import type { WorkspaceRecord } from '#ports/store/workspace'
import type { ClaimWork } from './claim-steps.ts'

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

export async function goesOn(
  context: Context,
  repoPath: string,
  workspace: WorkspaceRecord | null,
  number: number,
): Promise<ClaimWork['holder']> {
  if (workspace === null) return null
  const { id: workspaceId, path, madeBranch, heldBy: sessionId } = workspace
  const freed = await freeName(context, repoPath, sessionId ?? `workspace-${workspaceId}`, number)
  return { path, workspaceId, sessionId, madeBranch, freed }
}

async function freeName(context: Context, repoPath: string, of: string, number: number): Promise<string> {
  for (let n = 1; n < 100; n++) {
    const name = `drover/${of}/after-pr-${number}${n === 1 ? '' : `-${n}`}`
    if ((await context.workspaces.checkBranch(repoPath, name)) === 'new') return name
  }
  throw new Error(`no free branch for ${of} at ${now(context)}`)
}
