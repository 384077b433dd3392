/**
 * When does the provider take requests again? Reads it off a failure's evidence: what a protocol states, then the headers
 * of an answer, then a wait in seconds, then the words. Only where time mends the failure; nothing readable is null. How a
 * time is read out of a text is `reset-time`.
 */
import type { Evidence, FailureCategory } from '#contract/agent-event'
import { headerReset } from './limit-headers.ts'
import { parseResetTime } from './reset-time.ts'

/** Failures that end by themselves at a time the provider may know. */
const timed: ReadonlySet<FailureCategory> = new Set(['usage_limit', 'rate_limit', 'overloaded'])

/** Further away than any plan's period: a number that was no time. */
const beyondMs = 400 * 86_400_000

export function resetOf(
  category: FailureCategory,
  evidence: readonly Evidence[],
  now: Date,
  zone: string,
): Date | null {
  if (!timed.has(category)) return null
  for (const read of readers) {
    for (const one of evidence) {
      const found = read(one, now, zone)
      if (found !== null && isSensible(found, now)) return found
    }
  }
  return null
}

const isSensible = (found: Date, now: Date): boolean => {
  const ahead = found.getTime() - now.getTime()
  return !Number.isNaN(ahead) && ahead < beyondMs
}

const readers: readonly ((one: Evidence, now: Date, zone: string) => Date | null)[] = [
  (one) => (one.resetsAt === undefined ? null : new Date(one.resetsAt)),
  (one, now) => (one.headers === undefined ? null : headerReset(one.headers, now)),
  (one, now) =>
    one.retryAfterSeconds === undefined ? null : new Date(now.getTime() + Math.max(0, one.retryAfterSeconds) * 1000),
  (one, now, zone) => (one.message === undefined ? null : parseResetTime(one.message, now, zone)),
]
