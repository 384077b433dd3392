/** Who wins a claim: one, whatever the order in which it is looked at; nobody without the right to; nobody whose lease is over. */
import { describe, expect, it } from 'vitest'
import { claimsOf, claimWords, judgeClaim, liveClaims, trackerNow } from './claims.ts'

const at = '2030-01-01T00:00:00Z'
const now = Date.parse(at)
const comment = (id: string, nonce: string, author = 'ada', updatedAt = at, lease = 900) => ({
  id,
  author,
  body: claimWords(nonce, lease),
  updatedAt,
})
const writers = (login: string): boolean => login !== 'eve'

describe('claims', () => {
  it('the lowest id wins, by number and in every order, and exactly one wins', () => {
    const all = [comment('1000', 'nonce-one'), comment('999', 'nonce-two'), comment('10000', 'nonce-three')]
    for (const order of [all, all.toReversed()]) {
      const live = liveClaims(claimsOf(order), now, writers)
      expect(['nonce-one', 'nonce-two', 'nonce-three'].map((nonce) => judgeClaim(live, nonce))).toEqual([
        'lost',
        'won',
        'lost',
      ])
    }
  })
  it('who may not write claims nothing', () => {
    const live = liveClaims(claimsOf([comment('1', 'nonce-eve', 'eve'), comment('2', 'nonce-ada')]), now, writers)
    expect(judgeClaim(live, 'nonce-ada')).toBe('won')
    expect(judgeClaim(live, 'nonce-eve')).toBe('missing')
  })
  it('a lease that ran out holds nobody; a renewed one does', () => {
    const old = comment('1', 'nonce-old', 'ada', '2029-12-31T23:44:59Z')
    const renewed = { ...old, updatedAt: '2029-12-31T23:59:00Z' }
    const mine = comment('2', 'nonce-mine')
    expect(judgeClaim(liveClaims(claimsOf([old, mine]), now, writers), 'nonce-mine')).toBe('won')
    expect(judgeClaim(liveClaims(claimsOf([renewed, mine]), now, writers), 'nonce-mine')).toBe('lost')
  })
  it.each([
    'I claim this: <!-- drover:claim nonce=abcdefgh lease=900 -->',
    '> <!-- drover:claim nonce=abcdefgh lease=900 -->',
    '<!-- drover:claim nonce=abcdefgh lease=9000000 -->',
    '<!-- drover:claim nonce=" lease=900 -->',
    '',
  ])('%j is no claim', (body) => expect(claimsOf([{ id: '1', author: 'ada', body, updatedAt: at }])).toEqual([]))
  it('the clock of the tracker is never behind what it told', () => {
    expect(trackerNow([at, 'no time'], 5)).toBe(now)
    expect(trackerNow([], 5)).toBe(5)
  })
})
