import { expect, it } from 'vitest'
import { closedByPerson, unexplainedSeconds, unseenSeconds } from './closed.ts'

it.each([
  [false, 0, true],
  [false, unexplainedSeconds, true],
  [true, 0, false],
  [true, unexplainedSeconds - 1, false],
  [true, unexplainedSeconds, true],
] as const)('work on its way %s, closed for %d s: a person did it %s', (mayBeOurs, closedSeconds, person) => {
  expect(closedByPerson({ isThere: true, mayBeOurs, closedSeconds })).toBe(person)
})

it.each([true, false])('an issue that is not to be seen may come back for a while, work on its way %s', (mayBeOurs) => {
  const gone = (closedSeconds: number) => closedByPerson({ isThere: false, mayBeOurs, closedSeconds })
  expect([gone(0), gone(unseenSeconds - 1), gone(unseenSeconds)]).toEqual([false, false, true])
})
