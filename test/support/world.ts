/**
 * A whole Drover for a test: a temp home, the built daemon as a real process, a client over its socket, and the end of all
 * of it. Waits for signals (events, changes, exits), never for time. Ends only processes that it started.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { daemonFlags } from '#cli/daemon-program'
import type { EventRow } from '#contract/agent-event'
import type { Change } from '#contract/change'
import type { Session } from '#contract/session'
import { awaited } from './awaited.ts'
import { type TempRepo, tempRepo } from './temp-repo.ts'

export const root = resolve(import.meta.dirname, '../..')
export const bin = join(root, 'bin', 'drover.cjs')

export interface Answer<T = never> {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  // Test bodies are looked into freely; each expectation says what it wants to find.
  // biome-ignore lint/suspicious/noExplicitAny: answers of every route pass through here
  readonly body: [T] extends [never] ? any : T
}

export interface CliResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface World {
  readonly home: string
  readonly dir: string
  readonly repo: TempRepo
  readonly env: Record<string, string>
  /** The daemon's process, while it runs. */
  readonly daemon: { readonly pid: number; readonly port: number; readonly socket: string }
  /** `program`: another build of the daemon than this checkout's. */
  start(extra?: Readonly<Record<string, string>>, program?: string): Promise<void>
  /** From now on the daemon dies at this point (`<name>#<n>`: the n-th time); null: at none. */
  arm(point: string | null): void
  /** kill -9, resolved once it is gone. */
  crash(): Promise<void>
  /** Resolves when the daemon's process is gone by itself. */
  gone(): Promise<void>
  stop(agents?: 'stop' | 'keep'): Promise<void>
  call<T = never>(method: string, path: string, body?: unknown, more?: CallOptions): Promise<Answer<T>>
  cli(
    args: readonly string[],
    options?: { env?: Record<string, string>; cwd?: string; input?: string },
  ): Promise<CliResult>
  addProject(repo?: TempRepo, id?: string): Promise<string>
  spawn(prompt: string, more?: Record<string, unknown>): Promise<Session>
  session(id: string): Promise<Session>
  /** Every stored row of a session, by pages. */
  rows(id: string): Promise<readonly EventRow[]>
  /** The first stored row that fits, from the stream; waits for it. */
  row(id: string, fits: (row: EventRow) => boolean, after?: number): Promise<EventRow>
  /** The session once it fits; told by the fleet stream. */
  until(id: string, fits: (session: Session) => boolean): Promise<Session>
  /** The first change after this number that `take` answers something for; told by the fleet stream. */
  change<T>(after: number, take: (change: Change) => T | undefined): Promise<T>
  turnEnd(id: string, turn?: number): Promise<Extract<EventRow, { kind: 'turn_end' }>>
  /** Live processes that carry this home's socket in their environment. */
  processes(): readonly { readonly pid: number; readonly command: string }[]
  end(): Promise<void>
}

export interface CallOptions {
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is instead of JSON. */
  readonly raw?: string | Buffer
  readonly tcp?: boolean
}

export interface WorldOptions {
  readonly start?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly config?: string
  readonly repo?: Readonly<Record<string, string>>
  /** How many files the daemon may have open. */
  readonly descriptors?: number
}

const node = process.execPath

export async function world(options: WorldOptions = {}): Promise<World> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'drover-')))
  const home = join(dir, 'h')
  const user = join(dir, 'user')
  mkdirSync(join(user, '.config', 'drover'), { recursive: true })
  if (options.config !== undefined) writeFileSync(join(user, '.config', 'drover', 'config.toml'), options.config)
  const env: Record<string, string> = {
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
    HOME: user,
    DROVER_HOME: home,
    DROVER_PORT: '0',
    LANG: 'C.UTF-8',
    TMPDIR: tmpdir(),
    // Hundreds of daemons and commands of one build: each compiles only what none before it did.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'drover', 'compiled'),
    ...options.env,
  }
  const repo = tempRepo(join(dir, 'repo'), options.repo)
  const fault = join(dir, 'fault')
  let child: ChildProcess | null = null
  let running: { pid: number; port: number; socket: string } | null = null
  let token = ''
  const streams = new Set<() => void>()

  const start = async (
    extra: Readonly<Record<string, string>> = {},
    program = join(root, 'dist', 'daemon.mjs'),
  ): Promise<void> => {
    const out: string[] = []
    const argv = [node, ...daemonFlags, program]
    const limited =
      options.descriptors === undefined
        ? argv
        : ['/bin/sh', '-c', `ulimit -n ${options.descriptors} && exec "$@"`, 'sh', ...argv]
    const mine = spawn(limited[0]!, limited.slice(1), {
      env: { ...env, DROVER_FAULT: `@${fault}`, ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    child = mine
    mine.stdout.on('data', (data: Buffer) => out.push(data.toString()))
    mine.stderr.on('data', (data: Buffer) => out.push(data.toString()))
    const died = new Promise<never>((_, reject) =>
      mine.once('exit', (code, signal) =>
        reject(new Error(`the daemon ended (${code ?? signal}): ${out.join('')}${logTail(home)}`)),
      ),
    )
    died.catch(() => undefined)
    await awaited('the daemon to say ready', Promise.race([died, ready(home, mine)])).catch((error: Error) => {
      // Its last words say more than the time it took.
      throw new Error(`${error.message}\n${logTail(home)}`, { cause: error })
    })
    running = JSON.parse(readFileSync(join(home, 'running.json'), 'utf8'))
    token = readFileSync(join(home, 'token'), 'utf8').trim()
  }

  const at = () => {
    if (running === null) throw new Error('the daemon does not run')
    return running
  }

  const call = <T = never>(method: string, path: string, body?: unknown, more: CallOptions = {}): Promise<Answer<T>> =>
    awaited(`the answer to ${method} ${path}`, exchange(method, path, body, more, at(), token) as Promise<Answer<T>>)

  const session = async (id: string): Promise<Session> =>
    (await ok<{ session: Session }>(call('GET', `/api/v1/sessions/${id}`))).session

  /** Follows a stream until `take` answers something; a connection that is cut (a slow reader is closed) is resumed. */
  const follow = <T>(
    path: (after: number) => string,
    from: number,
    take: (frame: Frame) => T | undefined,
  ): Promise<T> => {
    let after = from
    let last = 'none'
    const following = async (): Promise<T> => {
      for (;;) {
        const found = await once(path(after), (frame) => {
          const seen = take(frame)
          const id = Number((frame.id ?? '').split(':')[0])
          if (Number.isInteger(id) && id > after) after = id
          if (seen === undefined) last = frame.data
          return seen
        })
        if (found !== 'cut') return found.value
      }
    }
    return awaited(() => `a frame of ${path(from)} that fits; the last one seen: ${last.slice(0, 300)}`, following())
  }

  const once = <T>(path: string, take: (frame: Frame) => T | undefined): Promise<{ value: T } | 'cut'> =>
    new Promise((resolvePromise, reject) => {
      const { socket } = at()
      const req = request(
        { socketPath: socket, path, agent: false, headers: { authorization: `Bearer ${token}`, host: 'localhost' } },
        (res) => {
          if (res.statusCode !== 200) return finish(() => reject(new Error(`${path} answered ${res.statusCode}`)))
          const parse = frames((frame) => {
            const value = take(frame)
            if (value !== undefined) finish(() => resolvePromise({ value }))
          })
          res.setEncoding('utf8')
          res.on('data', parse)
          res.on('error', () => undefined)
          return res.on('close', () => finish(() => resolvePromise('cut')))
        },
      )
      let over = false
      const finish = (settle: () => void): void => {
        if (over) return
        over = true
        streams.delete(abort)
        settle()
        req.destroy()
      }
      const abort = (): void => finish(() => reject(new Error(`${path} was still awaited at the end of the test`)))
      streams.add(abort)
      req.on('error', (error) => finish(() => reject(error)))
      req.end()
    })

  const self: World = {
    home,
    dir,
    repo,
    env,
    get daemon() {
      return at()
    },
    start,
    arm(point) {
      if (point === null) rmSync(fault, { force: true })
      else writeFileSync(fault, point)
    },
    async crash() {
      const mine = child
      if (mine?.pid === undefined) return
      const exit = exited(mine)
      process.kill(mine.pid, 'SIGKILL')
      await awaited('the end of the killed daemon', exit)
      running = null
    },
    gone: async () => {
      if (child !== null) await awaited('the daemon to end by itself', exited(child))
      running = null
    },
    async stop(agents = 'stop') {
      const mine = child
      if (mine === null || running === null) return
      const exit = exited(mine)
      await call('POST', '/shutdown', { agents })
      await awaited(() => `the end of the daemon after /shutdown; its log ends: ${logTail(home)}`, exit)
      running = null
    },
    call,
    cli: (args, how = {}) => {
      const ran = new Promise<CliResult>((resolvePromise) => {
        const process = execFile(
          node,
          [bin, ...args],
          { env: { ...env, ...how.env }, cwd: how.cwd ?? dir, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
          (error, stdout, stderr) =>
            resolvePromise({
              code: error === null ? 0 : typeof error.code === 'number' ? error.code : null,
              stdout,
              stderr,
            }),
        )
        process.stdin?.end(how.input ?? '')
      })
      return awaited(`the end of drover ${args.join(' ')}`, ran)
    },
    async addProject(other = repo, id = 'demo') {
      await ok(call('POST', '/api/v1/projects', { path: other.path, id }))
      return id
    },
    async spawn(prompt, more = {}) {
      const body = { projectId: 'demo', harness: 'rehearsal', model: 'fast', prompt, ...more }
      return (await ok<{ session: Session }>(call('POST', '/api/v1/sessions', body))).session
    },
    session,
    async rows(id) {
      const all: EventRow[] = []
      for (;;) {
        const page = await ok<{ events: EventRow[] }>(
          call('GET', `/api/v1/sessions/${id}/events?after=${all.at(-1)?.id ?? 0}&limit=1000`),
        )
        all.push(...page.events)
        if (page.events.length < 1000) return all
      }
    },
    row: (id, fits, after = 0) =>
      follow(
        (from) => `/api/v1/sessions/${id}/stream?after=${from}`,
        after,
        (frame) => {
          if (frame.id === undefined || frame.event !== undefined) return undefined
          const row = JSON.parse(frame.data) as EventRow
          return fits(row) ? row : undefined
        },
      ),
    async until(id, fits) {
      const seen = await session(id)
      if (fits(seen)) return seen
      return follow(
        (from) => `/api/v1/events?after=${from}`,
        0,
        (frame) => {
          if (frame.id === undefined) return undefined
          const change = JSON.parse(frame.data) as Change
          if (change.sessionId !== id || !['session_updated', 'session_ended', 'session_created'].includes(change.type))
            return undefined
          const state = change.payload as Session
          return fits(state) && state.lastEventId >= seen.lastEventId ? state : undefined
        },
      )
    },
    change: (after, take) =>
      follow(
        (from) => `/api/v1/events?after=${from}`,
        after,
        (frame) => (frame.id === undefined ? undefined : take(JSON.parse(frame.data) as Change)),
      ),
    turnEnd: async (id, turn = 1) => {
      const row = await self.row(id, (one) => one.kind === 'turn_end' && one.turn === turn)
      if (row.kind !== 'turn_end') throw new Error('not a turn_end')
      return row
    },
    processes: () => processesOf(dir),
    async end() {
      for (const close of [...streams]) close()
      if (running !== null) await self.stop().catch(() => self.crash())
      else if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) await self.crash()
      for (const { pid } of processesOf(dir)) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // Gone meanwhile.
        }
      }
      rmSync(dir, { recursive: true, force: true })
    },
  }
  if (options.start !== false) await start()
  return self
}

export async function ok<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { status, body, text } = await answer
  if (status >= 300) throw new Error(`answered ${status}: ${text}`)
  return body as T
}

export interface Frame {
  readonly id?: string
  readonly event?: string
  readonly data: string
}

/** An SSE parser for tests. */
export function frames(take: (frame: Frame) => void): (chunk: string) => void {
  let rest = ''
  return (chunk) => {
    const parts = (rest + chunk).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const frame: { id?: string; event?: string; data: string } = { data: '' }
      let real = false
      for (const line of part.split('\n')) {
        const colon = line.indexOf(':')
        const name = line.slice(0, colon)
        const value = line.slice(colon + 1).replace(/^ /, '')
        if (name === 'id') frame.id = value
        else if (name === 'event') frame.event = value
        else if (name === 'data') frame.data += value
        if (colon > 0) real = true
      }
      if (real) take(frame)
    }
  }
}

function exchange(
  method: string,
  path: string,
  body: unknown,
  more: CallOptions,
  at: { port: number; socket: string },
  token: string,
): Promise<Answer<unknown>> {
  const payload = more.raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const bearer = more.token === undefined ? token : more.token
  const headers: Record<string, string> = {
    host: `127.0.0.1:${at.port}`,
    ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
    ...(payload === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
    ...more.headers,
  }
  return new Promise((resolvePromise, reject) => {
    const where = more.tcp === true ? { host: '127.0.0.1', port: at.port } : { socketPath: at.socket }
    const req = request({ ...where, method, path, headers, agent: false }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        let parsed: unknown
        try {
          parsed = text === '' ? undefined : JSON.parse(text)
        } catch {
          parsed = undefined
        }
        resolvePromise({ status: res.statusCode ?? 0, headers: res.headers, text, body: parsed as never })
      })
      res.on('error', reject)
    })
    req.on('error', reject)
    req.end(payload)
  })
}

/** Resolves when this daemon says ready: asks its door, as a user would. Gives up with the daemon. */
async function ready(home: string, daemon: ChildProcess): Promise<void> {
  while (daemon.exitCode === null && daemon.signalCode === null) {
    try {
      const running = JSON.parse(readFileSync(join(home, 'running.json'), 'utf8')) as {
        pid: number
        port: number
        socket: string
      }
      if (running.pid === daemon.pid) {
        const answer = await exchange('GET', '/readyz', undefined, { token: null }, running, '')
        if (answer.status === 200) return
      }
    } catch {
      // Not listening yet.
    }
    await new Promise((resolvePromise) => setTimeout(resolvePromise, 10))
  }
}

const exited = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolvePromise) => child.once('exit', () => resolvePromise()))

function logTail(home: string): string {
  const file = join(home, 'daemon.log')
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-2000) : ''
}

/** By environment: every child of this world has the world's directory in DROVER_SOCKET, DROVER_HOME or HOME. */
function processesOf(dir: string): readonly { readonly pid: number; readonly command: string }[] {
  const found: { pid: number; command: string }[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue
    try {
      const environ = readFileSync(`/proc/${name}/environ`, 'latin1')
      if (!environ.includes(`${dir}/`)) continue
      const state = readFileSync(`/proc/${name}/stat`, 'latin1').replace(/^.*\) /s, '')[0]
      if (state === 'Z') continue
      found.push({
        pid: Number(name),
        command: readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ').trim(),
      })
    } catch {
      // Gone meanwhile, or another user's.
    }
  }
  return found
}
