/**
 * From the outbox to the world, one message at a time at each place: written down as being sent, sent, written down as what came
 * of it. A place that fails rests and keeps nobody else waiting. What was being sent when the daemon ended is sent again only
 * where the receiver can tell that it is the same.
 */
import type { Message } from '#contract/notify'
import { messageOf, nextBatch } from '#core/notify/batch'
import { isDue, nextTry, type Outcome, outcomeOfStatus } from '#core/notify/next-try'
import { type Context, now } from '#flows/engine/context'
import type { Seen } from '#ports/notifier'
import type { RingRecord } from '#ports/store/notify'
import type { Target } from './places.ts'

const mostAtOnce = 2_000

/** By its number at a webhook, by its topic and tag at a page. */
const tellsTwice = (type: Target['type']): boolean => type === 'webhook' || type === 'push'

/** After a start: nothing is being sent any more. */
export function settleCutOff(context: Context, targets: readonly Target[]): void {
  const { reads } = context.journal
  const cutOff = reads.ringsSending()
  if (cutOff.length === 0) return
  context.journal.command((tx) => {
    for (const ring of cutOff) {
      const target = targets.find(({ name }) => name === ring.to)
      const again = target !== undefined && tellsTwice(target.type)
      const error = 'the daemon ended while it was being sent'
      tx.updateRing(ring.id, again ? { state: 'queued' } : { state: 'unsure', error })
    }
  })
}

/** What is due at a place now; none: it waits for its time, or nothing waits. */
function dueAt(context: Context, to: string): readonly RingRecord[] {
  const nowMs = context.clock.now().getTime()
  const waiting = context.journal.reads.waitingRings(to, mostAtOnce)
  const [first] = waiting
  // The oldest is what was tried: while it rests the place rests.
  if (first === undefined || !isDue(first.dueAt, nowMs)) return []
  return waiting.filter((ring) => isDue(ring.dueAt, nowMs))
}

/** Sends what is due at one place until nothing is, or it failed. */
export async function deliverTo(context: Context, target: Target, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !context.closing) {
    const rings = nextBatch(dueAt(context, target.name))
    if (rings.length === 0) return
    if (!(await sendOne(context, target, rings, signal))) return
  }
}

async function sendOne(
  context: Context,
  target: Target,
  rings: readonly RingRecord[],
  signal: AbortSignal,
): Promise<boolean> {
  const message = messageOf(rings)
  const batch = rings[0]?.batch ?? rings[0]?.id ?? 0
  const attempts = (rings[0]?.attempts ?? 0) + 1
  context.journal.command((tx) => {
    for (const { id } of rings) tx.updateRing(id, { state: 'sending', batch, attempts, triedAt: now(context) })
  })
  context.faultPoint('ring-sending')
  const outcome = await trySending(context, target, message, signal)
  context.faultPoint('ring-sent')
  // The store may be closed by now; what was cut off is settled at the next start.
  if (signal.aborted) return false
  return record(context, target, rings, outcome, attempts)
}

export async function trySending(
  context: Context,
  target: Target,
  message: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  const clean = { ...message, title: context.secrets.redact(message.title), body: context.secrets.redact(message.body) }
  const { url } = context.settings.of(null).notify
  const seen = await context.notifier.send(target.place, clean, url === null ? null : `${url}${message.path}`, signal)
  const outcome = judge(context, target, seen)
  return outcome.type === 'sent' ? outcome : { ...outcome, error: context.secrets.redact(outcome.error) }
}

function judge(context: Context, target: Target, seen: Seen): Outcome {
  if (seen.type === 'shown') return { type: 'sent' }
  if (seen.type === 'failed')
    return seen.again ? { type: 'later', error: seen.error, afterMs: null } : { type: 'refused', error: seen.error }
  const outcome = outcomeOfStatus(seen.status, seen, context.clock.now().getTime())
  // Only a page's subscription ends by itself; a webhook that is not found may be found once it is mended.
  return outcome.type === 'gone' && target.type !== 'push' ? { ...outcome, type: 'refused' } : outcome
}

/** Answers whether more can be sent there now. */
function record(
  context: Context,
  target: Target,
  rings: readonly RingRecord[],
  outcome: Outcome,
  attempts: number,
): boolean {
  const nowMs = context.clock.now().getTime()
  const ageMs = nowMs - Date.parse(rings[0]?.createdAt ?? now(context))
  const next = nextTry(outcome, attempts, ageMs, nowMs)
  context.journal.command((tx) => {
    for (const { id } of rings) {
      if (next.state === 'sent') tx.updateRing(id, { state: 'sent', error: null, sentAt: now(context) })
      else if (next.state === 'queued') tx.updateRing(id, { state: 'queued', dueAt: next.dueAt, error: next.error })
      else tx.updateRing(id, { state: 'failed', error: next.error })
    }
    if (next.state === 'failed' && next.gone && target.subscription !== null)
      dropSubscription(tx, target.subscription, target.name)
  })
  if (next.state !== 'sent')
    context.log.warn('a notification did not arrive', { to: target.name, error: next.error, state: next.state })
  return next.state === 'sent' || (next.state === 'failed' && !next.gone)
}

type Drops = Pick<
  Parameters<Parameters<Context['journal']['command']>[0]>[0],
  'deleteSubscription' | 'waitingRings' | 'updateRing'
>

/** Nobody is there any more: what waits for it is over too. */
export function dropSubscription(tx: Drops, id: number, name: string): void {
  tx.deleteSubscription(id)
  for (const ring of tx.waitingRings(name, mostAtOnce))
    tx.updateRing(ring.id, { state: 'failed', error: 'the page does not take notifications any more' })
}
