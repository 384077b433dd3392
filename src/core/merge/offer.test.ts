/** Who may offer what, which two branches can be merged, and whose files may be touched. */
import { describe, expect, test } from 'vitest'
import {
  decideOffer,
  decidePair,
  decideQuiet,
  decideRelation,
  decideUpdate,
  type OfferWords,
  type PairFacts,
  type TreeFacts,
} from './offer.ts'

const said = (verdict: unknown): string =>
  typeof verdict === 'object' && verdict !== null && 'refused' in verdict ? String(verdict.refused) : 'accept'
const words = (more: Partial<OfferWords>): OfferWords => ({
  into: false,
  push: false,
  priority: false,
  branch: false,
  session: 'none',
  ...more,
})

describe('an agent offers its own branch alone', () => {
  const all = (['none', 'own', 'other'] as const).flatMap((session) =>
    Array.from({ length: 16 }, (_, bits) =>
      words({ session, into: !!(bits & 1), push: !!(bits & 2), priority: !!(bits & 4), branch: !!(bits & 8) }),
    ),
  )
  test('of all that can be said two offers are an agent’s: its branch unnamed, and named', () => {
    const its = all.filter((one) => decideOffer(one, true) === 'accept')
    expect(its).toEqual([words({}), words({ session: 'own' })])
    expect(new Set(all.map((one) => said(decideOffer(one, true))))).toEqual(new Set(['accept', 'FORBIDDEN_SCOPE']))
  })
  test('the operator says anything', () => {
    expect(all.filter((one) => decideOffer(one, false) !== 'accept')).toEqual([])
  })
})

describe('two branches', () => {
  const pair = (more: Partial<PairFacts>) =>
    decidePair({ branch: 'work', target: 'main', repoPath: '/r', head: 'a', base: 'b', ...more })
  test.each([
    [{}, 'accept'],
    [{ target: 'work' }, 'MERGE_BLOCKED'],
    [{ target: 'work', head: null, base: null }, 'MERGE_BLOCKED'],
    [{ head: null }, 'BASE_REF_NOT_FOUND'],
    [{ head: null, base: null }, 'BASE_REF_NOT_FOUND'],
    [{ base: null }, 'MERGE_TARGET_MISSING'],
  ])('%j: %s', (more, wanted) => expect(said(pair(more))).toBe(wanted))
  test('both commits are known then', () => expect(pair({})).toEqual({ head: 'a', base: 'b' }))

  const relation = (mergeBase: string | null, ahead: number) =>
    decideRelation({ branch: 'work', target: 'main', mergeBase, ahead })
  test.each([
    ['c', 1, 'accept'],
    ['c', 0, 'MERGE_NOTHING'],
    [null, 1, 'MERGE_BLOCKED'],
    [null, 0, 'MERGE_BLOCKED'],
  ])('from %s, %i ahead: %s', (mergeBase, ahead, wanted) => expect(said(relation(mergeBase, ahead))).toBe(wanted))
})

test('files are touched while nobody is at work in them', () => {
  const quiet = (['starting', 'live', 'ended'] as const).map((phase) =>
    [phase, ...[false, true].map((turnRunning) => said(decideQuiet({ id: 's-1', phase, turnRunning })))].join(' '),
  )
  expect(quiet).toEqual([
    'starting SESSION_STARTING SESSION_STARTING',
    'live accept TURN_IN_PROGRESS',
    'ended accept TURN_IN_PROGRESS',
  ])
})

describe('a branch is brought up to date in a clean tree that stands on it', () => {
  const tree = (more: Partial<TreeFacts>) =>
    decideUpdate({
      id: 's-1',
      path: '/w',
      branch: 'work',
      head: 'a',
      standsOn: 'a',
      operation: null,
      files: [],
      ...more,
    })
  test.each([
    [{}, 'accept'],
    [{ operation: 'rebase' }, 'MERGE_BLOCKED'],
    [{ operation: 'rebase', standsOn: 'b', files: ['x'] }, 'MERGE_BLOCKED'],
    [{ standsOn: 'b' }, 'MERGE_BLOCKED'],
    [{ files: ['x'] }, 'WORKSPACE_DIRTY'],
  ])('%j: %s', (more, wanted) => expect(said(tree(more))).toBe(wanted))
  test('a hundred of its files are named, and how many there are', () => {
    const files = Array.from({ length: 300 }, (_, n) => `f${n}`)
    expect(tree({ files })).toMatchObject({
      message: 's-1 has 300 files that are not committed.',
      details: { files: files.slice(0, 100) },
    })
  })
})
