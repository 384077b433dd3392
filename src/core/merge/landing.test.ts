/** Every combination of what a tree can be in: it lands only where nothing of anybody's is touched. */
import { describe, expect, test } from 'vitest'
import { chooseLanding, type TreeFacts } from './landing.ts'

const tree = (more: Partial<TreeFacts> = {}): TreeFacts => ({
  path: '/repo',
  checkedOut: true,
  operation: null,
  indexLocked: false,
  changed: [],
  inTheWay: [],
  workingSession: null,
  ...more,
})
const allow = { checkout: 'fast-forward' } as const

test('checked out nowhere: the ref moves', () => expect(chooseLanding('main', [], allow)).toEqual({ how: 'move-ref' }))

test('checked out in a clean tree, wherever it is: fast-forward there', () => {
  expect(chooseLanding('main', [tree({ path: '/second' })], allow)).toEqual({ how: 'fast-forward', path: '/second' })
})

test.each([
  ['refused by the configuration', [tree()], { checkout: 'refuse' } as const, 'checkout_refused'],
  ['in two trees', [tree(), tree({ path: '/second' })], allow, 'checked_out_twice'],
  ['an operation', [tree({ operation: 'rebase' })], allow, 'operation_under_way'],
  [
    'an operation that holds it elsewhere',
    [tree({ checkedOut: false, operation: 'bisect' })],
    allow,
    'operation_under_way',
  ],
  [
    'the same with refuse',
    [tree({ checkedOut: false, operation: 'bisect' })],
    { checkout: 'refuse' } as const,
    'operation_under_way',
  ],
  ['an agent at work', [tree({ workingSession: 'shop-1' })], allow, 'session_working'],
  ['a locked index', [tree({ indexLocked: true })], allow, 'index_locked'],
  ['changes', [tree({ changed: ['a.ts'] })], allow, 'target_dirty'],
  ['a file in the way', [tree({ inTheWay: ['b.ts'] })], allow, 'untracked_in_the_way'],
])('%s: blocked, and says so', (_, trees, policy, code) => {
  const place = chooseLanding('main', trees, policy)
  expect(place).toMatchObject({ how: 'blocked', reason: { code } })
  expect(place.how === 'blocked' && place.reason.message).toContain('/repo')
})

test('paths are told, up to a hundred', () => {
  const many = Array.from({ length: 300 }, (_, n) => `f${n}`)
  const place = chooseLanding('main', [tree({ changed: many })], allow)
  expect(place.how === 'blocked' && place.reason.paths).toHaveLength(100)
})

describe('all combinations', () => {
  const bools = [false, true]
  test('a fast-forward needs every fact in its favour', () => {
    for (const operation of [null, 'merge'])
      for (const indexLocked of bools)
        for (const dirty of bools)
          for (const blocked of bools)
            for (const working of bools)
              for (const checkout of ['fast-forward', 'refuse'] as const) {
                const facts = tree({
                  operation,
                  indexLocked,
                  changed: dirty ? ['a'] : [],
                  inTheWay: blocked ? ['b'] : [],
                  workingSession: working ? 'shop-1' : null,
                })
                const free = operation === null && !indexLocked && !dirty && !blocked && !working
                const place = chooseLanding('main', [facts], { checkout })
                expect(place.how).toBe(free && checkout === 'fast-forward' ? 'fast-forward' : 'blocked')
              }
  })
})
