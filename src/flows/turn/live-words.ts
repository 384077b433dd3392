/**
 * Shows the parts of a message while it is written, without the secrets in it: what could be the beginning of one waits for
 * the next part, by session and kind. What is stored is redacted by the store; what a part is belongs to the dialogue.
 */
import { createStreamRedactor, type StreamRedactor } from '#core/redact/stream'
import type { Active, Context } from '#flows/engine/context'
import type { Heard } from '#ports/harness'

/** A message that came whole, or a turn that is over: no part of what was begun follows. */
const ends: ReadonlySet<string> = new Set(['text', 'thinking', 'turn_end'])

const streams = new WeakMap<Active, Map<string, StreamRedactor>>()

function streamOf(context: Context, active: Active, kind: string): StreamRedactor {
  const mine = streams.get(active) ?? new Map<string, StreamRedactor>()
  streams.set(active, mine)
  const stream = mine.get(kind) ?? createStreamRedactor(context.secrets)
  mine.set(kind, stream)
  return stream
}

/** Parts of a message that this chunk already holds whole are of no use any more: they would come after it. */
export function publishDeltas(context: Context, active: Active, heards: readonly Heard[]): void {
  const whole = heards.findLastIndex((heard) => heard.events.some((event) => ends.has(event.kind)))
  // What was kept back stands in the whole message.
  if (whole !== -1) streams.delete(active)
  for (const heard of heards.slice(whole + 1)) {
    for (const delta of heard.deltas ?? []) {
      const text = streamOf(context, active, delta.kind).feed(delta.text)
      if (text !== '') context.feed.delta(active.sessionId, { kind: delta.kind, text })
    }
  }
}
