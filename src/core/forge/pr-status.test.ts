/** The word of a pull request over every combination of its facts, and how checks, reviews and several of them fold. */
import { describe, expect, it } from 'vitest'
import { ciStates, mergeabilities, prStates, reviewStates } from '#contract/pr'
import { pullRequestStatuses } from '#contract/session'
import { foldChecks, foldReviews, type PrFacts, statusOfPr, worstOf } from './pr-status.ts'

const every: PrFacts[] = prStates.flatMap((state) =>
  [true, false].flatMap((draft) =>
    ciStates.flatMap((ci) =>
      reviewStates.flatMap((review) =>
        mergeabilities.map((mergeability) => ({ state, draft, ci, review, mergeability })),
      ),
    ),
  ),
)

describe('statusOfPr', () => {
  it('has a word for every open one, and says mergeable only of what was seen to be', () => {
    for (const facts of every) {
      const word = statusOfPr(facts)
      if (facts.state === 'closed') expect(word).toBeNull()
      else expect(pullRequestStatuses).toContain(word)
      if (facts.state !== 'open' || word !== 'mergeable') continue
      expect(facts.draft).toBe(false)
      expect(facts.mergeability).toBe('mergeable')
      expect(['passing', 'none']).toContain(facts.ci)
      expect(['approved', 'none']).toContain(facts.review)
    }
  })

  const open: PrFacts = { state: 'open', draft: false, ci: 'passing', review: 'none', mergeability: 'mergeable' }
  it.each<[Partial<PrFacts>, string | null]>([
    [{}, 'mergeable'],
    [{ ci: 'none' }, 'mergeable'],
    [{ ci: 'unknown' }, 'pr_open'],
    [{ ci: 'pending' }, 'pr_open'],
    [{ ci: 'pending', review: 'approved' }, 'approved'],
    [{ ci: 'failing', review: 'changes_requested' }, 'ci_failed'],
    [{ review: 'changes_requested' }, 'changes_requested'],
    [{ review: 'pending' }, 'review_pending'],
    [{ review: 'unknown' }, 'pr_open'],
    [{ draft: true }, 'draft'],
    [{ draft: true, ci: 'failing' }, 'ci_failed'],
    [{ mergeability: 'conflicting' }, 'pr_open'],
    [{ mergeability: 'unknown', review: 'approved' }, 'approved'],
    [{ state: 'merged', ci: 'failing' }, 'merged'],
    [{ state: 'closed', ci: 'failing' }, null],
  ])('%o is %s', (facts, word) => expect(statusOfPr({ ...open, ...facts })).toBe(word))
})

describe('worstOf', () => {
  it.each([
    [[], null],
    [[null], null],
    [['merged', null], 'merged'],
    [['merged', 'mergeable', 'ci_failed'], 'ci_failed'],
    [['pr_open', 'approved'], 'approved'],
  ] as const)('%j is %s', (words, worst) => expect(worstOf(words)).toBe(worst))
})

describe('foldChecks', () => {
  it.each([
    [[], 'none'],
    [['passed', 'skipped'], 'passing'],
    [['passed', 'pending'], 'pending'],
    [['failed', 'pending', 'passed'], 'failing'],
    [['passed', 'unknown'], 'unknown'],
    [['passed', 'cancelled'], 'failing'],
  ] as const)('%j is %s', (states, ci) => expect(foldChecks(states.map((state) => ({ state })))).toBe(ci))
})

describe('foldReviews', () => {
  it.each([
    [[], 0, 'none'],
    [[], 2, 'pending'],
    [[['ada', 'APPROVED']], 0, 'approved'],
    [
      [
        ['ada', 'CHANGES_REQUESTED'],
        ['ada', 'APPROVED'],
      ],
      0,
      'approved',
    ],
    [
      [
        ['ada', 'APPROVED'],
        ['bob', 'CHANGES_REQUESTED'],
      ],
      0,
      'changes_requested',
    ],
    [
      [
        ['ada', 'CHANGES_REQUESTED'],
        ['ada', 'COMMENTED'],
      ],
      0,
      'changes_requested',
    ],
    [
      [
        ['ada', 'CHANGES_REQUESTED'],
        ['ada', 'DISMISSED'],
      ],
      0,
      'none',
    ],
    [[['ada', 'APPROVED']], 1, 'pending'],
  ] as const)('%j with %i asked is %s', (reviews, asked, word) =>
    expect(
      foldReviews(
        reviews.map(([by, state]) => ({ by, state })),
        asked,
      ),
    ).toBe(word),
  )
})
