import { describe, expect, it } from 'vitest'
import { composeReview, nameOf } from './compose.ts'

const said = (path: string, line: number, body: string, more: object = {}) => ({
  path,
  side: 'new' as const,
  line,
  endLine: line,
  quote: 'const a = 1',
  body,
  place: 'same' as const,
  nowLine: null,
  ...more,
})

describe('a review as a message', () => {
  it('says the note, then every comment in the order of files and lines, with its code', () => {
    const comments = [
      said('b.ts', 9, 'Why?'),
      said('a.ts', 12, 'Rename it.'),
      said('a.ts', 3, 'Too long.', { endLine: 5 }),
    ]
    expect(composeReview(' Good start. ', comments)).toBe(
      [
        'Review of your changes: 3 comments. Go through every one of them.',
        'Good start.',
        '1. a.ts, lines 3-5\n```\nconst a = 1\n```\nToo long.',
        '2. a.ts, line 12\n```\nconst a = 1\n```\nRename it.',
        '3. b.ts, line 9\n```\nconst a = 1\n```\nWhy?',
      ].join('\n\n'),
    )
  })
  it.each([
    ['moved', { place: 'moved' as const, nowLine: 7 }, '(moved since: now line 7)'],
    ['changed', { place: 'changed' as const }, '(this code has changed since'],
    ['gone', { place: 'gone' as const }, '(this file is gone since'],
    ['on a removed line', { side: 'old' as const }, 'removed line 3'],
  ])('%s is said', (_, more, words) => expect(composeReview('', [said('a', 3, 'x', more)])).toContain(words))
  it('a fence is longer than any in the code', () =>
    expect(composeReview('', [said('a', 1, 'x', { quote: '````md\n```' })])).toContain('`````\n````md\n```\n`````'))
  it('a long quote is cut', () =>
    expect(composeReview('', [said('a', 1, 'x', { quote: 'l\n'.repeat(99) })])).toContain('… 60 more lines'))
  it('a note alone is a review; an empty comment is none', () =>
    expect(composeReview('Fine.', [said('a', 1, '  ')])).toBe('Review of your changes.\n\nFine.'))
  it.each([
    ['src/ä b.ts', 'src/ä b.ts'],
    ['a\nb', '"a\\nb"'],
    ['say "x"', '"say \\"x\\""'],
  ])('the name %j stays on its line', (path, name) => expect(nameOf(path)).toBe(name))
})
