import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Placed, reorder, type Spot } from './reorder.ts'

const waiting: readonly Placed[] = [
  { number: 3, place: 3 },
  { number: 5, place: 5 },
  { number: 9, place: 9 },
]
const placed = (moved: number, to: Spot, list = waiting): Placed[] => {
  const changed = new Map(reorder(list, moved, to).map((one) => [one.number, one.place]))
  return list
    .map(({ number, place }) => ({ number, place: changed.get(number) ?? place }))
    .sort((a, b) => a.place - b.place)
}
const numbers = (list: readonly Placed[]): string => list.map(({ number }) => number).join(' ')

describe('messages in another order', () => {
  it.each<[number, Spot, string]>([
    [9, 'head', '9 3 5'],
    [3, 'tail', '5 9 3'],
    [9, { after: 3 }, '3 9 5'],
    [3, { after: 9 }, '5 9 3'],
    [5, { after: 3 }, '3 5 9'],
    [5, { after: 5 }, '3 5 9'],
    [3, 'head', '3 5 9'],
    [9, { after: 1 }, '9 3 5'],
    [77, 'head', '3 5 9'],
  ])('%i to %j', (moved, to, order) => expect(numbers(placed(moved, to))).toBe(order))

  it('keep their places among them, whatever is moved how often', () => {
    const spot = fc.oneof(
      fc.constantFrom<Spot>('head', 'tail'),
      fc.nat(12).map((n): Spot => ({ after: n })),
    )
    const start = Array.from({ length: 10 }, (_, n) => ({ number: n, place: n * 3 }))
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(12), spot), { maxLength: 20 }), (moves) => {
        const end = moves.reduce((list, [moved, to]) => placed(moved, to, list), start)
        expect(end.map(({ place }) => place)).toEqual(start.map(({ place }) => place))
        expect(end.map(({ number }) => number).sort((a, b) => a - b)).toEqual(start.map(({ number }) => number))
      }),
    )
  })
})
