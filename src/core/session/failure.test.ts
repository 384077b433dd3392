import { describe, expect, it } from 'vitest'
import type { Evidence, FailureCategory, TurnOutcome } from '#contract/agent-event'
import { type Standing, standingAfter, type TurnEndFacts } from './failure.ts'

const now = new Date('2026-03-01T12:00:00Z')
const clear: Standing = { failure: null, parkedUntil: null }
const end = (outcome: TurnOutcome, error: TurnEndFacts['error'] = null, code: string | null = null): TurnEndFacts => ({
  n: 4,
  outcome,
  code,
  endedBy: outcome === 'lost' ? 'reaper' : 'agent',
  error,
})
const said = (category: FailureCategory, ...evidence: Evidence[]): TurnEndFacts['error'] => ({
  code: 'AGENT_FAILED',
  category,
  message: 'said so',
  evidence,
})
const failed = standingAfter(clear, end('error', said('auth'), 'AGENT_FAILED'), now, 'UTC')

describe('what a turn leaves on its session', () => {
  it('a failure with its category, the words and the code of the turn', () => {
    expect(failed).toEqual({
      failure: {
        turn: 4,
        category: 'auth',
        code: 'AGENT_FAILED',
        message: 'said so',
        at: '2026-03-01T12:00:00.000Z',
        resetAt: null,
      },
      parkedUntil: null,
    })
  })

  it('nothing once a turn completed, and what stood before where it was stopped', () => {
    expect(standingAfter(failed, end('completed'), now, 'UTC')).toEqual(clear)
    expect(standingAfter(failed, end('cancelled'), now, 'UTC')).toEqual(failed)
    expect(standingAfter(clear, end('cancelled', said('auth')), now, 'UTC')).toEqual(clear)
    const more = { ...failed, lastEventId: 3 }
    expect(standingAfter(more, end('cancelled'), now, 'UTC')).toEqual(failed)
  })

  it('a process that vanished says nothing of its own', () => {
    const { failure } = standingAfter(clear, end('lost'), now, 'UTC')
    expect(failure).toMatchObject({ category: 'unknown', code: 'AGENT_CRASHED', resetAt: null })
    expect(failure?.message).toBe('Ended from outside Drover. The agent’s process vanished in the middle of its turn.')
    const told = standingAfter(clear, end('lost', said('usage_limit')), now, 'UTC').failure
    expect(told).toMatchObject({ category: 'usage_limit', code: 'AGENT_FAILED' })
  })

  it('a message of any length, cut', () => {
    const long = { ...said('unknown')!, message: 'x'.repeat(100_000) }
    expect(standingAfter(clear, end('error', long), now, 'UTC').failure?.message).toHaveLength(1000)
  })

  const table: [string, FailureCategory, Evidence, string | null][] = [
    [
      'a stated time',
      'usage_limit',
      { channel: 'event', resetsAt: '2026-03-01T15:00:00Z' },
      '2026-03-01T15:00:00.000Z',
    ],
    ['a wait in seconds', 'rate_limit', { channel: 'http', retryAfterSeconds: 90 }, '2026-03-01T12:01:30.000Z'],
    [
      'words on the clock of the machine',
      'usage_limit',
      {
        channel: 'event',
        message: 'You’ve hit your usage limit. Visit the page to purchase credits or try again at 8:43 AM.',
      },
      '2026-03-02T06:43:00.000Z',
    ],
    [
      'headers',
      'usage_limit',
      {
        channel: 'http',
        status: 429,
        headers: {
          'anthropic-ratelimit-unified-status': 'rejected',
          'anthropic-ratelimit-unified-reset': '1772370000',
        },
      },
      '2026-03-01T13:00:00.000Z',
    ],
    ['no time mends a sign-in', 'auth', { channel: 'event', message: 'expired, try again at 8:43 AM' }, null],
    ['nothing readable', 'usage_limit', { channel: 'event', message: 'limit reached' }, null],
    ['a number that is no time', 'usage_limit', { channel: 'http', retryAfterSeconds: 9e9 }, null],
    ['a time that cannot be read', 'usage_limit', { channel: 'event', resetsAt: 'soon' }, null],
  ]
  it.each(table)('when it is over: %s', (_name, category, evidence, expected) => {
    const { failure, parkedUntil } = standingAfter(clear, end('error', said(category, evidence)), now, 'Europe/Sofia')
    expect([failure?.resetAt, parkedUntil]).toEqual([expected, expected])
  })

  it('is not parked by a time that has passed', () => {
    const past = said('usage_limit', { channel: 'event', resetsAt: '2026-03-01T11:00:00Z' })
    const { failure, parkedUntil } = standingAfter(clear, end('error', past), now, 'UTC')
    expect([failure?.resetAt, parkedUntil]).toEqual(['2026-03-01T11:00:00.000Z', null])
  })
})
