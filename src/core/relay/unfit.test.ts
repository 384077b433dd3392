/** What is said of work that did not fit: never an advice for a tree that is gone. */
import { expect, test } from 'vitest'
import { unfitNote, whyUnfit } from './unfit.ts'

const clash = (paths: readonly string[]) =>
  ({ code: 'conflict', message: 'a conflicts with b. Resolve them in /trees/m-3, then retry.', paths }) as const

test('a clash names its files, three at most, and no tree', () => {
  expect(whyUnfit(clash(['a.txt']))).toBe('Others changed the same lines of a.txt.')
  expect(whyUnfit(clash(['a', 'b', 'c', 'd', 'e']))).toBe('Others changed the same lines of a, b, c and 2 more.')
})

test('another reason is told in its own words, and that nothing is known is said', () => {
  expect(whyUnfit({ code: 'verify_failed', message: 'npm test is red.' })).toBe('npm test is red.')
  expect(whyUnfit(null)).toBe('It could not be joined.')
})

test('what becomes of the task', () => {
  expect(unfitNote('t-8', 'Why.', false)).toBe(
    't-8 did not fit to the work of the other lanes and is done again on top of it: Why.',
  )
  expect(unfitNote(null, 'Why.', true)).toBe('A round did not fit to the work of the other lanes and is given up: Why.')
})
