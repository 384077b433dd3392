/** What looks at a screen change, and that one look alone changes nothing that was heard. */
import { describe, expect, it } from 'vitest'
import type { TerminalState } from '#contract/terminal'
import { freshTerminal } from './doing.ts'
import { type Look, type LookFacts, look, nextLookMs, quietMs, silentMs } from './screen.ts'

const at = 1_000_000
const state = (more: Partial<TerminalState> = {}): TerminalState => ({
  ...freshTerminal(at),
  opened: true,
  heard: true,
  ...more,
})
const rests: Look = { ready: true, working: false, dialog: null, draft: '' }
const works: Look = { ready: true, working: true, dialog: null, draft: '' }
const asks: Look = { ready: false, working: false, dialog: 'Proceed?', draft: null }
const blank: Look = { ready: false, working: false, dialog: null, draft: null }
const facts = (more: Partial<LookFacts> = {}): LookFacts => ({
  turn: 2,
  activity: 'working',
  nowMs: at,
  ageMs: 5_000,
  ...more,
})

describe('a dialog on the screen', () => {
  it('that no hook told of is believed at once', () => {
    expect(look(state(), asks, facts()).effects).toEqual([{ do: 'stand', activity: 'blocked' }])
    expect(look(state(), asks, facts({ turn: null, activity: 'idle' })).effects).toEqual([
      { do: 'stand', activity: 'waiting_input' },
    ])
  })

  it.each<[string, Look, number | null, unknown]>([
    ['and the agent works', works, 2, { do: 'stand', activity: 'working' }],
    ['and the agent rests: it was denied', rests, 2, { do: 'end', how: 'interrupted' }],
    ['and no turn runs', rests, null, { do: 'stand', activity: 'idle' }],
  ])('that is gone in two looks is over, %s', (_, seen, turn, effect) => {
    const open = state({ dialog: { text: 'x', tool: null } })
    const once = look(open, seen, facts({ turn, activity: 'blocked' }))
    expect(once.effects).toEqual([])
    expect(once.state.dialog).not.toBeNull()
    const twice = look(once.state, seen, facts({ turn, activity: 'blocked' }))
    expect(twice.effects).toEqual([effect])
    expect(twice.state.dialog).toBeNull()
  })

  it('that comes back between two looks stays', () => {
    const once = look(state({ dialog: { text: 'x', tool: null } }), rests, facts())
    const again = look(once.state, asks, facts())
    expect(look(again.state, rests, facts()).effects).toEqual([])
  })
})

describe('a turn whose end no hook told', () => {
  const late = facts({ nowMs: at + quietMs })
  it('is over when the agent rests in two looks and nothing was heard', () => {
    const once = look(state(), rests, late)
    expect(once.effects).toEqual([])
    expect(look(once.state, rests, late).effects).toEqual([{ do: 'end', how: 'done' }])
  })

  it.each<[string, Look, LookFacts]>([
    ['that was heard just now', rests, facts({ nowMs: at + quietMs - 1 })],
    ['that works', works, late],
    ['whose screen says nothing', blank, late],
  ])('goes on %s', (_, seen, when) => {
    const once = look(state(), seen, when)
    expect(look(once.state, seen, when).effects).toEqual([])
  })
})

describe('an interface without a turn', () => {
  it('that is ready rests; one that was never heard of is not known', () => {
    expect(look(state({ opened: false }), rests, facts({ turn: null, activity: 'unknown' })).effects).toEqual([
      { do: 'stand', activity: 'idle' },
    ])
    const silent = facts({ turn: null, activity: 'idle', ageMs: silentMs })
    expect(look(state({ opened: false, heard: false }), blank, silent).effects).toEqual([
      { do: 'stand', activity: 'unknown' },
    ])
    expect(look(state({ opened: false, heard: false }), blank, { ...silent, ageMs: silentMs - 1 }).effects).toEqual([])
  })

  it('at rest is not looked at; a dialog, a start and a quiet turn are', () => {
    const when = { turn: null, nowMs: at, ageMs: 100 }
    expect(nextLookMs(state(), when)).toBeNull()
    expect(nextLookMs(state({ opened: false }), when)).toBe(1_000)
    expect(nextLookMs(state({ dialog: { text: 'x', tool: null } }), when)).toBe(1_500)
    expect(nextLookMs(state(), { ...when, turn: 1 })).toBeLessThanOrEqual(5_000)
  })
})
