/**
 * Begins wrappers in panes: one tmux session a launch, named by its id. The environment and the arguments lie in a file of the
 * launch that the pane reads once and removes, so that no command line and no server holds them. What a screen shows is
 * screens.ts's; what comes before and after the wrapper is the shared start.
 */
import { existsSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { DroverError } from '#contract/error'
import type { Place } from '#ports/runtime'
import type { LaunchDeps } from '../process/launch.ts'
import { errnoOf, inDir, placeScript } from '../process/launch-files.ts'
import { orderFor } from '../process/order.ts'
import type { ProcId } from '../process/process-table.ts'
import {
  type Begin,
  type Begun,
  endUnrecorded,
  explain,
  failed,
  type HearEnd,
  idOf,
  recorded,
} from '../process/start.ts'
import {
  paneMode,
  type WrapperRequest,
  wrapperArgv,
  wrapperCodes,
  wrapperFile,
  wrapperMark,
} from '../process/wrapper.ts'
import type { Answer, Server } from './server.ts'

/** What a program finds until somebody looks at it. */
const firstSize = { cols: 120, rows: 40 }
/** A server that is about to end takes no new session; a moment later a new one does. */
const attempts = 40
const againMs = 50
/** Starting a client takes a core: more of them at once would only wait for each other. */
const atOnce = 8
const lookMs = 100
/** As the kernel has it, for one word and for all of them. */
const longestWord = 128 * 1024
const longestAll = 1536 * 1024

/** The session of a launch, by its whole name: `=` keeps tmux from taking the beginning of another for it. */
export const sessionOf = (launchId: string): string => `=${launchId}`
export const paneOf = (launchId: string): string => `=${launchId}:`
/** Names that tmux takes as they are. */
export const isName = (launchId: string): boolean => /^[A-Za-z0-9_-]{1,100}$/.test(launchId)

export function beginInPane(deps: LaunchDeps, server: Server): Begin {
  const gate = createGate(atOnce)
  return async (request, place, binary) => {
    const order = writtenOrder(request, place, binary)
    placeScript(place.dir)
    const { pane, wrapper } = await gate(() => openPane(deps, server, request, place, order))
    try {
      const pids = await recorded(place.dir, pane, endOfPane(deps, place.dir, wrapper))
      return { wrapper, pids } satisfies Begun
    } catch (error) {
      removeOrders(place.dir)
      await endUnrecorded(deps, place.launchId, wrapper)
      // Nobody knows of this screen.
      await server.ask(['kill-session', '-t', sessionOf(place.launchId)]).catch(() => undefined)
      throw explain(error, place, binary)
    }
  }
}

interface Order {
  readonly text: string
  /** There are names that a running shell takes otherwise than an inherited one: node puts them in the place. */
  readonly byNode: boolean
}

function writtenOrder(request: WrapperRequest, place: Place, binary: string): Order {
  const env = Object.entries(place.env).map(([name, value]) => `${name}=${value}`)
  const words = [...request.argv, ...env, ...Object.keys(place.env), place.launchId]
  if (words.some((word) => word.includes('\0')) || !isName(place.launchId))
    throw failed(binary, 'EINVAL', `The program ${binary} cannot be started.`)
  const sizes = [...request.argv, ...env].map((word) => Buffer.byteLength(word) + 1)
  if (sizes.some((size) => size > longestWord) || sizes.reduce((all, size) => all + size, 0) > longestAll)
    throw failed(binary, 'E2BIG', `The program ${binary} cannot be started.`)
  const text = orderFor(request, place.cwd, Number.POSITIVE_INFINITY)
  if (text !== null) return { text, byNode: false }
  const reset = request.tools.env === '' ? [] : [request.tools.env, '--default-signal']
  const exec = [...reset, '/bin/sh', '-c', goThere, 'sh', place.cwd, '/bin/sh', ...wrapperArgv(request)]
  return { text: JSON.stringify({ exec, env: place.env }), byNode: true }
}

const readByNode = `const fs=require('node:fs'),file=process.argv[1];
const {exec,env}=JSON.parse(fs.readFileSync(file,'utf8'));fs.unlinkSync(file);
process.execve(exec[0],exec,env)`
const goThere = 'cd -P -- "$1" || exit; shift; exec "$@"'

const orderFile = (dir: string): string => inDir(dir, 'order')

/** Secrets that nobody fetched. */
export const removeOrders = (dir: string): void => rmSync(orderFile(dir), { force: true })

async function openPane(
  deps: LaunchDeps,
  server: Server,
  request: WrapperRequest,
  place: Place,
  order: Order,
): Promise<{ pane: number; wrapper: ProcId | null }> {
  const file = orderFile(place.dir)
  for (let attempt = 1; ; attempt++) {
    writeOrder(file, order.text, place)
    const answer = await server.ask(newSession(request, place, file, order))
    const [serverPid, pane] = answer.out.trim().split(' ').map(Number)
    if (answer.ok && serverPid !== undefined && pane !== undefined && pane > 1) {
      server.remember(serverPid)
      return { pane, wrapper: idOf(deps.table, pane) }
    }
    // Only whoever removes the order has it: once it is fetched the pane runs, whatever tmux said.
    if (!isTaken(file)) {
      if (attempt < attempts && isPassing(answer)) {
        await wait(againMs)
        continue
      }
      throw refused(answer)
    }
    writeFileSync(inDir(place.dir, 'abandoned'), '', { mode: 0o600 })
    await endUnrecorded(deps, place.launchId, null)
    throw refused(answer)
  }
}

function writeOrder(file: string, text: string, place: Place): void {
  try {
    writeFileSync(file, text, { mode: 0o600 })
  } catch (error) {
    throw new DroverError('LAUNCH_UNRECORDED', `The launch directory ${place.dir} cannot be written.`, {
      hint: 'Check that the Drover home is writable and has free space, then try again.',
      details: { dir: place.dir, errno: errnoOf(error) },
      cause: error,
    })
  }
}

function isTaken(file: string): boolean {
  try {
    unlinkSync(file)
    return false
  } catch {
    return true
  }
}

/** The server ended while it was asked, or was just about to. */
const isPassing = ({ why }: Answer): boolean =>
  /server exited|lost server|no server running|error connecting|Connection refused|No such file/.test(why)

const refused = ({ why }: Answer): DroverError =>
  new DroverError('LAUNCH_FAILED', `tmux did not open a terminal: ${why.trim().slice(0, 300) || 'it said nothing'}.`, {
    hint: 'See `drover doctor`; the tmux server of this home may be out of order. Try again.',
    details: { binary: 'tmux', errno: 'EIO' },
  })

/** The options come in the same list: a program that ends at once would be gone before a second one. */
function newSession({ dir, tools }: WrapperRequest, place: Place, file: string, order: Order): string[] {
  const shell = ['/bin/sh', inDir(dir, wrapperFile), wrapperMark, dir, paneMode, file, tools.rm]
  const node = [process.execPath, '--no-warnings', '-e', readByNode, file]
  const size = ['-x', String(firstSize.cols), '-y', String(firstSize.rows)]
  const told = ['-P', '-F', '#{pid} #{pane_pid}']
  return [
    ...['new-session', '-d', ...told, '-s', place.launchId, ...size],
    // tmux leaves signals ignored, which a shell cannot take back.
    ...(tools.env === '' ? ['/usr/bin/env', '-i'] : [tools.env, '--default-signal', '-i']),
    ...(order.byNode ? node : shell).map(literal),
    ...[';', 'set-option', '-w', '-t', paneOf(place.launchId), 'remain-on-exit', 'on'],
  ]
}

/** A word that ends in a semicolon would end the command. */
const literal = (word: string): string => (word.endsWith(';') ? `${word.slice(0, -1)}\\;` : word)

/** Nobody tells of the end of another's child: it is looked at. */
function endOfPane(deps: LaunchDeps, dir: string, wrapper: ProcId | null): HearEnd {
  return (ended) => {
    const timer = setInterval(() => {
      if (wrapper !== null && deps.table.alive(wrapper)) return
      ended(existsSync(inDir(dir, 'abandoned')) ? wrapperCodes.abandoned : null)
    }, lookMs)
    return () => clearInterval(timer)
  }
}

/** So many at a time, the others in their order. */
function createGate(places: number): <T>(act: () => Promise<T>) => Promise<T> {
  let free = places
  const waiting: (() => void)[] = []
  return async (act) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await act()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
