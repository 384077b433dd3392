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
