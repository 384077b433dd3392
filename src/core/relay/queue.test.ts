/** Order, blockers, leases and the moves of tasks. */
import { describe, expect, test } from 'vitest'
import { taskStates } from '#contract/task-state'
import {
  findCycle,
  inOrder,
  leaseIsOver,
  lookAtQueue,
  moveTask,
  placesFor,
  type TaskAct,
  type TaskFacts,
} from './queue.ts'

const task = (id: string, more: Partial<TaskFacts> = {}): TaskFacts => ({
  id,
  state: 'ready',
  priority: 0,
  place: 0,
  role: null,
  blockedBy: [],
  leaseUntil: null,
  ...more,
})
const ids = (tasks: readonly TaskFacts[]) => tasks.map(({ id }) => id).join(' ')

describe('order', () => {
  test('priority first, then place', () => {
    expect(ids(inOrder([task('a', { place: 2 }), task('b', { place: 1 }), task('c', { place: 9, priority: 5 })]))).toBe(
      'c b a',
    )
  })
  test('a task waits for its blockers, is stuck behind a failed one, and free when one is gone', () => {
    const look = (blocker: Partial<TaskFacts> | null) => {
      const queue = lookAtQueue([...(blocker === null ? [] : [task('a', blocker)]), task('b', { blockedBy: ['a'] })])
      const has = (list: readonly TaskFacts[]) => list.some(({ id }) => id === 'b')
      return has(queue.takeable) ? 'takeable' : has(queue.waiting) ? 'waiting' : has(queue.stuck) ? 'stuck' : 'lost'
    }
    expect(taskStates.map((state) => `${state} ${look({ state })}`)).toEqual([
      'ready waiting',
      'claimed waiting',
      'done takeable',
      'failed stuck',
      'needs_user stuck',
      'cancelled takeable',
    ])
    expect(look(null)).toBe('takeable')
  })
  test('stuck goes through a chain', () => {
    const queue = lookAtQueue([
      task('a', { state: 'failed' }),
      task('b', { blockedBy: ['a'], place: 1 }),
      task('c', { blockedBy: ['b'], place: 2 }),
      task('d', { place: 3 }),
    ])
    expect([ids(queue.takeable), ids(queue.waiting), ids(queue.stuck)]).toEqual(['d', '', 'b c'])
  })
})

test('a ring of blockers is found, in its order', () => {
  const edges = new Map([
    ['a', ['b']],
    ['b', ['c', 'x']],
    ['c', ['a']],
  ])
  expect(findCycle(edges, 'a')).toEqual(['a', 'b', 'c', 'a'])
  expect(findCycle(new Map([['a', ['a']]]), 'a')).toEqual(['a', 'a'])
  expect(
    findCycle(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
      ]),
      'a',
    ),
  ).toBeNull()
})

test('every move of every state', () => {
  const acts: TaskAct[] = ['claim', 'done', 'fail', 'handoff', 'ask', 'release', 'cancel', 'retry']
  const said = Object.fromEntries(
    taskStates.map((state) => [
      state,
      acts.flatMap((act) => (moveTask(state, act) === null ? [] : [`${act}:${moveTask(state, act)}`])).join(' '),
    ]),
  )
  expect(said).toEqual({
    ready: 'claim:claimed done:done fail:failed cancel:cancelled',
    claimed: 'done:done fail:failed handoff:done ask:needs_user release:ready cancel:cancelled',
    needs_user: 'claim:claimed done:done fail:failed cancel:cancelled retry:ready',
    failed: 'done:done cancel:cancelled retry:ready',
    done: 'retry:ready',
    cancelled: 'retry:ready',
  })
})

test("a lease ends at its time; one without an end is its relay's", () => {
  expect(leaseIsOver(task('a', { state: 'claimed', leaseUntil: 10 }), 9)).toBe(false)
  expect(leaseIsOver(task('a', { state: 'claimed', leaseUntil: 10 }), 10)).toBe(true)
  expect(leaseIsOver(task('a', { state: 'claimed', leaseUntil: null }), 10)).toBe(false)
  expect(leaseIsOver(task('a', { state: 'done', leaseUntil: 1 }), 10)).toBe(false)
})

test('D11: follow-ups keep their order right behind the task; head and tail as well', () => {
  const here = { first: 1, last: 2, after: 1, next: 2 }
  expect(placesFor(here, 'tail', 2)).toEqual([3, 4])
  expect(placesFor(here, 'head', 2)).toEqual([-1, 0])
  const after = placesFor(here, 'after', 2)
  expect(after.every((place) => place > 1 && place < 2)).toBe(true)
  expect(after[0]).toBeLessThan(after[1]!)
  expect(placesFor({ ...here, after: 2, next: null }, 'after', 1)[0]).toBeGreaterThan(2)
  expect(placesFor({ first: 0, last: 0, after: null, next: null }, 'tail', 1)).toEqual([1])
})
