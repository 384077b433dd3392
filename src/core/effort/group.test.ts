import { expect, test } from 'vitest'
import { type TaskState, taskStates } from '#contract/task-state'
import { isGroupDone, missingOf, withoutTasks, withTasks } from './group.ts'

const states: Readonly<Record<string, TaskState>> = { 't-1': 'done', 't-2': 'ready', 't-3': 'cancelled' }
const stateOf = (id: string) => states[id] ?? null

test.each([
  ['nothing in it', [], [], false],
  ['all done', ['t-1'], [], true],
  ['one to do', ['t-1', 't-2'], ['t-2'], false],
  ['one put aside', ['t-1', 't-3'], ['t-3'], false],
  ['one taken out of the queue', ['t-1', 't-9'], ['t-9'], false],
])('%s', (_, tasks, missing, done) => {
  expect(missingOf(tasks, stateOf)).toEqual(missing)
  expect(isGroupDone(tasks, missing)).toBe(done)
})

test.each(taskStates)('a task that is %s', (state) => {
  expect(missingOf(['t-1'], () => state)).toEqual(state === 'done' ? [] : ['t-1'])
})

test('a task is in a group once', () => {
  expect(withTasks(['t-1'], ['t-2', 't-1', 't-2'])).toEqual(['t-1', 't-2'])
  expect(withoutTasks(['t-1', 't-2'], ['t-1', 't-9'])).toEqual(['t-2'])
})
