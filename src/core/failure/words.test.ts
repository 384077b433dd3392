import { describe, expect, it } from 'vitest'
import { failureCategories } from '#contract/agent-event'
import { adviceOf, causeNow, causeOf, clockTime } from './words.ts'

const local = (text: string): number => new Date(text).getTime()

describe('a failure in words', () => {
  it.each(failureCategories)('%s has a short cause and a sentence of advice', (category) => {
    const cause = causeOf({ category, code: 'AGENT_FAILED' })
    expect(cause.split(' ').length).toBeLessThanOrEqual(3)
    expect(adviceOf({ category, code: 'AGENT_FAILED' }, 'shop-3')).toMatch(/[.`]$/)
  })

  it('names the session in the commands it advises', () => {
    expect(adviceOf({ category: 'invalid_model', code: 'AGENT_FAILED' }, 'shop-3')).toContain(
      'session set shop-3 --model',
    )
  })

  it('tells a crash by its code, whatever category it was given', () => {
    expect(causeOf({ category: 'agent_error', code: 'AGENT_CRASHED' })).toBe('crashed')
  })

  it('says when it is over, on the clock of the reader, only while that is ahead', () => {
    const now = local('2026-03-01T12:00:00')
    const at = (text: string | null) =>
      causeNow(
        { category: 'usage_limit', code: 'AGENT_FAILED', resetAt: text === null ? null : new Date(text).toISOString() },
        now,
      )
    expect(at('2026-03-01T14:30:00')).toBe('quota, back at 14:30')
    expect(at('2026-03-04T09:05:00')).toBe('quota, back at 4 Mar 09:05')
    expect(at('2026-03-01T11:59:59')).toBe('quota used up')
    expect(at(null)).toBe('quota used up')
    const limited = { category: 'rate_limit', code: 'X', resetAt: new Date(now + 60_000).toISOString() } as const
    expect(causeNow(limited, now)).toBe('rate limited, back at 12:01')
    expect(clockTime(new Date(now).toISOString(), now)).toBe('12:00')
  })
})
