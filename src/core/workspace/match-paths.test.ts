import { describe, expect, it } from 'vitest'
import { matchPaths } from './match-paths.ts'

const paths = ['README.md', 'src/app.ts', 'src/app.test.ts', 'src/core/apply.ts', 'docs/map.md', 'a\nb.txt']

describe('files that a few letters mean', () => {
  it.each<[string, readonly string[]]>([
    ['app.ts', ['src/app.ts']],
    ['APP', ['src/app.ts', 'src/app.test.ts', 'src/core/apply.ts']],
    ['map', ['docs/map.md']],
    ['core/', ['src/core/apply.ts']],
    ['srapp', ['src/app.ts', 'src/app.test.ts', 'src/core/apply.ts']],
    ['b.txt', ['a\nb.txt']],
    ['zzz', []],
    ['', ['a\nb.txt', 'README.md']],
  ])('%j', (query, found) => expect(matchPaths(paths, query, 10).paths.slice(0, found.length || 10)).toEqual(found))

  it('are at most as many as asked for, and it is said that there are more', () => {
    expect(matchPaths(paths, '', 2)).toMatchObject({ more: true })
    expect(matchPaths(paths, 'README', 2).more).toBe(false)
  })

  it('are found among 100,000 within a moment', () => {
    const many = Array.from({ length: 100_000 }, (_, n) => `packages/p${n % 100}/src/part-${n}/module-${n}.ts`)
    const began = performance.now()
    expect(matchPaths(many, 'module-99999', 20).paths).toEqual(['packages/p99/src/part-99999/module-99999.ts'])
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})
