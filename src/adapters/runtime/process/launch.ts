/**
 * One launch as the flows hold it: its lines, its exit, its input, its end. It works the same for a process that this
 * runtime started and for one found again. How processes are found and started is left to find.ts and start.ts.
 */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { Exit, Followed } from '#ports/harness'
import type { Launch, LaunchRef, LineBatch } from '#ports/runtime'
import { deferred } from './deferred.ts'
import { closeInput, writeInput } from './input.ts'
import { exitOf, inDir, outOfDescriptors, readPids, readStatus } from './launch-files.ts'
import type { IsForeign } from './own-home.ts'
import { launchTag, type ProcessTable, type ProcId, signal } from './process-table.ts'
import { openSpool, type Spool } from './spool.ts'
import { endAll } from './tree.ts'
import type { RuntimeLog, Watch } from './watch.ts'

/** An agent that lost its screen was told so by the system: there is nothing to finish. */
const orphanGraceMs = 2000

export interface LaunchDeps {
  readonly table: ProcessTable
  readonly isForeign: IsForeign
  readonly watch: Watch
  readonly log: RuntimeLog | undefined
  /** What a launch has besides its files, where this runtime gives it anything. */
  readonly attend?: (ref: LaunchRef) => Attendant
}

/** Brings lines from elsewhere into the spool of one launch. */
export interface Attendant {
  follow(file: Followed): void
  /** The agent cannot be used without its wrapper, which held its screen. */
  readonly needsWrapper: boolean
  /** The agent is gone: what is still to be brought is brought now. Throws nothing. */
  finish(): void
  /** Nobody reads any more; the launch goes on. */
  leave(): void
}

export interface LaunchFacts {
  readonly ref: LaunchRef
  /** null: not running (any more). */
  readonly agent: ProcId | null
  readonly wrapper: ProcId | null
  readonly follower: ProcId | null
  /** The wrapper, when this very process started it. */
  readonly child?: ChildProcess
}

export function openLaunch(deps: LaunchDeps, facts: LaunchFacts): Launch {
  const { table } = deps
  const { ref } = facts
  const pulse = openPulse()
  const readers = new Set<Spool>()
  const end = deferred<Exit>()
  let exit: Exit | null = null
  let detached = false
  let stopping: Promise<Exit> | null = null
  const attendant = deps.attend?.(ref)

  const settle = (found: Exit): void => {
    if (exit !== null) return
    exit = found
    attendant?.finish()
    leave()
    end.resolve(found)
    pulse.beat()
  }
  /** Of a wrapper that this process started, the system tells us first: no need to look. */
  const wrapperRuns = (): boolean => {
    if (facts.child !== undefined) return facts.child.exitCode === null && facts.child.signalCode === null
    return facts.wrapper !== null && table.alive(facts.wrapper)
  }
  /** Surely: a wrapper that nobody can tell of may be there. */
  const wrapperIsGone = (): boolean => {
    if (wrapperRuns()) return false
    const pid = readPids(ref.dir)?.wrapper
    const found = pid === undefined ? 'unknown' : table.look(pid)
    return found === 'gone' || (found !== 'unknown' && found.zombie)
  }
  const running = (): boolean => wrapperRuns() || (facts.agent !== null && table.alive(facts.agent))
  /** The exit file tells; without one, the absence of wrapper and agent does. */
  const check = (): void => {
    if (exit !== null) return
    const status = readStatus(ref.dir)
    if (status !== null) {
      settle(exitOf(ref.dir, status))
      return
    }
    if (running()) {
      if (attendant?.needsWrapper === true && wrapperIsGone()) stopping ??= endTree(orphanGraceMs).finally(idle)
      return
    }
    // Read again: it may have been written between the two looks.
    const late = readStatus(ref.dir) ?? facts.child?.exitCode ?? null
    if (facts.follower !== null) signal(table, facts.follower, 'SIGTERM')
    settle(exitOf(ref.dir, late))
  }

  /** For moments that nobody can be told of: what cannot be read now (no descriptor is free) the next sweep reads. */
  const look = (): void => {
    try {
      check()
    } catch (cause) {
      deps.log?.warn('an exit could not be read; it is looked at again within a second', {
        launch: ref.launchId,
        cause,
      })
    }
  }

  const endTree = async (graceMs: number): Promise<Exit> => {
    const known = [facts.wrapper, facts.agent, facts.follower].filter((id) => id !== null)
    const left = await endAll(table, { known, agent: facts.agent, tags: new Set([launchTag(ref.launchId)]) }, graceMs)
    check()
    if (left.length === 0) return await end.promise
    const pids = left.map((proc) => proc.pid)
    deps.log?.error('processes could not be ended', { launch: ref.launchId, pids })
    return exit ?? exitOf(ref.dir, null)
  }

  const idle = (): void => {
    stopping = null
  }

  let leave = (): void => undefined
  look()
  if (exit === null) {
    leave = deps.watch.add(ref.dir, {
      hint(file) {
        if (file === null || file === 'stdout') pulse.beat()
        if (file === null || file === 'exit') check()
      },
      sweep() {
        for (const spool of readers) if (spool.size() !== spool.position) pulse.beat()
        check()
      },
    })
    facts.child?.once('exit', look)
    look()
  }

  return {
    ref,
    ...(attendant === undefined ? {} : { follow: (file: Followed) => attendant.follow(file) }),
    exited: end.promise,
    lines(from) {
      const spool = openSpool(inDir(ref.dir, 'stdout'), from)
      const state = { ended: () => exit !== null, detached: () => detached }
      return follow(spool, readers, pulse, state)
    },
    async write(text, at) {
      writeInput(ref.dir, text, at)
    },
    async closeInput() {
      closeInput(ref.dir)
    },
    stop(graceMs) {
      stopping ??= endTree(graceMs).finally(idle)
      return stopping
    },
    detach() {
      detached = true
      attendant?.leave()
      leave()
      pulse.beat()
    },
  }
}

/** A counter that can be waited on: a beat between looking and waiting is never lost. */
interface Pulse {
  readonly count: number
  beat(): void
  past(count: number): Promise<void>
}

function openPulse(): Pulse {
  let count = 0
  let waiting: (() => void)[] = []
  return {
    get count() {
      return count
    },
    beat() {
      count++
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
    },
    past(seen) {
      return count > seen ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))
    },
  }
}

const retryMs = 250

/** Output that cannot be opened for want of descriptors is read later: it stands in its file. */
function readable(spool: Spool): ReturnType<Spool['read']> | 'no descriptor' {
  try {
    return spool.read()
  } catch (error) {
    if (outOfDescriptors(error)) return 'no descriptor'
    throw error
  }
}

async function* follow(
  spool: Spool,
  readers: Set<Spool>,
  pulse: Pulse,
  state: { ended(): boolean; detached(): boolean },
): AsyncGenerator<LineBatch> {
  readers.add(spool)
  try {
    let busy = 0
    while (!state.detached()) {
      // The order matters: what is written before the exit is seen by the read after it.
      const seen = pulse.count
      const ended = state.ended()
      const batch = readable(spool)
      if (batch === 'no descriptor') {
        await pause(retryMs)
        continue
      }
      if (batch === null) {
        busy = 0
        if (!ended) {
          await pulse.past(seen)
          continue
        }
        const rest = spool.rest()
        if (rest !== null) yield rest
        return
      }
      if (batch !== 'more') yield batch
      // A flood must not keep the rest of the daemon from its turn.
      if (++busy > 1) await turn()
    }
  } finally {
    readers.delete(spool)
    spool.close()
  }
}
