/** Work for an agent whose account is spent: it waits for the reset, or is refused where nobody wants to wait. */
import type { Refusal } from '#contract/error'

export interface Bench {
  readonly agent: string
  /** Milliseconds since the epoch. */
  readonly until: number
  readonly reason: string
}

/** Many wait for the same reset: they come back spread over this. */
const spreadMs = 2 * 60_000

/** When work that waits for this bench begins; `chance` from 0 to 1. */
export const startsAt = (bench: Bench, chance: number): number => bench.until + Math.floor(chance * spreadMs)

/** `accept` without a bench; with one the work waits unless the caller refuses to. */
export function decideBench(bench: Bench | null, noWait: boolean): 'accept' | 'park' | Refusal {
  if (bench === null) return 'accept'
  if (!noWait) return 'park'
  const until = new Date(bench.until).toISOString()
  return {
    refused: 'AGENT_BENCHED',
    message: `${bench.agent} is benched until ${until}: ${bench.reason}`,
    hint: 'Take another agent, leave --no-wait out to have it start by itself then, or take the bench back: drover agents reset <agent>',
    details: { agent: bench.agent, until },
  }
}
