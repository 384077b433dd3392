/** At least 40 % of the hour stays for people, whatever a round costs. */
import { describe, expect, it } from 'vitest'
import { restOf } from './pace.ts'

const now = Date.parse('2030-01-01T12:00:00Z')
const tick = 30_000
const quota = (remaining: number, minutes = 60) => ({
  limit: 5000,
  remaining,
  resetAt: new Date(now + minutes * 60_000).toISOString(),
})

describe('restOf', () => {
  it.each([
    ['nothing is known', null, 50, tick],
    ['rounds that cost nothing', quota(5000), 0, tick],
    ['cheap rounds', quota(5000), 10, tick],
    ['rounds that would use it up', quota(5000), 100, 120_000],
    ['less left, less often', quota(3000), 100, 360_000],
    ['what is kept is reached', quota(2000, 20), 1, 20 * 60_000],
    ['nothing is left', quota(0, 20), 1, 20 * 60_000],
    ['the hour is over', quota(0, -1), 100, tick],
  ] as const)('%s', (_, found, cost, rest) => expect(restOf(found, cost, tick, now)).toBe(rest))

  it('never uses more than 60 % of an hour', () => {
    for (const cost of [1, 7, 50, 333, 2000]) {
      let remaining = 5000
      for (let at = 0; at < 3_600_000; ) {
        at += restOf({ ...quota(remaining), resetAt: new Date(now + 3_600_000).toISOString() }, cost, tick, now + at)
        if (at >= 3_600_000) break
        remaining -= cost
      }
      expect(remaining).toBeGreaterThanOrEqual(2000 - cost)
    }
  })
})
