import { describe, expect, test } from 'vitest'
import { isDue, longestPauseMs, nextTry, outcomeOfStatus, retryAfterMs } from './next-try.ts'

const now = Date.parse('2026-01-02T03:04:05Z')
const later = (afterMs: number | null = null) => ({ type: 'later', error: 'it answered 500', afterMs }) as const

describe('after a try', () => {
  test('pauses double up to the longest', () => {
    const pauses = [1, 2, 3, 10, 19].map((attempts) => {
      const next = nextTry(later(), attempts, 0, now)
      return next.state === 'queued' ? (next.dueAt - now) / 1000 : null
    })
    expect(pauses).toEqual([5, 10, 20, longestPauseMs / 1000, longestPauseMs / 1000])
  })

  test('a receiver that says when is waited for, within bounds', () => {
    expect(nextTry(later(60_000), 1, 0, now)).toMatchObject({ dueAt: now + 60_000 })
    expect(nextTry(later(10 ** 9), 1, 0, now)).toMatchObject({ dueAt: now + longestPauseMs })
    expect(nextTry(later(1), 1, 0, now)).toMatchObject({ dueAt: now + 5_000 })
  })

  test('it is given up after many tries, or when it is old news', () => {
    expect(nextTry(later(), 20, 0, now)).toMatchObject({ state: 'failed', gone: false })
    expect(nextTry(later(), 1, 25 * 3_600_000, now)).toMatchObject({ state: 'failed' })
    expect(nextTry({ type: 'gone', error: 'it answered 410' }, 1, 0, now)).toMatchObject({
      state: 'failed',
      gone: true,
    })
  })

  test.each([
    [200, {}, { type: 'sent' }],
    [201, {}, { type: 'sent' }],
    [
      302,
      { location: 'https://other.example/x' },
      { type: 'refused', error: expect.stringContaining('other.example') },
    ],
    [400, {}, { type: 'refused' }],
    [404, {}, { type: 'gone' }],
    [410, {}, { type: 'gone' }],
    [429, { retryAfter: '7' }, { type: 'later', afterMs: 7000 }],
    [500, {}, { type: 'later', afterMs: null }],
  ])('a receiver that answers %i', (status, headers, expected) =>
    expect(outcomeOfStatus(status, headers, now)).toMatchObject(expected),
  )

  test('Retry-After as a date, as nonsense, in the past', () => {
    expect(retryAfterMs(new Date(now + 9000).toUTCString(), now)).toBe(9000)
    expect(retryAfterMs('soon', now)).toBeNull()
    expect(retryAfterMs(new Date(now - 9000).toUTCString(), now)).toBe(0)
  })

  test('a clock that was set back leaves nothing waiting for a day', () => {
    expect(isDue(now + 1, now)).toBe(false)
    expect(isDue(now, now)).toBe(true)
    expect(isDue(now + 86_400_000, now)).toBe(true)
  })
})
