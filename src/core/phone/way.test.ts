import { describe, expect, test } from 'vitest'
import { isLoopbackUrl, type PhoneFacts, waysToPhone } from './way.ts'

const facts = (more: Partial<PhoneFacts> = {}): PhoneFacts => ({
  port: 4180,
  tailscale: null,
  server: { host: '127.0.0.1', tls: false, allowedHosts: [] },
  lan: ['192.168.1.7'],
  user: 'ada',
  machine: 'desk',
  ...more,
})
const name = 'desk.tail1.ts.net'
const tailnet = (more = {}) => ({ state: 'Running', name, served: true, ...more })
const allowed = { host: '127.0.0.1', tls: false, allowedHosts: [name] }
const first = (more: Partial<PhoneFacts>) => waysToPhone(facts(more))[0]

describe('the way to a phone', () => {
  test.each([
    ['nothing is there', {}, { ready: false, step: expect.stringContaining('Install Tailscale') }],
    ['signed out', { tailscale: tailnet({ state: 'NeedsLogin' }) }, { ready: false, step: 'Run: tailscale up' }],
    ['no name', { tailscale: tailnet({ name: null }) }, { ready: false, step: expect.stringContaining('MagicDNS') }],
    [
      'the name is not allowed',
      { tailscale: tailnet() },
      { ready: false, step: expect.stringContaining(`allowed_hosts = ["${name}"]`) },
    ],
    [
      'not served',
      { tailscale: tailnet({ served: false }), server: allowed },
      { ready: false, step: 'Run: tailscale serve --bg 4180' },
    ],
    [
      'all of it',
      { tailscale: tailnet(), server: allowed },
      { way: 'tailscale', ready: true, address: `https://${name}` },
    ],
    [
      'TLS on the local network',
      { server: { host: '0.0.0.0', tls: true, allowedHosts: ['192.168.1.7'] } },
      { way: 'lan', ready: true, address: 'https://192.168.1.7:4180' },
    ],
    [
      'TLS and no name',
      { server: { host: '0.0.0.0', tls: true, allowedHosts: [] } },
      { way: 'lan', ready: false, step: expect.stringContaining('192.168.1.7') },
    ],
    [
      'the network works and the tailnet does not',
      { tailscale: tailnet({ state: 'Stopped' }), server: { host: '0.0.0.0', tls: true, allowedHosts: ['desk.lan'] } },
      { way: 'lan', ready: true, address: 'https://desk.lan:4180' },
    ],
  ])('%s', (_, more, expected) => expect(first(more as Partial<PhoneFacts>)).toMatchObject(expected))

  test('a tunnel is always the last way', () => {
    expect(waysToPhone(facts()).at(-1)).toMatchObject({
      way: 'ssh',
      step: expect.stringContaining('ssh -L 4180:127.0.0.1:4180 ada@desk'),
    })
  })

  test.each([
    ['http://127.0.0.1:4180/#code=x', true],
    ['http://localhost:1/', true],
    ['http://[::1]:4180/', true],
    ['https://desk.tail1.ts.net/', false],
    ['https://192.168.1.7:4180', false],
  ])('%s leads to this machine alone: %s', (url, expected) => expect(isLoopbackUrl(url)).toBe(expected))
})
