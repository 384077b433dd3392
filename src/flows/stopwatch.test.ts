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
