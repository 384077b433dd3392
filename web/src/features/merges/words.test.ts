/** The words and groups of merges. */
import { expect, test } from 'vitest'
import { type Merge, mergeStates } from '#contract/merge'
import { groupOfMerge, inGroups, proofWords, verifyWords, wordOfMerge } from './words.ts'

test('every state is in one group', () => {
  expect(mergeStates.map((state) => `${state} ${groupOfMerge({ state, needsApproval: ['agent'] })}`)).toEqual([
    'queued under_way',
    'merging under_way',
    'resolving under_way',
    'verifying under_way',
    'ready needs_you',
    'landed over',
    'rejected over',
    'needs_human needs_you',
  ])
})

test('a proven merge without anything to approve is landing, and asks nobody', () => {
  const landing = { state: 'ready', needsApproval: [] } as const
  expect([groupOfMerge(landing), wordOfMerge(landing)]).toEqual(['under_way', 'landing'])
  expect(wordOfMerge({ state: 'ready', needsApproval: ['agent'] })).toBe('waits for approval')
})

test('what needs somebody comes first, then what is newest', () => {
  const one = (id: string, state: Merge['state'], updatedAt: string) =>
    ({ id, state, updatedAt, needsApproval: state === 'ready' ? ['agent'] : [] }) as unknown as Merge
  const groups = inGroups([
    one('m-1', 'landed', '1'),
    one('m-2', 'queued', '2'),
    one('m-3', 'ready', '1'),
    one('m-4', 'landed', '3'),
  ])
  expect(groups.map(({ group, merges }) => `${group}: ${merges.map(({ id }) => id).join(' ')}`)).toEqual([
    'needs_you: m-3',
    'under_way: m-2',
    'over: m-4 m-1',
  ])
})

test('unverified is never said as verified, and a dropped line is counted', () => {
  expect(verifyWords({ verify: null, state: 'landed' })).toContain('unverified')
  expect(verifyWords({ verify: null, state: 'queued' })).toBe('not verified yet')
  const proof = {
    dropped: [{ file: 'a', line: 1, text: 'x', input: 'target' as const, from: 'target' as const }],
    more: 2,
    markers: [],
    verify: null,
    ok: false,
  }
  expect(proofWords({ proof })).toBe('3 added lines are not in the result')
  expect(proofWords({ proof: { dropped: [], more: 0, markers: [], verify: null, ok: true } })).toBe(
    'nothing of either side is missing',
  )
})
