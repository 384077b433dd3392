import { describe, expect, it } from 'vitest'
import { needBeside, sessionsThatNeed, swiped } from './next-need.ts'

const needs = ['a', 'b', 'c'].map((id) => ({ id, title: id.toUpperCase() }))

describe('the session that needs somebody beside the open one', () => {
  it.each([
    ['a', 1, 'b'],
    ['c', 1, 'a'],
    ['a', -1, 'c'],
    ['b', -1, 'a'],
    ['answered', 1, 'a'],
    ['answered', -1, 'c'],
  ] as const)('from %s by %i: %s', (current, by, expected) => {
    expect(needBeside(needs, current, by)?.id).toBe(expected)
  })

  it('is nobody where no other waits', () => {
    expect(needBeside([], 'a', 1)).toBeNull()
    expect(needBeside(needs.slice(0, 1), 'a', -1)).toBeNull()
    expect(needBeside(needs.slice(0, 1), 'b', 1)?.id).toBe('a')
  })

  it('leaves out what has a page of its own', () => {
    expect(sessionsThatNeed([{ session: null, title: 'a merge' }])).toEqual([])
  })
})

describe('a swipe', () => {
  const at = (x: number, y: number) => ({ x, y })
  it.each([
    ['to the left: on', at(300, 400), at(120, 420), 1],
    ['to the right: back', at(120, 400), at(300, 380), -1],
    ['too short', at(200, 400), at(140, 400), null],
    ['rather scrolled', at(300, 200), at(200, 300), null],
    ['from the left edge, which is the browser’s', at(10, 400), at(200, 400), null],
    ['from the right edge', at(385, 400), at(200, 400), null],
  ] as const)('%s', (_, from, to, expected) => {
    expect(swiped(from, to, 390)).toBe(expected)
  })
})
