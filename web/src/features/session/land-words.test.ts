import { expect, it } from 'vitest'
import { distance } from './land-words.ts'

it.each([
  [null, null],
  [{ ahead: null, behind: null }, null],
  [{ ahead: 0, behind: 0 }, null],
  [{ ahead: 2, behind: 0 }, '2 ahead'],
  [{ ahead: 0, behind: 1 }, '1 behind'],
  [{ ahead: 3, behind: 1 }, '3 ahead, 1 behind'],
])('how far a branch is: %o', (landing, words) => expect(distance(landing)).toBe(words))
