/** Which of too many files are looked at. */
import { expect, test } from 'vitest'
import { chooseFiles } from './choose-files.ts'

const many = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`)

test('what fits is taken as it is', () => {
  expect(chooseFiles(['b', 'a/x'], 2)).toEqual({ taken: ['b', 'a/x'], left: [] })
  expect(chooseFiles([], 0)).toEqual({ taken: [], left: [] })
})

test('small groups come before large ones, whatever their names are; the rest is named by its directory', () => {
  const paths = [...many('app/modules/x/', 40), 'app/main.ts', 'app/lib/a.ts', ...many('aaa/', 30), 'zzz/one', 'top']
  const { taken, left } = chooseFiles(paths, 10)
  expect(taken.slice(0, 4).sort()).toEqual(['aaa/0', 'aaa/1', 'top', 'zzz/one'])
  expect(taken).toHaveLength(10)
  expect(left).toEqual([
    { path: 'aaa/', files: 22 },
    { path: 'app/', files: 42 },
  ])
})

test('a directory that does not fit is looked into before it is given up', () => {
  const { taken, left } = chooseFiles([...many('app/modules/x/', 40), 'app/main.ts', 'app/lib/a.ts', 'top'], 5)
  expect(taken.sort()).toEqual(['app/lib/a.ts', 'app/main.ts', 'app/modules/x/0', 'app/modules/x/1', 'top'])
  expect(left).toEqual([{ path: 'app/modules/x/', files: 38 }])
})

test('too many files at the top are named by the top', () => {
  expect(chooseFiles(many('f', 9), 4)).toEqual({ taken: ['f0', 'f1', 'f2', 'f3'], left: [{ path: './', files: 5 }] })
})

test('every file is either taken or counted, for a hundred thousand in a moment', () => {
  const paths = Array.from({ length: 100_000 }, (_, n) => `d${n % 7}/e${n % 113}/${n}`)
  const { taken, left } = chooseFiles(paths, 5000)
  expect(taken.length + left.reduce((sum, one) => sum + one.files, 0)).toBe(100_000)
  expect(taken).toHaveLength(5000)
  expect(left.map(({ path }) => path).sort()).toEqual(['d0/', 'd1/', 'd2/', 'd3/', 'd4/', 'd5/', 'd6/'])
  expect(
    chooseFiles(
      many('', 100).map((name) => `${name}/f`),
      10,
    ).left,
  ).toEqual([{ path: './', files: 90 }])
})
