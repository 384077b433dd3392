/** What the stages of a commit come to: build, then deploy, then rollout. The first that is decisive wins; later ones are not asked. */
import type { CiStatus, StageResult } from '#contract/trip'

const decisive: Readonly<Record<Exclude<StageResult, 'success'>, CiStatus>> = {
  failure: 'red',
  none: 'pending',
  pending: 'pending',
}

/**
 * The results so far, in their order, of `total` stages that there are. `ask`: the next stage decides. No stage at all is
 * nothing that was ever green.
 */
export function foldStages(results: readonly StageResult[], total: number): CiStatus | 'ask' {
  for (const result of results) if (result !== 'success') return decisive[result]
  if (total === 0) return 'pending'
  return results.length < total ? 'ask' : 'green'
}
