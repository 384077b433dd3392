/** What this CLI finds in the home (its layout is `config/home`'s): what the daemon says of itself, and whether this CLI runs inside an agent. Reads only. */
import { readFileSync } from 'node:fs'
import { homeLayout, homePath } from '#src/config/home'

export interface Running {
  readonly pid: number
  readonly port: number
  readonly socket: string
  readonly startedAt: string
  readonly version: string
}

export interface Home {
  readonly path: string
  readonly db: string
  readonly runningFile: string
  readonly tokenFile: string
  readonly socketFile: string
  /** Where the daemon logs unless it was told otherwise; see `logInUse`. */
  readonly logFile: string
  /** Names another place, once one was given. */
  readonly logNameFile: string
  readonly demo: string
}

export function homeOf(env: NodeJS.ProcessEnv): Home {
  const path = homePath(env)
  const { db, running, token, socket, log, logName, demo } = homeLayout(path)
  return {
    path,
    db,
    runningFile: running,
    tokenFile: token,
    socketFile: socket,
    logFile: log,
    logNameFile: logName,
    demo,
  }
}

/** null: no file. 'damaged': a file that is not what the daemon writes. */
export function readRunning(home: Home): Running | null | 'damaged' {
  let text: string
  try {
    text = readFileSync(home.runningFile, 'utf8')
  } catch {
    return null // Not there, or not readable by this user: either way no daemon that we could talk to.
  }
  try {
    const value = JSON.parse(text) as Partial<Running>
    if (typeof value.pid !== 'number' || typeof value.socket !== 'string') return 'damaged'
    return value as Running
  } catch {
    return 'damaged'
  }
}

export function readToken(home: Home): string | null {
  try {
    return readFileSync(home.tokenFile, 'utf8').trim()
  } catch {
    return null // The caller says what a missing token means.
  }
}

/** Inside an agent the CLI speaks as that session only: its socket, its token, no file of the operator. */
export interface Inside {
  readonly sessionId: string
  readonly socket: string
  readonly token: string
}

export function insideSession(env: NodeJS.ProcessEnv): Inside | null {
  if (!env.DROVER_SESSION_ID) return null
  return { sessionId: env.DROVER_SESSION_ID, socket: env.DROVER_SOCKET ?? '', token: env.DROVER_TOKEN ?? '' }
}

/** Is a process with this pid there at all? Not ours to signal counts as there. */
export function pidAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  try {
    // A zombie has exited: whoever started it has not looked yet.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !/^\d+ \(.*\) Z/s.test(stat)
  } catch {
    return true // No /proc (macOS): the signal's answer is all there is.
  }
}

/** Is the process there and held by a signal (SIGSTOP, Ctrl+Z)? Where the system does not say: no. */
export function isStopped(pid: number): boolean {
  try {
    return /^\d+ \(.*\) [Tt]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** The log of the daemon that was started last, also when it is down. */
export function logInUse(home: Home): string {
  try {
    return readFileSync(home.logNameFile, 'utf8').trim() || home.logFile
  } catch {
    return home.logFile // No other was ever named.
  }
}
