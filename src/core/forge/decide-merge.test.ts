/** Nothing is merged that was not seen to be green, asked for and still the same. */
import { describe, expect, it } from 'vitest'
import { ciStates, mergeabilities, prStates, reviewStates } from '#contract/pr'
import { decidePrMerge } from './decide-merge.ts'

const good = {
  number: 7,
  state: 'open',
  draft: false,
  head: 'a'.repeat(40),
  ci: 'passing',
  review: 'approved',
  mergeability: 'mergeable',
  checks: [],
  threads: [],
} as const
const thread = { id: 't', path: 'a.ts', line: 3, author: 'bob', body: 'why?', url: null, outdated: false }
const refused = (more: object, shown: string | null = null) => {
  const decision = decidePrMerge({ ...good, ...more }, shown)
  return decision === 'merge' ? decision : decision.refused
}

describe('decidePrMerge', () => {
  it('merges over every combination only what is open, no draft, green, not objected to and mergeable', () => {
    for (const state of prStates)
      for (const draft of [true, false])
        for (const ci of ciStates)
          for (const review of reviewStates)
            for (const mergeability of mergeabilities) {
              const may =
                state === 'open' &&
                !draft &&
                (ci === 'passing' || ci === 'none') &&
                (review === 'approved' || review === 'none') &&
                mergeability === 'mergeable'
              expect(refused({ state, draft, ci, review, mergeability }) === 'merge').toBe(may)
            }
  })

  it.each([
    [{ state: 'merged' }, null, 'PR_NOT_OPEN'],
    [{}, 'b'.repeat(40), 'PR_HEAD_CHANGED'],
    [{}, 'a'.repeat(40), 'merge'],
    [{ ci: 'failing' }, null, 'PR_PRECONDITIONS_UNMET'],
    [{ draft: true }, null, 'PR_PRECONDITIONS_UNMET'],
    [{ threads: [{ ...thread, by: 'person', resolved: false }] }, null, 'PR_PRECONDITIONS_UNMET'],
    [{ threads: [{ ...thread, by: 'unknown', resolved: false }] }, null, 'PR_PRECONDITIONS_UNMET'],
    [{ threads: [{ ...thread, by: 'person', resolved: true }] }, null, 'merge'],
    [{ threads: [{ ...thread, by: 'bot', resolved: false }] }, null, 'merge'],
    [{ threads: null }, null, 'PR_PRECONDITIONS_UNMET'],
    [{ mergeability: 'conflicting' }, null, 'PR_NOT_MERGEABLE'],
  ])('%o shown %s: %s', (more, shown, word) => expect(refused(more, shown)).toBe(word))
})
