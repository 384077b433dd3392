/** The bucket of failures: a burst, then a wait, then some again; one peer does not hurt another. */
import { expect, it } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

it('lets a burst of failures through, then asks to wait', () => {
  let now = 0
  const limit = createRateLimit({ burst: 3, perSecond: 0.5, now: () => now })
  expect([limit.fail('a'), limit.fail('a'), limit.fail('a')]).toEqual([null, null, null])
  expect(limit.fail('a')).toBe(2)
  expect(limit.fail('b')).toBeNull()
  now = 1_900
  expect(limit.fail('a')).toBe(1)
  now = 2_100
  expect(limit.fail('a')).toBeNull()
  expect(limit.fail('a')).toBe(2)
})
