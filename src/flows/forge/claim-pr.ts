/**
 * A pull request taken over by a session, or by one that is spawned for it: its worktree really stands on the branch afterwards
 * (saved before, refused while it holds uncommitted work), pushes go there, and who had it is told and stands on a branch of its
 * own. Owns what speaks against a claim; the steps themselves are in `claim-steps`.
 */
import { DroverError } from '#contract/error'
import type { PullRequest } from '#contract/pr'
import type { Session } from '#contract/session'
import type { Caller } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import { needQuiet } from '#flows/merge/commit-leftovers'
import { checkSpawn } from '#flows/session/check-spawn'
import type { SpawnInput } from '#flows/session/session-flows'
import { needKnown, viewSession } from '#flows/session/views'
import { saveSnapshot } from '#flows/workspace/keep-snapshots'
import type { ProjectRecord } from '#ports/store/project'
import { beginClaim, type ClaimWork, makeRoom, settleClaim, switchOver, tidyClaim, undoClaim } from './claim-steps.ts'
import { type Claimed, claimedBy, findClaimed } from './find-claimed.ts'
import { goesOn, holderOfBranch } from './free-branch.ts'
import { pushTargetOf } from './push-target.ts'
import { viewPr } from './record-pr.ts'

export interface ClaimInput {
  readonly pr: string
  readonly allowTakeover?: boolean
}

export interface Claim {
  readonly ok: true
  readonly sessionId: string
  readonly prs: readonly PullRequest[]
  readonly branchChanged: boolean
  /** Sessions that had it and have not ended. */
  readonly takenOverFrom: readonly string[]
}

export function claimPr(context: Context, id: string, input: ClaimInput): Promise<Claim> {
  const { projectId } = needKnown(context, id)
  // In the session's own line of work: no turn begins in a tree that is being switched. One claim at a time in a project.
  return context.worker.run(id, () => inLine(context, projectId, () => claim(context, id, input)))
}

const inLine = <T>(context: Context, projectId: string, act: () => Promise<T>): Promise<T> =>
  context.worker.run(`claim in ${projectId}`, act)

async function claim(context: Context, id: string, { pr: ref, allowTakeover = true }: ClaimInput): Promise<Claim> {
  const { reads } = context.journal
  const { workspace, project } = needClaimable(context, id)
  const { repoPath, path, id: workspaceId } = workspace
  const claimed = await findClaimed(context, project, ref, { by: id, allowTakeover })
  needQuiet(context, id)
  const work = await plan(context, { ...project, path: repoPath }, claimed, { by: id, allowTakeover, path })
  const { branch } = work.target
  const state = await context.workspaces.state(path, repoPath)
  const switches = state.branch !== branch
  const open = [...state.changed, ...state.nested]
  if (switches && open.length > 0)
    throw new DroverError('WORKSPACE_DIRTY', `${path} has uncommitted work: ${open.slice(0, 5).join(', ')}`, {
      hint: `Commit it first (drover session commit ${id}), then claim again. Nothing was changed.`,
      details: { changed: state.changed.slice(0, 100) },
    })
  if (switches) await saveSnapshot(context, id, 'takeover')
  const madeFrom = workspace.madeBranch && workspace.branch === state.branch ? workspace.baseRef : null
  const whole = { ...work, mine: { path, workspaceId, branch: state.branch, madeFrom } }
  beginClaim(context, whole)
  await orUndo(context, whole, async () => {
    await makeRoom(context, whole)
    await switchOver(context, whole)
  })
  const takenOverFrom = settleClaim(context, whole, id)
  await tidyClaim(context, whole)
  const prs = reads.prsOf(id).map((one) => viewPr(reads, one))
  return { ok: true, sessionId: id, prs, branchChanged: switches, takenOverFrom }
}

/** Asks the remote and the trees, changes nothing. */
async function plan(
  context: Context,
  project: ProjectRecord,
  { ground, pr }: Claimed,
  mine: { readonly by: string | null; readonly allowTakeover: boolean; readonly path: string | null },
): Promise<ClaimWork> {
  const { id: projectId, path: repoPath } = project
  const target = await pushTargetOf(context, project, pr)
  const holder = await holderOfBranch(context, repoPath, target.branch, mine.path)
  if (holder?.heldBy != null && !mine.allowTakeover) throw claimedBy(pr.number, holder.heldBy)
  const [tip = null] = await context.merging.branches(repoPath, [target.branch])
  const base = await context.workspaces.resolveBase(repoPath, pr.base).catch(() => null)
  return {
    ...{ by: mine.by, projectId, repoPath, host: ground.place.host, kind: ground.at.kind, pr, target },
    ...{ base, isNew: tip === null, mine: null, holder: await goesOn(context, repoPath, holder, pr.number) },
  }
}

async function orUndo<T>(context: Context, work: ClaimWork, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (cause) {
    await undoClaim(context, work)
    throw cause
  }
}

function needClaimable(context: Context, id: string) {
  const { reads } = context.journal
  const session = needKnown(context, id)
  if (session.phase === 'ended')
    throw new DroverError('SESSION_ENDED', `Session ${id} has ended.`, {
      hint: `Bring it back with: drover session restore ${id}`,
    })
  if (session.kind === 'orchestrator')
    throw new DroverError('SESSION_NOT_CLAIMABLE', `${id} is an orchestrator: it writes no code.`, {
      hint: 'Claim it with one of its workers.',
    })
  const workspace = session.workspaceId === null ? null : reads.workspace(session.workspaceId)
  const there = workspace !== null && workspace.removedAt === null && context.exists(workspace.path)
  if (!there || workspace.repoPath === null || workspace.external === true)
    throw new DroverError('SESSION_NO_WORKSPACE', `${id} has no worktree of its own in a repository.`, {
      hint: 'Only a session of a project can claim a pull request.',
    })
  const project = reads.project(session.projectId)
  if (project === null)
    throw new DroverError('PROJECT_NOT_FOUND', `There is no project "${session.projectId}" any more.`, {
      hint: 'List projects with: drover project ls',
    })
  return { session, project, workspace: { ...workspace, repoPath: workspace.repoPath } }
}

/** A new session on the pull request's branch, or nothing at all: what was freed is given back where it does not come up. */
export async function spawnsWithPr(
  context: Context,
  spawn: (input: SpawnInput, caller: Caller) => Promise<Session>,
  { claimPr: ref, allowTakeover = true, ...order }: SpawnInput,
  caller: Caller,
): Promise<Session> {
  if (ref === undefined) return spawn(order, caller)
  if (order.branch !== undefined || order.projectId === null)
    throw new DroverError('INVALID_PR_REF', 'A pull request brings its own branch, and needs a project.', {
      hint: 'Leave --branch and --scratch away.',
    })
  if (order.kind === 'orchestrator')
    throw new DroverError('SESSION_NOT_CLAIMABLE', 'An orchestrator writes no code.', { hint: 'Spawn a worker.' })
  const project = context.journal.reads.project(order.projectId)
  if (project === null)
    throw new DroverError('PROJECT_NOT_FOUND', `There is no project "${order.projectId}".`, {
      hint: 'List projects with: drover project ls',
    })
  return inLine(context, project.id, async () => {
    const claimed = await findClaimed(context, project, ref, { by: null, allowTakeover })
    const work = await plan(context, project, claimed, { by: null, allowTakeover, path: null })
    // Whatever else speaks against it is heard before anybody loses a branch.
    await checkSpawn(context, order, caller)
    beginClaim(context, work)
    const session = await orUndo(context, work, async () => {
      await makeRoom(context, work)
      return spawn({ ...order, branch: work.target.branch, base: claimed.pr.base }, caller)
    })
    context.faultPoint('claim:spawned')
    settleClaim(context, work, session.id)
    await tidyClaim(context, work)
    const { reads } = context.journal
    return viewSession(context, reads, reads.session(session.id)!)
  })
}
