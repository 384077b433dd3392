/** A home of its own and the built command line, for tests that drive Drover from outside. Ends what it started. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { awaited, syncLimit } from '../support/awaited.ts'
import { userEnv } from '../support/user-env.ts'

export const root = resolve(import.meta.dirname, '../..')
export const bin = join(root, 'bin', 'drover.cjs')

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly input?: string
}

export interface CliWorld {
  readonly dir: string
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  drover(args: readonly string[], options?: RunOptions): Promise<Ran>
  /** The parsed output of a command that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: shapes are what the tests assert
  json(args: readonly string[], options?: RunOptions): Promise<any>
  start(args: readonly string[], options?: RunOptions): ChildProcess
  repository(name: string): string
  close(): Promise<void>
}

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', '-c', 'commit.gpgsign=false', ...args], {
    cwd,
    stdio: 'pipe',
    timeout: syncLimit,
  })

export function createCliWorld(): CliWorld {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'drover-cli-')))
  const home = join(dir, 'home')
  const env = userEnv(dir, home)
  const start = (args: readonly string[], options: RunOptions = {}) =>
    spawn(process.execPath, [bin, ...args], { cwd: options.cwd ?? dir, env: { ...env, ...options.env } })
  const drover = (args: readonly string[], options: RunOptions = {}): Promise<Ran> => {
    const child = start(args, options)
    let [out, err] = ['', '']
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    child.stdin?.end(options.input ?? '')
    const ran = new Promise<Ran>((done, fail) => {
      child.on('error', fail)
      child.on('close', (code) => done({ code, out, err }))
    })
    return awaited(() => `the end of drover ${args.join(' ')}, which has said: ${out}${err}`, ran)
  }
  return {
    dir,
    home,
    env,
    drover,
    start,
    async json(args, options) {
      const ran = await drover([...args, '--json'], options)
      if (ran.code !== 0) throw new Error(`drover ${args.join(' ')} ended with ${ran.code}:\n${ran.err}`)
      return JSON.parse(ran.out)
    },
    repository(name) {
      const path = join(dir, name)
      mkdirSync(path)
      git(path, 'init', '-q', '-b', 'main')
      writeFileSync(join(path, 'README.md'), `# ${name}\n`)
      git(path, 'add', '-A')
      git(path, 'commit', '-q', '-m', 'first')
      return path
    },
    async close() {
      await drover(['stop', '-y'])
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Looks again until it holds; a test that waits for a fact names it. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
  const deadline = Date.now() + 90_000
  const looking = async (): Promise<T> => {
    for (;;) {
      const found = await look()
      if (found) return found
      if (Date.now() > deadline) throw new Error(`never came true: ${what}`)
      await new Promise((done) => setTimeout(done, 50))
    }
  }
  return awaited(what, looking())
}
