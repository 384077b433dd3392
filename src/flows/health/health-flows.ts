/** What the doors may ask about the home itself. */
import type { Context } from '#flows/engine/context'
import type { Harnesses } from '#flows/harness/harnesses'
import { createDoctor } from './doctor/doctor.ts'
import type { DoctorDeps } from './doctor/finding.ts'
import { problemsOf } from './problems.ts'

export interface DoctorCheck {
  readonly section: 'Core' | 'Tools' | 'Harnesses' | 'Forge' | 'Consistency'
  readonly name: string
  readonly level: 'PASS' | 'WARN' | 'FAIL'
  readonly message: string
  readonly hint?: string
}

export interface DoctorReport {
  readonly ok: boolean
  readonly failures: number
  readonly checks: readonly DoctorCheck[]
}

export interface HealthFlows {
  /** What is wrong with the home as a whole, in a sentence each. */
  problems(): readonly string[]
  /** `outside`: a person asked, so the forge may be asked with their token; a page that looks again by itself may not. */
  doctor(options: { fix: boolean; outside: boolean }): Promise<DoctorReport>
}

export const healthFlows = (
  deps: Omit<DoctorDeps, 'daemon' | 'harnesses' | 'probeHarness' | 'notifyTargets' | 'telemetry'> &
    Pick<Context, 'forgeTroubles'>,
  harnesses: Harnesses,
  daemon: () => DoctorDeps['daemon'],
  notifyTargets: DoctorDeps['notifyTargets'],
  telemetry: DoctorDeps['telemetry'],
): HealthFlows => ({
  problems: () => problemsOf(deps),
  doctor: (options) =>
    createDoctor({
      ...deps,
      daemon: daemon(),
      notifyTargets,
      telemetry,
      harnesses: () => harnesses.list(),
      probeHarness: (id) => harnesses.probe(id),
    })(options),
})
