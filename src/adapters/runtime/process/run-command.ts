/**
 * Runs one command to its end with its output in a file: setup, ready and verify of a project. A time limit or an abort
 * ends everything it started; a normal end leaves what it left running.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DroverError } from '#contract/error'
import type { Runtime } from '#ports/runtime'
import { deferred } from './deferred.ts'
import { errnoOf, tailOf } from './launch-files.ts'
import { type ProcessTable, runTag } from './process-table.ts'
import { idOf } from './start.ts'
import { endAll } from './tree.ts'

const tailBytes = 8 * 1024
const graceMs = 2000

type Command = Parameters<Runtime['run']>[0]
type Outcome = Awaited<ReturnType<Runtime['run']>>

export async function runCommand(table: ProcessTable, command: Command): Promise<Outcome> {
  const tag = randomUUID()
  mkdirSync(dirname(command.logFile), { recursive: true, mode: 0o700 })
  const log = openSync(command.logFile, 'a', 0o600)
  try {
    const since = fstatSync(log).size
    const ended = await toItsEnd(table, command, tag, log)
    return { ...ended, tail: tailOf(command.logFile, tailBytes, since) }
  } finally {
    closeSync(log)
  }
}

async function toItsEnd(
  table: ProcessTable,
  command: Command,
  tag: string,
  log: number,
): Promise<{ code: number | null; timedOut: boolean }> {
  if (command.signal?.aborted) return { code: null, timedOut: false }
  const [file, ...args] = command.argv
  // The tag finds what left the session; the name is Drover's and means nothing to the command.
  const [name, value] = runTag(tag).split('=') as [string, string]
  const env = { ...command.env, [name]: value }
  const { promise, resolve, reject } = deferred<{ code: number | null; cut: 'time' | 'abort' | null }>()
  const fail = (error: unknown): void => reject(cannotRun(file ?? '', error))
  let timer: NodeJS.Timeout | undefined
  const abort = (): void => resolve({ code: null, cut: 'abort' })
  try {
    const child = spawn(file ?? '', args, { cwd: command.cwd, env, detached: true, stdio: ['ignore', log, log] })
    const root = child.pid === undefined ? null : idOf(table, child.pid)
    child.once('error', fail)
    child.once('exit', (code) => resolve({ code, cut: null }))
    timer = setTimeout(() => resolve({ code: null, cut: 'time' }), command.timeoutMs)
    command.signal?.addEventListener('abort', abort, { once: true })
    const { code, cut } = await promise
    if (cut !== null) await endAll(table, { known: root === null ? [] : [root], tags: new Set([runTag(tag)]) }, graceMs)
    return { code, timedOut: cut === 'time' }
  } catch (error) {
    throw error instanceof DroverError ? error : cannotRun(file ?? '', error)
  } finally {
    clearTimeout(timer)
    command.signal?.removeEventListener('abort', abort)
  }
}

const cannotRun = (binary: string, cause: unknown): DroverError =>
  new DroverError('LAUNCH_FAILED', `The command ${binary} cannot be started. (${errnoOf(cause)})`, {
    hint: 'Check that the program is installed and that the working directory exists.',
    details: { binary, errno: errnoOf(cause) },
    cause,
  })
