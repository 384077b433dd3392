/**
 * A new session: checked first (check-spawn), then the row, the workspace, the setup, the launch. Whatever fails is taken
 * back (undo-spawn) and no row, worktree, branch or process is left.
 */
import { DroverError } from '#contract/error'
import { scratchProject } from '#contract/ids'
import type { Session } from '#contract/session'
import { freePortBlock } from '#core/session/port-block'
import type { Reads, SessionRecord, WorkspaceRecord } from '#ports/journal'
import { checkLimit, checkSpawn, type Order } from './check-spawn.ts'
import { endTurn, markStopping, runningTurn } from './close-turn.ts'
import { type Context, now } from './context.ts'
import { stopActive } from './drive-session.ts'
import { dropQueue } from './end-session.ts'
import type { Caller, SpawnInput } from './flows.ts'
import { launchTurn } from './launch-turn.ts'
import { runSetup } from './setup-workspace.ts'
import { acceptTurn } from './take-turn.ts'
import { undoSpawn } from './undo-spawn.ts'
import { tellSession, viewSession } from './views.ts'

export async function spawnSession(context: Context, input: SpawnInput, caller: Caller): Promise<Session> {
  const order = await checkSpawn(context, input, caller)
  const session = writeRow(context, order)
  context.faultPoint('spawn:row-written')
  const abort = new AbortController()
  const done = bringUp(context, order, session, abort.signal)
  context.starting.set(session.id, { abort, done: done.catch(() => undefined) })
  try {
    await done
  } finally {
    context.starting.delete(session.id)
  }
  return viewSession(context, context.journal.reads, context.journal.reads.session(session.id) ?? session)
}
/** The row, visible to all, in one transaction with the limit and the claim on its workspace. */
function writeRow(context: Context, order: Order): SessionRecord {
  return context.journal.command((tx) => {
    const projectId = order.project?.id ?? scratchProject
    checkLimit(context, order.project, order.settings, tx.countLive(projectId))
    if (order.kind === 'orchestrator') refuseSecondOrchestrator(tx, projectId)
    const id = `${projectId}-${tx.nextSessionNumber(projectId)}`
    const at = now(context)
    const ports = order.settings.ports
    const workspace = tx.insertWorkspace({
      projectId,
      path: context.paths.workspace(projectId, id),
      repoPath: order.project?.path ?? null,
      branch: order.project === null ? null : (order.branch?.name ?? `drover/${id}/root`),
      madeBranch: order.project !== null && order.branch?.existing !== true,
      baseRef: order.base?.ref ?? null,
      baseCommit: order.base?.commit ?? null,
      heldBy: id,
      portBase:
        ports > 0
          ? freePortBlock(
              tx.heldWorkspaces().map((one) => one.portBase),
              ports,
            )
          : null,
      removedAt: null,
      createdAt: at,
    })
    const session = newSession(order, id, projectId, workspace, at)
    tx.insertSession(session)
    tellSession(context, tx, id, 'session_created')
    return session
  })
}

/** At most one that lives per project, whichever door asked for it. */
export function refuseSecondOrchestrator(reads: Reads, projectId: string): void {
  const living = reads.liveSessions().find((one) => one.kind === 'orchestrator' && one.projectId === projectId)
  if (living === undefined) return
  throw new DroverError('SESSION_LIMIT', `Project "${projectId}" already has the orchestrator ${living.id}.`, {
    hint: `Talk to it: drover send --session ${living.id} --message "…" — or end it first: drover session kill ${living.id}`,
    details: { orchestrator: living.id },
  })
}

export const blankSession = {
  phase: 'starting',
  activity: 'unknown',
  nativeId: null,
  launchId: null,
  turn: 0,
  inputTokens: null,
  outputTokens: null,
  costUsd: null,
  lastText: null,
  filesChanged: null,
  spark: [],
  sparkMinute: 0,
  request: null,
  trouble: null,
  children: [],
  parkedUntil: null,
  endReason: null,
  endedBy: null,
  forkedFrom: null,
  lastEventId: 0,
} as const

function newSession(
  order: Order,
  id: string,
  projectId: string,
  workspace: WorkspaceRecord,
  at: string,
): SessionRecord {
  return {
    ...blankSession,
    id,
    projectId,
    kind: order.kind,
    name: order.name ?? id,
    harness: order.harness.id,
    model: order.model,
    permissions: order.permissions,
    activitySince: at,
    workspaceId: workspace.id,
    lastActivityAt: at,
    ignoreConfig: order.ignoreConfig,
    createdAt: at,
    updatedAt: at,
  }
}
/** Workspace, setup, first turn, launch. On failure everything is taken back, or, when a kill asked for it, the session ends in place. */
async function bringUp(context: Context, order: Order, session: SessionRecord, signal: AbortSignal): Promise<void> {
  try {
    await makeWorkspace(context, order, session)
    context.faultPoint('spawn:workspace-made')
    stopIfAsked(signal)
    await runSetup(context, { session, project: order.project, settings: order.settings }, signal)
    context.faultPoint('spawn:setup-done')
    stopIfAsked(signal)
    const source = order.caller.type === 'operator' ? 'operator' : 'session'
    const from = order.caller.type === 'operator' ? null : order.caller.sessionId
    context.journal.command((tx) => acceptTurn(context, tx, session.id, { prompt: order.prompt, source, from }))
    context.faultPoint('spawn:turn-accepted')
    await context.worker.run(session.id, () => launchTurn(context, session.id, signal))
    context.faultPoint('spawn:launched')
    context.journal.command((tx) => {
      const record = tx.session(session.id)
      if (record?.phase === 'starting') {
        const running = record.turn > 0 && tx.turn(record.id, record.turn)?.state === 'running'
        tx.updateSession(session.id, { phase: 'live', ...(running ? {} : { activity: 'idle' }) })
      }
      tellSession(context, tx, session.id)
    })
    if (signal.aborted) throw signal.reason
    // A message that came while it was starting waits for nobody else.
    context.settle(session.id)
  } catch (cause) {
    if (signal.aborted && isKill(signal.reason)) {
      await endInPlace(context, session)
      throw new DroverError('SPAWN_CANCELLED', `Session ${session.id} was killed while it was starting.`, {
        hint: `Its workspace is kept; bring it back with: drover session restore ${session.id}`,
      })
    }
    await undoSpawn(context, order.project, session, cause)
    throw cause
  }
}

export const killedWhileStarting = new DroverError('SPAWN_CANCELLED', 'The session was killed while it was starting.')
const isKill = (reason: unknown): boolean => reason === killedWhileStarting

function stopIfAsked(signal: AbortSignal): void {
  if (signal.aborted)
    throw signal.reason instanceof Error
      ? signal.reason
      : new DroverError('SPAWN_CANCELLED', 'The spawn was cancelled.')
}

async function makeWorkspace(context: Context, order: Order, session: SessionRecord): Promise<void> {
  const workspace = session.workspaceId === null ? null : context.journal.reads.workspace(session.workspaceId)
  if (workspace === null) throw new Error(`session ${session.id} has no workspace row`)
  if (order.project === null || workspace.branch === null || workspace.baseCommit === null) {
    await context.workspaces.createScratch(workspace.path)
    return
  }
  if (order.branch === null) await context.workspaces.checkBranch(order.project.path, workspace.branch)
  await context.workspaces.create({
    repoPath: order.project.path,
    path: workspace.path,
    branch: workspace.branch,
    base: workspace.baseCommit,
    newBranch: workspace.madeBranch,
  })
}

async function endInPlace(context: Context, session: SessionRecord): Promise<void> {
  // From here on nothing new is accepted: it would be accepted by a session that ends.
  context.ending.set(session.id, Promise.resolve())
  try {
    context.journal.command((tx) => markStopping(tx, session.id, 'kill'))
    const active = context.active.get(session.id)
    if (active !== undefined) {
      await stopActive(context, active, 1000)
      await active.done
    }
    markAborted(context, session)
  } finally {
    context.ending.delete(session.id)
  }
}

function markAborted(context: Context, session: SessionRecord): void {
  context.journal.command((tx) => {
    const record = tx.session(session.id)
    if (record === null) return
    const turn = runningTurn(tx, record)
    if (turn !== null) endTurn(context, tx, { sessionId: record.id, launchId: turn.launchId }, null, false)
    dropQueue(context, tx, session.id)
    if (record.workspaceId !== null) tx.updateWorkspace(record.workspaceId, { heldBy: null })
    tx.updateSession(session.id, {
      phase: 'ended',
      activity: 'idle',
      activitySince: now(context),
      endReason: 'aborted',
      endedBy: 'operator',
    })
    tellSession(context, tx, session.id, 'session_ended')
  })
}
