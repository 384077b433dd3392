/**
 * The places where agents' processes live, by name. A session and each of its launches keep the name of theirs, so that a
 * process is looked for where it was started. Which runtime a new session gets is the spawn's to say.
 */
import { DroverError } from '#contract/error'
import type { LaunchRef, Runtime } from '#ports/runtime'
import type { LaunchRecord } from '#ports/store/launch'

/** Where a session runs that asked for nothing else. */
export const defaultRuntime = 'process'

/** Where the interfaces of CLIs run, each on a screen of its own. */
export const terminalRuntime = 'tmux'

/** A session, a launch, or whatever else keeps the name of a runtime. */
export interface Placed {
  readonly runtime: string
}

export interface Runtimes {
  /** RUNTIME_MISSING when this daemon has none of that name. */
  of(placed: Placed): Runtime
  /** The one of this machine. */
  readonly here: Runtime
  readonly all: readonly Runtime[]
  /** Things that are looked at together, one list a runtime. */
  grouped<T extends Placed>(things: readonly T[]): readonly (readonly [Runtime, readonly T[]])[]
}

export function createRuntimes(named: { readonly process: Runtime; readonly [name: string]: Runtime }): Runtimes {
  const of = ({ runtime }: Placed): Runtime => {
    const found = Object.hasOwn(named, runtime) ? named[runtime] : undefined
    if (found !== undefined) return found
    throw new DroverError('RUNTIME_MISSING', `This daemon has no runtime "${runtime}".`, {
      hint: `It has: ${Object.keys(named).join(', ')}.`,
      details: { runtime },
    })
  }
  return {
    of,
    here: named.process,
    all: Object.values(named),
    grouped: (things) => [...Map.groupBy(things, of)],
  }
}

/** How a runtime finds the process of a recorded launch again. */
export const refOf = (launch: LaunchRecord): LaunchRef => ({
  launchId: launch.id,
  dir: launch.dir,
  pid: launch.pid,
  startTime: launch.startTime,
  bootId: launch.bootId,
})
