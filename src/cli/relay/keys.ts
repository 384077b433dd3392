/** The keys of the monitor: what a byte means, and standard input read byte by byte while the monitor is on. */
import type { KeyName } from '#core/relay/show-monitor'

export type Pressed = KeyName | 'detach'

const meanings: Readonly<Record<number, Pressed>> = {
  19: 'skip', // Ctrl+S
  16: 'pause', // Ctrl+P
  24: 'stop', // Ctrl+X
  3: 'quit', // Ctrl+C
  100: 'detach', // d
}

/** Escape sequences (arrows, the mouse, a paste) mean nothing here and are passed over whole. */
export function readKeys(bytes: Uint8Array): readonly Pressed[] {
  if (bytes[0] === 0x1b) return []
  return [...bytes].flatMap((byte) => meanings[byte] ?? [])
}

/** Answers how to give the terminal back. */
export function listen(press: (key: Pressed) => void): () => void {
  const { stdin } = process
  const hear = (bytes: Buffer) => {
    for (const key of readKeys(bytes)) press(key)
  }
  const raw = () => stdin.setRawMode(true)
  raw()
  stdin.on('data', hear)
  stdin.resume()
  process.on('SIGCONT', raw)
  return () => {
    process.off('SIGCONT', raw)
    stdin.off('data', hear)
    stdin.setRawMode(false)
    stdin.pause()
  }
}
