/** What the rules of the default branch mean for a landing mode, in words for whoever enrols. Unknown is told as unknown. Pure. */
import type { BranchRules } from '#contract/pr'
import type { EnrolmentNeed, LandingMode } from '#contract/trip'

const listed = (names: readonly string[]): string =>
  `${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`

/** `rules` null: they could not be read. */
export function protectionNeed(
  branch: string,
  landing: LandingMode,
  rules: BranchRules | null,
): Pick<EnrolmentNeed, 'state' | 'required' | 'message'> {
  const shown = (state: EnrolmentNeed['state'], message: string, required = false) => ({ state, required, message })
  if (rules === null) return shown('unknown', `the rules of ${branch} could not be read: look at them yourself`)
  const { isProtected, requiredChecks, approvals, needsPr, mayPush } = rules
  const pushes = landing !== 'pr'
  if (pushes && mayPush === false)
    return shown('missing', `${branch} takes no push of this token: let work land by pull request`, true)
  if (pushes && needsPr === true)
    return shown('missing', `${branch} asks for pull requests: a push is refused unless its rules let this one past`)
  const facts = [
    ...(requiredChecks === null || requiredChecks.length === 0 ? [] : [`requires ${listed(requiredChecks)}`]),
    ...(approvals === null || approvals === 0 ? [] : [`requires ${approvals} approval${approvals === 1 ? '' : 's'}`]),
    ...(needsPr === true ? ['takes pull requests only'] : []),
  ]
  if (isProtected === false && facts.length === 0)
    return shown(
      'missing',
      pushes
        ? `${branch} is not protected: whoever may write can push over it`
        : `${branch} is not protected: what is green by the checks there are is merged, without a review`,
    )
  if (facts.length === 0 && isProtected === null)
    return shown('unknown', `what ${branch} requires was not told: look at its rules yourself`)
  if (facts.length === 0) return shown('ok', `${branch} is protected; it requires no check and no review`)
  return shown('ok', `${branch} is protected: it ${facts.join(', ')}`)
}
