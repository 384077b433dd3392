import { expect, it } from 'vitest'
import { distance, howItLands } from './land-words.ts'

it.each([
  [null, null],
  [{ ahead: null, behind: null }, null],
  [{ ahead: 0, behind: 0 }, null],
  [{ ahead: 2, behind: 0 }, '2 ahead'],
  [{ ahead: 0, behind: 1 }, '1 behind'],
  [{ ahead: 3, behind: 1 }, '3 ahead, 1 behind'],
])('how far a branch is: %o', (landing, words) => expect(distance(landing)).toBe(words))

it.each([
  [null, 'checked'],
  [[], 'not verified (the project has no verify)'],
  [['npm test', 'npm run lint'], 'verified by npm test, then npm run lint'],
])('what is promised of a landing is what will happen: %s', (verify, words) =>
  expect(howItLands(verify, 'main')).toContain(`in a tree of its own, ${words}, and only then brought to main`),
)
