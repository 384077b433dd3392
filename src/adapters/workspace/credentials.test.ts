/** When git is given the forge's token: for a remote command to that very origin, and not beside somebody else's say in it. */
import { describe, expect, it } from 'vitest'
import { credentialFor } from './credentials.ts'

const given = () => [{ origin: 'https://github.com', username: 'x', token: 'canary' }]
const origin = { scope: 'local', key: 'remote.origin.url', value: 'https://github.com/ada/shop.git' }
const of = (args: readonly string[], ...more: { scope: string; key: string; value: string }[]) =>
  credentialFor(args, [origin, ...more], given)

describe('credentialFor', () => {
  it('is in the environment, never in an argument', () => {
    const found = of(['push', 'origin', 'x:y'])
    expect(found?.env).toMatchObject({ DROVER_GIT_TOKEN: 'canary' })
    expect(found?.argv.join(' ')).not.toContain('canary')
  })

  it.each([[['commit', '-m', 'x']], [['config', '--list']], [['worktree', 'add']], [[]]])('is not for %j', (args) =>
    expect(of(args)).toBeNull(),
  )

  it.each([
    ['https://github.com.evil.example/ada/shop.git'],
    ['https://x@github.com/ada/shop.git'],
    ['http://github.com/ada/shop.git'],
    ['git@github.com:ada/shop.git'],
    ['https://github.com:8443/ada/shop.git'],
  ])('is not for %s', (value) => expect(credentialFor(['fetch', 'origin'], [{ ...origin, value }], given)).toBeNull())

  it.each([
    ['global', 'credential.helper', 'store', false],
    ['system', 'credential.https://github.com.helper', 'manager', false],
    ['system', 'credential.https://*.com.helper', 'manager', false],
    ['system', 'credential.https://source.example.helper', 'other', true],
    ['local', 'credential.helper', 'theirs', true],
    ['local', 'http.proxy', 'http://127.0.0.1:1', false],
    ['worktree', 'http.https://github.com.sslverify', 'false', false],
    ['global', 'http.proxy', 'http://127.0.0.1:1', true],
  ])('%s %s=%s: %s', (scope, key, value, isGiven) =>
    expect(of(['fetch', 'origin'], { scope, key, value }) !== null).toBe(isGiven),
  )
})
