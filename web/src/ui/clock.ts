/** One clock for everything that shows an age, so that the page wakes once a second and not once a card. */
import { useSyncExternalStore } from 'react'

let now = Date.now()
let timer: ReturnType<typeof setInterval> | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const wake of listeners) wake()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** What `say` makes of the present moment; the reader is only drawn again when the words change. */
export function useNow<T extends string | number | boolean>(say: (nowMs: number) => T): T {
  return useSyncExternalStore(subscribe, () => say(Math.max(now, Date.now() - 1_000)))
}
