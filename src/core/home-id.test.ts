import { expect, it } from 'vitest'
import { decideHome, homeIdPattern } from './home-id.ts'

const now = { path: '/home/a/.drover', directory: '1:2' }

it.each([
  ['a new home', null, 'ffffffff'],
  ['the same home again', { ...now, id: 'aaaaaaaa' }, 'aaaaaaaa'],
  ['moved on the same disk', { id: 'aaaaaaaa', path: '/old', directory: '1:2' }, 'aaaaaaaa'],
  ['put back from a backup', { id: 'aaaaaaaa', path: '/home/a/.drover', directory: '9:9' }, 'aaaaaaaa'],
  ['copied, or moved to another disk', { id: 'aaaaaaaa', path: '/other', directory: '9:9' }, 'ffffffff'],
  ['a word that could not be part of a ref', { ...now, id: '../heads' }, 'ffffffff'],
] as const)('%s', (_name, stored, id) => {
  expect(decideHome(stored, now, 'ffffffff')).toEqual({ ...now, id })
})

it('a word is eight small letters or digits: no session id, so that old and new names never meet', () => {
  expect(homeIdPattern.test('ab12cd34')).toBe(true)
  for (const word of ['repo-1', 'AB12CD34', 'ab12cd3', '../../..'] as const)
    expect(homeIdPattern.test(word)).toBe(false)
})
