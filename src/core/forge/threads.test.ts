/** What is told of threads between two looks: each step once, and nothing where nothing was known. */
import { describe, expect, it } from 'vitest'
import type { PrThread } from '#contract/pr'
import { threadSteps } from './threads.ts'

const thread = (id: string, resolved: boolean): PrThread => ({
  ...{ id, path: 'a.ts', line: 1, author: 'bob', by: 'person', body: '', url: null, outdated: false },
  resolved,
})
const steps = (before: readonly PrThread[] | null, after: readonly PrThread[] | null) =>
  threadSteps(before, after).map(({ step, thread: { id } }) => `${id} ${step}`)

describe('threadSteps', () => {
  it.each<[readonly PrThread[] | null, readonly PrThread[] | null, string[]]>([
    [null, null, []],
    [[], [thread('a', false)], ['a added']],
    [null, [thread('a', true)], ['a added', 'a resolved']],
    [[thread('a', false)], [thread('a', true)], ['a resolved']],
    [[thread('a', true)], [thread('a', false)], ['a reopened']],
    [[thread('a', true)], [thread('a', true)], []],
    [[thread('a', false)], null, []],
    [[thread('a', false)], [], []],
  ])('%j to %j: %j', (before, after, told) => expect(steps(before, after)).toEqual(told))
})
