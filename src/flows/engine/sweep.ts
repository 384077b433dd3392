/** The one clockwork of the daemon: once a second every follower gets its tick, and no round begins before the last is over. */
import type { Context } from './context.ts'
import type { Followers } from './followers.ts'

const everyMs = 1000

/** Answers how to stop it. */
export function startSweep(context: Context, followers: Followers): () => void {
  const stopped = new AbortController()
  void (async () => {
    for (let round = 0; ; round++) {
      await context.clock.sleep(everyMs, stopped.signal)
      if (stopped.signal.aborted || context.closing) return
      await followers.atTick(round)
    }
  })()
  return () => stopped.abort()
}
