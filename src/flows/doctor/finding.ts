/** What every section of the doctor works with: what it may look at, what it finds, and the few words they share. */
import type { Check } from '#core/doctor/checks'
import type { HarnessView } from '#flows/flows'
import type { Host } from '#ports/harness'
import type { Journal } from '#ports/journal'
import type { Paths } from '#ports/paths'
import type { Runtime } from '#ports/runtime'
import type { Settings } from '#ports/settings'
import type { Workspaces } from '#ports/workspace'

export interface DoctorDeps {
  readonly journal: Journal
  readonly runtime: Runtime
  readonly workspaces: Workspaces
  readonly settings: Settings
  readonly host: Host
  readonly paths: Paths
  harnesses(): readonly HarnessView[]
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
