/**
 * Is there a daemon, and how is it? Judged from running.json, the process and what the socket answers. Reads only: a
 * stale file is the next daemon's to remove, under its lock.
 */
import { existsSync, readFileSync } from 'node:fs'
import { type Home, type Inside, isStopped, pidAlive, type Running, readRunning } from './home.ts'
import { type Address, open, readText } from './http.ts'
import { unresponsive } from './silence.ts'
import { isTimeout } from './wire.ts'

export type DaemonState = 'ready' | 'not_running' | 'stale' | 'unhealthy' | 'not_ready'

/** `drover status --json`. */
export interface StatusView {
  readonly state: DaemonState
  readonly pid?: number
  readonly port?: number
  readonly socket?: string
  readonly startedAt?: string
  readonly uptimeSeconds?: number
  readonly version: string
  readonly home: string
  readonly error?: string
}

interface Health {
  readonly status: number
  readonly service?: string
  readonly pid?: number
  readonly version?: string
}

/** What the socket says; null when nobody listens there. */
async function askReady(socket: string | null, port: number | null, timeoutMs = 3000): Promise<Health | Error | null> {
  try {
    const received = await open({ socket, port, token: null }, { method: 'GET', path: '/readyz', timeoutMs })
    const body = JSON.parse(await readText(received)) as { service?: string; pid?: number; version?: string }
    return { ...body, status: received.status }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTSOCK') return null
    return error as Error
  }
}

/** Does the process with this pid look like a daemon of ours? Unknown counts as yes: never call a live one stale. */
function looksLikeDaemon(pid: number): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return words === '' || /\bdaemon\.(mjs|ts)\b/.test(words)
  } catch {
    return true
  }
}

function uptime(startedAt: string | undefined, now: number): number | undefined {
  const begun = Date.parse(startedAt ?? '')
  return Number.isNaN(begun) ? undefined : Math.max(0, Math.floor((now - begun) / 1000))
}

function describe(running: Running, home: Home): Omit<StatusView, 'state'> {
  const seconds = uptime(running.startedAt, Date.now())
  return {
    pid: running.pid,
    port: running.port,
    socket: running.socket,
    startedAt: running.startedAt,
    ...(seconds === undefined ? {} : { uptimeSeconds: seconds }),
    version: running.version,
    home: home.path,
  }
}

/** The state behind a running.json that is there. */
async function judge(running: Running, home: Home, version: string): Promise<StatusView> {
  const alive = pidAlive(running.pid)
  const bare = { version, home: home.path }
  if (!alive) {
    return { state: 'stale', ...bare, error: `running.json names process ${running.pid}, which is gone` }
  }
  const health = (await askReady(running.socket, null)) ?? (running.port ? await askReady(null, running.port) : null)
  if (health === null && !looksLikeDaemon(running.pid)) {
    return { state: 'stale', ...bare, error: `process ${running.pid} of running.json is another program now` }
  }
  const known = describe(running, home)
  if (health === null) return { state: 'unhealthy', ...known, error: deaf }
  if (health instanceof Error) return { state: 'unhealthy', ...known, error: silence(running.pid, health) }
  if (health.service !== 'drover')
    return { state: 'unhealthy', ...known, error: 'something else answers on its socket' }
  if (health.pid !== undefined && health.pid !== running.pid) {
    return { state: 'stale', ...bare, error: `running.json names process ${running.pid}, but ${health.pid} answers` }
  }
  if (health.status === 200) return { state: 'ready', ...known }
  if (health.status === 503)
    return { state: 'not_ready', ...known, error: 'still reconciling what agents did meanwhile' }
  return { state: 'unhealthy', ...known, error: `readyz answered ${health.status}` }
}

const stopped = 'its process is stopped'
const silent = 'it does not answer'
const deaf = 'the process lives but nobody listens on its socket'
const insane = 'no sane answer'

function silence(pid: number, health: Error): string {
  if (isStopped(pid)) return stopped
  return isTimeout(health) ? silent : `${insane}: ${health.message}`
}

/** What a process answers that comes to its end. One that takes its time with an answer, or gives a wrong one, goes on. */
const broken = ({ state, error = '' }: StatusView): boolean =>
  state === 'unhealthy' && (error === deaf || error.startsWith(insane))

/** A daemon that is there and says nothing cannot be asked, started or stopped: the command ends with what to do. */
export function refuseSilent(status: StatusView): void {
  if (status.pid === undefined || (status.error !== stopped && status.error !== silent)) return
  throw unresponsive({ pid: status.pid }, status.error === stopped ? 'stopped' : 'silent')
}

/** A daemon that was just killed still stands among the processes for a moment: a broken answer is asked for again. */
const dyingMs = 3000

export async function daemonState(home: Home, version: string): Promise<StatusView> {
  const from = performance.now()
  for (;;) {
    const view = await look(home, version)
    if (!broken(view) || performance.now() - from > dyingMs) return view
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function look(home: Home, version: string): Promise<StatusView> {
  const bare = { version, home: home.path }
  const running = readRunning(home)
  if (running === 'damaged') return { state: 'stale', ...bare, error: 'running.json cannot be read' }
  if (running !== null) return judge(running, home, version)
  if (!existsSync(home.socketFile)) return { state: 'not_running', ...bare }
  const health = await askReady(home.socketFile, null)
  if (health === null) return { state: 'stale', ...bare, error: 'a socket is left, but nobody listens on it' }
  if (health instanceof Error) return { state: 'unhealthy', ...bare, error: `${insane}: ${health.message}` }
  const { pid } = health
  return {
    state: 'not_ready',
    ...(pid === undefined ? {} : { pid }),
    socket: home.socketFile,
    ...bare,
    error: 'starting',
  }
}

/**
 * The way to a daemon whose state was just judged: its socket, or its port where the socket's file was taken away. Only
 * then: whoever else may listen on a port must not be shown the token.
 */
export function addressOf(status: StatusView, token: string): Address {
  const socket = status.socket !== undefined && existsSync(status.socket) ? status.socket : null
  return { socket, port: status.port ?? null, token, ...(status.pid === undefined ? {} : { pid: status.pid }) }
}

/** Inside an agent only its own socket is asked. */
export async function stateInside(inside: Inside, home: Home, version: string): Promise<StatusView> {
  const health = inside.socket === '' ? null : await askReady(inside.socket, null)
  const bare = { version, home: home.path }
  if (health === null) return { state: 'not_running', ...bare, error: 'nobody listens on DROVER_SOCKET' }
  if (health instanceof Error) return { state: 'unhealthy', ...bare, error: health.message }
  const known = { ...(health.pid === undefined ? {} : { pid: health.pid }), socket: inside.socket, home: home.path }
  const state = health.status === 200 ? 'ready' : health.status === 503 ? 'not_ready' : 'unhealthy'
  return { state, ...known, version: health.version ?? version }
}
