/** How a pull request is told: its review, whether it can be merged, its threads. Pure. */
import type { PrThread, PullRequest } from '#contract/pr'
import type { Word } from '../relay/words.ts'

const reviews: Readonly<Record<PullRequest['review'], string | null>> = {
  none: null,
  pending: 'a review was asked for',
  approved: 'approved',
  changes_requested: 'changes were asked for',
  unknown: 'reviews are not known',
}
const merging: Readonly<Record<PullRequest['mergeability'], string | null>> = {
  mergeable: 'can be merged',
  conflicting: 'conflicts with its base',
  behind: 'is behind its base',
  blocked: 'the forge does not merge it now',
  unknown: 'not known whether it can be merged',
}

/** In one line; what is over says only that. */
export function standing(pr: Pick<PullRequest, 'state' | 'draft' | 'review' | 'mergeability'>): string {
  if (pr.state !== 'open') return pr.state
  return [pr.draft ? 'draft' : null, reviews[pr.review], merging[pr.mergeability]]
    .filter((one) => one !== null)
    .join(' · ')
}

export const placeOfThread = ({ path, line }: Pick<PrThread, 'path' | 'line'>): string =>
  path === null ? 'the whole' : line === null ? path : `${path}:${line}`

export const threadWord = ({ resolved, outdated }: Pick<PrThread, 'resolved' | 'outdated'>): Word =>
  resolved
    ? { word: 'resolved', sign: 'reported' }
    : outdated
      ? { word: 'open, lines changed since', sign: 'parked' }
      : { word: 'open', sign: 'needs_input', tone: 'need' }

/** Open ones first, as they were begun. */
export const inOrder = (threads: readonly PrThread[]): readonly PrThread[] => [
  ...threads.filter(({ resolved }) => !resolved),
  ...threads.filter(({ resolved }) => resolved),
]

/** What is offered on the page is decided by the daemon when it is pressed; this only spares a press that is surely refused. */
export const mayMerge = (pr: Pick<PullRequest, 'status'>): boolean =>
  pr.status === 'mergeable' || pr.status === 'approved'
