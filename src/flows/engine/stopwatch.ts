/**
 * How long something has really lasted, whatever is done to the clock on the wall: a machine whose clock is set, or that
 * wakes from sleep, must not end a turn for it. Knows nothing of what it measures.
 */
export interface Stopwatch {
  /** `since` (ISO) counts at first sight only, for what began before it was looked at. */
  elapsedMs(key: string, since: string): number
  /** Forgets what was not asked for since the last call. */
  lap(): void
}

export function createStopwatch(wall: () => number, steady: () => number): Stopwatch {
  const known = new Map<string, { readonly base: number; readonly from: number; seen: boolean }>()
  const history = createClockHistory(wall, steady)
  return {
    elapsedMs(key, since) {
      history.look()
      const at = steady()
      const entry = known.get(key) ?? { base: Math.max(0, at - history.steadyAt(since)), from: at, seen: true }
      entry.seen = true
      known.set(key, entry)
      return entry.base + (at - entry.from)
    },
    lap() {
      history.look()
      for (const [key, entry] of known) {
        if (!entry.seen) known.delete(key)
        entry.seen = false
      }
    },
  }
}

/** Less is a clock that is slowly put right, not one that is set. */
const jumpMs = 1000

/** A time in which the clock on the wall ran evenly: it was `ahead` of the steady one. */
interface Stretch {
  readonly from: number
  to: number
  ahead: number
}

/** What began between a jump of the clock and the first look at it is found on the right side of that jump. */
function createClockHistory(wall: () => number, steady: () => number) {
  const began = steady()
  const stretches: Stretch[] = [{ from: began, to: began, ahead: wall() - began }]
  return {
    look(): void {
      const now = steady()
      const ahead = wall() - now
      const last = stretches.at(-1)
      if (last !== undefined && Math.abs(ahead - last.ahead) < jumpMs) {
        last.to = now
        last.ahead = ahead
        return
      }
      // The jump came at some moment since the last look: both stretches may reach to the other's end.
      stretches.push({ from: last?.to ?? now, to: now, ahead })
      if (last !== undefined) last.to = now
      // The first stays: it is what times before the daemon are read by.
      if (stretches.length > 100) stretches.splice(1, 1)
    },
    /** Of a time that stands in no stretch (an earlier daemon's), what the clock of the beginning says. */
    steadyAt(since: string): number {
      const at = Date.parse(since)
      const held = stretches.findLast(({ from, to, ahead }) => at - ahead >= from - jumpMs && at - ahead <= to + jumpMs)
      return at - (held ?? stretches[0])!.ahead
    },
  }
}
