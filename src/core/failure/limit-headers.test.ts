/** The headers of Anthropic's plans: a rejection is a spent quota, whatever the status and the words beside it say. */
import { describe, expect, it } from 'vitest'
import { classify } from './classify.ts'
import { resetOf } from './reset-of.ts'

const now = new Date('2026-03-01T12:00:00Z')
const unified = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`anthropic-ratelimit-unified-${name}`, value]))
const refused = (headers: Record<string, string>) =>
  [
    { channel: 'http', status: 429, type: 'rate_limit_error', message: 'This request would exceed it.', headers },
  ] as const

describe('unified rate-limit headers', () => {
  it('rejected is a usage limit with its reset', () => {
    const evidence = refused(unified({ status: 'rejected', reset: '1772370000', '5h-status': 'rejected' }))
    expect(classify(evidence)).toBe('usage_limit')
    expect(resetOf('usage_limit', evidence, now, 'UTC')?.toISOString()).toBe('2026-03-01T13:00:00.000Z')
  })

  it('allowed is a passing rate limit, whose window is no wait', () => {
    const evidence = refused({
      ...unified({ status: 'allowed_warning', reset: '1772370000', 'overage-status': 'allowed' }),
      'retry-after': '30',
    })
    expect(classify(evidence)).toBe('rate_limit')
    expect(resetOf('rate_limit', evidence, now, 'UTC')?.toISOString()).toBe('2026-03-01T12:00:30.000Z')
  })

  it('a rejected window names its own reset where the plan names none', () => {
    const evidence = refused(unified({ status: 'rejected', '7d-status': 'rejected', '7d-reset': '1772800000' }))
    expect(resetOf('usage_limit', evidence, now, 'UTC')?.toISOString()).toBe(new Date(1772800000000).toISOString())
  })

  it('extra usage that is switched off says nothing about the plan', () => {
    const evidence = refused(unified({ status: 'allowed', 'overage-status': 'rejected', reset: '1772370000' }))
    expect(classify(evidence)).toBe('rate_limit')
    expect(resetOf('rate_limit', evidence, now, 'UTC')).toBeNull()
  })
})
