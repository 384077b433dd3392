import { describe, expect, it } from 'vitest'
import { fileAt, fileHeight, headHeight, rowHeight, rowsBetween, rowTop, type Shape, topsOf } from './geometry.ts'

const shape = (rows: number, more: Partial<Shape> = {}): Shape => ({
  folded: false,
  rows,
  extra: 0,
  blocks: [],
  ...more,
})

describe('where things stand', () => {
  it('files follow each other; a folded one is its head', () => {
    const shapes = [shape(10), shape(99, { folded: true }), shape(1)]
    const tops = topsOf(shapes)
    expect([...tops]).toEqual([0, fileHeight(shapes[0]!), fileHeight(shapes[0]!) + fileHeight(shapes[1]!), tops[3]])
    expect(fileHeight(shapes[1]!)).toBe(headHeight + 8)
    for (const at of [0, 1, 2]) expect([fileAt(tops, tops[at]!), fileAt(tops, tops[at + 1]! - 1)]).toEqual([at, at])
    expect(fileAt(tops, 1e9)).toBe(2)
  })
  it('a block between rows pushes those below it', () => {
    const one = shape(10, { blocks: [{ after: 2, height: 100 }] })
    expect([rowTop(one, 2), rowTop(one, 3)]).toEqual([2 * rowHeight, 3 * rowHeight + 100])
  })
  it('every row that is seen is named, blocks or not', () => {
    const one = shape(1000, {
      blocks: [
        { after: 5, height: 300 },
        { after: 600, height: 50 },
      ],
    })
    for (const y of [0, 100, 5000, 15_000]) {
      const [from, to] = rowsBetween(one, y, y + 800)
      for (let row = 0; row < one.rows; row++) {
        const top = rowTop(one, row)
        if (top + rowHeight > y && top < y + 800) expect(row >= from && row < to).toBe(true)
      }
      expect(to - from).toBeLessThan(60)
    }
  })
  it('nothing at all is no trouble', () => {
    expect([...topsOf([])]).toEqual([0])
    expect(fileAt(topsOf([]), 5)).toBe(0)
    expect(rowsBetween(shape(0), 0, 500)).toEqual([0, 0])
  })
})
