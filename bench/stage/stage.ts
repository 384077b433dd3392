/**
 * What every figure works with: whether it is a quick run, temp directories, the real daemon in a temp home, and one large
 * store that is prepared once and shared. Ends everything it started.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type World, world } from '#test/support/world'
import { seed } from './seed.ts'

export interface Size {
  readonly sessions: number
  /** Events of the one session that `attach` opens. */
  readonly events: number
}

export interface Stage {
  readonly quick: boolean
  /** Runs of floor and subject. */
  readonly rounds: number
  readonly size: Size
  say(text: string): void
  /** A fresh directory, removed at the end. */
  dir(): string
  /** A fresh daemon in a home of its own; `more` goes before the rest of its configuration. */
  world(more?: string): Promise<World>
  /** A fresh home with a prepared store; the daemon is not started. */
  seeded(size: Size): Promise<World>
  /** The large store with its daemon running, made at first use. */
  large(): Promise<Large>
  end(): Promise<void>
}

export interface Large {
  readonly world: World
  readonly session: string
  readonly db: string
}

export const largeSession = 'demo-1'

/** The harnesses of the benchmark: `script` runs its prompt by sh; `idle` is a long-lived agent with a followed input. */
const config = `
[limits]
max_sessions = 100000
[harness.script]
command = ["/bin/sh", "$PROMPT_FILE"]
resume = ["/bin/sh", "$PROMPT_FILE", "$SESSION"]
output = "drover"
[harness.idle]
command = ["/bin/sh", "-c", "exec cat >/dev/null"]
output = "drover"
lifetime = "session"
`
const projectConfig = 'max_sessions = 100000\n'

export function openStage(quick: boolean, progress: (text: string) => void): Stage {
  const dirs: string[] = []
  const worlds: World[] = []
  let large: Promise<Large> | null = null
  const size = quick ? { sessions: 1_000, events: 100_000 } : { sessions: 10_000, events: 1_000_000 }

  const dir = (): string => {
    const made = realpathSync(mkdtempSync(join(tmpdir(), 'drover-bench-')))
    dirs.push(made)
    return made
  }
  const open = async (start: boolean, more = ''): Promise<World> => {
    const made = await world({ start, config: more + projectConfig + config })
    worlds.push(made)
    return made
  }
  const seeded = async (wanted: Size): Promise<World> => {
    const made = await open(false)
    mkdirSync(made.home, { recursive: true, mode: 0o700 })
    seed({ db: join(made.home, 'drover.db'), repo: made.repo.path, home: made.home, ...wanted })
    return made
  }
  const prepare = async (): Promise<Large> => {
    progress(`preparing a store with ${size.sessions} sessions and ${size.events} events`)
    const made = await seeded(size)
    await made.start()
    return { world: made, session: largeSession, db: join(made.home, 'drover.db') }
  }
  return {
    quick,
    rounds: quick ? 2 : 5,
    size,
    say: progress,
    dir,
    async world(more) {
      const made = await open(true, more)
      await made.addProject()
      return made
    },
    seeded,
    large: () => {
      large ??= prepare()
      return large
    },
    async end() {
      for (const made of worlds) await made.end()
      for (const made of dirs) rmSync(made, { recursive: true, force: true })
    },
  }
}

/** Runs one of the benchmark's own programs to its end and gives what it printed as JSON. */
export function runProgram<T>(file: string, args: readonly string[], input?: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(out) as T)
      else reject(new Error(`${file} ended with ${code}`))
    })
    child.stdin.end(input ?? '')
  })
}

/** Starts one of the benchmark's own programs with a line of input and resolves once it said something. */
export async function startProgram(
  file: string,
  args: readonly string[],
  line: string,
): Promise<{ readonly pid: number; end(): Promise<void> }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.stdin.write(`${line}\n`)
  await Promise.race([
    new Promise((resolve) => child.stdout.once('data', resolve)),
    gone.then(() => Promise.reject(new Error(`${file} ended before it was ready`))),
  ])
  return {
    pid: child.pid!,
    async end() {
      child.stdin.end()
      await gone
    },
  }
}

/** Milliseconds from start to exit of a program; throws when it fails. */
export function timeProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stdout: 'ignore' | number = 'ignore',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const child = spawn(file, args, { env: { ...env }, stdio: ['ignore', stdout, 'pipe'] })
    let err = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    child.on('error', reject)
    child.on('exit', (code) => {
      const took = performance.now() - begun
      if (code === 0) resolve(took)
      else reject(new Error(`${file} ${args.join(' ')} ended with ${code}: ${err}`))
    })
  })
}
