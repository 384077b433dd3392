/** A clock on the wall that jumps changes no duration; what began before is counted from its beginning. */
import { expect, it } from 'vitest'
import { createStopwatch } from './stopwatch.ts'

it('counts steady time, from a beginning that may lie before it', () => {
  let wall = Date.parse('2026-01-01T12:00:00Z')
  let steady = 5000
  const watch = createStopwatch(
    () => wall,
    () => steady,
  )
  const began = '2026-01-01T11:59:00Z'
  expect(watch.elapsedMs('turn', began)).toBe(60_000)
  wall += 72 * 3_600_000
  steady += 1000
  expect(watch.elapsedMs('turn', began)).toBe(61_000)
  wall -= 1000 * 3_600_000
  steady += 1000
  expect(watch.elapsedMs('turn', began)).toBe(62_000)
  expect(watch.elapsedMs('begun in the future', '2027-01-01T00:00:00Z')).toBe(0)
})

it('forgets what nobody asks for any more', () => {
  let steady = 0
  const watch = createStopwatch(
    () => 0,
    () => steady,
  )
  watch.elapsedMs('turn', new Date(0).toISOString())
  steady = 10
  watch.lap()
  expect(watch.elapsedMs('turn', new Date(0).toISOString())).toBe(10)
  watch.lap()
  watch.lap()
  expect(watch.elapsedMs('turn', new Date(0).toISOString())).toBe(0)
})

it('counts what began before a jump of the clock that came before the first look at it', () => {
  let wall = Date.parse('2026-01-01T12:00:00Z')
  let steady = 0
  const watch = createStopwatch(
    () => wall,
    () => steady,
  )
  const pass = (ms: number): void => {
    wall += ms
    steady += ms
  }
  pass(600_000)
  watch.lap()
  pass(300)
  const before = new Date(wall).toISOString()
  pass(200)
  wall += 72 * 3_600_000
  pass(100)
  const after = new Date(wall).toISOString()
  pass(400)
  expect(watch.elapsedMs('before', before)).toBe(700)
  expect(watch.elapsedMs('after', after)).toBe(400)
  wall -= 1000 * 3_600_000
  pass(1000)
  expect(watch.elapsedMs('before', before)).toBe(1700)
  expect(watch.elapsedMs('before, seen late', before)).toBe(1700)
  expect(watch.elapsedMs('of an earlier daemon', '2026-01-01T11:59:00Z')).toBe(60_000 + 601_000 + 1000)
})
