/** A fork's branch: its address in every spelling of the origin's, and names that collide with none of ours. */
import { describe, expect, it } from 'vitest'
import { isForeign, namesOfForeign, siblingAddress } from './fork.ts'

describe('siblingAddress', () => {
  it.each([
    ['https://github.com/Ada/shop.git', 'https://github.com/eve/shop.git'],
    ['https://github.com/Ada/shop', 'https://github.com/eve/shop'],
    ['git@github.com:Ada/shop.git', 'git@github.com:eve/shop.git'],
    ['work:Ada/shop', 'work:eve/shop'],
    ['ssh://git@github.com:22/Ada/shop.git', 'ssh://git@github.com:22/eve/shop.git'],
    ['http://127.0.0.1:4999/ada/shop.git', 'http://127.0.0.1:4999/eve/shop.git'],
    ['https://ada/shop.example/Ada/shop', null],
    ['/srv/git/Ada/shop', null],
  ])('%s: %s', (address, made) => expect(siblingAddress(address, 'eve/shop')).toBe(made))

  it.each(['../..', 'eve', 'eve/a/b', 'eve/sh op', 'eve/..', '-x/--upload-pack', ''])('leads nowhere by %j', (repo) => {
    const made = siblingAddress('git@github.com:ada/shop.git', repo)
    expect([null, 'git@github.com:-x/--upload-pack.git']).toContain(made)
  })
})

describe('a fork’s branch', () => {
  it.each([
    ['ada/shop', 'ada/shop', false],
    ['ada/shop', 'Ada/Shop', false],
    ['ada/shop', 'eve/shop', true],
    ['ada/shop', null, true],
  ])('of %s in %s is foreign: %s', (repo, headRepo, foreign) => expect(isForeign({ repo, headRepo })).toBe(foreign))

  it('is never called as it is there', () => {
    expect(namesOfForeign({ number: 7, repo: 'ada/shop', headRepo: 'eve/shop', branch: 'main' })).toEqual([
      'eve/main',
      'eve/main-pr-7',
    ])
  })
})
