import { expect, test } from 'vitest'
import { anchored, withPatterns } from './exclude.ts'

test('patterns match exactly one path from the top', () => {
  expect(anchored('a/b')).toBe('/a/b')
  expect(anchored('a*[x]?\\')).toBe('/a\\*\\[x]\\?\\\\')
  expect(anchored('end  ')).toBe('/end\\ \\ ')
})

test('the block is added once, grows in place and leaves the rest alone', () => {
  const first = withPatterns('mine', ['/b'])
  expect(first.split('\n')[0]).toBe('mine')
  expect(withPatterns(first, ['/b'])).toBe(first)
  const second = withPatterns(`${first}after\n`, ['/a', '/b'])
  expect(second.split('\n').filter((line) => line.startsWith('/'))).toEqual(['/a', '/b'])
  expect(second.endsWith('after\n')).toBe(true)
  expect(second.split('\n').filter((line) => line.includes('(begin)'))).toHaveLength(1)
})
