import { expect, it } from 'vitest'
import { incompleteNotice, incompleteRefusal, type MissingPart } from './missing-parts.ts'

const parts: readonly MissingPart[] = [
  { path: 'b.txt', why: 'object_missing' },
  { path: 'lib', why: 'repository_missing', commit: 'c'.repeat(40) },
]

it('nothing missing is nothing told', () => {
  expect(incompleteRefusal({ n: 1, to: '/x', files: 3, missing: [] })).toBeNull()
  expect(incompleteNotice({ n: 1, missing: [] })).toBeNull()
})

it('lists what is missing, what was written, and what helps', () => {
  const refusal = incompleteRefusal({ n: 2, to: '/x', files: 3, missing: parts })
  expect(refusal).toMatchObject({
    refused: 'SNAPSHOT_INCOMPLETE',
    details: { snapshot: 2, to: '/x', files: 3, missing: parts },
  })
  expect(refusal?.message).toBe(
    'Snapshot 2 could not be written whole: 3 files are in /x, missing: b.txt (its content is gone from the repository); ' +
      'lib (the repository that it was is gone, and it was not copied; it stood at cccccccccccc).',
  )
  expect(refusal?.hint).toContain('git submodule update --init lib')
})

it.each([
  ['in_the_way', 'Move away what stands at p'],
  ['history_missing', 'git submodule update --init p'],
  ['repository_missing', 'git submodule update --init p'],
  ['object_missing', 'another snapshot'],
] as const)('%s: says what to do', (why, wanted) => {
  expect(incompleteNotice({ n: 1, missing: [{ path: 'p', why }] })?.message).toContain(wanted)
})

it('a long list is cut, and says by how much', () => {
  const many = Array.from({ length: 8 }, (_, at) => ({ path: `f${at}`, why: 'object_missing' as const }))
  expect(incompleteNotice({ n: 1, missing: many })).toMatchObject({ code: 'snapshot_incomplete', missing: many })
  expect(incompleteNotice({ n: 1, missing: many })?.message).toContain('and 3 more')
})
