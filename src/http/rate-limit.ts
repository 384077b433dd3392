/**
 * Slows down guessing: a bucket of failures per peer that refills with time. Only failures are counted and only failures
 * are refused, so that a confused agent with a dead token cannot lock the operator out of the same loopback address.
 */

export interface RateLimit {
  /** Counts one failure; answers the seconds to wait when there were too many. */
  fail(peer: string): number | null
}

export function createRateLimit(options: { burst: number; perSecond: number; now: () => number }): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>()

  return {
    fail(peer) {
      const now = options.now()
      if (buckets.size > 1_000) {
        // Full buckets say nothing; forgetting them keeps the map small.
        for (const [key, bucket] of buckets) {
          if ((now - bucket.at) / 1_000 > options.burst / options.perSecond) buckets.delete(key)
        }
      }
      const bucket = buckets.get(peer) ?? { left: options.burst, at: now }
      const left = Math.min(options.burst, bucket.left + ((now - bucket.at) / 1_000) * options.perSecond)
      buckets.set(peer, { left: left < 1 ? left : left - 1, at: now })
      return left < 1 ? Math.ceil((1 - left) / options.perSecond) : null
    },
  }
}
