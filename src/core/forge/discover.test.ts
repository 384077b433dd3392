/** Whose a pull request is: by the branch, never by a fork's of the same name. */
import { describe, expect, it } from 'vitest'
import { ownerOf } from './discover.ts'

const sessions = [
  { sessionId: 'shop-1', branch: 'drover/shop-1/root' },
  { sessionId: 'shop-2', branch: 'feature/dark' },
  { sessionId: 'shop-3', branch: 'drover/shop-1/part' },
]

describe('ownerOf', () => {
  it.each([
    ['drover/shop-1/root', true, 'shop-1'],
    ['feature/dark', true, 'shop-2'],
    ['drover/shop-1/more', true, 'shop-1'],
    ['drover/shop-1/part', true, 'shop-3'],
    ['drover/shop-10/root', true, null],
    ['drover/shop-1', true, null],
    ['feature/dark', false, null],
    ['main', true, null],
  ])('%s, own %s: %s', (branch, own, owner) => expect(ownerOf({ branch, own }, sessions)).toBe(owner))
})
