import { describe, expect, it } from 'vitest'
import type { AgentEvent, EventRow } from '#contract/agent-event'
import {
  emptyTranscript,
  firstId,
  hasOlder,
  lastId,
  maxRows,
  reduceTranscript,
  type Transcript,
  type TranscriptAction,
} from './transcript.ts'

const row = (id: number, event: AgentEvent, turn: number | null = 1): EventRow =>
  ({ id, at: '2026-01-01T00:00:00.000Z', turn, ...event }) as EventRow
const text = (id: number, turn = 1): EventRow => row(id, { kind: 'text', text: `line ${id}` }, turn)
const run = (from: number, to: number): EventRow[] => Array.from({ length: to - from + 1 }, (_, i) => text(from + i))
const play = (actions: readonly TranscriptAction[], from = emptyTranscript()): Transcript =>
  actions.reduce(reduceTranscript, from)
const ids = (t: Transcript): number[] => t.rows.map((r) => r.id)
const loaded = (rows: readonly EventRow[]): TranscriptAction => ({ type: 'page', rows, end: rows.at(-1)?.id ?? 0 })
const live = (...rows: EventRow[]): TranscriptAction => ({ type: 'rows', rows })

describe('rows that arrive', () => {
  const cases: readonly { name: string; actions: readonly TranscriptAction[]; ids: number[]; behind: boolean }[] = [
    { name: 'in order', actions: [loaded(run(1, 2)), live(text(3)), live(text(4))], ids: [1, 2, 3, 4], behind: false },
    {
      name: 'twice',
      actions: [loaded(run(1, 3)), live(text(3)), live(text(3), text(4))],
      ids: [1, 2, 3, 4],
      behind: false,
    },
    {
      name: 'as a whole replay',
      actions: [loaded(run(1, 3)), live(...run(1, 5))],
      ids: [1, 2, 3, 4, 5],
      behind: false,
    },
    { name: 'after a hole', actions: [loaded(run(1, 3)), live(text(6), text(7))], ids: [1, 2, 3], behind: true },
    {
      name: 'after a hole that a page then fills',
      actions: [loaded(run(1, 3)), live(text(6)), { type: 'page', rows: run(4, 6) }, live(text(7))],
      ids: [1, 2, 3, 4, 5, 6, 7],
      behind: false,
    },
    {
      name: 'while the hole is being filled',
      actions: [loaded(run(1, 3)), live(text(6)), live(text(7)), { type: 'page', rows: run(4, 6) }],
      ids: [1, 2, 3, 4, 5, 6],
      behind: true,
    },
    {
      name: 'before the first page',
      actions: [live(text(9)), loaded(run(5, 9)), live(text(10))],
      ids: [5, 6, 7, 8, 9, 10],
      behind: false,
    },
    { name: 'in an empty session', actions: [loaded([]), live(text(1))], ids: [1], behind: false },
  ]
  it.each(cases)('$name', ({ actions, ids: expected, behind }) => {
    const t = play(actions)
    expect(ids(t)).toEqual(expected)
    expect(t.items.map((i) => i.id)).toEqual(expected)
    expect(t.behind).toBe(behind)
  })

  it('give the same items in any batches', () => {
    const rows = interleaved()
    const whole = play([loaded(rows)])
    for (const size of [1, 2, 3, 5]) {
      let t = play([loaded(rows.slice(0, size))])
      for (let at = size; at < rows.length; at += size) t = reduceTranscript(t, live(...rows.slice(at, at + size)))
      expect(t.items).toEqual(whole.items)
    }
  })

  it('leave the state they came to as it was', () => {
    const before = play([loaded(interleaved().slice(0, 4))])
    const copy = structuredClone(before)
    reduceTranscript(before, live(...interleaved().slice(4)))
    expect(before).toEqual(copy)
  })
})

function interleaved(): EventRow[] {
  return [
    row(1, { kind: 'user', text: 'go', source: 'operator' }),
    row(2, { kind: 'tool', callId: 'a', name: 'Bash', input: {} }),
    row(3, { kind: 'tool', callId: 'b', name: 'Read', input: {} }),
    row(4, { kind: 'usage', input: 10, output: 1, cacheRead: null, cacheWrite: null, costUsd: 0.5 }),
    row(5, { kind: 'user', text: 'next', source: 'queue' }, 2),
    row(6, { kind: 'tool', callId: 'a', name: 'Bash', input: {} }, 2),
    row(7, { kind: 'tool_result', callId: 'a', ok: true, output: 'one', truncated: false }),
    row(8, { kind: 'usage', input: 5, output: 2, cacheRead: null, cacheWrite: null, costUsd: null }),
    row(9, { kind: 'result', isError: false, text: 'done', durationMs: 12 }),
    row(10, { kind: 'turn_end', turn: 1, outcome: 'completed', exitCode: 0, durationMs: 12 }),
    row(11, { kind: 'tool_result', callId: 'a', ok: false, output: 'two', truncated: false }, 2),
    row(12, { kind: 'request', requestId: 'q', type: 'question', text: '?', options: [] }, 2),
    row(13, { kind: 'request_resolved', requestId: 'q', decision: 'yes', by: 'operator' }, 2),
    row(14, { kind: 'turn_end', turn: 2, outcome: 'cancelled', exitCode: null, durationMs: 3 }, 2),
  ]
}

describe('items', () => {
  it('join a tool with the result of its own turn, and say what a turn cost where it ends', () => {
    const { items } = play([loaded(interleaved())])
    const tools = items.filter((i) => i.type === 'tool')
    expect(tools.map((i) => [i.id, i.result?.id ?? null, i.abandoned])).toEqual([
      [2, 7, false],
      [3, null, true],
      [6, 11, false],
    ])
    const ends = items.filter((i) => i.type === 'end')
    expect(ends.map((i) => [i.id, i.cost.input, i.cost.costUsd, i.outcome?.id ?? null])).toEqual([
      [10, 15, 0.5, 9],
      [14, null, null, null],
    ])
    expect(items.filter((i) => i.type === 'request').map((i) => i.answer?.id)).toEqual([13])
  })

  it('show a result whose call is not loaded, and join it once the older page is there', () => {
    const rows = interleaved()
    const late = play([loaded(rows.slice(6))])
    expect(late.items[0]).toMatchObject({ type: 'result', id: 7 })
    const all = reduceTranscript(late, { type: 'page', rows: rows.slice(0, 6) })
    expect(all.items).toEqual(play([loaded(rows)]).items)
  })
})

describe('a message that is being spoken', () => {
  const spoken: TranscriptAction = { type: 'delta', delta: { kind: 'text', text: 'ab' } }
  it('grows, and gives way to the finished one', () => {
    const t = play([loaded(run(1, 1)), spoken, spoken])
    expect(t.live.text).toBe('abab')
    expect(reduceTranscript(t, live(text(2))).live.text).toBe('')
  })
  it('is not begun again by its own last parts, when they arrive after the whole of it', () => {
    const part = (text: string): TranscriptAction => ({ type: 'delta', delta: { kind: 'text', text } })
    const whole = (id: number, words: string): TranscriptAction => live(row(id, { kind: 'text', text: words }))
    const first = [loaded(run(1, 1)), part('one two '), whole(2, 'one two three four')]
    expect(play([...first, part('three '), part('four')]).live.text).toBe('')
    expect(play([...first, part('four'), part('next '), part('one')]).live.text).toBe('next one')
    expect(play([...first, part('two '), part('and a half')]).live.text).toBe('two and a half')
  })
  it('is dropped when the line is lost: its parts are never sent again', () => {
    expect(play([loaded(run(1, 1)), spoken, { type: 'link-lost' }]).live.text).toBe('')
  })
})

describe('a log of 1,000,000 events', () => {
  it('streams through a window that stays small, loses nothing at its end and keeps the order', () => {
    let t = play([loaded([])])
    const step = 500
    for (let from = 1; from <= 1_000_000; from += step) t = reduceTranscript(t, live(...run(from, from + step - 1)))
    expect(lastId(t)).toBe(1_000_000)
    expect(t.end).toBe(1_000_000)
    expect(t.rows.length).toBeLessThanOrEqual(maxRows)
    expect(t.rows.every((r, i) => r.id === firstId(t) + i)).toBe(true)
    expect(hasOlder(t)).toBe(true)
  })

  it('is read backwards page by page, and forwards again to the newest line', () => {
    const total = 20_000
    let t = play([
      { type: 'page', rows: run(total - 199, total), end: total },
      { type: 'reader', atTail: false },
    ])
    while (hasOlder(t))
      t = reduceTranscript(t, { type: 'page', rows: run(Math.max(1, firstId(t) - 500), firstId(t) - 1) })
    expect(firstId(t)).toBe(1)
    expect(t.behind).toBe(true)
    t = reduceTranscript(t, live(text(total + 1)))
    expect(lastId(t)).toBe(maxRows)
    expect(t.end).toBe(total + 1)
    t = reduceTranscript(t, { type: 'reader', atTail: true })
    while (t.behind)
      t = reduceTranscript(t, { type: 'page', rows: run(lastId(t) + 1, Math.min(total + 1, lastId(t) + 500)) })
    expect(lastId(t)).toBe(total + 1)
    expect(t.rows.length).toBeLessThanOrEqual(maxRows)
  })

  it('does not let go of what the reader looks at', () => {
    const first = play([loaded(run(1, maxRows)), { type: 'reader', atTail: false }])
    const t = reduceTranscript(first, live(...run(maxRows + 1, maxRows + 50)))
    expect(firstId(t)).toBe(1)
    expect(t.behind).toBe(true)
    expect(t.end).toBe(maxRows + 50)
  })
})
