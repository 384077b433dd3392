/**
 * Owns the files of a launch directory: their names, how they are placed, and what the small ones say. The spool is
 * read by spool.ts; the script that writes most of them is wrapper.ts.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { DroverError } from '#contract/error'
import type { Exit, LaunchPlan } from '#ports/harness'
import type { Place } from '#ports/runtime'
import { wrapperFile, wrapperScript } from './wrapper.ts'

export const stderrTailBytes = 16 * 1024

const reserved = new Set([
  'plan.json',
  'pid',
  'stdin',
  'stdout',
  'stderr',
  'exit',
  'exit.new',
  'in',
  'wake',
  'closed',
  'abandoned',
  'spare',
  'order',
  'follow.json',
  wrapperFile,
])

export const inDir = (dir: string, name: string): string => join(dir, name)

/** The system has no file descriptor left for this process: later it may. */
export const outOfDescriptors = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(errnoOf(error))

export const errnoOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'

/** Places everything that a launch needs whoever starts it. Throws LAUNCH_UNRECORDED: nothing was started. */
export function placeFiles(plan: LaunchPlan, place: Place): void {
  placing(place.dir, () => {
    mkdirSync(place.dir, { recursive: true, mode: 0o700 })
    chmodSync(place.dir, 0o700)
    if (existsSync(inDir(place.dir, 'pid')) || existsSync(inDir(place.dir, 'exit')))
      throw Object.assign(new Error('the directory already belongs to a launch'), { code: 'EEXIST' })
    const input = plan.stdin.mode === 'file' ? plan.stdin.text : (place.initialInput ?? '')
    put(place.dir, 'plan.json', `${JSON.stringify(planFacts(plan, place), null, 2)}\n`)
    put(place.dir, 'stdin', plan.stdin.mode === 'closed' ? '' : input)
    put(place.dir, 'stdout', '')
    put(place.dir, 'stderr', '')
    for (const file of plan.files) putPlanned(place.dir, file.path, file.content)
  })
}

/** The script of a wrapper that is started for this launch. */
export const placeScript = (dir: string): void => placing(dir, () => put(dir, wrapperFile, wrapperScript))

/** Which spare becomes the wrapper: its command line names itself, not this directory. */
export const placeSpare = (dir: string, name: string): void => placing(dir, () => put(dir, 'spare', `${name}\n`))

export const readSpare = (dir: string): string | null => readSmall(inDir(dir, 'spare'))?.trimEnd() ?? null

function placing(dir: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    if (error instanceof DroverError) throw error
    throw new DroverError('LAUNCH_UNRECORDED', `The launch directory ${dir} cannot be written.`, {
      hint: 'Check that the Drover home is writable and has free space, then try again.',
      details: { dir, errno: errnoOf(error) },
      cause: error,
    })
  }
}

/** What was launched, for people and bug reports. Values of variables stay out: they may be secrets. */
const planFacts = (plan: LaunchPlan, place: Place): object => ({
  launchId: place.launchId,
  argv: plan.argv,
  cwd: place.cwd,
  env: Object.keys(place.env).sort(),
  files: plan.files.map((file) => file.path),
  stdin: plan.stdin.mode,
  lifetime: plan.lifetime,
  ...(plan.terminal === true ? { terminal: true } : {}),
})

/** Was this launch planned for a terminal? */
export function readTerminal(dir: string): boolean {
  const text = readSmall(inDir(dir, 'plan.json'))
  if (text === null) return false
  const plan: unknown = JSON.parse(text)
  return typeof plan === 'object' && plan !== null && 'terminal' in plan && plan.terminal === true
}

const put = (dir: string, name: string, content: string): void =>
  writeFileSync(inDir(dir, name), content, { mode: 0o600 })

function putPlanned(dir: string, path: string, content: string): void {
  const target = resolve(dir, path)
  if (!target.startsWith(resolve(dir) + sep) || reserved.has(relative(resolve(dir), target))) {
    throw new DroverError('LAUNCH_FAILED', `The plan places a file outside its launch directory: ${path}`, {
      hint: 'This is a fault of the harness adapter; please report it.',
      details: { binary: null, errno: 'EINVAL', path },
    })
  }
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  writeFileSync(target, content, { mode: 0o600 })
}

/** What the wrapper reported so far. */
export interface Pids {
  readonly wrapper: number
  readonly agent: number | null
  readonly follower: number | null
}

/** null when there is no pid file yet. Only whole lines count. */
export function readPids(dir: string): Pids | null {
  const text = readSmall(inDir(dir, 'pid'))
  if (text === null) return null
  const lines = text.split('\n').slice(0, -1)
  const wrapper = pidOf(lines[0])
  if (wrapper === null) return null
  return { wrapper, agent: pidOf(lines[1]), follower: pidOf(lines[2]) }
}

const pidOf = (line: string | undefined): number | null =>
  line !== undefined && /^[1-9][0-9]{0,9}$/.test(line) ? Number(line) : null

/** The recorded wait status of the shell, or null when none was recorded. */
export function readStatus(dir: string): number | null {
  const text = readSmall(inDir(dir, 'exit'))
  return text !== null && /^[0-9]{1,3}\n$/.test(text) ? Number(text) : null
}

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]))

/** 128 + n is the shell's word for a death by signal n, and may be an exit code too: both are told. */
export function exitOf(dir: string, status: number | null): Exit {
  const signal = status !== null && status > 128 ? (signalNames.get(status - 128) ?? null) : null
  return { code: status, signal, stderrTail: stderrTail(dir), how: status === null ? 'vanished' : 'exited' }
}

const stderrTail = (dir: string): string => tailOf(inDir(dir, 'stderr'), stderrTailBytes, 0)

/** The last bytes of a file, from `since` on, as text; empty when it cannot be read. */
export function tailOf(path: string, bytes: number, since: number): string {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch (error) {
    // It is there, and can be read once a descriptor is free again.
    if (outOfDescriptors(error)) throw error
    return '' // a missing tail is no reason to lose the exit it belongs to
  }
  try {
    const size = fstatSync(fd).size
    const from = Math.max(since, size - bytes, 0)
    const buffer = Buffer.alloc(Math.max(0, size - from))
    const read = readSync(fd, buffer, 0, buffer.length, from)
    // Do not begin in the middle of a character.
    let start = 0
    while (from > since && start < Math.min(3, read) && (buffer[start]! & 0xc0) === 0x80) start++
    return buffer.toString('utf8', start, read)
  } finally {
    closeSync(fd)
  }
}

function readSmall(path: string): string | null {
  // Asked every second for every launch: an absent file must not cost an exception.
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return null
  return readFileSync(path, 'utf8')
}
