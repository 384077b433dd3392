/**
 * Mail to its receiver, in the session's own line of work: facts, one decision of core, and its effect. `delivered` is written
 * in the transaction that accepts the turn, so that a mail is carried by exactly one turn whatever dies in between.
 */
import { droverAddress, operatorAddress } from '#contract/mail'
import { type Letter, writeBatch } from '#core/mail/batch'
import {
  type Delivery,
  decideDelivery,
  type HoldReason,
  hourMs,
  maxWakesPerHour,
  type ReceiverFacts,
  sourceOf,
  type Waiting,
} from '#core/mail/deliver'
import { fromSession } from '#core/session/message'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { isEnding } from '#flows/session/end-session'
import { settingsFor } from '#flows/session/ground'
import { acceptTurn } from '#flows/turn/accept-turn'
import { runningTurn } from '#flows/turn/close-turn'
import { isHeld } from '#flows/turn/held'
import { runTurn } from '#flows/turn/launch-turn'
import { park } from '#flows/turn/park'
import { sayTo } from '#flows/turn/say-to'
import type { Reads, Tx } from '#ports/store/journal'
import type { MailRecord } from '#ports/store/mail'
import type { SessionRecord } from '#ports/store/session'
import { carry, viewMail, wholeBody } from './post-mail.ts'
import { returnMail } from './return-mail.ts'

export const deliversMail = (context: Context): Follower => ({
  name: 'mail that waits',
  afterTurn: (sessionId) => deliverMail(context, sessionId),
})

/** Once no turn runs: the next turn that mail begins, if any. */
export async function deliverMail(context: Context, id: string): Promise<void> {
  if (context.closing || context.ending.has(id)) return
  if (context.journal.reads.countQueued(id) === 0) {
    context.heldMail.delete(id)
    return
  }
  // Into a dialog or behind somebody's draft nothing is typed; it goes on once the screen is free.
  if ((await context.typingRefused(id)) !== null) return
  const taken = context.journal.command((tx) => take(context, tx, id))
  if (!taken) return
  context.faultPoint('queue:taken')
  context.faultPoint('mail:taken')
  await runTurn(context, id)
}

/** While a turn runs: urgent mail goes into it where its agent takes words; what is held says why. */
export async function deliverInto(context: Context, id: string): Promise<void> {
  const { reads } = context.journal
  if (context.closing || context.ending.has(id) || reads.countQueued(id) === 0) return
  const session = reads.session(id)
  if (session === null) return
  const { asks, activity, canSteer } = factsOf(context, reads, session)
  const alone = asks || activity === 'waiting_input' || activity === 'blocked'
  // The rest waits for the end of the turn: a long queue need not be read for that.
  if (!alone && !(canSteer && reads.hasUrgent(id))) return
  const queue = reads.queuedMail(id)
  const decision = decideFor(context, reads, session, queue)
  const active = context.active.get(id)
  if (decision.do === 'hold') return context.journal.command((tx) => hold(context, tx, session, queue, decision))
  if (decision.do !== 'steer' || active === undefined) return
  const mails = queue.filter((mail) => decision.numbers.includes(mail.number))
  const { text, source, from } = wordsOf(context, mails)
  await sayTo(context, active, { type: 'steer', text }, (tx) => {
    tx.appendEvents(id, session.turn, [{ kind: 'user', text, source, ...(from === null ? {} : { from }) }])
    for (const mail of mails) carry(context, tx, mail, session.turn, active.launchId)
  })
}

function take(context: Context, tx: Tx, id: string): boolean {
  const session = tx.session(id)
  if (session === null) return false
  const queue = tx.queuedMail(id)
  const decision = decideFor(context, tx, session, queue)
  context.heldMail.delete(id)
  if (decision.do === 'undeliverable') {
    for (const mail of queue) returnMail(context, tx, mail, 'its receiver has ended')
    return false
  }
  if (decision.do === 'hold') hold(context, tx, session, queue, decision)
  if (decision.do !== 'turn') return false
  const mails = queue.filter((mail) => decision.numbers.includes(mail.number))
  const [first] = mails
  if (first === undefined) return false
  const model = decision.as === 'message' ? first.model : null
  const bench = benchOf(context, session, model)
  if (bench !== null) {
    park(context, tx, id, bench)
    hold(context, tx, { ...session, parkedUntil: new Date(bench.until).toISOString() }, queue, {
      do: 'hold',
      why: 'parked',
      until: null,
    })
    return false
  }
  const { text, source, from } = decision.as === 'message' ? messageOf(context, first) : wordsOf(context, mails)
  for (const mail of mails) carry(context, tx, mail, session.turn + 1, null)
  acceptTurn(context, tx, id, { prompt: text, source, from, model, mails })
  return true
}

/** A configuration that does not hold keeps nobody from trying: the turn says what is wrong. */
function benchOf(context: Context, session: SessionRecord, model: string | null): ReturnType<Context['benchOf']> {
  try {
    return context.benchOf(session, model ?? session.model)
  } catch {
    return null
  }
}

/** What would happen to a session's queue now. */
export function decideFor(
  context: Context,
  reads: Reads,
  session: SessionRecord,
  queue: readonly MailRecord[],
): Delivery {
  return decideDelivery(factsOf(context, reads, session), queue.map(waitingOf), context.clock.now().getTime())
}

function factsOf(context: Context, reads: Reads, session: SessionRecord): ReceiverFacts {
  const turn = runningTurn(reads, session)
  const active = context.active.get(session.id)
  const hourAgo = new Date(context.clock.now().getTime() - hourMs).toISOString()
  return {
    phase: session.phase,
    ending: context.ending.has(session.id) || isEnding(session),
    activity: session.activity,
    turnRunning: turn !== null,
    asks: session.request !== null,
    parkedUntil: session.parkedUntil === null ? null : Date.parse(session.parkedUntil),
    canSteer:
      turn !== null &&
      turn.stopping === null &&
      active !== undefined &&
      active.launchId === turn.launchId &&
      active.stop === null &&
      !active.detached &&
      active.harness.can.steer,
    wakes: reads.wakesSince(session.id, hourAgo).map((at) => Date.parse(at)),
    maxWakesPerHour: wakesAllowed(context, reads, session),
    effortHolds: isHeld(context, session),
  }
}

/** A configuration that does not hold neither silences a session nor opens it to all. */
function wakesAllowed(context: Context, reads: Reads, session: SessionRecord): number {
  try {
    const project = reads.project(session.projectId)
    return settingsFor(context, project, session.ignoreConfig).settings.coordination.maxWakesPerHour
  } catch {
    return maxWakesPerHour
  }
}

/** Fields and fences beside the body itself. */
const frameBytes = 400

const waitingOf = (mail: MailRecord): Waiting => ({
  number: mail.number,
  from: mail.from,
  source: mail.source,
  type: mail.type,
  priority: mail.priority,
  attempts: mail.attempts,
  bytes:
    frameBytes + Buffer.byteLength(mail.body) + (mail.payload === null ? 0 : JSON.stringify(mail.payload).length * 2),
  notBefore: mail.notBefore === null ? null : Date.parse(mail.notBefore),
})

interface Words {
  readonly text: string
  readonly source: MailRecord['source']
  /** The session whose words they are, where it is one alone. */
  readonly from: string | null
}

/** Senders that are no session. */
const people: ReadonlySet<string> = new Set([operatorAddress, droverAddress])

function messageOf(context: Context, mail: MailRecord): Words {
  const body = wholeBody(context, mail)
  const from = mail.from === operatorAddress || mail.from === mail.to ? null : mail.from
  return { text: from === null ? body : fromSession(from, body), source: mail.source, from }
}

function wordsOf(context: Context, mails: readonly MailRecord[]): Words {
  const letters = mails.map((mail): Letter => ({ ...viewMail(mail), body: wholeBody(context, mail) }))
  const senders = new Set(mails.map((mail) => mail.from))
  const [sender] = senders
  const alone = senders.size === 1 && sender !== undefined && !people.has(sender) ? sender : null
  const mark = context.ids.uuid().replaceAll('-', '')
  return { text: writeBatch(letters, mark), source: sourceOf(mails.map((mail) => mail.source)), from: alone }
}

/** Shown on what waits; a limit on waking is told once in the session too. */
function hold(
  context: Context,
  tx: Tx,
  session: SessionRecord,
  queue: readonly MailRecord[],
  { why, until }: Extract<Delivery, { do: 'hold' }>,
): void {
  const reason = reasonOf(why, until, session)
  // The end of a turn and of a start are told to everybody.
  if (why === 'working' || why === 'starting') return
  const left = until === null ? null : Math.max(0, until - context.clock.now().getTime())
  const held = { why, until: left === null ? null : context.clock.steady() + left }
  // Only once it is written: what is held by memory alone nobody lets go.
  tx.afterCommit(() => context.heldMail.set(session.id, held))
  if (reason === null) return
  const fresh = queue.filter((mail) => mail.reason !== reason)
  for (const mail of fresh) tx.updateMail(mail.number, { reason })
  if (why === 'wakes' && fresh.length === queue.length)
    tx.appendEvents(session.id, null, [{ kind: 'notice', code: 'mail_held', message: `Mail for it is ${reason}.` }])
}

function reasonOf(why: HoldReason, until: number | null, session: SessionRecord): string | null {
  const then = until === null ? '' : new Date(until).toISOString()
  switch (why) {
    case 'asking':
      return 'held: its receiver waits for an answer'
    case 'blocked':
      return 'held: its receiver is blocked'
    case 'effort':
      return 'held: a budget is reached'
    case 'parked':
      return `held: its receiver is parked until ${session.parkedUntil}`
    case 'wakes':
      return `held: mail of sessions woke its receiver too often within an hour; it goes on at ${then}`
    default:
      return null
  }
}
