/**
 * At boot, before the API says ready: every open launch is looked for in the world. Running ones are read on from the
 * stored byte; finished ones are read to their end; vanished ones end their turn as lost. Spawns that a crash cut off are
 * taken back or completed. Nothing shows `working` without a live process afterwards.
 */
import { DroverError } from '#contract/error'
import type { LaunchRecord, SessionRecord } from '#ports/journal'
import type { Launch } from '#ports/runtime'
import { endTurn, runningTurn } from './close-turn.ts'
import { type Context, now } from './context.ts'
import { attach } from './drive-session.ts'
import { finishEnds, settleWorkspaces } from './finish-cut-off.ts'
import { groundOf } from './ground.ts'
import { runTurn, startFrom } from './launch-turn.ts'
import { undoSpawn } from './undo-spawn.ts'
import { tellSession } from './views.ts'

export async function reconcile(context: Context): Promise<void> {
  const { reads } = context.journal
  await settleWorkspaces(context)
  await Promise.all(reads.openLaunches().map((launch) => findAgain(context, launch)))
  await Promise.all(
    reads
      .liveSessions()
      .filter((session) => session.phase === 'starting')
      .map((session) => finishSpawn(context, session)),
  )
  finishEnds(context)
  for (const session of reads.liveSessions()) {
    if (session.phase === 'live' && !context.active.has(session.id)) settleLoose(context, session)
  }
}

async function findAgain(context: Context, record: LaunchRecord): Promise<void> {
  const ref = {
    launchId: record.id,
    dir: record.dir,
    pid: record.pid,
    startTime: record.startTime,
    bootId: record.bootId,
  }
  const found = await context.runtime.find(ref).catch((cause: unknown) => {
    context.log.error('a launch could not be looked for', { launch: record.id, cause })
    return 'unknown' as const
  })
  if (found === 'unknown') return markUnknown(context, record)
  if (found === 'gone' && !context.runtime.began(ref)) return neverBegan(context, record)
  const active = tryJoin(context, record, found === 'gone' ? context.runtime.finished(ref) : found)
  // A process that is gone is settled before the API says ready; one that runs is read while we serve.
  if (found === 'gone') await active?.done
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
  const dialogue = harness.open(startFrom(context, record.start), record.dialogue)
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
    tx.updateSession(record.sessionId, { activity: 'unknown', activitySince: now(context) })
    tellSession(context, tx, record.sessionId)
  })
}

/** Tries again to judge a launch that could not be judged. */
export async function judgeAgain(context: Context): Promise<void> {
  for (const id of [...context.unjudged]) {
    const record = context.journal.reads.launch(id)
    if (record === null || record.state === 'exited' || context.active.has(record.sessionId))
      context.unjudged.delete(id)
    else await findAgain(context, record)
  }
}

/** A spawn that a crash cut off: with a process it is completed, without one it is taken back. */
async function finishSpawn(context: Context, session: SessionRecord): Promise<void> {
  const turn = session.turn === 0 ? null : context.journal.reads.turn(session.id, session.turn)
  if (context.active.has(session.id) || turn?.launchId != null) {
    context.journal.command((tx) => {
      const running = runningTurn(tx, session) !== null && context.active.has(session.id)
      tx.updateSession(session.id, {
        phase: 'live',
        activity: running ? 'working' : 'idle',
        activitySince: now(context),
      })
      tellSession(context, tx, session.id)
    })
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

/** A live session without a process: a turn that was accepted and never launched is launched now; any other is lost. */
function settleLoose(context: Context, session: SessionRecord): void {
  const turn = runningTurn(context.journal.reads, session)
  if (turn !== null && turn.launchId === null && turn.stopping === null) {
    void context.worker.run(session.id, () => runTurn(context, session.id))
    return
  }
  if (turn !== null) {
    const unjudged = turn.launchId !== null && context.unjudged.has(turn.launchId)
    if (unjudged) return
    context.journal.command((tx) =>
      endTurn(
        context,
        tx,
        { sessionId: session.id, launchId: turn.launchId },
        { code: null, signal: null, stderrTail: '', how: 'vanished' },
        false,
      ),
    )
  } else if (session.activity === 'working' || session.activity === 'unknown') {
    context.journal.command((tx) => {
      tx.updateSession(session.id, { activity: 'idle', activitySince: now(context) })
      tellSession(context, tx, session.id)
    })
  }
  context.settle(session.id)
}
