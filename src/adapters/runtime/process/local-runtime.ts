/**
 * What every runtime of this machine shares, however its wrappers begin: launches with their files, found again by the
 * process table; and what is about all launches at once: leftovers, strays, room on the machine.
 */
import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import type { LeftoverProcess } from '#contract/session'
import type { LaunchRef, Resources, Runtime } from '#ports/runtime'
import { findLaunch } from './find.ts'
import { type Attendant, type LaunchDeps, openLaunch } from './launch.ts'
import { readPids, readStatus } from './launch-files.ts'
import { openProcessTable } from './open-process-table.ts'
import { foreignTo, ownOnly } from './own-home.ts'
import { launchTag, type Proc, type ProcessTable } from './process-table.ts'
import { createTreeReader } from './read-trees.ts'
import { runCommand } from './run-command.ts'
import { type Begin, startLaunch } from './start.ts'
import { endAll } from './tree.ts'
import { createWatch, type RuntimeLog, type Watch } from './watch.ts'
import { isMachinery, type WrapperTools } from './wrapper.ts'

export interface LocalOptions {
  readonly home: string
  readonly log?: RuntimeLog | undefined
}

/** Made before the runtime, since a way to begin needs them too. */
export function localDeps(options: LocalOptions, attend?: (watch: Watch) => (ref: LaunchRef) => Attendant): LaunchDeps {
  const isForeign = foreignTo(options.home)
  const table = ownOnly(openProcessTable(), isForeign)
  const watch = createWatch(options.log)
  return { table, isForeign, watch, log: options.log, ...(attend === undefined ? {} : { attend: attend(watch) }) }
}

export function createLocalRuntime(options: LocalOptions, deps: LaunchDeps, begin: Begin): Runtime {
  const { table } = deps
  let tools: Promise<WrapperTools> | null = null
  return {
    async start(plan, place) {
      tools ??= findTools()
      return await startLaunch(deps, begin, await tools, plan, place)
    },
    find: (ref) => findLaunch(deps, ref),
    began: (ref) => ref.pid !== null || readPids(ref.dir) !== null || readStatus(ref.dir) !== null,
    finished: (ref) => openLaunch(deps, { ref, agent: null, wrapper: null, follower: null }),
    async leftovers(launchIds) {
      const tags = new Set(launchIds.map(launchTag))
      const found = (await table.scan()).filter((proc) => proc.tags.some((tag) => tags.has(tag)))
      return found.flatMap((proc) => {
        const command = table.command(proc.pid)
        return isMachinery(command) ? [] : describe(table, proc, command)
      })
    },
    async sweep(launchIds, graceMs) {
      if (launchIds.length === 0) return
      const left = await endAll(table, { known: [], tags: new Set(launchIds.map(launchTag)) }, graceMs)
      if (left.length > 0) options.log?.error('processes could not be ended', { pids: left.map((proc) => proc.pid) })
    },
    async strays(home, known) {
      const tagged = (await table.scan()).filter((proc) => proc.tags.length > 0 && proc.pid !== process.pid)
      const ours = tagged.filter((proc) => belongsTo(table, proc, home))
      return ours
        .flatMap((proc) => describe(table, proc, table.command(proc.pid)))
        .filter((one) => !known.has(one.launchId))
    },
    readings: createTreeReader(table),
    resources: async () => resources(options.home),
    run: (command) => runCommand(table, command),
  }
}

function describe(table: ProcessTable, proc: Proc, command: readonly string[]): readonly LeftoverProcess[] {
  const launchId = proc.tags.find((tag) => tag.startsWith(launchTag('')))?.slice(launchTag('').length)
  if (launchId === undefined || proc.zombie || !table.alive(proc)) return []
  return [{ pid: proc.pid, command: command.join(' ').slice(0, 300), launchId }]
}

/** By the socket it was given, by a tag that names the home, or by where it works: a worktree of the home. */
function belongsTo(table: ProcessTable, proc: Proc, home: string): boolean {
  const under = (path: string | null | undefined): boolean =>
    path != null && (path === home || path.startsWith(home + sep))
  const environ = table.environ(proc.pid)
  return under(environ?.get('DROVER_SOCKET')) || environ?.get('DROVER_HOME_TAG') === home || under(table.cwd(proc.pid))
}

/**
 * What is free for use, and where the home (or the nearest directory above it that exists) lives. Asked before every launch
 * and answered by the kernel at once: a trip through the thread pool would take ten times as long.
 */
function resources(home: string): Resources {
  let place = home
  while (!existsSync(place) && place !== dirname(place)) place = dirname(place)
  const disk = statfsSync(place)
  return { freeMemoryBytes: freeMemory(), freeDiskBytes: disk.bavail * disk.bsize }
}

function freeMemory(): number {
  if (process.platform !== 'linux') return freemem()
  const kilobytes = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]
  return kilobytes === undefined ? freemem() : Number(kilobytes) * 1024
}

/** The wrapper calls these by path: the agent's own search path may lack them or put others first. */
async function findTools(): Promise<WrapperTools> {
  const env = tool('env')
  const resets = await promisify(execFile)(env, ['--default-signal=INT,QUIT', 'true']).then(
    () => true,
    () => false, // an older or another env: the script has a second way
  )
  return { cat: tool('cat'), mkfifo: tool('mkfifo'), sleep: tool('sleep'), rm: tool('rm'), env: resets ? env : '' }
}

function tool(name: string): string {
  const dirs = ['/usr/bin', '/bin', ...(process.env.PATH ?? '').split(':').filter((dir) => dir.startsWith('/'))]
  const path = dirs.map((dir) => join(dir, name)).find(isExecutable)
  return path ?? join('/usr/bin', name)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
