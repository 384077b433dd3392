/** The page's voice: one live region for screen readers and one short-lived line for eyes. */
import { createStore } from '../live/store.ts'

export const voice = createStore<{ readonly text: string; readonly n: number; readonly shown: boolean }>({
  text: '',
  n: 0,
  shown: false,
})

let timer: ReturnType<typeof setTimeout> | null = null

/** Heard by screen readers; nothing on the screen, which shows it anyway. */
export function announce(text: string): void {
  voice.set({ text, n: voice.get().n + 1, shown: false })
}

/** Heard and shown for a few seconds. */
export function say(text: string): void {
  voice.set({ text, n: voice.get().n + 1, shown: true })
  if (timer) clearTimeout(timer)
  timer = setTimeout(() => voice.set({ ...voice.get(), shown: false }), 4_000)
}
