/**
 * Begins wrappers as children of the daemon, in a session of their own; or gives the launch to a spare, which waits in one
 * already. What comes before and after is start.ts.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { DroverError } from '#contract/error'
import type { Place } from '#ports/runtime'
import type { LaunchDeps } from './launch.ts'
import { errnoOf, placeScript, placeSpare, readPids } from './launch-files.ts'
import { orderFor } from './order.ts'
import type { Spares } from './spares.ts'
import { type Begin, type Begun, endUnrecorded, explain, failed, type HearEnd, idOf, recorded } from './start.ts'
import { type WrapperRequest, wrapperArgv, wrapperCodes } from './wrapper.ts'

export interface ForkDeps extends LaunchDeps {
  readonly spares: Spares
}

export function beginHere(deps: ForkDeps): Begin {
  return async (request, place, binary) => {
    if (request.mode === 'terminal') throw screenless(binary)
    const begun = (await bySpare(deps, request, place, binary)) ?? (await byFork(deps, request, place, binary))
    begun.child?.unref()
    return begun
  }
}

const screenless = (binary: string): DroverError =>
  new DroverError('LAUNCH_FAILED', 'A program with a screen cannot run as a plain process. (ENOTTY)', {
    hint: 'This is a fault of Drover: such a session belongs to the runtime of terminals. Please report it.',
    details: { binary, errno: 'ENOTTY' },
  })

async function byFork(deps: ForkDeps, request: WrapperRequest, place: Place, binary: string): Promise<Begun> {
  placeScript(place.dir)
  const child = startWrapper(wrapperArgv(request), place, binary)
  const wrapper = child.pid === undefined ? null : idOf(deps.table, child.pid)
  const pids = await recorded(place.dir, child.pid, endOf(child)).catch(async (error: unknown) => {
    await endUnrecorded(deps, place.launchId, wrapper)
    throw explain(error, place, binary)
  })
  return { child, wrapper, pids }
}

/** null: no spare took it, and none will: the ordinary way may be gone. */
async function bySpare(deps: ForkDeps, request: WrapperRequest, place: Place, binary: string): Promise<Begun | null> {
  const order = orderFor(request, place.cwd)
  const spare = order === null ? null : deps.spares.take()
  if (order === null || spare === null) return null
  const { child } = spare
  const wrapper = child.pid === undefined ? null : idOf(deps.table, child.pid)
  placeSpare(place.dir, spare.name)
  spare.begin(order)
  try {
    return { child, wrapper, pids: await recorded(place.dir, child.pid, endOf(child)) }
  } catch (error) {
    // It is gone and its pid, which comes before anything else, was never written: it has started nothing.
    if (hasEnded(child) && child.exitCode !== wrapperCodes.abandoned && readPids(place.dir) === null) return null
    await endUnrecorded(deps, place.launchId, wrapper)
    throw explain(error, place, binary)
  }
}

/** A child is told of by the system, and forgotten with its end. */
function endOf(child: ChildProcess): HearEnd {
  return (ended, failed) => {
    child.once('error', failed)
    child.once('exit', ended)
    return () => child.off('exit', ended)
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

function startWrapper(argv: readonly string[], place: Place, binary: string): ChildProcess {
  try {
    return spawn('/bin/sh', argv, { cwd: place.cwd, env: { ...place.env }, detached: true, stdio: 'ignore' })
  } catch (error) {
    const errno = errnoOf(error)
    const known = errno.startsWith('ERR_INVALID') ? 'EINVAL' : errno
    throw failed(binary, known, `The program ${binary} cannot be started.`, error)
  }
}
