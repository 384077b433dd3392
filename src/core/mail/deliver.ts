/**
 * When mail reaches its receiver, and what of it: one decision over what the receiver does and what waits for it. Knows no
 * store and no clock; the flow writes the decision in the transaction that read the facts.
 */
import type { MailPriority, MailType } from '#contract/mail'
import type { ActivityState, Phase } from '#contract/session'

export interface ReceiverFacts {
  readonly phase: Phase
  /** Its end was asked for. */
  readonly ending: boolean
  readonly activity: ActivityState
  readonly turnRunning: boolean
  /** A request of its agent waits for an answer. */
  readonly asks: boolean
  /** It waits for its account to be usable again. */
  readonly parkedUntil: number | null
  /** Words can be put into the turn that runs now. */
  readonly canSteer: boolean
  /** Turns of the last hour that only mail of sessions began, oldest first, as milliseconds. */
  readonly wakes: readonly number[]
  readonly maxWakesPerHour: number
  /** Its effort begins nothing new: the budget is reached. */
  readonly effortHolds: boolean
}

export interface Waiting {
  readonly number: number
  readonly from: string
  readonly source: 'operator' | 'session' | 'daemon'
  readonly type: MailType
  readonly priority: MailPriority
  /** How much it adds to a batch. */
  readonly bytes: number
  /** Turns that carried it and failed. */
  readonly attempts: number
  /** Milliseconds; null: at once. */
  readonly notBefore: number | null
}

export type HoldReason = 'starting' | 'working' | 'asking' | 'blocked' | 'parked' | 'backoff' | 'wakes' | 'effort'

export type Delivery =
  | { readonly do: 'nothing' }
  /** `until`: when to look again by the clock; null: something that happens ends it. */
  | { readonly do: 'hold'; readonly why: HoldReason; readonly until: number | null }
  | { readonly do: 'turn'; readonly as: 'message' | 'batch'; readonly numbers: readonly number[] }
  | { readonly do: 'steer'; readonly numbers: readonly number[] }
  | { readonly do: 'undeliverable'; readonly numbers: readonly number[] }

export const batchMails = 100
export const batchBytes = 256 * 1024
export const maxAttempts = 5
export const hourMs = 3_600_000
/** So often within an hour mail of sessions alone may begin a turn of one session. */
export const maxWakesPerHour = 30

const nothing: Delivery = { do: 'nothing' }
const hold = (why: HoldReason, until: number | null = null): Delivery => ({ do: 'hold', why, until })

/** `queue` is in the order in which it is to be delivered. */
export function decideDelivery(receiver: ReceiverFacts, queue: readonly Waiting[], nowMs: number): Delivery {
  if (queue.length === 0) return nothing
  if (receiver.phase === 'ended') return { do: 'undeliverable', numbers: queue.map((mail) => mail.number) }
  if (receiver.ending) return nothing
  if (receiver.phase === 'starting') return hold('starting')
  if (receiver.turnRunning) return duringTurn(receiver, queue, nowMs)
  if (receiver.parkedUntil !== null) return hold('parked', null)
  if (receiver.effortHolds) return hold('effort')
  const due = dueOf(queue, nowMs)
  if (due.length === 0) return hold('backoff', soonest(queue, nowMs))
  const held = due.some(isFree) ? null : heldBack(receiver, nowMs)
  return held ?? takeOf(due)
}

/** Whoever asks or is blocked is left alone; of the rest only what is urgent goes into a turn that runs. */
function duringTurn(receiver: ReceiverFacts, queue: readonly Waiting[], nowMs: number): Delivery {
  if (receiver.asks || receiver.activity === 'waiting_input') return hold('asking')
  if (receiver.activity === 'blocked') return hold('blocked')
  if (!receiver.canSteer) return hold('working')
  const urgent = urgentOf(dueOf(queue, nowMs))
  return urgent.length === 0 ? hold('working') : { do: 'steer', numbers: urgent.map((mail) => mail.number) }
}

/** What of its sender came before goes with it, so that order is kept; a message is a turn of its own and holds it back. */
function urgentOf(due: readonly Waiting[]): readonly Waiting[] {
  const last = new Map<string, number>()
  const stopped = new Set<string>()
  for (const mail of due) {
    if (mail.type === 'message') stopped.add(mail.from)
    else if (mail.priority === 'urgent' && !stopped.has(mail.from)) last.set(mail.from, mail.number)
  }
  return fitting(due.filter((mail) => mail.type !== 'message' && mail.number <= (last.get(mail.from) ?? -1)))
}

/** Mail of sessions wakes nobody who asks or is blocked, and nobody without bound. */
function heldBack(receiver: ReceiverFacts, nowMs: number): Delivery | null {
  if (receiver.asks || receiver.activity === 'waiting_input') return hold('asking')
  if (receiver.activity === 'blocked') return hold('blocked')
  const recent = receiver.wakes.filter((at) => at > nowMs - hourMs && at <= nowMs)
  if (recent.length < receiver.maxWakesPerHour) return null
  const opens = recent[recent.length - receiver.maxWakesPerHour]
  return hold('wakes', (opens ?? nowMs) + hourMs)
}

/** What the operator says, and what `send` says, always starts. */
export const isFree = (mail: Pick<Waiting, 'source' | 'type'>): boolean =>
  mail.source === 'operator' || mail.type === 'message'

/**
 * What is not backed off, and nothing that would overtake an older mail of its own sender. Something new from the operator
 * ends the operator's own waiting.
 */
function dueOf(queue: readonly Waiting[], nowMs: number): readonly Waiting[] {
  const spoke = queue.some((mail) => mail.source === 'operator' && !waits(mail, nowMs))
  const behind = new Set<string>()
  return queue.filter((mail) => {
    if (waits(mail, nowMs) && !(spoke && mail.source === 'operator')) behind.add(mail.from)
    return !behind.has(mail.from)
  })
}

/** A wait that is longer than any that was ever given is a clock that was set back: it is over. */
const waits = ({ notBefore, attempts }: Waiting, nowMs: number): boolean =>
  notBefore !== null && notBefore > nowMs && notBefore - nowMs <= Math.max(limitPauseMs, backoffMs(attempts))

const soonest = (queue: readonly Waiting[], nowMs: number): number =>
  Math.min(...queue.flatMap((mail) => (waits(mail, nowMs) ? [mail.notBefore ?? nowMs] : [])))

/** A message alone; of other mail all up to the next message, as far as it fits. */
function takeOf(due: readonly Waiting[]): Delivery {
  const [first] = due
  if (first === undefined) return nothing
  if (first.type === 'message') return { do: 'turn', as: 'message', numbers: [first.number] }
  const next = due.findIndex((mail) => mail.type === 'message')
  const batch = fitting(next < 0 ? due : due.slice(0, next))
  return { do: 'turn', as: 'batch', numbers: batch.map((mail) => mail.number) }
}

/** At least one, however long it is. */
function fitting(mails: readonly Waiting[]): readonly Waiting[] {
  let bytes = 0
  const end = mails.findIndex((mail, index) => {
    bytes += mail.bytes
    return index >= batchMails || (index > 0 && bytes > batchBytes)
  })
  return end < 0 ? mails : mails.slice(0, end)
}

const firstBackoffMs = 5000
const longestBackoffMs = 10 * 60_000
/** After a limit whose end nobody knows. */
const limitPauseMs = 60_000

/** How long a mail waits after so many turns that carried it and failed. */
export const backoffMs = (attempts: number): number =>
  Math.min(longestBackoffMs, firstBackoffMs * 2 ** Math.max(0, attempts - 1))

/** Whom a batch is to be believed as: its least trusted sender. */
export function sourceOf(sources: readonly Waiting['source'][]): Waiting['source'] {
  if (sources.includes('session')) return 'session'
  return sources.includes('daemon') ? 'daemon' : 'operator'
}

export interface CarriedFacts {
  readonly type: MailType
  readonly attempts: number
}

export interface CarrierFacts {
  readonly state: 'running' | 'completed' | 'error' | 'cancelled' | 'lost'
  /** Its account had nothing left: that is nobody's fault. */
  readonly limited: boolean
  /** When its account is usable again, in milliseconds; null: nobody knows. */
  readonly resetAt: number | null
}

export type Settlement =
  | { readonly do: 'leave' }
  | { readonly do: 'read' }
  /** It was said once, and its turn failed: it is not said again. */
  | { readonly do: 'keep' }
  /** `notBefore` null: the parking of its receiver holds it. */
  | { readonly do: 'again'; readonly attempts: number; readonly notBefore: number | null }
  | { readonly do: 'give-up'; readonly attempts: number }

/** What becomes of a mail that a turn carried. */
export function decideSettlement(mail: CarriedFacts, turn: CarrierFacts, nowMs: number): Settlement {
  if (turn.state === 'running') return { do: 'leave' }
  if (turn.state === 'completed' || turn.state === 'cancelled') return { do: 'read' }
  if (mail.type === 'message') return { do: 'keep' }
  if (turn.limited) {
    const parked = turn.resetAt !== null && turn.resetAt > nowMs
    return { do: 'again', attempts: mail.attempts, notBefore: parked ? null : nowMs + limitPauseMs }
  }
  const attempts = mail.attempts + 1
  if (attempts >= maxAttempts) return { do: 'give-up', attempts }
  return { do: 'again', attempts, notBefore: nowMs + backoffMs(attempts) }
}
