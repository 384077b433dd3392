/** How long the observer rests between two rounds, so that most of a forge's hourly allowance is left to people. Pure. */

export interface Quota {
  readonly limit: number
  readonly remaining: number
  readonly resetAt: string
}

/** What is never used by looking alone. */
const kept = 0.4
const longest = 60 * 60_000

/** `cost`: what the last round took of the allowance. */
export function restOf(quota: Quota | null, cost: number, tickMs: number, nowMs: number): number {
  if (quota === null) return tickMs
  const left = Date.parse(quota.resetAt) - nowMs
  if (!(left > 0)) return tickMs
  const usable = quota.remaining - quota.limit * kept
  if (usable <= 0) return Math.min(Math.max(left, tickMs), longest)
  // As many rounds as fit into what may be used until the hour is over.
  return Math.min(Math.max(tickMs, (Math.max(0, cost) * left) / usable), longest)
}
