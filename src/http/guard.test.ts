/** Host, Origin and bearer: what is accepted, to the letter. */
import { describe, expect, it } from 'vitest'
import { bearerOf, proxiedCaller, refuseHost, refuseOrigin } from './guard.ts'

describe('Host', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.0.0.1:4180', true],
    ['LocalHost:1', true],
    ['[::1]:4180', true],
    ['box.example:443', true],
    ['box.example.evil', false],
    ['127.0.0.1:80:80', false],
    ['127.0.0.1@evil.example', false],
    ['', false],
    [undefined, false],
  ])('%s', (host, good) => {
    expect(refuseHost(host, 'tcp', ['Box.example']) === null).toBe(good)
    expect(refuseHost(host, 'socket', [])).toBeNull()
  })
})

describe('Origin', () => {
  it.each([
    [undefined, true],
    ['http://127.0.0.1:4180', true],
    ['https://127.0.0.1:4180', true],
    ['http://127.0.0.1:4181', false],
    ['http://localhost:4180', false],
    ['null', false],
    ['', false],
  ])('%s', (origin, good) => {
    expect(refuseOrigin(origin, '127.0.0.1:4180') === null).toBe(good)
  })
})

describe('Authorization', () => {
  it('gives exactly one token', () => {
    expect(bearerOf('Bearer abc')).toBe('abc')
    expect(bearerOf('bearer abc')).toBe('abc')
    for (const wrong of [undefined, '', 'Bearer', 'Bearer ', 'Bearer a b', 'Basic abc', 'Bearer äbc']) {
      expect(bearerOf(wrong)).toBeNull()
    }
  })
})

describe('a trusted proxy', () => {
  const header = (name: string) => (name === 'X-User' ? 'ada' : undefined)
  it('vouches from its own address alone', () => {
    const proxy = { address: '10.0.0.5', header: 'X-User' }
    expect(proxiedCaller(proxy, '::ffff:10.0.0.5', header)).toEqual({ type: 'operator', via: 'proxy', label: 'ada' })
    expect(proxiedCaller(proxy, '10.0.0.6', header)).toBeNull()
    expect(proxiedCaller(proxy, null, header)).toBeNull()
    expect(proxiedCaller({ ...proxy, header: 'X-Other' }, '10.0.0.5', header)).toBeNull()
    expect(proxiedCaller(null, '10.0.0.5', header)).toBeNull()
  })
})
