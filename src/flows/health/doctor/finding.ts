/** What every section of the doctor works with: what it may look at, what it finds, and the few words they share. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { NotifyTarget } from '#contract/notify'
import type { Check } from '#core/doctor/checks'
import type { Runtimes } from '#flows/engine/runtimes'
import type { HarnessView } from '#flows/harness/harness-flows'
import type { ExportFlows } from '#flows/telemetry/export'
import { underWay } from '#flows/verify/run-verify'
import type { Clock } from '#ports/clock'
import type { Host } from '#ports/harness'
import type { Paths } from '#ports/paths'
import type { Settings } from '#ports/settings'
import type { Journal } from '#ports/store/journal'
import type { Workspaces } from '#ports/workspace'

export interface DoctorDeps {
  readonly journal: Journal
  readonly runtimes: Runtimes
  readonly workspaces: Workspaces
  readonly settings: Settings
  readonly host: Host
  readonly paths: Paths
  readonly clock: Pick<Clock, 'sleep' | 'now'>
  exists(path: string): boolean
  harnesses(): readonly HarnessView[]
  notifyTargets(): readonly NotifyTarget[]
  telemetry: ExportFlows['telemetry']
  probeHarness(id: string): Promise<HarnessView>
  readonly daemon: {
    readonly pid: number
    readonly version: string
    readonly socket: string
    readonly port: number | null
  }
}

/** What was found and could be mended; `mend` answers what it did. */
export interface Finding {
  readonly check: Check
  readonly mend?: () => Promise<Check>
}

export const words = (error: unknown) => (error instanceof Error ? error.message : String(error))
export const some = (list: readonly string[]) =>
  list.length > 5 ? `${list.slice(0, 5).join(', ')} and ${list.length - 5} more` : list.join(', ')

/** A broken configuration is its own check: floors then read as 0, and harnesses are not looked at. */
export function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

export async function directoriesIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []) // Not made yet: nothing in it.
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(path, entry.name))
}

/** Processes with a tag of this home, and those of them that no row names. */
export async function unnamedProcesses(deps: DoctorDeps) {
  const found = (await Promise.all(deps.runtimes.all.map((one) => one.strays(deps.paths.home, new Set())))).flat()
  // Two runtimes of one machine see the same processes.
  const tagged = [...new Map(found.map((one) => [one.pid, one])).values()]
  const verifying = underWay(deps.journal.reads)
  const unnamed = tagged.filter(
    (one) => deps.journal.reads.launch(one.launchId) === null && !verifying.includes(one.launchId),
  )
  return { tagged, unnamed }
}
