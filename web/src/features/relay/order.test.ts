import { describe, expect, it } from 'vitest'
import type { Task } from '#contract/task'
import { dropAt, inQueueOrder, isStuck, moveWithin, openBlockers } from './order.ts'

const task = (id: string, place: number, more: Partial<Task> = {}): Task =>
  ({ id, place, priority: 0, state: 'ready', blockedBy: [], ...more }) as Task
const list = [task('urgent', 9, { priority: 5 }), task('a', 1), task('b', 2), task('c', 3)]
const byId = (...tasks: Task[]) => new Map(tasks.map((one) => [one.id, one]))

/** The order that shows once the move is drawn. */
const shown = (from: number, to: number): string => {
  const move = moveWithin(list, from, to)
  return inQueueOrder(list.map((one, i) => (i === from && move ? { ...one, ...move.shown } : one)))
    .map(({ id }) => id)
    .join(' ')
}

describe('moving in the queue', () => {
  it('sorts as the daemon does', () => {
    expect(inQueueOrder([...list].reverse()).map(({ id }) => id)).toEqual(['urgent', 'a', 'b', 'c'])
  })

  it.each([
    [3, 1, { place: { after: 'urgent' } }, 'urgent c a b'],
    [1, 3, { place: { after: 'c' } }, 'urgent b c a'],
    [2, 1, { place: { after: 'urgent' } }, 'urgent b a c'],
    [1, 2, { place: { after: 'b' } }, 'urgent b a c'],
    [3, 0, { place: 'head', priority: 5 }, 'c urgent a b'],
    [0, 3, { place: { after: 'c' }, priority: null }, 'a b c urgent'],
  ])('from %d to %d', (from, to, asked, order) => {
    expect(moveWithin(list, from, to)).toMatchObject(asked)
    expect(shown(from, to)).toBe(order)
  })

  it('asks for nothing where nothing moves', () => {
    expect([moveWithin(list, 1, 1), moveWithin(list, 0, -1), moveWithin(list, 3, 4), moveWithin([], 0, 1)]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('drops by the middle of a row', () => {
    expect([5, 15, 100].map((y) => dropAt([10, 20, 30], y))).toEqual([0, 1, 3])
  })
})

describe('waiting for another', () => {
  const waits = task('w', 4, { blockedBy: ['x', 'gone', 'done'] })
  it.each([
    ['ready', ['x'], false],
    ['claimed', ['x'], false],
    ['failed', ['x'], true],
    ['needs_user', ['x'], true],
    ['done', [], false],
    ['cancelled', [], false],
  ] as const)('that is %s', (state, blockers, stuck) => {
    const tasks = byId(waits, task('x', 1, { state }), task('done', 2, { state: 'done' }))
    expect(openBlockers(waits, tasks)).toEqual(blockers)
    expect(isStuck(waits, tasks)).toBe(stuck)
  })
})
