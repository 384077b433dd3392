import { expect, test } from 'vitest'
import { answerToBudget, costOf, costWords, isReached } from './budget.ts'

const told = (costUsd: number) => ({ costUsd, worked: true })
const silent = { costUsd: null, worked: true }
const fresh = { costUsd: null, worked: false }

test.each([
  ['nobody', [], { usd: null, unknown: 0 }, '–'],
  ['one that has not begun', [fresh], { usd: null, unknown: 0 }, '–'],
  ['one that says nothing', [silent], { usd: null, unknown: 1 }, 'unknown'],
  ['one that told', [told(0.5)], { usd: 0.5, unknown: 0 }, '$0.50'],
  ['one that told 0', [told(0)], { usd: 0, unknown: 0 }, '$0.00'],
  ['a very small sum', [told(0.0012)], { usd: 0.0012, unknown: 0 }, '<$0.01'],
  ['both kinds', [told(1), told(0.25), silent, fresh], { usd: 1.25, unknown: 1 }, '$1.25 and 1 session unknown'],
  ['several silent', [told(1), silent, silent], { usd: 1, unknown: 2 }, '$1.00 and 2 sessions unknown'],
])('the cost of %s', (_, sessions, cost, words) => {
  expect(costOf(sessions)).toEqual(cost)
  expect(costWords(costOf(sessions))).toBe(words)
})

test.each([
  ['no budget', null, 100, false],
  ['below', 2, 1.99, false],
  ['exactly', 2, 2, true],
  ['above', 2, 2.5, true],
  ['nothing known', 2, null, false],
  ['a budget of nothing', 0, 0, true],
])('reached: %s', (_, budget, usd, reached) => {
  expect(isReached(budget, { usd, unknown: 3 })).toBe(reached)
})

test.each([
  ['raise the budget', 'raise'],
  ['Raise it', 'raise'],
  [' stop', 'stop'],
  ['Stop the effort', 'stop'],
  ['what was done so far?', null],
  ['', null],
])('the answer "%s"', (words, meaning) => {
  expect(answerToBudget(words)).toBe(meaning)
})
