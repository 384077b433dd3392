/** What a harness may ask of this machine while it probes: files, the search path, a short command. No model, no network. */
import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import type { Host } from '#ports/harness'
import { deferred } from './deferred.ts'
import { errnoOf } from './launch-files.ts'
import { openProcessTable } from './open-process-table.ts'
import { type ProcessTable, runTag } from './process-table.ts'
import { idOf } from './start.ts'
import { endAll } from './tree.ts'

const outputBytes = 1024 * 1024
/** Something left behind may hold the pipes open; the answer does not wait for it longer than this. */
const drainMs = 200
const searchPath = '/usr/local/bin:/usr/bin:/bin'

type Env = Readonly<Record<string, string | undefined>>

export function createHost(env: Env, table: ProcessTable = openProcessTable()): Host {
  return {
    env,
    realpath: (path) => realpath(path),
    isExecutable,
    async which(name) {
      if (name.includes('/')) return (await isExecutable(resolve(name))) ? resolve(name) : null
      for (const dir of (env.PATH ?? searchPath).split(':')) {
        const path = join(dir, name)
        if (isAbsolute(path) && (await isExecutable(path))) return path
      }
      return null
    },
    async readText(path) {
      try {
        return await readFile(path, 'utf8')
      } catch {
        return null // the port's word for "there is nothing to read"
      }
    },
    exec: (argv, options) => exec(table, argv, { ...options, env: options.env ?? env }),
  }
}

/** Without the thread pool, as `exec` itself looks: every launch asks. */
async function isExecutable(path: string): Promise<boolean> {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false // absent, a directory or not executable: the same answer
  }
}

interface ExecOptions {
  readonly timeoutMs: number
  readonly env: Env
  readonly signal?: AbortSignal
}

type Outcome = Awaited<ReturnType<Host['exec']>>

/** Never throws for what the program does: no program is `code: null` with the reason on stderr. */
async function exec(table: ProcessTable, argv: readonly string[], options: ExecOptions): Promise<Outcome> {
  const out: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
  const answer = (code: number | null, more = ''): Outcome => ({
    code,
    stdout: textOf(out.stdout),
    stderr: textOf(out.stderr) + more,
  })
  const tag = `host-${process.pid}-${performance.now()}`
  const { promise, resolve: settle } = deferred<{ code: number | null; cut: string | null }>()
  const abort = (): void => settle({ code: null, cut: 'it was aborted' })
  if (options.signal?.aborted) return answer(null, 'it was aborted')
  let timer: NodeJS.Timeout | undefined
  try {
    const env = { ...options.env, DROVER_RUN_TAG: tag }
    const child = spawn(argv[0] ?? '', argv.slice(1), { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const root = child.pid === undefined ? null : idOf(table, child.pid)
    // First of all: a child that was never made (no descriptor is free) has no streams, and says so later.
    child.once('error', (error) => settle({ code: null, cut: error.message }))
    for (const name of ['stdout', 'stderr'] as const) child[name]?.on('data', keep(out[name]))
    child.once('close', (code) => settle({ code, cut: null }))
    child.once('exit', (code) => setTimeout(() => settle({ code, cut: null }), drainMs).unref())
    timer = setTimeout(() => settle({ code: null, cut: `no end within ${options.timeoutMs} ms` }), options.timeoutMs)
    options.signal?.addEventListener('abort', abort, { once: true })
    const { code, cut } = await promise
    if (cut !== null && root !== null) await endAll(table, { known: [root], tags: new Set([runTag(tag)]) }, 0)
    child.stdout?.destroy()
    child.stderr?.destroy()
    return answer(code, cut ?? '')
  } catch (error) {
    return answer(null, errnoOf(error)) // E2BIG and the like are thrown by spawn itself
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', abort)
  }
}

function keep(parts: Buffer[]): (data: Buffer) => void {
  let size = 0
  return (data) => {
    if (size < outputBytes) parts.push(data.subarray(0, outputBytes - size))
    size += data.length
  }
}

const textOf = (parts: readonly Buffer[]): string => Buffer.concat(parts).toString('utf8')
