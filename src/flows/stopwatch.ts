/**
 * How long something has really lasted, whatever is done to the clock on the wall: a machine whose clock is set, or that
 * wakes from sleep, must not end a turn for it. Knows nothing of what it measures.
 */
export interface Stopwatch {
  /** `since` (ISO) counts at first sight only, for what began under an earlier daemon. */
  elapsedMs(key: string, since: string): number
  /** Forgets what was not asked for since the last call. */
  lap(): void
}

export function createStopwatch(wall: () => number, steady: () => number = () => performance.now()): Stopwatch {
  const known = new Map<string, { readonly base: number; readonly from: number; seen: boolean }>()
  return {
    elapsedMs(key, since) {
      const at = steady()
      const entry = known.get(key) ?? { base: Math.max(0, wall() - Date.parse(since)), from: at, seen: true }
      entry.seen = true
      known.set(key, entry)
      return entry.base + (at - entry.from)
    },
    lap() {
      for (const [key, entry] of known) {
        if (!entry.seen) known.delete(key)
        entry.seen = false
      }
    },
  }
}
