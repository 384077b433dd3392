/** The page's voice: one live region for screen readers and one short-lived line for eyes. */
import { createStore } from '../live/store.ts'

/** `shown`: the line for eyes, which stays its time whatever is announced meanwhile. */
export const voice = createStore<{ readonly text: string; readonly n: number; readonly shown: string | null }>({
  text: '',
  n: 0,
  shown: null,
})

let timer: ReturnType<typeof setTimeout> | null = null

/** Heard by screen readers; nothing on the screen, which shows it anyway. */
export function announce(text: string): void {
  voice.set({ ...voice.get(), text, n: voice.get().n + 1 })
}

/** Heard and shown for a few seconds. */
export function say(text: string): void {
  voice.set({ text, n: voice.get().n + 1, shown: text })
  if (timer) clearTimeout(timer)
  timer = setTimeout(() => voice.set({ ...voice.get(), shown: null }), 4_000)
}
