import { describe, expect, it } from 'vitest'
import type { Mail } from '#contract/mail'
import { moveInQueue, waitingFor } from './queue-order.ts'

const mail = (n: number, more: Partial<Mail> = {}): Mail =>
  ({ id: `mail-${n}`, place: n, to: 'p-1', type: 'message', state: 'queued', ...more }) as Mail
const ids = (list: readonly Mail[]): string => list.map(({ id }) => id.slice(5)).join(' ')

describe('messages that wait', () => {
  it('are those of this session that no turn has begun with, in their places', () => {
    const all = [
      mail(10, { place: 2 }),
      mail(9, { place: 2 }),
      mail(3),
      mail(4, { to: 'p-2' }),
      mail(5, { state: 'delivered' }),
      mail(6, { type: 'status' }),
    ]
    expect(ids(waitingFor(all, 'p-1'))).toBe('9 10 3')
  })

  it.each<[number, number, unknown, string]>([
    [2, 0, 'head', '3 1 2'],
    [0, 2, { after: 'mail-3' }, '2 3 1'],
    [2, 1, { after: 'mail-1' }, '1 3 2'],
  ])('from %i to %i', (from, to, place, order) => {
    const move = moveInQueue([mail(1), mail(2), mail(3)], from, to)
    expect(move?.place).toEqual(place)
    expect(ids(waitingFor(move!.shown, 'p-1'))).toBe(order)
  })

  it('ask for nothing where nothing moves', () => {
    expect([moveInQueue([mail(1)], 0, 0), moveInQueue([mail(1)], 0, 1), moveInQueue([], 0, 1)]).toEqual([
      null,
      null,
      null,
    ])
  })
})
