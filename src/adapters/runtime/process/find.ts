/**
 * Finds a launch again after its daemon died: is the process of this very generation still there? "Unknown" is an answer
 * of its own and never means gone.
 */
import { closeSync, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Launch, LaunchRef } from '#ports/runtime'
import { wake } from './input.ts'
import { type LaunchDeps, openLaunch } from './launch.ts'
import { errnoOf, inDir, type Pids, readPids, readSpare, readStatus } from './launch-files.ts'
import { homeTag, launchTag, type Proc, type ProcessTable, type ProcId, signal } from './process-table.ts'
import { isMachinery, isWrapper } from './wrapper.ts'

/** How long a wrapper that lives may take to name its agent, or to record an exit it is about to record. */
const wrapperBoundMs = 5000
const exitBoundMs = 1000

export async function findLaunch(deps: LaunchDeps, ref: LaunchRef): Promise<Launch | 'gone' | 'unknown'> {
  try {
    if (readStatus(ref.dir) !== null) return 'gone'
    if (otherBoot(deps.table, ref)) return 'gone'
    const pids = await settledPids(deps.table, ref)
    if (pids === 'gone' || pids === 'unknown') return pids
    if (isElsewhere(deps, ref, pids)) return 'unknown'
    const agent = await findAgent(deps.table, ref, pids)
    if (agent === 'unknown') return 'unknown'
    const wrapper = wrapperOf(deps.table, ref, pids)
    if (agent === 'gone') {
      if (wrapper !== null) await exitOrDeath(deps.table, ref.dir, wrapper)
      // Its wrapper ends it before it records the exit; without one it would wait for input for ever.
      if (readStatus(ref.dir) === null) endFollower(deps.table, ref, pids)
      return 'gone'
    }
    const launch = openLaunch(deps, {
      ref: { ...ref, pid: agent.pid, startTime: agent.startTime, bootId: deps.table.bootId },
      agent,
      wrapper,
      follower: followerOf(deps.table, ref, pids),
    })
    wake(ref.dir) // input written by a daemon that died before it could wake the follower
    return launch
  } catch (error) {
    deps.log?.warn('a launch cannot be judged', { launch: ref.launchId, errno: errnoOf(error), cause: error })
    return 'unknown'
  }
}

/** The rows were copied from another home, whose processes these are. */
const isElsewhere = ({ table, isForeign }: LaunchDeps, ref: LaunchRef, pids: Pids | null): boolean =>
  [ref.pid, pids?.agent, pids?.wrapper, pids?.follower].some((pid) => {
    if (pid == null) return false
    const spare = readSpare(ref.dir)
    // A spare has no environment; it is named after a file two levels below its home.
    if (spare !== null && isWrapper(table.command(pid), spare)) return isForeign(dirname(dirname(spare)))
    const environ = table.environ(pid)
    return environ?.get('DROVER_LAUNCH_ID') === ref.launchId && isForeign(environ.get(homeTag) ?? '')
  })

const otherBoot = (table: ProcessTable, ref: LaunchRef): boolean =>
  ref.bootId !== null && ref.bootId !== 'unknown' && table.bootId !== 'unknown' && ref.bootId !== table.bootId

/** The pid file, once it can be relied on; null when the wrapper is gone without having named an agent. */
async function settledPids(table: ProcessTable, ref: LaunchRef): Promise<Pids | null | 'gone' | 'unknown'> {
  let pids = readPids(ref.dir)
  if (pids === null) {
    if (ref.pid !== null) return null
    if (!existsSync(ref.dir)) return 'gone'
    abandon(ref.dir)
    pids = readPids(ref.dir)
    if (pids === null) return 'gone'
  }
  const end = performance.now() + wrapperBoundMs
  for (;;) {
    const wrapper = wrapperOf(table, ref, pids)
    pids = readPids(ref.dir) ?? pids
    if (pids.agent !== null || wrapper === null) return pids
    if (performance.now() >= end) return 'unknown' // stopped, perhaps: it may still start the agent
    await wait(10)
  }
}

/** From now on a wrapper that has not yet written its pid will not start an agent. */
function abandon(dir: string): void {
  closeSync(openSync(inDir(dir, 'abandoned'), 'a', 0o600))
}

async function findAgent(table: ProcessTable, ref: LaunchRef, pids: Pids | null): Promise<ProcId | 'gone' | 'unknown'> {
  const pid = ref.pid ?? pids?.agent ?? null
  if (pid === null) return await taggedAgent(table, ref)
  const found = table.look(pid)
  if (found === 'unknown') return 'unknown'
  if (found === 'gone' || found.zombie) return 'gone'
  if (ref.startTime !== null) return found.startTime === ref.startTime ? found : 'gone'
  return isOurs(table, ref, found, pids)
}

/** Without a start time, the tag or the wrapper above it must prove that the number still means this launch. */
function isOurs(table: ProcessTable, ref: LaunchRef, found: Proc, pids: Pids | null): ProcId | 'gone' | 'unknown' {
  const wrapper = pids === null ? null : wrapperOf(table, ref, pids)
  if (wrapper !== null && found.ppid === wrapper.pid) return found
  const environ = table.environ(found.pid)
  if (environ !== null) return environ.get('DROVER_LAUNCH_ID') === ref.launchId ? found : 'gone'
  return table.look(found.pid) === 'gone' ? 'gone' : 'unknown'
}

/**
 * The wrapper died before it could name the agent: the oldest process with the tag is it. A fork that has not yet become
 * the agent looks like the wrapper, so as long as there is one it gets a moment.
 */
async function taggedAgent(table: ProcessTable, ref: LaunchRef): Promise<ProcId | 'gone'> {
  const tag = launchTag(ref.launchId)
  // The fork of a spare has not the launch's environment before it becomes the agent.
  const taken = readSpare(ref.dir) !== null
  const isFork = ({ pid }: Proc): boolean => taken && isSpareOf(table, ref, pid)
  const end = performance.now() + exitBoundMs
  for (;;) {
    const tagged = (await table.scan()).filter((proc) => !proc.zombie && (proc.tags.includes(tag) || isFork(proc)))
    const agents = tagged.filter((proc) => {
      const command = table.command(proc.pid)
      return command.length > 0 && !isMachinery(command)
    })
    const oldest = agents.sort((a, b) => Number(a.startTime) - Number(b.startTime))[0]
    if (oldest !== undefined) return oldest
    if (tagged.length === 0 || performance.now() >= end) return 'gone'
    await wait(20)
  }
}

function wrapperOf(table: ProcessTable, ref: LaunchRef, pids: Pids | null): ProcId | null {
  return pids === null ? null : ownShell(table, ref, pids.wrapper)
}

function followerOf(table: ProcessTable, ref: LaunchRef, pids: Pids | null): ProcId | null {
  return pids === null || pids.follower === null ? null : ownShell(table, ref, pids.follower)
}

/** Its command line names this launch's directory, or the spare that this launch took, so the number was not used again. */
function ownShell(table: ProcessTable, ref: LaunchRef, pid: number): ProcId | null {
  const found = table.look(pid)
  if (found === 'gone' || found === 'unknown' || found.zombie) return null
  const ours = isWrapper(table.command(pid), ref.dir) || isSpareOf(table, ref, pid)
  return ours ? { pid, startTime: found.startTime } : null
}

/** The spare that this launch took, or a fork of it. */
function isSpareOf(table: ProcessTable, ref: LaunchRef, pid: number): boolean {
  const spare = readSpare(ref.dir)
  return spare !== null && isWrapper(table.command(pid), spare)
}

function endFollower(table: ProcessTable, ref: LaunchRef, pids: Pids | null): void {
  const follower = followerOf(table, ref, pids)
  if (follower !== null) signal(table, follower, 'SIGTERM')
}

async function exitOrDeath(table: ProcessTable, dir: string, wrapper: ProcId): Promise<void> {
  const end = performance.now() + exitBoundMs
  while (readStatus(dir) === null && table.alive(wrapper) && performance.now() < end) await wait(5)
}
