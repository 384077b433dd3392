/**
 * Waits for a daemon that is away: an agent's call is repeated, with the key it had, until the daemon is there again or the
 * patience is over. Owns when to repeat and when to stop; the daemon answers a key that it knows as it did the first time.
 */
import { DroverError } from '#contract/error'
import { BrokenOff } from './http.ts'

export const keyHeader = 'idempotency-key'

/** How long an agent's command waits, in seconds; `DROVER_DAEMON_WAIT` says otherwise. */
export function patienceOf(env: Readonly<Record<string, string | undefined>>, seconds: number): number {
  const said = Number(env.DROVER_DAEMON_WAIT ?? Number.NaN)
  return 1000 * (Number.isFinite(said) && said >= 0 ? Math.min(said, seconds) : seconds)
}

/** Nobody there, not ready yet, or gone before it answered: with the same key it may be asked again. */
export const isAway = (error: unknown): boolean =>
  error instanceof BrokenOff ||
  (error instanceof DroverError && (error.code === 'DAEMON_NOT_RUNNING' || error.code === 'NOT_READY'))

/** `told`: called once, when it turns out that the daemon is away. */
export async function patiently<T>(ask: () => Promise<T>, forMs: number, told: () => void = () => {}): Promise<T> {
  let awayFrom: number | null = null
  for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, 1000)) {
    try {
      return await ask()
    } catch (error) {
      if (!isAway(error)) throw error
      const now = performance.now()
      if (now + pauseMs - (awayFrom ?? now) > forMs) throw error
      if (awayFrom === null) told()
      awayFrom ??= now
    }
    await new Promise((go) => setTimeout(go, pauseMs))
  }
}
