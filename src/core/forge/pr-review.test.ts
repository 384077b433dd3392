/** Comments reach the lines that they are about, or the text where those are gone. */
import { describe, expect, it } from 'vitest'
import { prReviewOf } from './pr-review.ts'

const said = (more: object) => ({
  ...{ path: 'a.ts', side: 'new' as const, line: 3, endLine: 3, body: 'Why?', place: 'same' as const, nowLine: null },
  ...more,
})

describe('prReviewOf', () => {
  it('puts each where its lines are now', () => {
    const { comments } = prReviewOf(
      '',
      [said({}), said({ endLine: 5, place: 'moved', nowLine: 10 }), said({ side: 'old' })],
      '',
    )
    expect(comments).toEqual([
      { path: 'a.ts', side: 'new', line: 3, startLine: null, body: 'Why?' },
      { path: 'a.ts', side: 'new', line: 12, startLine: 10, body: 'Why?' },
      { path: 'a.ts', side: 'old', line: 3, startLine: null, body: 'Why?' },
    ])
  })

  it('says what has lost its lines, the note and the mark in the text, and nothing of what is empty', () => {
    const words = prReviewOf(' Good. ', [said({ place: 'gone' }), said({ body: '  ' })], '<!-- m -->')
    expect(words).toEqual({ body: 'Good.\n\n- a.ts:3 (gone since): Why?\n\n<!-- m -->', comments: [] })
  })
})
