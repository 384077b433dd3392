/** Whether a pull request may be merged now, from what was just seen of it. Unknown is no consent. */
import type { Refusal } from '#contract/error'
import type { PullRequest } from '#contract/pr'
import { openOfPeople } from './threads.ts'

export function decidePrMerge(
  pr: Pick<
    PullRequest,
    'number' | 'state' | 'draft' | 'head' | 'ci' | 'review' | 'threads' | 'mergeability' | 'checks'
  >,
  shown: string | null,
): 'merge' | Refusal {
  const name = `Pull request #${pr.number}`
  if (pr.state !== 'open')
    return { refused: 'PR_NOT_OPEN', message: `${name} is ${pr.state}.`, hint: 'There is nothing left to merge.' }
  if (shown !== null && shown !== pr.head)
    return {
      refused: 'PR_HEAD_CHANGED',
      message: `${name} has other commits by now: ${shown.slice(0, 12)} was seen, ${pr.head.slice(0, 12)} is there.`,
      hint: 'Look at them, then merge again.',
      details: { shown, head: pr.head },
    }
  const why = whyNot(pr)
  if (why !== null)
    return { refused: 'PR_PRECONDITIONS_UNMET', message: `${name} ${why}.`, hint: 'Mend that, then merge again.' }
  if (pr.mergeability !== 'mergeable')
    return {
      refused: 'PR_NOT_MERGEABLE',
      message: `${name} cannot be merged: the forge says ${pr.mergeability}.`,
      hint:
        pr.mergeability === 'unknown'
          ? 'The forge is still working it out: try again in a moment.'
          : 'Bring its base into the branch, or ask whoever protects the branch.',
    }
  return 'merge'
}

function whyNot(pr: Pick<PullRequest, 'draft' | 'ci' | 'review' | 'threads' | 'checks'>): string | null {
  if (pr.draft) return 'is a draft'
  if (pr.ci === 'failing' || pr.ci === 'pending' || pr.ci === 'unknown') {
    const open = pr.checks.filter(({ state }) => state !== 'passed' && state !== 'skipped').map(({ name }) => name)
    return `has checks that did not pass (${open.join(', ') || pr.ci})`
  }
  if (pr.review === 'changes_requested') return 'has a review that asks for changes'
  if (pr.review === 'pending' || pr.review === 'unknown') return 'waits for a review'
  if (pr.threads === null) return 'has review threads that the forge did not tell'
  const open = openOfPeople(pr.threads)
  const where = open.slice(0, 3).map(({ path, line, author }) => `${path ?? 'no file'}:${line ?? '?'} by ${author}`)
  return open.length === 0 ? null : `has ${open.length} open review threads (${where.join(', ')})`
}
