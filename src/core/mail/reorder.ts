/**
 * Messages that wait, in another order. They share among them the places that they have, so that no other mail moves, and a
 * message that comes later stands behind them all. Pure.
 */

export interface Placed {
  readonly number: number
  readonly place: number
}

/** `after`: a message that is not among them any more has gone ahead, so that right behind it is the head. */
export type Spot = 'head' | 'tail' | { readonly after: number }

/** `waiting` in its order. Answers those whose place is another one now. */
export function reorder(waiting: readonly Placed[], moved: number, to: Spot): readonly Placed[] {
  const own = waiting.find(({ number }) => number === moved)
  if (own === undefined || (typeof to === 'object' && to.after === moved)) return []
  const others = waiting.filter((one) => one !== own)
  const at =
    to === 'head' ? 0 : to === 'tail' ? others.length : others.findIndex(({ number }) => number === to.after) + 1
  return others.toSpliced(at, 0, own).flatMap((one, index) => {
    const { place } = waiting[index]!
    return place === one.place ? [] : [{ number: one.number, place }]
  })
}
