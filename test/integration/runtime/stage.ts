/** A temp home with a runtime in it, for the tests of this folder: starts launches, reads them, ends all of them after. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createProcessRuntime } from '#adapters/runtime/process/process-runtime'
import { socketName } from '#adapters/runtime/tmux/server'
import { createTmux } from '#adapters/runtime/tmux/tmux'
import type { LaunchPlan } from '#ports/harness'
import type { Launch, Place, Runtime } from '#ports/runtime'
import type { Terminals } from '#ports/terminal'

export type Kind = 'process' | 'tmux'

let chosen: Kind = 'process'
/** The stages that are opened after this have that runtime: the same tests hold for every one. */
export const stagesIn = (kind: Kind): void => {
  chosen = kind
}

export interface Stage {
  readonly home: string
  readonly kind: Kind
  readonly runtime: Runtime
  /** What the runtime of terminals shows; nothing is there in the other one. */
  readonly terminals: Terminals
  readonly logged: { readonly level: string; readonly message: string }[]
  place(launchId: string, more?: Partial<Place>): Place
  start(plan: Partial<LaunchPlan> & { argv: readonly string[] }, more?: Partial<Place>): Promise<Launch>
  /** A shell script as the agent. */
  sh(script: string, plan?: Partial<LaunchPlan>, more?: Partial<Place>): Promise<Launch>
  close(): Promise<void>
}

let count = 0
export const freshId = (): string => `l_test${process.pid}x${Date.now().toString(36)}x${++count}`

export function openStage(
  options: { readonly home?: string; readonly spares?: boolean; readonly kind?: Kind } = {},
): Stage {
  const kind = options.kind ?? chosen
  const home = options.home ?? realpathSync(mkdtempSync(join(tmpdir(), 'drover-runtime-')))
  const logged: { level: string; message: string }[] = []
  const log = {
    warn: (message: string) => void logged.push({ level: 'warn', message }),
    error: (message: string) => void logged.push({ level: 'error', message }),
  }
  const spares = options.spares === true ? { spares: join(home, 'spares') } : {}
  const { runtime: inTmux, terminals } = createTmux({ home, log })
  const runtime = kind === 'tmux' ? inTmux : createProcessRuntime({ home, log, ...spares })
  const ids: string[] = []
  const place: Stage['place'] = (launchId, more = {}) => {
    ids.push(launchId)
    const env = {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      DROVER_LAUNCH_ID: launchId,
      DROVER_SOCKET: join(home, 'drover.sock'),
    }
    return { launchId, dir: join(home, 'sessions', launchId, 'launches', '1'), cwd: home, env, ...more }
  }
  const start: Stage['start'] = (plan, more) =>
    runtime.start({ env: {}, files: [], stdin: { mode: 'closed' }, lifetime: 'turn', ...plan }, place(freshId(), more))
  return {
    home,
    kind,
    runtime,
    terminals,
    logged,
    place,
    start,
    sh: (script, plan, more) => start({ argv: ['/bin/sh', '-c', script], ...plan }, more),
    async close() {
      await runtime.sweep(ids, 0)
      if (kind === 'tmux') await endServer(home)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** One command to the tmux server of a home: never another's. */
export function tmux(home: string, ...command: string[]): string {
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C.UTF-8' }
  return execFileSync('tmux', ['-L', socketName(home), ...command], { env, encoding: 'utf8', stdio: 'pipe' })
}

/** The server says so before it is gone. */
export async function endServer(home: string): Promise<void> {
  const isThere = (): boolean => {
    try {
      tmux(home, 'list-sessions')
      return true
    } catch {
      return false
    }
  }
  if (isThere()) {
    tmux(home, 'kill-server')
    await until('the tmux server is gone', () => !isThere())
  }
  rmSync(join('/tmp', `tmux-${process.getuid?.() ?? 0}`, socketName(home)), { force: true })
}

/** Everything from an offset to the end. */
export async function readAll(launch: Launch, from = 0) {
  const lines: string[] = []
  const truncated: { expected: number; actual: number }[] = []
  let next = from
  let batches = 0
  for await (const batch of launch.lines(from)) {
    lines.push(...batch.lines)
    if (batch.truncated !== undefined) truncated.push(batch.truncated)
    next = batch.next
    batches++
  }
  return { lines, next, truncated, batches }
}

/** Waits for a line, on the launch's own signal. */
export async function lineOf(launch: Launch, test: (line: string) => boolean, from = 0): Promise<string> {
  for await (const batch of launch.lines(from)) {
    const found = batch.lines.find(test)
    if (found !== undefined) return found
  }
  throw new Error('the launch ended without the awaited line')
}

/** For facts of the system that send no signal. */
export async function until(what: string, test: () => boolean | Promise<boolean>, boundMs = 45_000): Promise<void> {
  const end = performance.now() + boundMs
  while (!(await test())) {
    if (performance.now() > end) throw new Error(`not within ${boundMs} ms: ${what}`)
    await wait(5)
  }
}

/** Running, and not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}

export const pidsOf = (launch: Launch): number[] =>
  readFileSync(join(launch.ref.dir, 'pid'), 'utf8').split('\n').filter(Boolean).map(Number)

/** Pids of this daemon's shells that wait for a launch. */
export function sparesOf(daemon: number, home: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
      const ppid = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'latin1'))?.[1])
      const waits = words[4] === 'spare' && words[3]?.startsWith(join(home, 'spares')) === true
      return waits && ppid === daemon ? [Number(name)] : []
    } catch {
      return [] // it ended meanwhile
    }
  })
}
