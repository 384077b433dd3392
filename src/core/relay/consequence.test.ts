/** What follows a try: the whole table of outcome and category, and the numbers. */
import { describe, expect, test } from 'vitest'
import type { FailureCategory } from '#contract/agent-event'
import { failureCategories } from '#contract/agent-event'
import type { TryOutcome } from '#contract/relay'
import { afterTry, defaultRetryPolicy as policy } from './consequence.ts'

const first = (category: FailureCategory, more: object = {}) =>
  afterTry({ outcome: 'failed', category, retryAfterMs: null, ...more }, { task: 1, chain: [category] }, policy, 0)
const second = (category: FailureCategory) =>
  afterTry({ outcome: 'failed', category, retryAfterMs: null }, { task: 2, chain: [category, category] }, policy, 0)

test('the table of the relay page: the first failure of a kind, and the second in the same chain', () => {
  const said = Object.fromEntries(
    failureCategories.map((category) => {
      const one = first(category)
      const two = second(category)
      const word = (next: typeof one) => (next.do === 'again' ? next.mode : next.do)
      return [category, `${word(one)}, ${word(two)}`]
    }),
  )
  expect(said).toEqual({
    usage_limit: 'rotate, rotate',
    rate_limit: 'resume, rotate',
    overloaded: 'resume, rotate',
    transient: 'resume, rotate',
    stalled: 'resume, rotate',
    launch: 'rotate, rotate',
    auth: 'rotate, rotate',
    invalid_model: 'rotate, rotate',
    context_lost: 'fresh, rotate',
    incomplete: 'guided, rotate',
    no_change: 'resume, rotate',
    agent_error: 'resume, rotate',
    unknown: 'resume, rotate',
    cancelled: 'rest, rest',
  })
})

test('it is total: every outcome, category and count has one answer', () => {
  const outcomes: TryOutcome[] = ['completed', 'failed', 'incomplete', 'no_change', 'needs_user', 'cancelled', 'parked']
  for (const outcome of outcomes)
    for (const category of [null, ...failureCategories])
      for (const task of [1, 4, 5, 9])
        for (const chain of [[], ['transient'], ['transient', 'overloaded'], ['agent_error', 'agent_error']] as const) {
          const next = afterTry({ outcome, category, retryAfterMs: null }, { task, chain }, policy, 0.5)
          expect(['done', 'again', 'rotate', 'give-up', 'ask-user', 'rest']).toContain(next.do)
          if (next.do === 'again') expect(next.waitMs).toBeGreaterThanOrEqual(0)
          if (outcome === 'completed') expect(next.do).toBe('done')
          if (outcome === 'cancelled') expect(next.do).toBe('rest')
        }
})

describe('budget', () => {
  test("a task has five tries, whoever made them; a spent account is not the task's fault", () => {
    const at = (task: number, category: FailureCategory) =>
      afterTry({ outcome: 'failed', category, retryAfterMs: null }, { task, chain: [category] }, policy, 0).do
    expect(at(4, 'agent_error')).toBe('again')
    expect(at(5, 'agent_error')).toBe('give-up')
    expect(at(5, 'auth')).toBe('give-up')
    expect(at(9, 'usage_limit')).toBe('rotate')
    expect(at(9, 'cancelled')).toBe('rest')
  })

  test('D06: a missing binary is not tried again', () => expect(first('launch').do).toBe('rotate'))
  test('D15: a cancel is no failure', () => expect(first('cancelled').do).toBe('rest'))
})

describe('waiting', () => {
  test('retry-after is kept to', () => {
    expect(first('rate_limit', { retryAfterMs: 42_000 })).toEqual({ do: 'again', mode: 'resume', waitMs: 42_000 })
  })
  test('backoff has jitter and a ceiling', () => {
    const wait = (chance: number) => {
      const next = afterTry(
        { outcome: 'failed', category: 'overloaded', retryAfterMs: null },
        { task: 1, chain: ['overloaded'] },
        policy,
        chance,
      )
      return next.do === 'again' ? next.waitMs : -1
    }
    expect([wait(0), wait(1)]).toEqual([2500, 5000])
  })
})
