/**
 * At boot, before the API says ready: every open launch is looked for in the world. Running ones are read on from the
 * stored byte; finished ones are read to their end; vanished ones end their turn as lost. Spawns that a crash cut off are
 * taken back or completed. Nothing shows `working` without a live process afterwards.
 */
import { DroverError } from '#contract/error'
import { finishClaims } from '#flows/forge/claim-steps'
import { groundOf } from '#flows/session/ground'
import { moveSession } from '#flows/session/move-session'
import { undoSpawn } from '#flows/session/undo-spawn'
import { tellSession } from '#flows/session/views'
import { endTurn, runningTurn } from '#flows/turn/close-turn'
import { attach } from '#flows/turn/drive-session'
import { startFrom } from '#flows/turn/launch-turn'
import { adoptSnapshots } from '#flows/workspace/adopt-snapshots'
import type { Launch } from '#ports/runtime'
import type { LaunchRecord } from '#ports/store/launch'
import type { SessionRecord } from '#ports/store/session'
import { type Context, now } from './context.ts'
import { finishEnds, settleWorkspaces, stopAgain } from './finish-cut-off.ts'
import type { Follower } from './followers.ts'
import { refOf } from './runtimes.ts'
import { underWay } from './under-way.ts'

export async function reconcile(context: Context): Promise<void> {
  const { reads } = context.journal
  await adoptSnapshots(context)
  await settleWorkspaces(context)
  await Promise.all(reads.openLaunches().map((launch) => findAgain(context, launch)))
  await Promise.all(
    reads
      .liveSessions()
      .filter((session) => session.phase === 'starting')
      .map((session) => finishSpawn(context, session)),
  )
  await finishClaims(context)
  finishEnds(context)
  for (const session of reads.liveSessions()) {
    // What followed the end of a finished launch may have begun the next turn already.
    if (session.phase !== 'live' || context.worker.busy(session.id)) continue
    if (!context.active.has(session.id)) settleLoose(context, session)
    // A process that lives on between turns: what waits for it is nobody else's.
    else if (runningTurn(reads, session) === null) context.settle(session.id)
  }
}

async function findAgain(context: Context, record: LaunchRecord): Promise<void> {
  const found = await lookFor(context, record)
  if (found === 'unknown') return markUnknown(context, record)
  if (found === 'never began') return neverBegan(context, record)
  const active = tryJoin(context, record, found.launch)
  // A process that is gone is settled before the API says ready; one that runs is read while we serve.
  if (found.gone) await active?.done
}

type Looked = { readonly launch: Launch; readonly gone: boolean } | 'never began' | 'unknown'

/** A runtime that is missing or fails says nothing of the process: unknown never means dead. */
async function lookFor(context: Context, record: LaunchRecord): Promise<Looked> {
  try {
    const runtime = context.runtimes.of(record)
    const ref = refOf(record)
    const found = await runtime.find(ref)
    if (found === 'unknown') return found
    if (found !== 'gone') return { launch: found, gone: false }
    return runtime.began(ref) ? { launch: runtime.finished(ref), gone: true } : 'never began'
  } catch (cause) {
    context.log.error('a launch could not be looked for', { launch: record.id, cause })
    return 'unknown'
  }
}

/** The daemon died between the launch row and the process: the turn has no launch and is launched, or taken back, below. */
function neverBegan(context: Context, record: LaunchRecord): void {
  context.journal.command((tx) => {
    tx.updateLaunch(record.id, { state: 'exited', endedAt: now(context) })
    const session = tx.session(record.sessionId)
    const turn = session === null ? null : runningTurn(tx, session)
    if (turn?.launchId === record.id) tx.updateTurn(record.sessionId, turn.n, { launchId: null })
  })
}

/** A harness or configuration that does not hold any more ends nobody: the launch waits, visibly, until it is mended. */
function tryJoin(context: Context, record: LaunchRecord, launch: Launch): ReturnType<typeof attach> | null {
  try {
    const active = join(context, record, launch)
    if (context.troubles.get(record.sessionId)?.code === 'LAUNCH_UNREADABLE') context.troubles.delete(record.sessionId)
    return active
  } catch (cause) {
    if (!context.unjudged.has(record.id))
      context.log.error('a running launch cannot be read', { session: record.sessionId, launch: record.id, cause })
    const message = cause instanceof Error ? cause.message : String(cause)
    context.troubles.set(record.sessionId, {
      code: 'LAUNCH_UNREADABLE',
      message: `The agent runs but cannot be read: ${message}`,
    })
    if (!context.unjudged.has(record.id)) markUnknown(context, record)
    return null
  }
}

/** Attaches the reader with the dialogue as it was saved. */
function join(context: Context, record: LaunchRecord, launch: Launch): ReturnType<typeof attach> | null {
  const session = context.journal.reads.session(record.sessionId)
  if (session === null) return null
  if (record.pid === null && launch.ref.pid !== null) {
    context.journal.ingest((tx) =>
      tx.updateLaunch(record.id, {
        state: 'running',
        pid: launch.ref.pid,
        startTime: launch.ref.startTime,
        bootId: launch.ref.bootId,
      }),
    )
  }
  context.unjudged.delete(record.id)
  const { harness } = groundOf(context, record.sessionId)
  const dialogue = harness.open(startFrom(context, record.start, harness), record.dialogue)
  return attach(context, {
    record,
    launch,
    harness,
    dialogue,
    asked: session.nativeId === null ? record.resumeOf : null,
  })
}

function markUnknown(context: Context, record: LaunchRecord): void {
  context.unjudged.add(record.id)
  context.journal.command((tx) => {
    const session = tx.session(record.sessionId)
    if (session === null) return
    moveSession(context, tx, session, { type: 'lost_sight' })
    tellSession(context, tx, record.sessionId)
  })
}

/** Tries again to judge a launch that could not be judged. */
export const judgesAgain = (context: Context): Follower => ({
  name: 'launches that could not be judged',
  atTick: () => judgeAgain(context),
})

async function judgeAgain(context: Context): Promise<void> {
  for (const id of [...context.unjudged]) {
    const record = context.journal.reads.launch(id)
    if (record === null || record.state === 'exited' || context.active.has(record.sessionId))
      context.unjudged.delete(id)
    else await lookAgain(context, record)
  }
}

/** While we serve: what was asked for while nobody could judge it is done now. */
export async function lookAgain(context: Context, record: LaunchRecord): Promise<void> {
  await findAgain(context, record)
  if (!context.active.has(record.sessionId)) return
  tellFound(context, record.sessionId)
  stopAgain(context, record.sessionId)
}

/** It was not known what the session does; now it is, and what waits for it may go on. */
function tellFound(context: Context, id: string): void {
  const session = context.journal.reads.session(id)
  if (session === null || session.activity !== 'unknown') return
  const running = runningTurn(context.journal.reads, session) !== null
  context.journal.command((tx) => {
    moveSession(context, tx, session, { type: 'found_again', turnRunning: running })
    tellSession(context, tx, id)
  })
  if (!running) context.settle(id)
}

/**
 * A spawn that a crash or a full disk cut off: with a process, or one that nobody could judge, it is completed; without one,
 * or when it was being taken back already, it is taken back.
 */
export async function finishSpawn(context: Context, session: SessionRecord): Promise<void> {
  const { reads } = context.journal
  const undoing = underWay(reads, 'undoing').includes(session.id)
  if (!undoing && hasLaunched(context, session)) {
    context.journal.command((tx) => {
      const record = tx.session(session.id) ?? session
      moveSession(context, tx, record, { type: 'came_up', turnRunning: runningTurn(tx, record) !== null })
      tellSession(context, tx, session.id)
    })
    context.settle(session.id)
    return
  }
  const project = context.journal.reads.project(session.projectId)
  await undoSpawn(
    context,
    project,
    session,
    new DroverError('SPAWN_CANCELLED', 'The daemon ended while the session was starting.'),
  )
}

/** Its agent runs, may run, or ran and ended its turn. */
function hasLaunched(context: Context, session: SessionRecord): boolean {
  if (context.active.has(session.id)) return true
  const turn = session.turn === 0 ? null : context.journal.reads.turn(session.id, session.turn)
  if (turn === null || turn.launchId === null) return false
  return turn.state !== 'running' || context.unjudged.has(turn.launchId)
}

/** A live session without a process: a turn that was accepted and never launched is launched now; any other is lost. */
function settleLoose(context: Context, session: SessionRecord): void {
  const turn = runningTurn(context.journal.reads, session)
  if (turn !== null && turn.launchId === null && turn.stopping === null) {
    context.settle(session.id)
    return
  }
  if (turn !== null) {
    const unjudged = turn.launchId !== null && context.unjudged.has(turn.launchId)
    if (unjudged) return
    context.journal.command((tx) =>
      endTurn(context, tx, session.id, { exit: { code: null, signal: null, stderrTail: '', how: 'vanished' } }),
    )
  } else if (session.activity === 'working' || session.activity === 'unknown') {
    context.journal.command((tx) => {
      moveSession(context, tx, tx.session(session.id) ?? session, { type: 'turn_ended' })
      tellSession(context, tx, session.id)
    })
  }
  context.settle(session.id)
}
