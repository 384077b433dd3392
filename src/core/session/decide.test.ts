import { describe, expect, it } from 'vitest'
import type { ActivityState, Phase } from '#contract/session'
import {
  decideActivity,
  decideCancel,
  decideFence,
  decideKill,
  decideRestore,
  decideSend,
  decideText,
  decideTurn,
  isRefusal,
  maxMessageBytes,
  mayMove,
  type SessionFacts,
} from './decide.ts'

const facts = (over: Partial<SessionFacts> = {}): SessionFacts => ({
  id: 'demo-1',
  phase: 'live',
  activity: 'idle',
  turnRunning: false,
  launchId: 'l_1',
  ...over,
})
const word = (verdict: unknown): unknown => (isRefusal(verdict) ? verdict.refused : verdict)

describe('a turn by name', () => {
  const table: [Phase, boolean, string][] = [
    ['live', false, 'accept'],
    ['live', true, 'TURN_IN_PROGRESS'],
    ['starting', false, 'SESSION_STARTING'],
    ['starting', true, 'SESSION_STARTING'],
    ['ended', false, 'SESSION_ENDED'],
    ['ended', true, 'SESSION_ENDED'],
  ]
  it.each(table)('%s, running %s: %s', (phase, turnRunning, verdict) => {
    expect(word(decideTurn(facts({ phase, turnRunning })))).toBe(verdict)
  })
})

describe('send', () => {
  const table: [Phase, boolean, number, boolean, string][] = [
    ['live', false, 0, false, 'start'],
    ['live', false, 0, true, 'start'],
    ['live', false, 2, false, 'queue'],
    ['live', false, 2, true, 'start'],
    ['live', true, 0, false, 'queue'],
    ['live', true, 0, true, 'interrupt'],
    ['starting', false, 0, false, 'queue'],
    ['starting', true, 0, true, 'queue'],
    ['ended', false, 0, false, 'SESSION_ENDED'],
    ['ended', false, 0, true, 'SESSION_ENDED'],
  ]
  it.each(table)('%s, running %s, %s queued, interrupt %s: %s', (phase, turnRunning, queued, interrupt, verdict) => {
    expect(word(decideSend(facts({ phase, turnRunning }), queued, interrupt))).toBe(verdict)
  })
})

describe('cancel and kill', () => {
  it.each([
    ['live', true, 'accept'],
    ['live', false, 'NO_TURN'],
    ['starting', false, 'NO_TURN'],
    ['ended', false, 'SESSION_ENDED'],
  ] as [Phase, boolean, string][])('cancel in %s, running %s: %s', (phase, turnRunning, verdict) => {
    expect(word(decideCancel(facts({ phase, turnRunning })))).toBe(verdict)
  })
  it.each([
    ['live', undefined, 'end'],
    ['live', 'l_1', 'end'],
    ['live', 'l_2', 'LAUNCH_CHANGED'],
    ['starting', undefined, 'abort-start'],
    ['starting', 'l_2', 'LAUNCH_CHANGED'],
    ['ended', undefined, 'already'],
    ['ended', 'l_2', 'already'],
  ] as [Phase, string | undefined, string][])('kill in %s naming %s: %s', (phase, launchId, verdict) => {
    expect(word(decideKill(facts({ phase }), launchId))).toBe(verdict)
  })
  it('a fence without a launch matches anything, another launch nothing', () => {
    expect(decideFence(facts(), undefined)).toBe('accept')
    expect(word(decideFence(facts({ launchId: null }), 'l_1'))).toBe('LAUNCH_CHANGED')
  })
})

describe('restore', () => {
  it.each([
    ['ended', 'present', null, 'reuse'],
    ['ended', 'removed', null, 'readd'],
    ['ended', 'missing', null, 'readd'],
    ['ended', 'none', null, 'SESSION_NOT_RESTORABLE'],
    ['ended', 'present', 'demo-2', 'SESSION_NOT_RESTORABLE'],
    ['live', 'present', null, 'already'],
    ['starting', 'present', null, 'SESSION_STARTING'],
  ] as const)('%s with a %s workspace held by %s: %s', (phase, workspace, heldByOther, verdict) => {
    expect(word(decideRestore({ session: facts({ phase }), workspace, heldByOther }))).toBe(verdict)
  })
})

describe('phases', () => {
  it.each([
    ['starting', 'live', true],
    ['starting', 'ended', true],
    ['live', 'ended', true],
    ['live', 'starting', false],
    ['ended', 'live', true],
    ['ended', 'starting', false],
  ] as [Phase, Phase, boolean][])('%s to %s: %s', (from, to, may) => expect(mayMove(from, to)).toBe(may))
})

describe('a hook reports', () => {
  const said: ActivityState[] = ['working', 'idle', 'waiting_input', 'blocked']
  it.each(said)('%s while a turn runs is never idle', (state) => {
    const next = decideActivity(facts({ turnRunning: true, activity: 'working' }), state)
    expect(next).toBe(state === 'idle' ? 'working' : state)
  })
  it.each(said)('%s without a turn is never working', (state) => {
    expect(decideActivity(facts(), state)).toBe(state === 'working' ? 'idle' : state)
  })
  it('an ended session does not change', () =>
    expect(decideActivity(facts({ phase: 'ended' }), 'blocked')).toBe('idle'))
})

describe('text', () => {
  const words = { empty: 'PROMPT_REQUIRED', long: 'PROMPT_TOO_LONG' } as const
  it.each(['', ' ', '\n\t  \n'])('refuses %j', (text) => expect(word(decideText(text, words))).toBe('PROMPT_REQUIRED'))
  it('takes exactly 1 MB and refuses one byte more, counted in UTF-8', () => {
    expect(decideText('x'.repeat(maxMessageBytes), words)).toBe('accept')
    expect(word(decideText(`${'x'.repeat(maxMessageBytes)}x`, words))).toBe('PROMPT_TOO_LONG')
    expect(decideText('é'.repeat(maxMessageBytes / 2), words)).toBe('accept')
    expect(word(decideText('é'.repeat(maxMessageBytes / 2 + 1), words))).toBe('PROMPT_TOO_LONG')
    expect(decideText('🐑'.repeat(maxMessageBytes / 4), words)).toBe('accept')
    expect(word(decideText('🐑'.repeat(maxMessageBytes / 4 + 1), words))).toBe('PROMPT_TOO_LONG')
  })
})
