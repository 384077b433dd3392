import { describe, expect, it } from 'vitest'
import { decideComment, decideSendReview, mostComments } from './decide.ts'

describe('a review may be sent', () => {
  const one = { note: '', rev: 3, comments: [{ body: 'x' }] }
  it.each([
    ['one comment', one, undefined, null],
    ['the one that was seen', one, 3, null],
    ['another than the one that was seen', one, 2, 'REVIEW_CHANGED'],
    ['a note alone', { note: 'n', rev: 1, comments: [] }, undefined, null],
    ['nothing', { note: ' ', rev: 1, comments: [] }, undefined, 'REVIEW_EMPTY'],
    ['an empty comment', { note: '', rev: 1, comments: [{ body: ' ' }] }, undefined, 'REVIEW_EMPTY'],
    ['one that was sent meanwhile', { note: '', rev: 4, comments: [] }, 3, 'REVIEW_EMPTY'],
  ] as const)('%s', (_, draft, rev, code) => expect(decideSendReview('a-1', draft, rev)?.refused ?? null).toBe(code))
})

describe('a comment', () => {
  it.each([
    ['on a line', { line: 1, endLine: 1, body: 'x' }, 0, null],
    ['without words', { line: 1, endLine: 1, body: ' \n' }, 0, 'INVALID_QUERY'],
    ['on a range the wrong way round', { line: 5, endLine: 4, body: 'x' }, 0, 'INVALID_QUERY'],
    ['too many', { line: 1, endLine: 1, body: 'x' }, mostComments, 'INVALID_QUERY'],
  ] as const)('%s', (_, comment, others, code) =>
    expect(decideComment('a-1', comment, others)?.refused ?? null).toBe(code),
  )
})
