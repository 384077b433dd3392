/**
 * Starts and stops the daemon from outside: a detached process with a clean environment, watched until it is ready or has
 * said why not. What the daemon does with its agents is its own affair.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fstatSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DroverError } from '#contract/error'
import { daemonArgv } from './daemon-program.ts'
import { addressOf, daemonState, refuseSilent, type StatusView } from './daemon-state.ts'
import { type Home, logInUse, pidAlive, readToken } from './home.ts'
import { exchange } from './http.ts'
import { logTail, rememberLog } from './log-file.ts'
import type { Progress } from './progress.ts'

export interface StartOptions {
  readonly home: Home
  readonly root: string
  readonly version: string
  readonly env: NodeJS.ProcessEnv
  readonly timeoutSeconds: number
  readonly logFile: string | null
  readonly progress: Progress
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Nothing of an agent's identity reaches the daemon, nor a token that is not its own. */
export function daemonEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => {
    if (name === 'DROVER_TOKEN' || name === 'DROVER_SOCKET') return false
    return !name.startsWith('DROVER_SESSION_') && !name.startsWith('DROVER_LAUNCH_')
  })
  return Object.fromEntries(kept)
}

/** Of the daemon's own lines only the reason of its end; what is no JSON is what a crash printed, and stays. */
function inWords(line: string): string {
  try {
    const { level, cause } = JSON.parse(line)
    if (level !== 'error' || typeof cause?.message !== 'string') return ''
    const code = typeof cause.code === 'string' ? ` (${cause.code})` : ''
    return `${cause.message}${code}${typeof cause.hint === 'string' ? `\n${cause.hint}` : ''}`
  } catch {
    return line
  }
}

function startFailed(message: string, logFile: string, from: number): DroverError {
  const tail = logTail(logFile, from, 12).split('\n').map(inWords).filter(Boolean).join('\n')
  return new DroverError('DAEMON_START_FAILED', message, {
    hint: `${tail === '' ? '' : `${tail}\n`}The whole log is ${logFile}; \`drover doctor --no-start\` looks for the cause.`,
  })
}

function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** The last step alone is not recursive: where nothing can be made (as in /proc), Node would try for ever. */
export function makeHome(home: Home): void {
  try {
    mkdirSync(dirname(home.path), { recursive: true })
    makeOne(home.path)
    if (!statSync(home.path).isDirectory()) throw new Error('it is no directory')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new DroverError('DAEMON_START_FAILED', `the home ${home.path} cannot be used: ${why}`, {
      hint: 'Set DROVER_HOME to a directory that can be written.',
    })
  }
}

/** Idempotent: a daemon that runs already is reported as it is. */
export async function startDaemon(options: StartOptions): Promise<{ status: StatusView; started: boolean }> {
  const { home, version, progress } = options
  const before = await daemonState(home, version)
  if (before.state === 'ready') return { status: before, started: false }
  if (before.state === 'unhealthy') {
    refuseSilent(before)
    throw new DroverError(
      'DAEMON_START_FAILED',
      `a daemon (pid ${before.pid}) is there but unhealthy: ${before.error}`,
      {
        hint: `Look into ${logInUse(home)}; end it with \`kill ${before.pid}\` when it does not recover.`,
      },
    )
  }
  makeHome(home)
  const { logFile, fd } = openLog(home, options.logFile)
  const from = fstatSync(fd).size
  progress.step('starting the daemon')
  const child = spawn(process.execPath, daemonArgv(options.root), {
    cwd: home.path,
    detached: true,
    stdio: ['ignore', fd, fd],
    env: { ...daemonEnv(options.env), DROVER_HOME: home.path, DROVER_LOG_FILE: logFile },
  })
  closeSync(fd)
  const end = { code: undefined as number | null | undefined, error: undefined as Error | undefined }
  child.on('exit', (code) => {
    end.code = code
  })
  child.on('error', (error) => {
    end.error = error
  })
  try {
    const status = await untilReady(options, logFile, from, end)
    // Another start won: ours must be gone before we answer, or it would take the lock when the winner is stopped.
    if (status.pid === child.pid) rememberLog(home, logFile)
    else await untilGone(child)
    return { status, started: true }
  } finally {
    child.removeAllListeners()
    child.unref()
  }
}

/** A place that was named once and is gone since keeps no daemon from starting; one that is named now does, and says so. */
function openLog(home: Home, named: string | null): { readonly logFile: string; readonly fd: number } {
  const open = (logFile: string) => ({ logFile, fd: openSync(logFile, 'a', 0o600) })
  if (named !== null) return open(resolve(named))
  try {
    return open(logInUse(home))
  } catch {
    return open(home.logFile)
  }
}

/** The loser of a race ends by itself once it sees the lock; one that does not is ended. It is our own child. */
async function untilGone(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await new Promise<void>((resolve) => child.once('exit', () => resolve()))
  clearTimeout(timer)
}

async function untilReady(
  options: StartOptions,
  logFile: string,
  from: number,
  end: { code: number | null | undefined; error: Error | undefined },
): Promise<StatusView> {
  const deadline = Date.now() + options.timeoutSeconds * 1000
  for (let wait = 20; ; wait = Math.min(200, wait * 1.3)) {
    const exited = end.code
    const status = await daemonState(options.home, options.version)
    if (status.state === 'ready') return status
    if (end.error) throw startFailed(`the daemon could not be started: ${end.error.message}`, logFile, from)
    // Exit 0 means that another start won the race: its daemon is the one to wait for.
    if (exited !== undefined && exited !== 0) {
      throw startFailed(`the daemon ended while starting (exit ${exited ?? 'by signal'})`, logFile, from)
    }
    if (Date.now() > deadline) {
      throw startFailed(`the daemon was not ready after ${options.timeoutSeconds} s (${status.state})`, logFile, from)
    }
    if (status.state === 'not_ready') options.progress.step('waiting until the daemon has reconciled its agents')
    await pause(wait)
  }
}

export interface StopOptions {
  readonly home: Home
  readonly version: string
  readonly agents: 'stop' | 'keep'
  readonly progress: Progress
}

/** Answers once the process is gone; null when there was none. */
export async function stopDaemon(options: StopOptions): Promise<number | null> {
  const { home, progress } = options
  const status = await daemonState(home, options.version)
  if (status.state === 'not_running' || status.state === 'stale' || status.pid === undefined) return null
  refuseSilent(status)
  const token = readToken(home)
  if (token === null) {
    throw new DroverError('UNAUTHORIZED', `the token file ${home.tokenFile} cannot be read`, {
      hint: 'Run the command as the user who started the daemon.',
    })
  }
  progress.step(options.agents === 'keep' ? 'stopping the daemon; agents go on' : 'stopping agents and the daemon')
  await exchange(addressOf(status, token), {
    method: 'POST',
    path: '/shutdown',
    body: { agents: options.agents },
    timeoutMs: 30_000,
  })
  const deadline = Date.now() + 120_000
  while (pidAlive(status.pid)) {
    if (Date.now() > deadline) {
      throw new DroverError('INTERNAL_ERROR', `the daemon (pid ${status.pid}) was asked to stop but still runs`, {
        hint: `Look into ${logInUse(home)}; \`kill ${status.pid}\` ends it, agents are taken up again at the next start.`,
      })
    }
    await pause(20)
  }
  return status.pid
}
