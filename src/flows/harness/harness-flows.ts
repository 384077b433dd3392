/** What the doors may ask about agent CLIs. */
import type { Abilities, Readiness } from '#ports/harness'
import type { Harnesses } from './harnesses.ts'

export interface HarnessView {
  readonly id: string
  readonly name: string
  readonly abilities: Abilities
  readonly proven: 'tested' | 'untested'
  readonly testedVersions: string
  readonly install: string
  readonly passEnv: readonly string[]
  /** null until probed. */
  readonly readiness: Readiness | null
  readonly probedAt: string | null
  readonly custom: boolean
}

export interface HarnessFlows {
  /** Each with its readiness; looks at those that were not looked at for ten minutes. */
  harnesses(): Promise<readonly HarnessView[]>
  probeHarness(id: string): Promise<HarnessView>
}

export const harnessFlows = (harnesses: Harnesses): HarnessFlows => ({
  harnesses: () => harnesses.listProbed(),
  probeHarness: (id) => harnesses.probe(id),
})
