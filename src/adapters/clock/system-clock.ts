/** The clock of this machine. Waiting keeps no process alive and ends early when it is called off. */
import type { Clock } from '#ports/clock'

export const systemClock: Clock = {
  now: () => new Date(),
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  steady: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve()
      const finish = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', finish)
        resolve()
      }
      const timer = setTimeout(finish, ms)
      timer.unref()
      signal?.addEventListener('abort', finish, { once: true })
    }),
}
