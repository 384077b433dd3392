/** Which session an open pull request belongs to, by its branch. Pure. */
import type { PullRequest } from '#contract/pr'

export interface Branched {
  readonly sessionId: string
  readonly branch: string
}

/** The one on that very branch first, then the one whose namespace it is in; null: nobody's, or a fork's. */
export function ownerOf(
  pr: Pick<PullRequest, 'branch'> & { readonly own: boolean },
  sessions: readonly Branched[],
): string | null {
  if (!pr.own) return null
  const exact = sessions.find(({ branch }) => branch === pr.branch)
  const named = sessions.find(({ sessionId }) => pr.branch.startsWith(`drover/${sessionId}/`))
  return (exact ?? named)?.sessionId ?? null
}
