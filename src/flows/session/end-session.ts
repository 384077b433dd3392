/** Ending sessions: kill in every state with the same answer, and removing the worktrees of ended ones without losing work. */
import { DroverError } from '#contract/error'
import type { CleanupReport, EndedBy, EndReason, Session } from '#contract/session'
import { decideKill } from '#core/session/decide'
import { decideCleanup, decideExternal, decideHeld, decideUnsaved, type Kept, keptBy } from '#core/workspace/cleanup'
import { incompleteNotice } from '#core/workspace/missing-parts'
import { decideWriteBack, keptNotice, type Notice } from '#core/workspace/write-back'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import { begin, finish } from '#flows/engine/under-way'
import { endOfKill, sayEnd } from '#flows/role/say-end'
import type { Fence } from '#flows/session/session-flows'
import { needKnown, needSession } from '#flows/session/views'
import { endTurn, markStopping, runningTurn } from '#flows/turn/close-turn'
import { stopActive } from '#flows/turn/stop-active'
import { graceOf } from '#flows/turn/take-turn'
import { maxFileBytes, saveSnapshot } from '#flows/workspace/keep-snapshots'
import type { Tx } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'
import type { SnapshotRecord, WorkspaceRecord } from '#ports/store/workspace'
import { dropQueue } from './drop-queue.ts'
import { moveSession } from './move-session.ts'
import { sweepAndSave } from './save-at-end.ts'
import { killedWhileStarting } from './spawn-session.ts'
import { factsOf, tellSession, viewSession } from './views.ts'

export async function killSession(context: Context, id: string, fence: Fence): Promise<Session> {
  const decision = accepted(decideKill(factsOf(context.journal.reads, needSession(context, id)), fence.launchId))
  if (decision === 'abort-start') await abortStart(context, id)
  else if (decision === 'end') await kill(context, id)
  return viewSession(context, context.journal.reads, needSession(context, id))
}

const kill = (context: Context, id: string): Promise<void> => shared(context, id, killedOf(needSession(context, id)))

async function abortStart(context: Context, id: string): Promise<void> {
  const starting = context.starting.get(id)
  if (starting === undefined) return kill(context, id)
  starting.abort.abort(killedWhileStarting)
  await starting.done
  if (needSession(context, id).phase !== 'ended') await kill(context, id)
}

/** Nobody needs it any more, or its work was ended for it: what runs in it ends, its workspace is kept. Its end is no kill. */
export async function closeSession(context: Context, id: string, how: End = closed): Promise<void> {
  if (context.journal.reads.session(id)?.phase === 'live') await shared(context, id, how)
}

/** The same for one whose processes are all seen to be gone, with those that they left: nobody looks for them again. */
export async function closeSwept(context: Context, id: string): Promise<void> {
  if (context.journal.reads.session(id)?.phase === 'live') await shared(context, id, closed, true)
}

/** The same, not awaited: its end takes its place in the session's own line. One that cannot be written now is taken up again. */
export function closeLater(context: Context, id: string, how: End): void {
  closeSession(context, id, how).catch((cause: unknown) =>
    context.log.error('a session could not be ended yet', { session: id, cause }),
  )
}

/** Written with what makes it needless; the next daemon ends it if this one cannot. false: it does not live. */
export function markClosed(tx: Tx, id: string): boolean {
  if (tx.session(id)?.phase !== 'live') return false
  markStopping(tx, id, 'kill')
  tx.updateSession(id, closed)
  return true
}

/** An end that was begun and cut off, by a crash or a full disk, goes on as what it was. */
export async function endAgain(context: Context, session: SessionRecord): Promise<void> {
  const { endReason, endedBy } = session
  await shared(context, session.id, endReason === null || endedBy === null ? killedOf(session) : { endReason, endedBy })
}

/** Its end was asked for and is not carried out yet. */
export const isEnding = ({ phase, endReason }: SessionRecord): boolean =>
  phase === 'live' && endReason !== null && asked.includes(endReason)

const asked: readonly EndReason[] = ['killed', 'completed', 'aborted', 'stalled', 'merged']

interface End {
  readonly endReason: EndReason
  readonly endedBy: EndedBy
}

const killedOf = (session: SessionRecord): End => ({ endReason: endOfKill(session), endedBy: 'operator' })
const closed: End = { endReason: 'completed', endedBy: 'daemon' }

/** Two kills at once are one kill. */
function shared(context: Context, id: string, how: End, swept = false): Promise<void> {
  const under = context.ending.get(id)
  if (under !== undefined) return under as Promise<void>
  const ending = end(context, id, how, swept).finally(() => context.ending.delete(id))
  context.ending.set(id, ending)
  return ending
}

async function end(context: Context, id: string, how: End, swept: boolean): Promise<void> {
  const graceMs = graceOf(context, id)
  // Written down first: a daemon that dies in the middle is followed by one that finishes it.
  context.journal.command((tx) => {
    markStopping(tx, id, 'kill')
    tx.updateSession(id, how)
  })
  context.faultPoint('kill:marked')
  const active = context.active.get(id)
  if (active !== undefined) {
    await stopActive(context, active, graceMs)
    await active.done
  }
  await context.worker.run(id, async () => {
    const late = context.active.get(id)
    if (late !== undefined) {
      await stopActive(context, late, graceMs)
      await late.done
    }
    if (!swept) await sweepAndSave(context, id, graceMs)
    context.journal.command((tx) => {
      const session = tx.session(id)
      if (session === null || session.phase === 'ended') return
      // A turn that was accepted and never got a process.
      markStopping(tx, id, 'kill')
      if (runningTurn(tx, session) !== null) endTurn(context, tx, id, { exit: null })
      dropQueue(context, tx, id)
      if (session.workspaceId !== null) tx.updateWorkspace(session.workspaceId, { heldBy: null })
      sayEnd(context, tx, session, how)
      const also = { request: null, children: [], ...how } as const
      moveSession(context, tx, session, { type: 'ended' }, also)
      tellSession(context, tx, id, 'session_ended')
    })
    context.faultPoint('kill:ended')
  })
}

const ignoredBytes = 20 * 1024 * 1024

export interface CleanupInput {
  readonly projectId?: string
  /** Only these. */
  readonly sessions?: readonly string[]
  readonly dryRun: boolean
}

export async function cleanup(context: Context, input: CleanupInput): Promise<CleanupReport> {
  const asked = input.sessions === undefined ? null : new Set(input.sessions.map((id) => needKnown(context, id).id))
  const removed: CleanupReport['removed'][number][] = []
  const skipped: CleanupReport['skipped'][number][] = []
  const { sessions } = context.journal.reads.sessions({
    ...(input.projectId === undefined ? {} : { projectId: input.projectId }),
    includeEnded: true,
    limit: 100_000,
  })
  const done = new Set<number>()
  for (const session of sessions) {
    if (asked !== null && !asked.has(session.id)) continue
    const workspace = session.workspaceId === null ? null : context.journal.reads.workspace(session.workspaceId)
    if (session.phase !== 'ended' || workspace === null || workspace.removedAt !== null || done.has(workspace.id))
      continue
    done.add(workspace.id)
    const outcome = await context.worker.run(session.id, () => cleanOne(context, session, workspace, input.dryRun))
    if (outcome === null) continue
    if ('reason' in outcome) skipped.push({ session: session.id, workspace: workspace.path, ...outcome })
    else
      removed.push({
        session: session.id,
        workspace: workspace.path,
        branch: workspace.branch,
        branchDeleted: outcome.branchDeleted,
      })
  }
  return { dryRun: input.dryRun, removed, skipped }
}

type CleanOutcome = { readonly branchDeleted: boolean } | Kept

async function cleanOne(
  context: Context,
  session: SessionRecord,
  workspace: WorkspaceRecord,
  dryRun: boolean,
): Promise<CleanOutcome | null> {
  const fresh = context.journal.reads.workspace(workspace.id)
  if (fresh === null || fresh.removedAt !== null || needSession(context, session.id).phase !== 'ended') return null
  const kept = decideHeld(fresh.heldBy) ?? decideExternal(fresh.external === true)
  if (kept !== null) return kept
  if (!context.exists(workspace.path)) {
    if (dryRun) return null
    const branchDeleted = await dropBranch(context, workspace)
    context.journal.command((tx) => tx.updateWorkspace(workspace.id, { removedAt: now(context) }))
    return branchDeleted ? { branchDeleted } : null
  }
  try {
    const blocked = await whyNot(context, session, workspace)
    if (blocked !== null) return blocked
    if (dryRun) return { branchDeleted: await dropBranch(context, workspace, { dryRun: true }) }
    return await removeTree(context, session, workspace)
  } catch (cause) {
    context.log.warn('cleaning a worktree failed', { session: session.id, cause })
    const code = cause instanceof DroverError ? cause.code : null
    return { reason: keptBy(code), message: cause instanceof Error ? cause.message : String(cause) }
  }
}

/** What speaks against removing it, looked at in the world. */
async function whyNot(context: Context, session: SessionRecord, workspace: WorkspaceRecord): Promise<Kept | null> {
  const launches = context.journal.reads.launchIds(session.id)
  const children = launches.length === 0 ? [] : await context.runtimes.of(session).leftovers(launches)
  const found = { children: children.map((child) => child.pid), scratch: workspace.repoPath === null }
  if (children.length > 0) return decideCleanup({ ...found, locked: null, nested: [], changed: [] })
  const { locked, nested, changed } = await context.workspaces.state(workspace.path, workspace.repoPath)
  return decideCleanup({ ...found, locked, nested, changed })
}

async function removeTree(context: Context, session: SessionRecord, workspace: WorkspaceRecord): Promise<CleanOutcome> {
  const saved = await saveSnapshot(context, session.id, 'cleanup', { ignoredBytes, always: true })
  const unsaved = decideUnsaved(saved?.skipped ?? [])
  if (unsaved !== null) return unsaved
  context.journal.command((tx) => begin(tx, 'cleaning', session.id))
  context.faultPoint('cleanup:saved')
  await context.workspaces.remove({ repoPath: workspace.repoPath, path: workspace.path })
  context.faultPoint('cleanup:removed')
  const branchDeleted = await dropBranch(context, workspace)
  context.faultPoint('cleanup:branch-judged')
  context.journal.command((tx) => {
    tx.updateWorkspace(workspace.id, { removedAt: now(context) })
    finish(tx, 'cleaning', session.id)
    tellSession(context, tx, session.id)
  })
  return { branchDeleted }
}

/** A removal that a crash cut off: a tree that is gone is written down as gone; one that is half gone is whole again. */
export async function finishCleanup(context: Context, id: string): Promise<void> {
  const session = needSession(context, id)
  const workspace = session.workspaceId === null ? null : context.journal.reads.workspace(session.workspaceId)
  const saved = context.journal.reads.snapshots(id).at(-1)
  if (workspace !== null && workspace.removedAt === null && session.phase === 'ended') {
    if (!context.exists(workspace.path)) await cleanOne(context, session, workspace, false)
    else if (saved !== undefined) await makeWhole(context, id, workspace, saved)
  }
  context.journal.command((tx) => finish(tx, 'cleaning', id))
}

/** Files that a cut-off removal took come back, unless somebody has committed there since: then it is theirs as it is. */
async function makeWhole(
  context: Context,
  id: string,
  workspace: WorkspaceRecord,
  saved: SnapshotRecord,
): Promise<void> {
  const { changed, head } = await context.workspaces.state(workspace.path, workspace.repoPath)
  if (changed.length === 0) return
  await saveSnapshot(context, id, 'recover')
  const tell = (notice: Notice) => context.journal.command((tx) => tx.appendEvents(id, null, [notice]))
  if (decideWriteBack(head, saved) !== 'write') {
    tell(keptNotice({ sessionId: id, branch: workspace.branch, head, snapshot: saved }))
    return
  }
  const { n, repoPath, commit } = saved
  const limit = { maxFileBytes: maxFileBytes(context, needSession(context, id)) }
  const { missing } = await context.workspaces.recover({
    repoPath,
    commit,
    to: workspace.path,
    intoWorktree: true,
    ...limit,
  })
  const incomplete = incompleteNotice({ n, missing })
  if (incomplete !== null) tell(incomplete)
}

/** The branch that the workspace made, once its commits are in the base branch or on a remote. */
export async function dropBranch(
  context: Context,
  workspace: WorkspaceRecord,
  { dryRun } = { dryRun: false },
): Promise<boolean> {
  const { repoPath, branch, madeBranch, baseRef, path } = workspace
  if (repoPath === null || branch === null || !madeBranch || baseRef === null) return false
  const request = { repoPath, branch, baseRef, ...(dryRun ? { dryWithout: path } : {}) }
  return context.workspaces.deleteBranchIfContained(request)
}
