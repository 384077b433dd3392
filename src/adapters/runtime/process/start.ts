/**
 * Starts a launch: checks what can be checked before, places the files, has the wrapper begun (fork.ts; or in a pane of a
 * terminal) and waits until it has recorded the agent. Whatever cannot be recorded is ended again. The rest of its life is
 * launch.ts.
 */
import type { ChildProcess } from 'node:child_process'
import { accessSync, closeSync, constants, openSync, readSync, statSync, watch } from 'node:fs'
import { resolve } from 'node:path'
import { DroverError } from '#contract/error'
import type { LaunchPlan } from '#ports/harness'
import type { Launch, Place } from '#ports/runtime'
import { deferred } from './deferred.ts'
import { type LaunchDeps, openLaunch } from './launch.ts'
import { errnoOf, type Pids, placeFiles, readPids, readStatus } from './launch-files.ts'
import { launchTag, type ProcessTable, type ProcId } from './process-table.ts'
import { endAll } from './tree.ts'
import { type WrapperRequest, type WrapperTools, wrapperCodes } from './wrapper.ts'

/** A loaded machine may take its time; a wrapper that says nothing for this long is ended. */
const recordBoundMs = 20_000
const searchPath = '/usr/local/bin:/usr/bin:/bin'

/** How a wrapper comes to run: as a child of the daemon, or elsewhere on this machine. */
export type Begin = (request: WrapperRequest, place: Place, binary: string) => Promise<Begun>

export interface Begun {
  /** Where the daemon itself started it. */
  readonly child?: ChildProcess
  readonly wrapper: ProcId | null
  readonly pids: Pids & { readonly agent: number }
}

export async function startLaunch(
  deps: LaunchDeps,
  begin: Begin,
  tools: WrapperTools,
  plan: LaunchPlan,
  place: Place,
): Promise<Launch> {
  const binary = checkProgram(plan.argv, place)
  placeFiles(plan, place)
  const mode = plan.terminal === true ? 'terminal' : plan.stdin.mode
  const { child, wrapper, pids } = await begin(
    { dir: place.dir, mode, tools, env: place.env, argv: plan.argv },
    place,
    binary,
  )
  const agent = idOf(deps.table, pids.agent)
  const ref = {
    launchId: place.launchId,
    dir: place.dir,
    pid: pids.agent,
    startTime: agent?.startTime ?? null,
    bootId: deps.table.bootId,
  }
  const follower = pids.follower === null ? null : idOf(deps.table, pids.follower)
  return openLaunch(deps, { ref, agent, wrapper, follower, ...(child === undefined ? {} : { child }) })
}

export function idOf(table: ProcessTable, pid: number): ProcId | null {
  const found = table.look(pid)
  return found === 'gone' || found === 'unknown' ? null : { pid, startTime: found.startTime }
}

/** The program and the working directory, as `exec` would judge them. Answers the resolved path. */
function checkProgram(argv: readonly string[], place: Place): string {
  const name = argv[0] ?? ''
  const directory = statOrNull(place.cwd)
  if (directory === null || !directory.isDirectory()) {
    throw failed(name, directory === null ? 'ENOENT' : 'ENOTDIR', `The working directory ${place.cwd} is not there.`)
  }
  const candidates = name.includes('/')
    ? [resolve(place.cwd, name)]
    : (place.env.PATH ?? searchPath).split(':').map((dir) => resolve(place.cwd, dir, name))
  let errno = name === '' ? 'EINVAL' : 'ENOENT'
  for (const path of name === '' ? [] : candidates) {
    const problem = whyNotExecutable(path)
    if (problem === null) return path
    if (problem !== 'ENOENT' && problem !== 'ENOTDIR') errno = problem
  }
  throw failed(name, errno, `The program ${name || '(none)'} cannot be executed.`)
}

const statOrNull = (path: string) => statSync(path, { throwIfNoEntry: false }) ?? null

function whyNotExecutable(path: string): string | null {
  try {
    if (!statSync(path).isFile()) return 'EACCES'
    accessSync(path, constants.X_OK)
    const interpreter = interpreterOf(path)
    if (interpreter !== null) accessSync(interpreter, constants.X_OK)
    return null
  } catch (error) {
    return errnoOf(error)
  }
}

/** The program of a `#!` line, without which the kernel answers ENOENT for a file that is there. */
function interpreterOf(path: string): string | null {
  const head = Buffer.alloc(256)
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch {
    return null // executable but not readable is fine for a binary
  }
  try {
    const text = head.toString('latin1', 0, readSync(fd, head, 0, head.length, 0))
    return /^#![ \t]*(\/[^ \t\n]+)/.exec(text)?.[1] ?? null
  } finally {
    closeSync(fd)
  }
}

export class NotRecorded extends Error {
  readonly code: number | null
  constructor(code: number | null) {
    super(`the wrapper recorded no agent (exit code ${code})`)
    this.code = code
  }
}

/** Tells when a wrapper has ended; answers how to stop listening. */
export type HearEnd = (ended: (code: number | null) => void, failed: (error: unknown) => void) => () => void

/** Resolves once the pid file names the agent. */
export async function recorded(
  dir: string,
  wrapper: number | undefined,
  hearEnd: HearEnd,
): Promise<Pids & { readonly agent: number }> {
  const { promise, resolve, reject } = deferred<Pids & { readonly agent: number }>()
  const look = (): boolean => {
    const pids = readPids(dir)
    if (pids?.agent == null || pids.wrapper !== wrapper) return false
    resolve({ ...pids, agent: pids.agent })
    return true
  }
  const attempt = (): void => {
    try {
      look()
    } catch (error) {
      reject(error)
    }
  }
  const leave = hearEnd((code) => {
    attempt()
    reject(new NotRecorded(code)) // changes nothing when the pid was there
  }, reject)
  // The watch is a hint for speed; the timer is trusted, and both end with this call.
  const poll = setInterval(attempt, 200)
  const bound = setTimeout(() => reject(new NotRecorded(null)), recordBoundMs)
  const hint = watchOrNull(dir, attempt)
  attempt()
  try {
    return await promise
  } finally {
    leave()
    clearInterval(poll)
    clearTimeout(bound)
    hint?.close()
  }
}

function watchOrNull(dir: string, act: () => void): { close(): void } | null {
  try {
    return watch(dir, { persistent: false }, act).on('error', () => undefined)
  } catch {
    return null // the timer does it
  }
}

export async function endUnrecorded(deps: LaunchDeps, launchId: string, wrapper: ProcId | null): Promise<void> {
  const known = wrapper === null ? [] : [wrapper]
  const left = await endAll(deps.table, { known, tags: new Set([launchTag(launchId)]) }, 0)
  if (left.length > 0) deps.log?.error('not ended', { launch: launchId, pids: left.map((proc) => proc.pid) })
}

export function explain(error: unknown, place: Place, binary: string): DroverError {
  if (!(error instanceof NotRecorded))
    return failed(binary, errnoOf(error), `The program ${binary} cannot be started.`, error)
  if (error.code === wrapperCodes.abandoned && readStatus(place.dir) === null) {
    return failed(binary, 'ECANCELED', 'The launch was given up before its process began.', error)
  }
  return new DroverError('LAUNCH_UNRECORDED', `The process could not record itself in ${place.dir} and was ended.`, {
    hint: 'Check that the Drover home is writable and has free space, then try again.',
    details: { dir: place.dir, code: error.code },
    cause: error,
  })
}

const hints: Readonly<Record<string, string>> = {
  ENOENT: 'Install the program or correct its path, then try again.',
  EACCES: 'Make the file executable, or point the harness at the right one.',
  E2BIG: 'The arguments or the environment are too large for the system: shorten them.',
}

export const failed = (binary: string, errno: string, message: string, cause?: unknown): DroverError =>
  new DroverError('LAUNCH_FAILED', `${message} (${errno})`, {
    hint: hints[errno] ?? 'See `drover doctor` for the state of the harness and the machine.',
    details: { binary, errno },
    cause,
  })
