import { describe, expect, it } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import { foldRow, newFold } from '../../live/reduce/items.ts'
import { linesOf, sameLine } from './lines.ts'

type Said = readonly [kind: string, turn: number, more?: Record<string, unknown>]

function itemsOf(said: readonly Said[]) {
  const fold = newFold()
  said.forEach(([kind, turn, more], i) => {
    foldRow(fold, { id: i + 1, at: '2026-01-01T00:00:00.000Z', turn, kind, ...more } as unknown as EventRow)
  })
  return fold.items
}
const call = (n: number, name: string, ok: boolean | null = true, turn = 1): Said[] => [
  ['tool', turn, { callId: `c${n}`, name, input: {} }],
  ...(ok === null ? [] : ([['tool_result', turn, { callId: `c${n}`, ok, output: '', truncated: false }]] as Said[])),
]
/** `Read Read` a run of two, `(session)` an item that is not drawn. */
const drawn = (said: readonly Said[]): string[] =>
  linesOf(itemsOf(said)).map(({ items, silent }) =>
    [
      ...silent.map((item) => `(${item.row.kind})`),
      ...items.map((item) => (item.type === 'tool' ? item.row.name : item.row.kind)),
    ].join(' '),
  )

describe('the lines of the timeline', () => {
  it.each<[string, readonly Said[], readonly string[]]>([
    ['calls of one kind are one line', [...call(1, 'Read'), ...call(2, 'read_file')], ['Read read_file']],
    ['of two kinds they are two', [...call(1, 'Read'), ...call(2, 'Bash')], ['Read', 'Bash']],
    ['unknown tools go by their names', [...call(1, 'foo'), ...call(2, 'bar'), ...call(3, 'bar')], ['foo', 'bar bar']],
    [
      'a failure stands alone',
      [...call(1, 'Bash'), ...call(2, 'Bash', false), ...call(3, 'Bash')],
      ['Bash', 'Bash', 'Bash'],
    ],
    ['a call that runs stands alone', [...call(1, 'Bash'), ...call(2, 'Bash', null)], ['Bash', 'Bash']],
    [
      'words between part them',
      [...call(1, 'Read'), ['text', 1, { text: 'x' }], ...call(2, 'Read')],
      ['Read', 'text', 'Read'],
    ],
    ['turns part them', [...call(1, 'Read'), ...call(2, 'Read', true, 2)], ['Read', 'Read']],
  ])('%s', (_name, said, lines) => expect(drawn(said)).toEqual(lines))

  it('announce a conversation once, and again only with another model', () => {
    const opened = (turn: number, model: string | null): Said => ['session', turn, { nativeId: `n${turn}`, model }]
    const words = (turn: number): Said => ['text', turn, { text: 'x' }]
    expect(
      drawn([
        opened(1, 'm'),
        words(1),
        opened(2, 'm'),
        words(2),
        opened(3, null),
        words(3),
        opened(4, 'other'),
        words(4),
      ]),
    ).toEqual(['session', 'text', '(session) text', '(session) text', 'session', 'text'])
    // The window begins in the midst of it.
    expect(drawn([opened(7, 'm'), words(7)])).toEqual(['(session) text'])
  })

  it('are the same while they hold the same items', () => {
    const items = itemsOf([...call(1, 'Read'), ...call(2, 'Read')])
    const [one] = linesOf(items)
    const [again] = linesOf([...items])
    const [changed] = linesOf([items[0]!, { ...items[1]! }])
    expect(sameLine(one!, again!)).toBe(true)
    expect(sameLine(one!, changed!)).toBe(false)
  })
})
