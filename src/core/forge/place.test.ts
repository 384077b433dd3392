/** Every spelling of a remote's address that git takes, and what is no repository of a forge. */
import { describe, expect, it } from 'vitest'
import { forgeAt, placeOf, sameHost, webHostOf } from './place.ts'

const shop = { host: 'github.com', owner: 'Ada', name: 'shop' }

describe('placeOf', () => {
  it.each([
    ['https://github.com/Ada/shop.git', shop],
    ['https://github.com/Ada/shop', shop],
    ['https://github.com/Ada/shop/', shop],
    ['https://GitHub.com/Ada/shop.git', shop],
    ['git@github.com:Ada/shop.git', shop],
    ['github.com:Ada/shop', shop],
    ['ssh://git@github.com/Ada/shop.git', shop],
    ['ssh://git@github.com:22/Ada/shop.git', shop],
    ['http://127.0.0.1:4999/Ada/shop.git', { ...shop, host: '127.0.0.1:4999' }],
    ['https://github.com/Ada/my.shop', { ...shop, name: 'my.shop' }],
  ])('%s', (address, found) => expect(placeOf(address)).toEqual(found))

  it.each([
    '',
    '/srv/git/shop.git',
    '../shop',
    'file:///srv/git/shop.git',
    'https://github.com/shop',
    'https://github.com/a/b/c',
    'https://github.com/a/..',
    'https://github.com/a/b%2Fc',
    'git@github.com:/srv/a/b',
    'C:\\code\\shop',
  ])('none: %s', (address) => expect(placeOf(address)).toBeNull())
})

describe('hosts', () => {
  it.each([
    ['https://api.github.com', 'github.com'],
    ['https://git.corp.example/api/v3', 'git.corp.example'],
    ['http://127.0.0.1:4999', '127.0.0.1:4999'],
  ])('%s shows people %s', (api, host) => expect(webHostOf(api)).toBe(host))

  it('a place belongs to the API of its own host alone', () => {
    expect(sameHost(shop, 'https://api.github.com')).toBe(true)
    expect(sameHost({ ...shop, host: 'ssh.github.com' }, 'https://api.github.com')).toBe(true)
    expect(sameHost({ ...shop, host: 'github.com.evil.example' }, 'https://api.github.com')).toBe(false)
    expect(sameHost({ ...shop, host: 'evil.example' }, 'https://api.github.com')).toBe(false)
  })
})

describe('forgeAt', () => {
  const githubUrl = 'https://api.github.com'
  const at = (address: string, forgejoUrl: string | null) =>
    forgeAt(placeOf(address)!, { githubUrl, forgejoUrl })?.kind ?? null

  it.each([
    ['https://github.com/Ada/shop.git', null, 'github'],
    ['https://github.com/Ada/shop.git', 'https://codeberg.org', 'github'],
    ['https://codeberg.org/ada/shop.git', 'https://codeberg.org', 'forgejo'],
    ['https://codeberg.org/ada/shop.git', 'https://codeberg.org/api/v1/', 'forgejo'],
    ['https://CodeBerg.org/ada/shop', 'https://codeberg.org', 'forgejo'],
    ['git@codeberg.org:ada/shop.git', 'https://codeberg.org', 'forgejo'],
    ['ssh://git@git.example.com:2222/ada/shop.git', 'https://git.example.com:3000', 'forgejo'],
    ['http://127.0.0.1:3000/ada/shop.git', 'http://127.0.0.1:3000', 'forgejo'],
    ['http://127.0.0.1:3001/ada/shop.git', 'http://127.0.0.1:3000', null],
    ['https://codeberg.org/ada/shop.git', null, null],
    ['https://codeberg.org.evil.example/ada/shop', 'https://codeberg.org', null],
    ['https://evil.example/ada/shop', 'https://codeberg.org', null],
  ])('%s with a Forgejo at %s: %s', (address, forgejoUrl, kind) => expect(at(address, forgejoUrl)).toBe(kind))
})
