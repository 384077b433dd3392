/** How the steps of landing, and how far a branch is from its base, are told. Pure. */
import type { Landing, LandingLook, LandingStep } from '#contract/merge'
import { count } from '../../ui/words.ts'

export const stepWord: Readonly<Record<LandingStep, string>> = {
  watch: 'Landing…',
  approve: 'Approve',
  resolve: 'Resolve',
  land: 'Land',
  update: 'Update',
  commit: 'Commit',
  push: 'Push',
}

/** null: nothing is known, or there is no distance. */
export function distance(landing: Pick<Landing, 'ahead' | 'behind'> | null): string | null {
  const parts = [
    ...(landing?.ahead ? [`${landing.ahead} ahead`] : []),
    ...(landing?.behind ? [`${landing.behind} behind`] : []),
  ]
  return parts.length === 0 ? null : parts.join(', ')
}

export function stepHint(step: LandingStep, look: LandingLook | null): string {
  const target = look?.target ?? 'the base'
  switch (step) {
    case 'land':
      return `Commit what is left, verify, merge into ${target}.`
    case 'update':
      return `Bring ${count(look?.behind ?? 0, 'commit')} of ${target} into this branch.`
    case 'commit':
      return `${count(look?.uncommitted.length ?? 0, 'file')} on the session’s own branch.`
    case 'push':
      return `The branch to ${look?.remote ?? 'the remote'}, under its own name.`
    default:
      return ''
  }
}

/** What happens between the press and the target; `verify` null: not known yet. */
export function howItLands(verify: readonly string[] | null, target: string): string {
  const checked =
    verify === null
      ? 'checked'
      : verify.length === 0
        ? 'not verified (the project has no verify)'
        : `verified by ${verify.join(', then ')}`
  return `It is merged in a tree of its own, ${checked}, and only then brought to ${target}. Your checkout is never worked in.`
}
