/**
 * Runs one command to its end with its output in a file: setup, ready and verify of a project. A time limit, too much output
 * or an abort ends everything it started; a normal end leaves what it left running unless it is to be swept.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DroverError } from '#contract/error'
import type { Command, Ran } from '#ports/runtime'
import { deferred } from './deferred.ts'
import { errnoOf, tailOf } from './launch-files.ts'
import { type ProcessTable, runTag } from './process-table.ts'
import { idOf } from './start.ts'
import { endAll } from './tree.ts'

const tailBytes = 8 * 1024
const graceMs = 2000
const lookEveryMs = 500

/** Without a free descriptor the command's result still counts; its last words stay in its log. */
function outputTail(path: string, since: number): string {
  try {
    return tailOf(path, tailBytes, since)
  } catch {
    return ''
  }
}

export async function runCommand(table: ProcessTable, command: Command): Promise<Ran> {
  const tag = randomUUID()
  mkdirSync(dirname(command.logFile), { recursive: true, mode: 0o700 })
  const log = openSync(command.logFile, 'a', 0o600)
  try {
    const since = fstatSync(log).size
    const written = (): number => fstatSync(log).size - since
    const { code, signal, cut } = await toItsEnd(table, command, tag, log, written)
    const bytes = written()
    const tail = outputTail(command.logFile, since)
    if (command.keepLogBytes !== undefined) keepTheEnd(command.logFile, command.keepLogBytes)
    return {
      code,
      signal,
      timedOut: cut === 'time',
      overflowed: cut === 'output',
      bytes,
      tail,
    }
  } finally {
    closeSync(log)
  }
}

/** Why it did not come to its own end. */
type Cut = 'time' | 'abort' | 'output' | null

interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly cut: Cut
}

async function toItsEnd(
  table: ProcessTable,
  command: Command,
  tag: string,
  log: number,
  written: () => number,
): Promise<Ended> {
  if (command.signal?.aborted) return { code: null, signal: null, cut: 'abort' }
  const [file, ...args] = command.argv
  // The tag finds what left the session; the name is Drover's and means nothing to the command.
  const [name, value] = runTag(tag).split('=') as [string, string]
  const env = { ...command.env, [name]: value }
  const { promise, resolve, reject } = deferred<Ended>()
  const fail = (error: unknown): void => reject(cannotRun(file ?? '', error))
  const cutBy = (cut: Cut) => (): void => resolve({ code: null, signal: null, cut })
  const abort = cutBy('abort')
  let timer: NodeJS.Timeout | undefined
  let looks: NodeJS.Timeout | undefined
  try {
    const child = spawn(file ?? '', args, { cwd: command.cwd, env, detached: true, stdio: ['ignore', log, log] })
    const root = child.pid === undefined ? null : idOf(table, child.pid)
    child.once('error', fail)
    child.once('exit', (code, signal) => resolve({ code, signal, cut: null }))
    timer = setTimeout(cutBy('time'), command.timeoutMs)
    looks = lookAtOutput(command, written, cutBy('output'))
    command.signal?.addEventListener('abort', abort, { once: true })
    const ended = await promise
    if (ended.cut !== null || command.sweep === true)
      await endAll(table, { known: root === null ? [] : [root], tags: new Set([runTag(tag)]) }, graceMs)
    return ended
  } catch (error) {
    throw error instanceof DroverError ? error : cannotRun(file ?? '', error)
  } finally {
    clearTimeout(timer)
    clearInterval(looks)
    command.signal?.removeEventListener('abort', abort)
  }
}

function lookAtOutput(command: Command, written: () => number, tooMuch: () => void): NodeJS.Timeout | undefined {
  const { maxLogBytes, onOutput } = command
  if (maxLogBytes === undefined && onOutput === undefined) return undefined
  return setInterval(() => {
    const bytes = written()
    if (maxLogBytes !== undefined && bytes > maxLogBytes) tooMuch()
    else onOutput?.(bytes)
  }, lookEveryMs)
}

/** A run that printed gigabytes leaves its last words, and says that there were more. */
function keepTheEnd(path: string, keep: number): void {
  const log = openSync(path, 'r')
  try {
    const { size } = fstatSync(log)
    if (size <= keep) return
    const end = Buffer.alloc(keep)
    const got = readSync(log, end, 0, keep, size - keep)
    writeFileSync(`${path}.end`, `[${size - got} earlier bytes are not kept]\n`, { mode: 0o600 })
    writeFileSync(`${path}.end`, end.subarray(0, got), { flag: 'a' })
    renameSync(`${path}.end`, path)
  } finally {
    closeSync(log)
  }
}

const cannotRun = (binary: string, cause: unknown): DroverError =>
  new DroverError('LAUNCH_FAILED', `The command ${binary} cannot be started. (${errnoOf(cause)})`, {
    hint: 'Check that the program is installed and that the working directory exists.',
    details: { binary, errno: errnoOf(cause) },
    cause,
  })
