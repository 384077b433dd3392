/**
 * A new session: checked first (check-spawn), then the row, the workspace, the setup, the launch. Whatever fails is taken
 * back (undo-spawn) and no row, worktree, branch or process is left.
 */
import { DroverError } from '#contract/error'
import { scratchProject } from '#contract/ids'
import { operatorAddress } from '#contract/mail'
import type { Session } from '#contract/session'
import { decideHeld } from '#core/effort/budget'
import type { Bench } from '#core/relay/parking'
import type { Caller } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { belongTo } from '#flows/role/check-role'
import { sayEnd } from '#flows/role/say-end'
import type { SpawnInput } from '#flows/session/session-flows'
import { openInterface } from '#flows/terminal/open-interface'
import { isTerminal } from '#flows/terminal/side'
import { acceptTurn } from '#flows/turn/accept-turn'
import { endTurn, markStopping, runningTurn } from '#flows/turn/close-turn'
import { launchTurn } from '#flows/turn/launch-turn'
import { park } from '#flows/turn/park'
import { stopActive } from '#flows/turn/stop-active'
import { queueMessage } from '#flows/turn/take-turn'
import { runSetup } from '#flows/workspace/setup-workspace'
import type { SessionRecord } from '#ports/store/session'
import { checkSpawn, type Order } from './check-spawn.ts'
import { dropQueue } from './drop-queue.ts'
import { moveSession } from './move-session.ts'
import { sweepAndSave } from './save-at-end.ts'
import { withFreeNumber } from './session-number.ts'
import { undoSpawn } from './undo-spawn.ts'
import { tellSession, viewSession } from './views.ts'
import { type NewSession, writeSessionIn } from './write-session.ts'

export async function spawnSession(context: Context, input: SpawnInput, caller: Caller): Promise<Session> {
  // A parent whose own start is not over may still be taken back: its child waits for that, and is refused with it.
  const parentId = caller.type === 'session' ? caller.sessionId : (input.parentId ?? null)
  if (parentId !== null) await context.starting.get(parentId)?.done
  const order = await checkSpawn(context, input, caller)
  const { project, branch, used } = order
  if (project === null || branch !== null) return start(context, order)
  const place = { repoPath: project.path, projectId: project.id }
  return withFreeNumber(context, place, used, (free) => start(context, { ...order, used: free }))
}

async function start(context: Context, order: Order): Promise<Session> {
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

function writeRow(context: Context, order: Order): SessionRecord {
  const { project, settings, used, base, branch, harness, kind, name, model, permissions, ignoreConfig } = order
  const row: NewSession = {
    projectId: project?.id ?? scratchProject,
    settings,
    used,
    workspace: {
      repoPath: project?.path ?? null,
      branch,
      baseRef: base?.ref ?? null,
      baseCommit: base?.commit ?? null,
    },
    kind,
    name,
    harness: harness.id,
    runtime: order.runtime,
    model,
    permissions,
    ignoreConfig,
    forkedFrom: null,
    prompt: order.prompt,
    persona: order.persona,
  }
  const { role, written } = order
  return context.journal.command((tx) => {
    const session = writeSessionIn(
      context,
      tx,
      role === null ? row : { ...row, belonging: belongTo(context, tx, role) },
    )
    written?.(tx, session)
    return session
  })
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
    if (order.prompt !== null) {
      const bench = context.benchOf(session, session.model)
      if (bench === null) await begin(context, session, order.prompt, order.caller, signal)
      else parkFirst(context, session, order.prompt, order.caller, bench)
    } else if (isTerminal(session)) await context.worker.run(session.id, () => openInterface(context, session.id))
    context.journal.command((tx) => {
      const record = tx.session(session.id)
      if (record?.phase === 'starting') {
        const running = record.turn > 0 && tx.turn(record.id, record.turn)?.state === 'running'
        moveSession(context, tx, record, { type: 'came_up', turnRunning: running })
      }
      tellSession(context, tx, session.id)
    })
    // A daemon that stops leaves an agent that runs alone; only a kill ends it.
    if (signal.aborted && isKill(signal.reason)) throw signal.reason
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

async function begin(
  context: Context,
  session: SessionRecord,
  prompt: string,
  caller: Caller,
  signal: AbortSignal,
): Promise<void> {
  const source = caller.type === 'operator' ? 'operator' : 'session'
  const from = caller.type === 'operator' ? null : caller.sessionId
  context.journal.command((tx) => {
    // What its effort had may have been spent while its workspace was made.
    accepted(decideHeld(context.effortHolds(session)))
    acceptTurn(context, tx, session.id, { prompt, source, from })
  })
  context.faultPoint('spawn:turn-accepted')
  await context.worker.run(session.id, () => launchTurn(context, session.id, signal))
  context.faultPoint('spawn:launched')
}

/** Its agent is benched: the prompt waits like a message, and starts by itself. */
function parkFirst(context: Context, session: SessionRecord, prompt: string, caller: Caller, bench: Bench): void {
  const source = caller.type === 'operator' ? 'operator' : 'session'
  const from = caller.type === 'operator' ? null : caller.sessionId
  context.journal.command((tx) => {
    queueMessage(context, tx, session.id, { message: prompt, source, from: from ?? operatorAddress, model: null })
    park(context, tx, session.id, bench)
  })
  context.faultPoint('spawn:parked')
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

function endInPlace(context: Context, session: SessionRecord): Promise<void> {
  const ending = stopAndMark(context, session).finally(() => context.ending.delete(session.id))
  // From here on nothing new is accepted: it would be accepted by a session that ends. Another kill waits for this one.
  context.ending.set(session.id, ending)
  return ending
}

/** An agent that only just started has little to put away. */
const startingGraceMs = 1000

async function stopAndMark(context: Context, session: SessionRecord): Promise<void> {
  context.journal.command((tx) => {
    markStopping(tx, session.id, 'kill')
    // It came up before the kill was heard: from here on it is a kill that the next daemon finishes, if need be.
    if (tx.session(session.id)?.phase === 'live')
      tx.updateSession(session.id, { endReason: 'killed', endedBy: 'operator' })
  })
  const active = context.active.get(session.id)
  if (active !== undefined) {
    await stopActive(context, active, startingGraceMs)
    await active.done
  }
  // Its agent may have worked already, and written while it was being ended.
  await sweepAndSave(context, session.id, startingGraceMs)
  markAborted(context, session)
}

function markAborted(context: Context, session: SessionRecord): void {
  context.journal.command((tx) => {
    const record = tx.session(session.id)
    if (record === null) return
    const turn = runningTurn(tx, record)
    if (turn !== null) endTurn(context, tx, record.id, { exit: null })
    dropQueue(context, tx, session.id)
    if (record.workspaceId !== null) tx.updateWorkspace(record.workspaceId, { heldBy: null })
    sayEnd(context, tx, record, { endReason: 'aborted', endedBy: 'operator' })
    moveSession(context, tx, record, { type: 'ended' }, { endReason: 'aborted', endedBy: 'operator' })
    tellSession(context, tx, session.id, 'session_ended')
  })
}
