/** The table of what an agent in a terminal does: every signal in every standing. */
import { describe, expect, it } from 'vitest'
import type { TerminalState } from '#contract/terminal'
import { type Effect, freshTerminal, hear, ripen, type Signal, tailMs, wentOn } from './doing.ts'

const at = 1_000_000
const state = (more: Partial<TerminalState> = {}): TerminalState => ({ ...freshTerminal(at), opened: true, ...more })
const dialog = { text: 'Bash: rm', tool: 't1' }
const effectsOf = (before: TerminalState, signal: Signal, turn: number | null, nowMs = at): readonly Effect[] =>
  hear(before, signal, { turn, nowMs }).effects

describe('where turns begin', () => {
  it.each<[string, TerminalState, number | null, readonly Effect[]]>([
    ['nothing runs', state(), null, [{ do: 'begin', text: 'hi', by: 'person' }]],
    [
      'a turn runs',
      state({ confirmed: 3 }),
      3,
      [
        { do: 'join', text: 'hi' },
        { do: 'stand', activity: 'working' },
      ],
    ],
    [
      'the turn before has said that it is over',
      state({ confirmed: 3, stopping: { how: 'done', atMs: at } }),
      3,
      [
        { do: 'end', how: 'done' },
        { do: 'begin', text: 'hi', by: 'person' },
      ],
    ],
  ])('words that somebody typed while %s', (_, before, turn, effects) => {
    expect(effectsOf(before, { type: 'prompt', text: 'hi', own: false }, turn)).toEqual(effects)
  })

  it('the words that were sent confirm their turn, once', () => {
    const first = hear(state(), { type: 'prompt', text: 'hi', own: true }, { turn: 4, nowMs: at })
    expect(first.effects).toEqual([{ do: 'stand', activity: 'working' }])
    expect(first.state.confirmed).toBe(4)
  })

  it('words typed into a turn for Drover are heard once and begin no turn', () => {
    const done = hear(
      state({ confirmed: 4, steered: 'more' }),
      { type: 'prompt', text: 'more', own: true },
      { turn: 4, nowMs: at },
    )
    expect(done.effects).toEqual([{ do: 'stand', activity: 'working' }])
    expect(done.state).toMatchObject({ steered: null, joined: 'more' })
  })

  it('words on the list of the CLI begin a turn of their own when it takes them after the end of the one before', () => {
    const queued = hear(
      state({ confirmed: 4 }),
      { type: 'prompt', text: 'later', own: false, queued: true },
      { turn: 4, nowMs: at },
    )
    expect(queued.effects).toEqual([])
    const over = hear(queued.state, { type: 'stopped', how: 'done', more: false }, { turn: 4, nowMs: at })
    expect(over.effects).toEqual([{ do: 'end', how: 'done' }])
    const goes = hear(over.state, { type: 'spoke' }, { turn: null, nowMs: at })
    expect(goes.effects).toEqual([{ do: 'begin', text: 'later', by: 'person' }])
    expect(hear(goes.state, { type: 'spoke' }, { turn: null, nowMs: at }).effects).toEqual([])
  })

  it('an agent that works without words has gone on by itself; the last lines of a transcript are no such work', () => {
    expect(effectsOf(state(), { type: 'tool_began', id: 't' }, null)).toEqual([
      { do: 'begin', text: wentOn, by: 'agent' },
    ])
    expect(effectsOf(state(), { type: 'spoke' }, null)).toEqual([])
  })
})

describe('a dialog', () => {
  it('blocks in a turn and waits for somebody before one', () => {
    expect(effectsOf(state(), { type: 'dialog', text: 'x', id: null }, 2)).toEqual([
      { do: 'stand', activity: 'blocked' },
    ])
    expect(effectsOf(state(), { type: 'dialog', text: 'x', id: null }, null)).toEqual([
      { do: 'stand', activity: 'waiting_input' },
    ])
  })

  it.each<[string, Signal, boolean]>([
    ['another tool that ends', { type: 'tool_ended', id: 't2' }, false],
    ['another tool that begins', { type: 'tool_began', id: 't2' }, false],
    ['words of the agent', { type: 'spoke' }, false],
    ['the end of the tool that it asks about', { type: 'tool_ended', id: 't1' }, true],
    ['being answered', { type: 'dialog_over' }, true],
  ])('is over by %s: %o', (_, signal, over) => {
    const done = hear(state({ dialog, tools: ['t1', 't2'] }), signal, { turn: 2, nowMs: at })
    expect(done.state.dialog === null).toBe(over)
    expect(done.effects).toEqual(over ? [{ do: 'stand', activity: 'working' }] : [])
  })

  it('is over with the turn', () => {
    for (const signal of [
      { type: 'stopped', how: 'interrupted', more: false },
      { type: 'prompt', text: 'on', own: false },
    ] as const)
      expect(hear(state({ dialog }), signal, { turn: 2, nowMs: at }).state.dialog).toBeNull()
  })

  it('without the id of its tool it is over once no tool runs', () => {
    const asked = state({ dialog: { text: 'x', tool: null }, tools: ['a', 'b'] })
    const first = hear(asked, { type: 'tool_ended', id: 'a' }, { turn: 2, nowMs: at })
    expect(first.state.dialog).not.toBeNull()
    expect(hear(first.state, { type: 'tool_ended', id: 'b' }, { turn: 2, nowMs: at }).state.dialog).toBeNull()
  })
})

describe('the end of a turn', () => {
  it('told by a hook waits for the last lines of the transcript, and not for ever', () => {
    const told = hear(state(), { type: 'stopped', how: 'done', more: true }, { turn: 2, nowMs: at })
    expect(told.effects).toEqual([])
    expect(ripen(told.state, { turn: 2, nowMs: at + tailMs - 1 })).toBeNull()
    expect(ripen(told.state, { turn: 2, nowMs: at + tailMs })?.effects).toEqual([{ do: 'end', how: 'done' }])
    expect(hear(told.state, { type: 'spoke' }, { turn: 2, nowMs: at }).effects).toEqual([])
  })

  it('told by the transcript is at once, with what the hook said of it', () => {
    const told = hear(state(), { type: 'stopped', how: 'failed', more: true }, { turn: 2, nowMs: at })
    const over = hear(told.state, { type: 'stopped', how: 'done', more: false }, { turn: 2, nowMs: at })
    expect(over.effects).toEqual([{ do: 'end', how: 'failed' }])
    expect(over.state.stopping).toBeNull()
  })

  it('without a turn it only rests', () => {
    expect(effectsOf(state(), { type: 'stopped', how: 'done', more: false }, null)).toEqual([
      { do: 'stand', activity: 'idle' },
    ])
    expect(ripen(state(), { turn: null, nowMs: at })).toBeNull()
  })
})

it('remembers at most so many tools', () => {
  let now = state()
  for (let n = 0; n < 300; n++) now = hear(now, { type: 'tool_began', id: `t${n}` }, { turn: 1, nowMs: at }).state
  expect(now.tools).toHaveLength(128)
  expect(now.tools.at(-1)).toBe('t299')
})

describe('two hooks of one end', () => {
  it.each(['done', 'failed'] as const)('that it rests again gives way to %s, in either order', (how) => {
    const end = (first: 'interrupted' | typeof how, second: 'interrupted' | typeof how) => {
      const before = hear(state(), { type: 'stopped', how: first, more: true }, { turn: 2, nowMs: at }).state
      return hear(before, { type: 'stopped', how: second, more: true }, { turn: 2, nowMs: at + 500 }).state.stopping
    }
    expect(end('interrupted', how)).toEqual({ how, atMs: at })
    expect(end(how, 'interrupted')).toEqual({ how, atMs: at })
  })
})
