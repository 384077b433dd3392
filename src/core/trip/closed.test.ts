import { expect, it } from 'vitest'
import { closedByPerson, unexplainedSeconds } from './closed.ts'

it.each([
  [false, 0, true],
  [false, unexplainedSeconds, true],
  [true, 0, false],
  [true, unexplainedSeconds - 1, false],
  [true, unexplainedSeconds, true],
] as const)('work on its way %s, closed for %d s: a person did it %s', (mayBeOurs, closedSeconds, person) => {
  expect(closedByPerson({ mayBeOurs, closedSeconds })).toBe(person)
})
