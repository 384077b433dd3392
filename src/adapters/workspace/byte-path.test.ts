import { expect, test } from 'vitest'
import { bytesOf, fromText, isSafe, parentOf, quoted, shown, splitNul } from './byte-path.ts'

test('names keep every byte on their way in and out', () => {
  const name = Buffer.from([0x61, 0xff, 0x0a, 0xc3, 0xa9])
  const [path = ''] = splitNul(Buffer.concat([name, Buffer.from([0])]))
  expect(bytesOf(path)).toEqual(name)
  expect(shown(fromText('ünï'))).toBe('ünï')
  expect(splitNul(Buffer.from('a\0b\0'))).toEqual(['a', 'b'])
  expect(splitNul(Buffer.alloc(0))).toEqual([])
  expect([parentOf('a/b/c'), parentOf('a')]).toEqual(['a/b', ''])
})

test('only names that need it are quoted for git', () => {
  expect(quoted(Buffer.from('plain name')).toString()).toBe('plain name\n')
  expect(quoted(Buffer.from('a\n"\\')).toString()).toBe('"a\\012\\042\\134"\n')
  expect(quoted(Buffer.from([0xff, 0x0a])).toString()).toBe('"\\377\\012"\n')
})

test('unsafe paths are recognised', () => {
  for (const path of ['a', 'a/b', '...', 'a/.gitignore']) expect(isSafe(path), path).toBe(true)
  for (const path of ['', '/a', 'a//b', '../a', 'a/../b', './a', '.git', 'a/.GIT/x', 'a\0b']) {
    expect(isSafe(path), path).toBe(false)
  }
})
