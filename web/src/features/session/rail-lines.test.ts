import { describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { nextInRail, railLines } from './rail-lines.ts'

const names = [
  { need: 'working', name: 'Working' },
  { need: 'idle', name: 'Idle' },
  { need: 'done', name: 'Done' },
] as const
const sessions = (...ids: readonly string[]): Session[] => ids.map((id) => ({ id }) as Session)
const groups = new Map<'working' | 'idle' | 'done', Session[]>([
  ['working', sessions('a', 'b')],
  ['done', sessions('c', 'd')],
])
const words = (closed: readonly string[], current: string): string =>
  railLines(names, groups, new Set(closed), current)
    .map((line) => (line.type === 'head' ? `${line.name}:${line.total}` : line.session.id))
    .join(' ')

describe('the list beside a session', () => {
  it('leaves empty groups out, and a closed one keeps the open session in sight', () => {
    expect(words([], 'a')).toBe('Working:2 a b Done:2 c d')
    expect(words(['done'], 'a')).toBe('Working:2 a b Done:2')
    expect(words(['done'], 'd')).toBe('Working:2 a b Done:2 d')
  })

  it.each<[string, 1 | -1, string | null]>([
    ['a', 1, 'b'],
    ['b', 1, 'c'],
    ['a', -1, null],
    ['d', 1, null],
    ['gone', 1, 'a'],
  ])('from %s by %i comes %s', (current, by, next) =>
    expect(nextInRail(railLines(names, groups, new Set(), current), current, by)).toBe(next),
  )
})
