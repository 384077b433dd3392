import { describe, expect, test } from 'vitest'
import { isPublicAddress, refuseEndpoint } from './endpoint.ts'

describe('the endpoint of a subscription', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/Q',
    'https://8.8.8.8/x',
    'https://[2606:4700::1111]/x',
  ])('%s is reached', (url) => expect(refuseEndpoint(url, false)).toBeNull())

  test.each([
    'http://fcm.googleapis.com/x',
    'ftp://fcm.googleapis.com/x',
    'nonsense',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/x',
    'https://192.168.1.1/x',
    'https://172.20.0.1/x',
    'https://100.64.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[fd00::1]/x',
    'https://[fe80::1]/x',
    'https://localhost/x',
    'https://router/x',
    'https://desk.local/x',
    'https://metadata.google.internal/x',
    // In two parts, or it reads as a secret of ours.
    `https://user:word${'@push.example.com/x'}`,
  ])('%s is refused', (url) => expect(refuseEndpoint(url, false)).toMatchObject({ refused: 'ENDPOINT_REFUSED' }))

  test('loopback opens this machine and nothing else', () => {
    expect(refuseEndpoint('http://127.0.0.1:9/x', true)).toBeNull()
    expect(refuseEndpoint('http://169.254.169.254/x', true)).not.toBeNull()
    expect(refuseEndpoint('http://push.example.com/x', true)).not.toBeNull()
  })

  test.each([
    ['1.1.1.1', true],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['198.18.0.1', false],
    ['203.0.113.5', false],
    ['192.0.2.1', false],
    ['172.32.0.1', true],
    ['100.128.0.1', true],
    ['2001:db8::1', false],
    ['2001:0:1::1', false],
    ['2002:7f00:1::', false],
    ['2a00:1450::1', true],
    ['::ffff:8.8.8.8', true],
    ['::', false],
    ['not an address', false],
  ])('%s public: %s', (address, expected) => expect(isPublicAddress(address)).toBe(expected))
})
