/** What a pull request asks for, in one word; of several the worst counts. Unknown is never taken for "no". */
import type { CheckState, CiState, PrCheck, PullRequest } from '#contract/pr'
import { type PullRequestStatus, pullRequestStatuses } from '#contract/session'

export type PrFacts = Pick<PullRequest, 'state' | 'draft' | 'ci' | 'review' | 'mergeability'>

/** The first that holds, in the order of `pullRequestStatuses`; null: closed without a merge, it asks for nothing. */
export function statusOfPr(pr: PrFacts): PullRequestStatus | null {
  if (pr.state === 'merged') return 'merged'
  if (pr.state === 'closed') return null
  if (pr.ci === 'failing') return 'ci_failed'
  if (pr.review === 'changes_requested') return 'changes_requested'
  if (pr.review === 'pending') return 'review_pending'
  if (pr.draft) return 'draft'
  const green = pr.ci === 'passing' || pr.ci === 'none'
  if (pr.mergeability === 'mergeable' && green && pr.review !== 'unknown') return 'mergeable'
  return pr.review === 'approved' ? 'approved' : 'pr_open'
}

export function worstOf(words: readonly (PullRequestStatus | null)[]): PullRequestStatus | null {
  const known = new Set(words.filter((word) => word !== null))
  return pullRequestStatuses.find((word) => known.has(word)) ?? null
}

const worstCheck: readonly CheckState[] = ['failed', 'pending', 'unknown', 'cancelled', 'passed', 'skipped']
const ciOf: Record<CheckState, CiState> = {
  failed: 'failing',
  // A run that somebody called off proves nothing.
  cancelled: 'failing',
  pending: 'pending',
  unknown: 'unknown',
  passed: 'passing',
  skipped: 'passing',
}

/** All checks of one commit as one word. */
export function foldChecks(checks: readonly Pick<PrCheck, 'state'>[]): CiState {
  const found = worstCheck.find((state) => checks.some((check) => check.state === state))
  return found === undefined ? 'none' : ciOf[found]
}

/** The latest word of each reviewer counts; a comment takes nothing back. */
export function foldReviews(
  reviews: readonly { readonly by: string; readonly state: string }[],
  asked: number,
): PullRequest['review'] {
  const last = new Map<string, string>()
  for (const { by, state } of reviews) if (state !== 'COMMENTED' && state !== 'PENDING') last.set(by, state)
  const words = [...last.values()]
  if (words.includes('CHANGES_REQUESTED')) return 'changes_requested'
  if (asked > 0) return 'pending'
  return words.includes('APPROVED') ? 'approved' : 'none'
}
