import { describe, expect, test } from 'vitest'
import { add, drop, nextOf, type Outgoing, readOutbox, refuse, renew, staleMs } from './outbox.ts'

const one = (id: string, more: Partial<Outgoing> = {}): Outgoing => ({
  id,
  persona: 'chef',
  text: id,
  at: 1_000,
  refused: null,
  ...more,
})
const no = { code: 'X', message: 'no', hint: null }

describe('words on their way', () => {
  test('go in their order, one persona’s apart from another’s', () => {
    const box = [one('a', { persona: 'gardener' }), one('b'), one('c')]
    expect(nextOf(box, 'chef', 1_000)?.id).toBe('b')
    expect(nextOf(drop(box, 'b'), 'chef', 1_000)?.id).toBe('c')
    expect(nextOf([], 'chef', 1_000)).toBeNull()
  })

  test('the same id is one message', () =>
    expect(add(add([], one('a')), one('a', { text: 'twice' }))).toEqual([one('a')]))

  test('what was refused lets the next one by, and goes again when it is pressed', () => {
    const box = refuse([one('a'), one('b')], 'a', no)
    expect(nextOf(box, 'chef', 1_000)?.id).toBe('b')
    expect(nextOf(renew(box, 'a', 2_000), 'chef', 2_000)?.id).toBe('a')
  })

  test.each([
    [staleMs, 'a'],
    [staleMs + 1, null],
    // A clock that was set back says nothing of how old it is.
    [-staleMs - 1, null],
  ])('written %d ms ago: %s is said by itself', (ago, id) =>
    expect(nextOf([one('a', { at: 5_000_000 - ago })], 'chef', 5_000_000)?.id ?? null).toBe(id),
  )

  test('what storage holds is taken where it is ours', () => {
    expect(readOutbox([one('a'), null, { id: 1 }, { ...one('b'), refused: {} }, one('c', { refused: no })])).toEqual([
      one('a'),
      one('c', { refused: no }),
    ])
    expect(readOutbox('[]')).toEqual([])
  })
})
