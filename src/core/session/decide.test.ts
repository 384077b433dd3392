import { describe, expect, it } from 'vitest'
import type { ActivityState, Phase } from '#contract/session'
import {
  decideActivity,
  decideCancel,
  decideEnding,
  decideFence,
  decideKill,
  decideRestore,
  decideResume,
  decideSend,
  decideText,
  decideTurn,
  isRefusal,
  maxMessageBytes,
  type SessionFacts,
} from './decide.ts'

const facts = (over: Partial<SessionFacts> = {}): SessionFacts => ({
  id: 'demo-1',
  phase: 'live',
  activity: 'idle',
  turnRunning: false,
  asks: false,
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

describe('a turn that cannot be', () => {
  it('while the session is being ended (must never 24)', () => {
    expect(decideEnding('demo-1', false)).toBe('accept')
    expect(word(decideEnding('demo-1', true))).toBe('SESSION_ENDED')
  })
  it('later, where the harness does not resume and the process is gone', () => {
    for (const canResume of [true, false])
      for (const living of [true, false])
        for (const turn of [0, 1, 7]) {
          const verdict = decideResume({ id: 'demo-1', harness: 'pi', canResume, living, turn })
          expect(word(verdict)).toBe(canResume || living || turn === 0 ? 'accept' : 'ABILITY_MISSING')
        }
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
    ['ended', 'occupied', null, 'SESSION_NOT_RESTORABLE'],
    ['ended', 'away', null, 'SESSION_NOT_RESTORABLE'],
    ['live', 'occupied', null, 'already'],
    ['ended', 'present', 'demo-2', 'SESSION_NOT_RESTORABLE'],
    ['live', 'present', null, 'already'],
    ['starting', 'present', null, 'SESSION_STARTING'],
  ] as const)('%s with a %s workspace held by %s: %s', (phase, workspace, heldByOther, verdict) => {
    const given = { session: facts({ phase }), workspace, path: '/w/demo-1', heldByOther, endedEffort: null }
    expect(word(decideRestore(given))).toBe(verdict)
  })
  it.each([
    ['ended', 'EFFORT_ENDED'],
    ['live', 'already'],
    ['starting', 'SESSION_STARTING'],
  ] as const)('%s, of an effort that is over: %s', (phase, verdict) => {
    const endedEffort = { id: 'e-1', state: 'completed' }
    const given = {
      session: facts({ phase }),
      workspace: 'present',
      path: null,
      heldByOther: null,
      endedEffort,
    } as const
    expect(word(decideRestore(given))).toBe(verdict)
  })
})

describe('a hook reports', () => {
  const said: ActivityState[] = ['working', 'idle', 'waiting_input', 'blocked']
  it.each(said)('%s while a turn runs is never idle (must never 48)', (state) => {
    const next = decideActivity(facts({ turnRunning: true, activity: 'working' }), state)
    expect(next).toBe(state === 'idle' ? 'working' : state)
  })
  it.each(said)('%s without a turn is never working', (state) => {
    expect(decideActivity(facts(), state)).toBe(state === 'working' ? 'idle' : state)
  })
  it('an ended session does not change (must never 23)', () =>
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

describe('a process that says it is gone', () => {
  const table: [string, Partial<SessionFacts>, ActivityState][] = [
    ['takes "waiting for input" back', { activity: 'waiting_input' }, 'idle'],
    ['takes "blocked" back', { activity: 'blocked' }, 'idle'],
    ['is working for all we know while its turn runs', { activity: 'blocked', turnRunning: true }, 'working'],
    ['leaves a request of its own open', { activity: 'waiting_input', turnRunning: true, asks: true }, 'waiting_input'],
    ['changes nothing else', { activity: 'unknown', turnRunning: true }, 'unknown'],
    ['changes nothing while it works', { activity: 'working', turnRunning: true }, 'working'],
    ['changes nothing of a session that ended', { activity: 'blocked', phase: 'ended' }, 'blocked'],
  ]
  it.each(table)('%s', (_name, over, expected) => {
    expect(decideActivity(facts(over), 'ask-reaper')).toBe(expected)
  })
})
