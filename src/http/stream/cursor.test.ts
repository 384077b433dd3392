/** Cursors: what counts as a place, and what as a gap. */
import { expect, it } from 'vitest'
import { isGap, readCursor, readPageCursor } from './cursor.ts'

it('reads digits and nothing else', () => {
  expect([undefined, '', '0', '42', '-1', '1e3', ' 1', '9'.repeat(16)].map(readCursor)).toEqual([
    'none',
    'none',
    0,
    42,
    'unreadable',
    'unreadable',
    'unreadable',
    'unreadable',
  ])
})

it('takes a pair from the header, else what the address says', () => {
  expect(readPageCursor('7:3', { after: '1', sessionAfter: '1' })).toEqual({ seq: 7, row: 3 })
  expect(readPageCursor('7', { after: '1', sessionAfter: '1' })).toEqual({ seq: 7, row: 1 })
  expect(readPageCursor(undefined, { after: '5' })).toEqual({ seq: 5, row: 'none' })
  expect(readPageCursor('7:', {})).toEqual({ seq: 'unreadable', row: 'none' })
})

it('is a gap below what is kept and above what exists', () => {
  expect([4, 5, 9, 10, 11].map((cursor) => isGap(cursor, 5, 10))).toEqual([true, false, false, false, true])
  expect(isGap('none', 5, 10)).toBe(false)
  expect(isGap('unreadable', 0, 0)).toBe(true)
})
