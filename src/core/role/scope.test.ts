/** What a scope names, and whether two of them can meet. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expandBraces, inScope, outsideScope, scopesOverlap } from './scope.ts'

test.each([
  ['a', ['a']],
  ['{a,b}', ['a', 'b']],
  ['x/{a,b}.{ts,js}', ['x/a.ts', 'x/a.js', 'x/b.ts', 'x/b.js']],
  ['{a,{b,c}}', ['a', 'b', 'c']],
  ['{a}', ['{a}']],
  ['{a,b', ['{a,b']],
  ['a{,b}', ['a', 'ab']],
])('%s is %j', (glob, expected) => {
  expect(expandBraces(glob)).toEqual(expected)
})

test.each([
  ['src/a.ts', [], true],
  ['src/a.ts', ['.'], true],
  ['src/a.ts', ['src'], true],
  ['src/a.ts', ['src/'], true],
  ['src/a.ts', ['./src/**'], true],
  ['src', ['src/**'], true],
  ['srcs/a.ts', ['src'], false],
  ['src/deep/a.ts', ['src/*.ts'], false],
  ['src/deep/a.ts', ['src/**/*.ts'], true],
  ['src/a.ts', ['src/**/*.ts'], true],
  ['src/a.tsx', ['src/**/*.ts'], false],
  ['src/a.ts', ['src/?.ts'], true],
  ['src/ab.ts', ['src/?.ts'], false],
  ['src/a.js', ['src/*.{ts,js}'], true],
  ['README.md', ['README.md'], true],
  ['docs/README.md', ['README.md'], false],
  ['docs/README.md', ['**/README.md'], true],
] as const)('%s in %j: %s', (path, scope, expected) => {
  expect(inScope(path, scope)).toBe(expected)
})

test('what lies outside is listed', () => {
  expect(outsideScope(['src/a.ts', 'b.ts', 'docs/c.md'], ['src/**', 'docs'])).toEqual(['b.ts'])
  expect(outsideScope(['anything'], [])).toEqual([])
})

describe('overlap', () => {
  test.each([
    [[], ['src/**'], true],
    [['src/**'], ['src/**'], true],
    [['src/a/**'], ['src/b/**'], false],
    [['src/a'], ['src/a/b.ts'], true],
    [['src/a/b.ts'], ['src/a'], true],
    [['src/a.ts'], ['src/b.ts'], false],
    [['src/*.ts'], ['src/a*'], true],
    [['src/*.ts'], ['src/*.js'], false],
    [['src/*.ts'], ['src/**/*.js'], true],
    [['**/*.test.ts'], ['src/api/**'], true],
    [['docs/**'], ['src/**', 'docs/a.md'], true],
    [['src/{a,b}/**'], ['src/{c,d}/**'], false],
    [['src/{a,b}/**'], ['src/{b,c}/**'], true],
    [['src/a?.ts'], ['src/ab.ts'], true],
    [['src/a?.ts'], ['src/a.ts'], false],
  ] as const)('%j and %j: %s', (one, other, expected) => {
    expect(scopesOverlap(one, other)).toBe(expected)
    expect(scopesOverlap(other, one)).toBe(expected)
  })

  const step = fc.constantFrom('a', 'b', 'ab', '*', '?', 'a*', '*b', '**', '{a,b}')
  const glob = fc.array(step, { minLength: 1, maxLength: 3 }).map((steps) => steps.join('/'))
  const path = fc
    .array(fc.constantFrom('a', 'b', 'ab', 'bb'), { minLength: 1, maxLength: 4 })
    .map((steps) => steps.join('/'))

  test('never says no while a path is in both', () => {
    fc.assert(
      fc.property(glob, glob, path, (one, other, file) => {
        fc.pre(inScope(file, [one]) && inScope(file, [other]))
        expect(scopesOverlap([one], [other])).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
