/**
 * What a command is given: its words, the terminal, and a way to the daemon that starts it when that is allowed. Inside an
 * agent the way is its own socket and token, and nothing is ever started.
 */
import { DroverError } from '#contract/error'
import type { Client } from './client.ts'
import type { Values } from './command.ts'
import type { StatusView } from './daemon-state.ts'
import { type Home, homeOf, type Inside, insideSession, readRunning, readToken } from './home.ts'
import type { Address } from './http.ts'
import { type Io, json } from './print.ts'
import { type Progress, progress } from './progress.ts'

export interface Setting {
  /** The package's root: `dist` is beneath it. */
  readonly root: string
  readonly version: string
  readonly env: NodeJS.ProcessEnv
  /** Where the command was called. Throws where that is gone: most commands never look. */
  readonly cwd: string
  readonly io: Io
}

export interface Context extends Setting {
  readonly args: readonly string[]
  readonly json: boolean
  readonly home: Home
  readonly inside: Inside | null
  flag(name: string): string | undefined
  on(name: string): boolean
  /** Every value of a flag that may be repeated, in their order. */
  list(name: string): readonly string[]
  /** A client of the running daemon; starts it when the command line allows. */
  connect(): Promise<Client>
  /** A client of a daemon that runs now, or null. Starts nothing. */
  connectIfRunning(): Promise<Client | null>
  /** The shape as JSON, or the words for people. */
  answer(shape: unknown, people: () => string): void
  progress(): Progress
}

/** Loaded when first needed: `version` and `help` speak to nobody. */
const speak = async (address: Address): Promise<Client> => (await import('./client.ts')).createClient(address)
const lookAt = async (home: Home, version: string) => (await import('./daemon-state.ts')).daemonState(home, version)

/** How long an agent's command waits for a daemon that is away: a restart takes less. */
const daemonWaitSeconds = 60

async function insideClient(inside: Inside, { env, io }: Pick<Setting, 'env' | 'io'>): Promise<Client> {
  if (inside.socket === '' || inside.token === '') {
    throw new DroverError('DAEMON_NOT_RUNNING', 'this agent was given no DROVER_SOCKET and DROVER_TOKEN', {
      hint: 'Inside a session the command line speaks only with what its launch was given.',
    })
  }
  const { patienceOf } = await import('./patience.ts')
  const { socket, token } = inside
  return speak({ socket, port: null, token, say: io.err, patienceMs: patienceOf(env, daemonWaitSeconds) })
}

async function operatorClient({ home, io }: Pick<Context, 'home' | 'io'>, status: StatusView): Promise<Client> {
  const token = readToken(home)
  if (token === null) {
    throw new DroverError('UNAUTHORIZED', `the token file ${home.tokenFile} cannot be read`, {
      hint: 'Run the command as the user who started the daemon, with the same DROVER_HOME.',
    })
  }
  const { addressOf } = await import('./daemon-state.ts')
  return speak({ ...addressOf(status, token), say: io.err })
}

/** The cheap way for hot commands: trust running.json, let the request itself find out. */
async function quickClient({ home, io }: Pick<Context, 'home' | 'io'>): Promise<Client | null> {
  const running = readRunning(home)
  const token = readToken(home)
  if (running === null || running === 'damaged' || token === null) return null
  return speak({ socket: running.socket, port: null, token, pid: running.pid, say: io.err })
}

export function createContext(setting: Setting, args: readonly string[], values: Values): Context {
  const home = homeOf(setting.env)
  const inside = insideSession(setting.env)
  const asJson = values.json === true
  const { root, version, env, io } = setting
  const context: Context = {
    root,
    version,
    env,
    io,
    get cwd() {
      return setting.cwd
    },
    args,
    json: asJson,
    home,
    inside,
    flag: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
    on: (name) => values[name] === true,
    list: (name) => {
      const given = values[name]
      return Array.isArray(given) ? given : []
    },
    answer: (shape, people) => setting.io.out(asJson ? json(shape) : people()),
    progress: () => progress(setting.io, asJson),
    async connectIfRunning() {
      if (inside) return insideClient(inside, setting)
      const status = await lookAt(home, setting.version)
      return status.state === 'ready' ? operatorClient(context, status) : null
    },
    connect: () => connect(context, values['no-start'] === true),
  }
  return context
}

async function connect(context: Context, noStart: boolean): Promise<Client> {
  if (context.inside) return insideClient(context.inside, context)
  const quick = await quickClient(context)
  if (quick) return retrying(context, quick, noStart)
  return slowly(context, noStart)
}

/** Uses the quick client until it finds nobody; then looks properly, once. */
function retrying(context: Context, quick: Client, noStart: boolean): Client {
  let client = quick
  let looked = false
  const again = async (error: unknown): Promise<Client> => {
    const code = error instanceof DroverError ? error.code : null
    if (looked || (code !== 'DAEMON_NOT_RUNNING' && code !== 'NOT_READY')) throw error
    looked = true
    client = await slowly(context, noStart)
    return client
  }
  return {
    get address() {
      return client.address
    },
    call: (route, input) => client.call(route, input).catch(async (error) => (await again(error)).call(route, input)),
    async *stream(path, options) {
      let begun = false
      try {
        for await (const frame of client.stream(path, options)) {
          begun = true
          yield frame
        }
      } catch (error) {
        if (begun) throw error
        yield* (await again(error)).stream(path, options)
      }
    },
  }
}

async function slowly(context: Context, noStart: boolean): Promise<Client> {
  const { home } = context
  const { refuseSilent } = await import('./daemon-state.ts')
  if (noStart) {
    const status = await lookAt(home, context.version)
    if (status.state === 'ready') return operatorClient(context, status)
    refuseSilent(status)
    throw new DroverError('DAEMON_NOT_RUNNING', `the daemon is not ready (${status.state})`, {
      hint: 'Start it with `drover start`, or leave `--no-start` away.',
    })
  }
  const { startDaemon } = await import('./daemon-control.ts')
  const line = context.progress()
  try {
    const { status } = await startDaemon({
      home,
      root: context.root,
      version: context.version,
      env: context.env,
      timeoutSeconds: 30,
      logFile: null,
      progress: line,
    })
    return operatorClient(context, status)
  } finally {
    line.done()
  }
}
