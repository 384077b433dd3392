/**
 * A pull request taken over by a session: its worktree really stands on the branch afterwards (saved before, refused while it
 * holds uncommitted work), pushes go there, and who had it is told and stands on a branch of its own. Done again after a crash
 * in the middle it comes to the same.
 */
import { DroverError } from '#contract/error'
import { droverAddress } from '#contract/mail'
import type { PullRequest } from '#contract/pr'
import type { Session } from '#contract/session'
import type { Caller } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import { postMail } from '#flows/mail/post-mail'
import { needQuiet } from '#flows/merge/commit-leftovers'
import { checkSpawn } from '#flows/session/check-spawn'
import type { SpawnInput } from '#flows/session/session-flows'
import { needKnown, tellSession, viewSession } from '#flows/session/views'
import { saveSnapshot } from '#flows/workspace/keep-snapshots'
import type { Tx } from '#ports/store/journal'
import { type Claimed, claimedBy, findClaimed } from './find-claimed.ts'
import { type Freed, freeBranch, giveBack, holderOfBranch } from './free-branch.ts'
import { recordPrIn, viewPr } from './record-pr.ts'

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
  needKnown(context, id)
  // In the session's own line of work: no turn begins in a tree that is being switched.
  return context.worker.run(id, () => claim(context, id, input))
}

async function claim(context: Context, id: string, { pr: ref, allowTakeover = true }: ClaimInput): Promise<Claim> {
  const { reads } = context.journal
  const { workspace, project } = needClaimable(context, id)
  const { repoPath, path } = workspace
  const claimed = await findClaimed(context, project, ref, { by: id, allowTakeover })
  const { pr } = claimed
  needQuiet(context, id)
  const state = await context.workspaces.state(path, repoPath)
  const switches = state.branch !== pr.branch
  if (switches && (state.changed.length > 0 || state.nested.length > 0))
    throw new DroverError(
      'WORKSPACE_DIRTY',
      `${path} has uncommitted work: ${[...state.changed, ...state.nested].slice(0, 5).join(', ')}`,
      {
        hint: `Commit it first (drover session commit ${id}), then claim again. Nothing was changed.`,
        details: { changed: state.changed.slice(0, 100) },
      },
    )
  const holder = await holderOfBranch(context, repoPath, pr.branch, path)
  if (holder?.heldBy != null && !allowTakeover) throw claimedBy(pr.number, holder.heldBy)
  const tip = await tipOf(context, repoPath, pr.branch)
  if (switches) await saveSnapshot(context, id, 'takeover')
  const freed = holder === null ? null : await freeBranch(context, holder, pr.number)
  await context.workspaces.adoptBranch({ repoPath, branch: pr.branch, ...tip })
  if (switches) await context.workspaces.switchTo({ path, branch: pr.branch })
  context.faultPoint('claim:switched')
  const base = await context.workspaces.resolveBase(repoPath, pr.base).catch(() => null)
  const takenOverFrom = context.journal.command((tx) => {
    const from = base === null ? {} : { baseRef: base.ref, baseCommit: base.commit }
    tx.updateWorkspace(workspace.id, { branch: pr.branch, madeBranch: false, ...from })
    return takeOver(context, tx, id, claimed, freed)
  })
  const prs = reads.prsOf(id).map((one) => viewPr(reads, one))
  return { ok: true, sessionId: id, prs, branchChanged: switches, takenOverFrom }
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

/** The branch as the remote has it, fetched. */
async function tipOf(context: Context, repoPath: string, branch: string): Promise<{ commit: string; remote: string }> {
  const where = await context.merging.remoteOf(repoPath, branch)
  if (where === null)
    throw new DroverError('NO_REMOTE', `${repoPath} has no remote.`, {
      hint: 'Add one with: git remote add origin <address>',
    })
  const { remote } = where
  const found = await context.merging.fetchTip({ repoPath, remote, ref: `refs/heads/${branch}` })
  if ('unreachable' in found)
    throw new DroverError('REMOTE_UNREACHABLE', `${remote} could not be reached: ${found.unreachable}`, {
      hint: 'Look at the network and at your access, then try again.',
    })
  if (found.tip === null)
    throw new DroverError('BASE_REF_NOT_FOUND', `${remote} has no branch ${branch} any more.`, {
      hint: 'Whoever deleted it has to push it again.',
    })
  return { commit: found.tip, remote }
}

/** The row and its changes; who had it hears of it. */
function takeOver(context: Context, tx: Tx, id: string, claimed: Claimed, freed: Freed | null): readonly string[] {
  const { ground, project, pr } = claimed
  const { at, place, settings } = ground
  const before = claimed.known === null ? null : tx.pr(claimed.known.id)
  const had = before !== null && before.sessionId !== id ? before.sessionId : null
  if (before !== null && had !== null) {
    // Its new owner has heard nothing of it yet.
    tx.putPr({ ...before, sessionId: id, projectId: project.id, told: null })
    const payload = { id: before.id, from: had, to: id }
    tx.appendChange({ type: 'pr_session_changed', projectId: project.id, sessionId: id, payload })
  }
  recordPrIn(context, tx, { projectId: project.id, sessionId: id }, { host: place.host, kind: at.kind, pr }, settings)
  tellSession(context, tx, id)
  const others = new Set([had, freed?.sessionId ?? null].filter((one) => one !== null && one !== id) as string[])
  const live = [...others].filter((one) => (tx.session(one)?.phase ?? 'ended') !== 'ended')
  for (const one of live) {
    const stands =
      freed?.sessionId === one ? ` Your worktree stands on ${freed.branch} now; its files are as they were.` : ''
    postMail(context, tx, {
      ...{
        projectId: project.id,
        effortId: tx.session(one)?.effortId ?? null,
        from: droverAddress,
        to: one,
        source: 'session',
      },
      subject: `Pull request #${pr.number} was taken over by ${id}`,
      body: `Pull request #${pr.number}, "${pr.title}" (${pr.url}), belongs to ${id} from now on. Do not push to ${pr.branch} any more.${stands}`,
      ...{ type: 'status', priority: 'high' },
    })
    tellSession(context, tx, one)
  }
  return live
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
  return context.worker.run(`claim in ${project.id}`, async () => {
    const claimed = await findClaimed(context, project, ref, { by: null, allowTakeover })
    const { branch, base, number } = claimed.pr
    const repoPath = project.path
    const holder = await holderOfBranch(context, repoPath, branch, null)
    if (holder?.heldBy != null && !allowTakeover) throw claimedBy(number, holder.heldBy)
    // Whatever else speaks against it is heard before anybody loses a branch.
    await checkSpawn(context, order, caller)
    const tip = await tipOf(context, repoPath, branch)
    const freed = holder === null ? null : await freeBranch(context, holder, number)
    const made = await context.workspaces.adoptBranch({ repoPath, branch, ...tip }).catch(async (cause: unknown) => {
      if (freed !== null) await giveBack(context, freed, branch)
      throw cause
    })
    try {
      const session = await spawn({ ...order, branch, base }, caller)
      context.journal.command((tx) => takeOver(context, tx, session.id, claimed, freed))
      const { reads } = context.journal
      return viewSession(context, reads, reads.session(session.id)!)
    } catch (cause) {
      if (freed !== null) await giveBack(context, freed, branch)
      else if (made === 'made') await context.workspaces.dropAdopted({ repoPath, branch, commit: tip.commit })
      throw cause
    }
  })
}
