/**
 * A throw-away home and a user's shell in it: the built `drover`, `curl` on both doors, files, processes. Everything goes
 * through programs a user has; nothing of Drover is imported. Ends what it started and says what it found left over.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { userEnv } from '../support/user-env.ts'
import { type Left, processesWith } from './processes.ts'

const root = resolve(import.meta.dirname, '../..')
export const bin = join(root, 'bin', 'drover.cjs')

/** A smoke check fails in its own time, long before a test runner loses patience. */
const patienceMs = 90_000

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Said {
  readonly status: number
  readonly type: string
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers of every route are looked into freely
  readonly json: any
}

export interface Frame {
  readonly id: string | undefined
  readonly event: string | undefined
  readonly data: string
}

export interface CurlOptions {
  /** null: none is sent. */
  readonly token?: string | null
  readonly body?: unknown
  /** The Unix socket in place of TCP. */
  readonly socket?: boolean
  readonly headers?: readonly string[]
  /** More of curl's own arguments. */
  readonly extra?: readonly string[]
}

export interface Home {
  readonly dir: string
  readonly home: string
  readonly env: Record<string, string>
  run(command: string, args: readonly string[], options?: RunOptions): Promise<Ran>
  drover(args: readonly string[], options?: RunOptions): Promise<Ran>
  /** What a command that must succeed prints with --json. */
  // biome-ignore lint/suspicious/noExplicitAny: shapes are what the lanes look at
  json(args: readonly string[], options?: RunOptions): Promise<any>
  curl(method: string, path: string, options?: CurlOptions): Promise<Said>
  /** Reads a stream with `curl -N` until `take` answers something. */
  listen<T>(path: string, take: (frame: Frame) => T | undefined, options?: CurlOptions): Promise<T>
  /** Output of a command that goes on by itself, until it fits; then Ctrl+C. Answers all of it and the exit code. */
  watch(args: readonly string[], fits: (out: string) => boolean): Promise<Ran>
  /** The session once its status is this, told by the fleet's stream. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  until(id: string, fits: (session: any) => boolean): Promise<any>
  repository(name: string): string
  config(text: string): void
  processes(): readonly Left[]
  /** Stops the daemon; answers the processes that were left, after ending them. */
  close(): Promise<readonly Left[]>
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

export function openHome(more: Readonly<Record<string, string>> = {}): Home {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'drover-smoke-')))
  const home = join(dir, 'h')
  const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`
  // Where programs look by default: what a lane sets up for a CLI below the home is what that CLI reads.
  const own = { XDG_CONFIG_HOME: join(dir, '.config'), XDG_CACHE_HOME: join(dir, '.cache') }
  const env = { ...userEnv(dir, home, path), ...own, ...more }
  const run: Home['run'] = (command, args, options = {}) => {
    const child = spawn(command, args, { cwd: options.cwd ?? dir, env: { ...env, ...options.env } })
    return finished(child, [command, ...args], options.input)
  }
  const drover: Home['drover'] = (args, options) => run(process.execPath, [bin, ...args], options)
  const curlArgs = (path: string, options: CurlOptions): string[] => {
    const running = JSON.parse(readFileSync(join(home, 'running.json'), 'utf8')) as { port: number; socket: string }
    const token = options.token === undefined ? readFileSync(join(home, 'token'), 'utf8').trim() : options.token
    const headers = [...(token === null ? [] : [`Authorization: Bearer ${token}`]), ...(options.headers ?? [])]
    const door = options.socket === true ? ['--unix-socket', running.socket] : []
    const where = options.socket === true ? 'http://d' : `http://127.0.0.1:${running.port}`
    const lines = headers.flatMap((line) => ['-H', line])
    return ['-sS', '--noproxy', '*', ...door, ...lines, ...(options.extra ?? []), `${where}${path}`]
  }
  const listen = <T>(path: string, take: (frame: Frame) => T | undefined, options: CurlOptions = {}): Promise<T> => {
    const child = spawn('curl', ['-N', ...curlArgs(path, options)], {
      cwd: dir,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return firstFrame(child, path, take)
  }
  return {
    dir,
    home,
    env,
    run,
    drover,
    listen,
    async json(args, options) {
      const ran = await drover([...args, '--json'], options)
      if (ran.code !== 0) throw new Error(`drover ${args.join(' ')} ended with ${ran.code}: ${ran.err || ran.out}`)
      return JSON.parse(ran.out)
    },
    async curl(method, path, options = {}) {
      const sent =
        options.body === undefined ? [] : ['-H', 'Content-Type: application/json', '-d', JSON.stringify(options.body)]
      const args = ['-X', method, ...sent, '-w', '\n%{http_code} %{content_type}', ...curlArgs(path, options)]
      const ran = await run('curl', args)
      if (ran.code !== 0) throw new Error(`curl ${method} ${path} ended with ${ran.code}: ${ran.err}`)
      const cut = ran.out.lastIndexOf('\n')
      const [status = '', type = ''] = ran.out.slice(cut + 1).split(' ')
      const text = ran.out.slice(0, cut)
      return { status: Number(status), type: type.replace(/;$/, ''), text, json: parsed(text) }
    },
    watch: (args, fits) => {
      const child = spawn(process.execPath, [bin, ...args], { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] })
      return watched(child, args, fits)
    },
    until: (id, fits) =>
      listen('/api/v1/events?after=0&type=session_created,session_updated,session_ended', (frame) => {
        if (frame.id === undefined || frame.data === '') return undefined
        const change = JSON.parse(frame.data)
        return change.sessionId === id && fits(change.payload) ? change.payload : undefined
      }),
    repository(name) {
      const path = join(dir, name)
      mkdirSync(path)
      writeFileSync(join(path, 'README.md'), `# ${name}\n`)
      const git = (...args: string[]) =>
        execFileSync('git', [...identity, ...args], { cwd: path, env, stdio: 'pipe', timeout: 60_000 })
      git('init', '-q', '-b', 'main')
      git('add', '-A')
      git('commit', '-q', '-m', 'first')
      return path
    },
    config(text) {
      const file = join(dir, '.config', 'drover', 'config.toml')
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    },
    processes: () => processesWith(`${dir}/`),
    async close() {
      if (existsSync(home)) await drover(['stop', '-y'])
      const left = await leftover(dir)
      for (const { pid } of left) end(pid)
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
      return left
    },
  }
}

const identity = ['-c', 'user.name=smoke', '-c', 'user.email=smoke@localhost', '-c', 'commit.gpgsign=false']

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // Not every answer is JSON; a lane that wants it looks.
  }
}

/** What still runs a while after the daemon is gone; a process on its way out is given the time to leave. */
async function leftover(dir: string): Promise<readonly Left[]> {
  for (let look = 1; ; look++) {
    const left = processesWith(`${dir}/`)
    if (left.length === 0 || look === 50) return left
    await pause(100)
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone meanwhile.
  }
}

function gather(child: ChildProcess): { out: string; err: string } {
  const kept = { out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    kept.out += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    kept.err += text
  })
  return kept
}

function impatient(child: ChildProcess, what: string, fail: (error: Error) => void): NodeJS.Timeout {
  return setTimeout(() => {
    child.kill('SIGKILL')
    fail(new Error(`${what} took longer than ${patienceMs / 1000} s`))
  }, patienceMs)
}

function finished(child: ChildProcess, command: readonly string[], input = ''): Promise<Ran> {
  const kept = gather(child)
  return new Promise((done, fail) => {
    const timer = impatient(child, command.join(' ').slice(0, 200), fail)
    child.on('error', fail)
    child.on('close', (code) => {
      clearTimeout(timer)
      done({ code, ...kept })
    })
    // A command may end without reading what it is given.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}

function watched(child: ChildProcess, args: readonly string[], fits: (out: string) => boolean): Promise<Ran> {
  const kept = gather(child)
  return new Promise((done, fail) => {
    const timer = impatient(child, `drover ${args.join(' ')}`, fail)
    let asked = false
    child.stdout?.on('data', () => {
      if (asked || !fits(kept.out)) return
      asked = true
      child.kill('SIGINT')
    })
    child.on('error', fail)
    child.on('close', (code) => {
      clearTimeout(timer)
      done({ code, ...kept })
    })
  })
}

function firstFrame<T>(child: ChildProcess, path: string, take: (frame: Frame) => T | undefined): Promise<T> {
  return new Promise((done, fail) => {
    let [rest, over] = ['', false]
    const settle = (act: () => void): void => {
      if (over) return
      over = true
      clearTimeout(timer)
      child.kill('SIGKILL')
      act()
    }
    const timer = impatient(child, `the stream ${path}`, (error) => settle(() => fail(error)))
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n\n')
      rest = parts.pop() ?? ''
      try {
        for (const part of parts) {
          const found = over ? undefined : take(frameOf(part))
          if (found !== undefined) settle(() => done(found))
        }
      } catch (error) {
        settle(() => fail(error))
      }
    })
    child.on('error', (error) => settle(() => fail(error)))
    child.on('close', (code) => settle(() => fail(new Error(`the stream ${path} ended (curl: ${code}): ${rest}`))))
  })
}

function frameOf(part: string): Frame {
  const value = (name: string): string | undefined =>
    part
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .replace(/^ /, '')
  return { id: value('id'), event: value('event'), data: value('data') ?? '' }
}
