import { describe, expect, it } from 'vitest'
import { type ObserveContext, type ObservedSession, type ObservedTurn, observe, type SpokenEvent } from './observe.ts'

const session: ObservedSession = {
  activity: 'working',
  nativeId: null,
  model: null,
  inputTokens: null,
  outputTokens: null,
  costUsd: null,
  lastText: null,
  request: null,
  spark: { counts: [], minute: 0 },
}
const turn: ObservedTurn = { sawResult: 'none', sawError: false, category: null }
const context: ObserveContext = { asked: null, nowMs: 60_000, classify: () => 'rate_limit', inTurn: true }
const hear = (
  events: readonly SpokenEvent[],
  over: Partial<ObservedSession> = {},
  more: Partial<ObserveContext> = {},
) => observe({ ...session, ...over }, turn, events, { ...context, ...more })

describe('observe', () => {
  it('keeps the native id at first sight and tells the fleet', () => {
    const heard = hear([{ kind: 'session', nativeId: 'n1', model: 'm' }])
    expect(heard.session.nativeId).toBe('n1')
    expect(heard.loud).toBe(true)
    expect(heard.events.map((event) => event.kind)).toEqual(['session'])
  })
  it('says resume_mismatch with both ids and believes what it saw (must never 29)', () => {
    const heard = hear([{ kind: 'session', nativeId: 'n2', model: null }], { nativeId: 'n1' }, { asked: 'n1' })
    expect(heard.events[0]).toMatchObject({ kind: 'notice', code: 'resume_mismatch', asked: 'n1', observed: 'n2' })
    expect(heard.session.nativeId).toBe('n2')
  })
  it('stores a repeated greeting of a long-lived process once', () => {
    expect(hear([{ kind: 'session', nativeId: 'n1', model: 'm' }], { nativeId: 'n1', model: 'm' }).events).toEqual([])
  })
  it('adds usage deltas and never turns unknown into zero (weak point 19)', () => {
    const usage = { kind: 'usage', input: 5, output: null, cacheRead: null, cacheWrite: null, costUsd: 0.1 } as const
    const heard = hear([usage, usage])
    expect(heard.session).toMatchObject({ inputTokens: 10, outputTokens: null, costUsd: 0.2 })
  })
  it('classifies failures from their evidence only', () => {
    const heard = hear([{ kind: 'failure', message: 'no', evidence: [{ channel: 'http', status: 429 }] }])
    expect(heard.events[0]).toMatchObject({ kind: 'error', category: 'rate_limit', code: 'AGENT_FAILED' })
    expect(heard.turn).toMatchObject({ sawError: true, category: 'rate_limit' })
  })
  it('waits for input while a request is open, whatever else is said', () => {
    const heard = hear([
      { kind: 'request', requestId: 'r', type: 'question', text: 'Which?', options: [] },
      { kind: 'text', text: 'still here' },
    ])
    expect(heard.session.activity).toBe('waiting_input')
    expect(heard.session.request?.requestId).toBe('r')
  })
  it('works again once the agent no longer waits for the answer', () => {
    const heard = hear([
      { kind: 'request', requestId: 'r', type: 'approval', text: 'May I?', options: ['allow', 'deny'] },
      { kind: 'notice', code: 'request_withdrawn', message: 'no longer', requestId: 'r' },
    ])
    expect(heard.session).toMatchObject({ activity: 'working', request: null })
    expect(heard.events.at(-1)).toEqual({
      kind: 'request_resolved',
      requestId: 'r',
      decision: 'withdrawn',
      by: 'policy',
    })
    expect(heard.loud).toBe(true)
  })
  it('outside a turn words change no activity', () => {
    expect(hear([{ kind: 'text', text: 'late' }], { activity: 'idle' }, { inTurn: false }).session.activity).toBe(
      'idle',
    )
  })
  it('keeps the last words, bounded, and ignores blank ones', () => {
    expect(
      hear([
        { kind: 'text', text: 'a' },
        { kind: 'text', text: ' \n ' },
      ]).session.lastText,
    ).toBe('a')
    expect(hear([{ kind: 'text', text: 'x'.repeat(5000) }]).session.lastText?.length).toBeLessThanOrEqual(400)
  })
  it('remembers the last result', () => {
    expect(hear([{ kind: 'result', isError: false, text: '', durationMs: 1 }]).turn.sawResult).toBe('ok')
    expect(hear([{ kind: 'result', isError: true, text: '', durationMs: 1 }]).turn.sawResult).toBe('error')
  })
})
