/** A log file from its end: the last lines, and what is appended from now on. Knows nothing of what the lines mean. */
import {
  closeSync,
  createReadStream,
  fstatSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs'
import type { Home } from './home.ts'
import type { Io } from './print.ts'

/** For whoever looks for the log later, also when the daemon is down. */
export function rememberLog(home: Home, file: string): void {
  if (file === home.logFile) rmSync(home.logNameFile, { force: true })
  else writeFileSync(home.logNameFile, `${file}\n`, { mode: 0o600 })
}

/** The last lines of a log from a byte position on. */
export function logTail(file: string, from: number, lines: number): string {
  let fd: number
  try {
    fd = openSync(file, 'r')
  } catch {
    return '' // No log yet: there is nothing to show.
  }
  try {
    const size = fstatSync(fd).size
    const start = Math.max(from, size - 64 * 1024)
    const buffer = Buffer.alloc(Math.max(0, size - start))
    readSync(fd, buffer, 0, buffer.length, start)
    return buffer.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n')
  } finally {
    closeSync(fd)
  }
}

/** Prints what is appended from now on; a file that shrank is read from its start again. */
export function followFile(io: Io, file: string): { end(): Promise<void> } {
  let at = statSync(file).size
  let reading: Promise<void> = Promise.resolve()
  const read = () => {
    reading = reading.then(async () => {
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size < at) at = 0
      if (size === at) return
      for await (const chunk of createReadStream(file, { start: at, end: size - 1 })) io.out(String(chunk))
      at = size
    })
  }
  // The watcher is a hint for speed; the timer is what can be trusted.
  const watcher = watch(file, read)
  const timer = setInterval(read, 1000)
  return {
    end() {
      clearInterval(timer)
      watcher.close()
      read()
      return reading
    },
  }
}
