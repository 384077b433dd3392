/** Ending sessions: kill in every state with the same answer, and removing the worktrees of ended ones without losing work. */
import { DroverError } from '#contract/error'
import type { CleanupReport, CleanupSkip, Session } from '#contract/session'
import { decideKill, isRefusal } from '#core/session/decide'
import type { SessionRecord, WorkspaceRecord } from '#ports/journal'
import { markStopping } from './close-turn.ts'
import { type Context, now } from './context.ts'
import { stopActive } from './drive-session.ts'
import type { Fence } from './flows.ts'
import { saveSnapshot } from './keep-snapshots.ts'
import { killedWhileStarting } from './spawn-session.ts'
import { graceOf, needSession } from './take-turn.ts'
import { begin, finish } from './under-way.ts'
import { factsOf, tellSession, viewSession } from './views.ts'

export async function killSession(context: Context, id: string, fence: Fence): Promise<Session> {
  const decision = decideKill(factsOf(context.journal.reads, needSession(context, id)), fence.launchId)
  if (isRefusal(decision)) throw DroverError.of(decision)
  if (decision === 'abort-start') await abortStart(context, id)
  else if (decision === 'end') await shared(context, id)
  return viewSession(context, context.journal.reads, needSession(context, id))
}

async function abortStart(context: Context, id: string): Promise<void> {
  const starting = context.starting.get(id)
  if (starting === undefined) return shared(context, id)
  starting.abort.abort(killedWhileStarting)
  await starting.done
  if (needSession(context, id).phase !== 'ended') await shared(context, id)
}

/** Two kills at once are one kill. */
function shared(context: Context, id: string): Promise<void> {
  const under = context.ending.get(id)
  if (under !== undefined) return under as Promise<void>
  const ending = end(context, id).finally(() => context.ending.delete(id))
  context.ending.set(id, ending)
  return ending
}

async function end(context: Context, id: string): Promise<void> {
  const graceMs = graceOf(context, id)
  // Written down first: a daemon that dies in the middle is followed by one that finishes it.
  context.journal.command((tx) => {
    markStopping(tx, id, 'kill')
    tx.updateSession(id, { endReason: 'killed', endedBy: 'operator' })
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
    const launches = context.journal.reads.launchIds(id)
    if (launches.length > 0) await context.runtime.sweep(launches, graceMs)
    context.faultPoint('kill:process-ended')
    await saveOrSay(context, id)
    context.faultPoint('kill:saved')
    context.journal.command((tx) => {
      const session = tx.session(id)
      if (session === null || session.phase === 'ended') return
      dropQueue(context, tx, id)
      if (session.workspaceId !== null) tx.updateWorkspace(session.workspaceId, { heldBy: null })
      tx.updateSession(id, {
        phase: 'ended',
        activity: 'idle',
        activitySince: now(context),
        request: null,
        children: [],
        endReason: 'killed',
        endedBy: 'operator',
      })
      tellSession(context, tx, id, 'session_ended')
    })
    context.faultPoint('kill:ended')
  })
}

/** Messages that were queued and will not be delivered are named, not silently dropped. */
export function dropQueue(
  context: Context,
  tx: Parameters<Parameters<Context['journal']['command']>[0]>[0],
  id: string,
): void {
  const waiting = tx.messages(id)
  if (waiting.length === 0) return
  tx.appendEvents(id, null, [
    {
      kind: 'notice',
      code: 'input_lost',
      message: `${waiting.length} queued message${waiting.length === 1 ? ' was' : 's were'} not delivered because the session was killed.`,
      messages: waiting.map((message) => message.text.slice(0, 2000)),
    },
  ])
  for (const message of waiting) {
    tx.takeMessage(message.id)
    context.vault.drop(id, `message-${message.id}`)
  }
}

/** A kill keeps the worktree, so a snapshot that fails is told and blocks nothing. */
async function saveOrSay(context: Context, id: string): Promise<void> {
  try {
    await saveSnapshot(context, id, 'kill')
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    context.log.warn('the snapshot before a kill failed; the worktree is kept', { session: id, cause })
    context.journal.command((tx) => tx.appendEvents(id, null, [{ kind: 'notice', code: 'snapshot_failed', message }]))
  }
}

const ignoredBytes = 20 * 1024 * 1024

export async function cleanup(
  context: Context,
  input: { projectId?: string; dryRun: boolean },
): Promise<CleanupReport> {
  const removed: CleanupReport['removed'][number][] = []
  const skipped: CleanupReport['skipped'][number][] = []
  const { sessions } = context.journal.reads.sessions({
    ...(input.projectId === undefined ? {} : { projectId: input.projectId }),
    includeEnded: true,
    limit: 100_000,
  })
  const done = new Set<number>()
  for (const session of sessions) {
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

type CleanOutcome = { readonly branchDeleted: boolean } | { readonly reason: CleanupSkip; readonly message: string }

async function cleanOne(
  context: Context,
  session: SessionRecord,
  workspace: WorkspaceRecord,
  dryRun: boolean,
): Promise<CleanOutcome | null> {
  const fresh = context.journal.reads.workspace(workspace.id)
  if (fresh === null || fresh.removedAt !== null || needSession(context, session.id).phase !== 'ended') return null
  if (fresh.heldBy !== null) return { reason: 'held', message: `Held by ${fresh.heldBy}, which has not ended.` }
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
    const reason: CleanupSkip =
      code === 'WORKSPACE_DIRTY' ? 'dirty' : code === 'SNAPSHOT_FAILED' ? 'snapshot_failed' : 'failed'
    return { reason, message: cause instanceof Error ? cause.message : String(cause) }
  }
}

async function whyNot(
  context: Context,
  session: SessionRecord,
  workspace: WorkspaceRecord,
): Promise<CleanOutcome | null> {
  const launches = context.journal.reads.launchIds(session.id)
  const children = launches.length === 0 ? [] : await context.runtime.leftovers(launches)
  if (children.length > 0)
    return {
      reason: 'live_children',
      message: `Processes of the session still run: ${children.map((child) => child.pid).join(', ')}.`,
    }
  const state = await context.workspaces.state(workspace.path)
  if (state.locked !== null)
    return { reason: 'locked', message: `The worktree is locked: ${state.locked || 'no reason given'}.` }
  if (state.nested.length > 0)
    return {
      reason: 'nested_repository',
      message: `Repositories inside it hold work of their own: ${state.nested.slice(0, 5).join(', ')}.`,
    }
  if (state.changed.length > 0 && workspace.repoPath !== null) {
    return {
      reason: 'dirty',
      message: `${state.changed.length} path${state.changed.length === 1 ? '' : 's'} with uncommitted work: ${state.changed.slice(0, 5).join(', ')}${state.changed.length > 5 ? ', …' : ''}.`,
    }
  }
  if (workspace.repoPath === null && state.changed.length > 0)
    return { reason: 'dirty', message: 'The scratch workspace holds files; remove them or copy them out first.' }
  return null
}

async function removeTree(context: Context, session: SessionRecord, workspace: WorkspaceRecord): Promise<CleanOutcome> {
  const saved = await saveSnapshot(context, session.id, 'cleanup', { ignoredBytes, always: true })
  if (saved?.skipped.some((file) => file.why === 'too_large')) {
    return {
      reason: 'unsaved_file',
      message: `Too large to save: ${saved.skipped.map((file) => file.path).join(', ')}.`,
    }
  }
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
    else if (saved !== undefined && (await context.workspaces.state(workspace.path)).changed.length > 0) {
      await saveSnapshot(context, id, 'recover')
      const { repoPath, commit } = saved
      await context.workspaces.recover({ repoPath, commit, to: workspace.path, intoWorktree: true })
    }
  }
  context.journal.command((tx) => finish(tx, 'cleaning', id))
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
