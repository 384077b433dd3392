/** What the readers of CLIs' own logs have in common: a row is about a silence when it was written in it. */
import type { QuietRef } from '#ports/harness'

/** Clocks of one machine, but rows are stamped when a request begins as well as when it ends. */
const leewayMs = 2000

export function isSince(timestamp: unknown, quiet: Pick<QuietRef, 'sinceMs'>): boolean {
  const atMs = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return atMs >= quiet.sinceMs - leewayMs
}
