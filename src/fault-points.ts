/**
 * Wiring for the crash tests, and for nobody else; without its variable nothing happens. `DROVER_FAULT=<name>` (or
 * `<name>#<n>` for the n-th time) ends the daemon at a named point as a power cut would; `DROVER_FAULT=@<file>` reads that name
 * from a file, which may come and go while the daemon runs. Wrong behaviour on purpose is in the tests' own build only
 * (defects.ts).
 */
import { readFileSync } from 'node:fs'

export function createFaultPoints(env: NodeJS.ProcessEnv): (name: string) => void {
  const wanted = env.DROVER_FAULT
  if (wanted === undefined || wanted === '') return () => undefined
  if (!wanted.startsWith('@')) return endAt(wanted)
  let armed = ''
  let meet = endAt(armed)
  return (point) => {
    const now = written(wanted.slice(1))
    if (now !== armed) {
      armed = now
      meet = endAt(armed)
    }
    meet(point)
  }
}

function endAt(wanted: string): (name: string) => void {
  const [, name, count] = /^(.*?)(?:#(\d+))?$/.exec(wanted) ?? []
  let left = Number(count ?? 1)
  return (point) => {
    if (point !== name) return
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  }
}

function written(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
