/**
 * Walks the ladder for sessions that owe a report and do nothing: shown, reminded, told to the operator, stopped, each step
 * an event. Which step is due is core's; running turns are watched elsewhere.
 */
import { operatorAddress } from '#contract/mail'
import { nextStep, stepNumber, type WatchStep } from '#core/role/watchdog'
import { type Context, now } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { createStopwatch } from '#flows/engine/stopwatch'
import { postMail } from '#flows/mail/post-mail'
import { closeLater } from '#flows/session/end-session'
import { tellSession } from '#flows/session/views'
import { runningTurn } from '#flows/turn/close-turn'
import { isHeld } from '#flows/turn/held'
import { runTurn } from '#flows/turn/launch-turn'
import type { Tx } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'
import { waitOf } from './judge-waits.ts'
import { canGoOn, keepContract, remind } from './keep-contract.ts'
import { queuedFor, roleGround } from './role-of.ts'
import { dutiesOf, writeDeath } from './say-end.ts'

/** Ticks between two looks. */
const every = 5

export function watchesDuties(context: Context): Follower {
  const watch = createStopwatch(() => context.clock.now().getTime(), context.clock.steady)
  return {
    name: 'sessions that owe a report and do nothing',
    async atTick(round) {
      if (round % every !== 0) return
      for (const session of context.journal.reads.liveSessions()) {
        if (session.report?.state !== 'owed') continue
        await judgeAgain(context, session)
        const idleMs = watch.elapsedMs(`idle ${session.id} ${session.turn}`, session.activitySince)
        const step = dueStep(context, session, idleMs)
        if (step !== null) await context.worker.run(session.id, () => take(context, session.id, idleMs))
      }
      watch.lap()
    },
  }
}

/** A verdict that could not be written when it was due, because of a full disk or an account at rest, is written now. */
async function judgeAgain(context: Context, { id, turn, activity, waiting }: SessionRecord): Promise<void> {
  if (turn === 0 || activity !== 'idle' || waiting !== null || context.worker.busy(id)) return
  await context.worker.run(id, () => keepContract(context, id))
}

function dueStep(context: Context, session: SessionRecord, idleMs: number): WatchStep | null {
  const { reads } = context.journal
  const { row, policy } = roleGround(context, session)
  const duties = dutiesOf(session)
  const turn = session.turn === 0 ? null : reads.turn(session.id, session.turn)
  return nextStep(
    {
      lifetime: row?.lifetime ?? 'effort',
      live: session.phase === 'live' && turn !== null && !context.ending.has(session.id),
      owes: session.report?.state === 'owed',
      turnRunning: turn?.state === 'running' || session.activity !== 'idle',
      asks: session.request !== null,
      waiting: session.waiting !== null,
      parked: session.parkedUntil !== null,
      held: isHeld(context, session),
      queued: queuedFor(reads, session.id),
      cancelled: turn?.state === 'cancelled',
      idleMs,
      step: duties.watched?.step ?? 0,
      reminders: duties.reminders,
      mostReminders: policy.reminders,
      deaf: !canGoOn(context, session),
    },
    policy.watch,
  )
}

/** In the session's own line, looked at once more: it may have begun to work. */
async function take(context: Context, id: string, idleMs: number): Promise<void> {
  if (context.closing) return
  const act = context.journal.command((tx) => {
    const session = tx.session(id)
    if (session === null || runningTurn(tx, session) !== null) return null
    const step = dueStep(context, session, idleMs)
    return step === null ? null : climb(context, tx, session, step, Math.round(idleMs / 1000))
  })
  if (act === 'turn') await runTurn(context, id)
  // Its end takes its place behind this job.
  if (act === 'stop') closeLater(context, id, { endReason: 'stalled', endedBy: 'watchdog' })
}

function climb(
  context: Context,
  tx: Tx,
  session: SessionRecord,
  step: WatchStep,
  seconds: number,
): 'turn' | 'stop' | null {
  const { id, name, role } = session
  const message = `${name} owes a report as ${role} and has done nothing for ${seconds} s.`
  tx.appendEvents(id, session.turn, [{ kind: 'notice', code: `watchdog_${step}`, message }])
  const duties = { ...dutiesOf(session), watched: { step: stepNumber(step), at: now(context) } }
  tx.updateSession(id, { duties })
  tellSession(context, tx, id)
  const fresh = tx.session(id) ?? session
  if (step === 'reminded') return remind(context, tx, fresh, roleGround(context, fresh)) === 'turn' ? 'turn' : null
  if (step === 'noticed') tellOperator(context, tx, session, message)
  if (step !== 'stopped') return null
  writeDeath(context, tx, fresh, { cause: 'stopped', by: 'watchdog', detail: `idle for ${seconds} s` })
  return 'stop'
}

function tellOperator(context: Context, tx: Tx, session: SessionRecord, message: string): void {
  const { id, projectId, effortId, taskId, name } = session
  postMail(context, tx, {
    projectId,
    effortId,
    from: id,
    to: operatorAddress,
    source: 'daemon',
    type: 'escalation',
    priority: 'high',
    subject: `${name} owes a report and does nothing`,
    body: message,
    payload: { severity: 'warning', taskId, context: message },
  })
}

/** Ends waits whose time has come, and looks again at the others when something they may wait for has changed. */
export function endsWaits(context: Context): Follower {
  let changed = true
  return {
    name: 'sessions that agreed to wait',
    afterChange({ type }) {
      if (type === 'session_ended' || type === 'session_updated' || type === 'mail_sent' || type.startsWith('task_'))
        changed = true
    },
    atTick() {
      const { reads } = context.journal
      const at = context.clock.now().getTime()
      const look = changed
      changed = false
      for (const session of reads.waitingSessions()) {
        const due = session.waiting?.until != null && Date.parse(session.waiting.until) <= at
        if (session.activity !== 'idle' || !(look || due)) continue
        if (waitOf(context, reads, session) === 'waiting') continue
        context.settle(session.id)
        // Once more until it is over: its agent may be benched now.
        changed = true
      }
    },
  }
}
