import { describe, expect, it } from 'vitest'
import { browser, bytes, money, oneLine, printable, since, span, tokens, took, until } from './words.ts'

describe('words', () => {
  it.each([
    [0, '0 s'],
    [-5, '0 s'],
    [59.9, '59 s'],
    [60, '1 min'],
    [3_600, '1 h'],
    [200_000, '2 d'],
  ])('span %s', (seconds, said) => expect(span(seconds)).toBe(said))

  it('say how long a turn took', () => {
    expect([took(450), took(12_400), took(185_000), took(3_720_000)]).toEqual([
      '0.5 s',
      '12 s',
      '3 min 05 s',
      '1 h 02 min',
    ])
    expect(since('2026-01-01T00:00:00.000Z', Date.parse('2026-01-01T00:02:00.000Z'))).toBe('2 min')
  })

  it('never turn unknown into nothing', () => {
    expect([money(null), tokens(null)]).toEqual([null, null])
    expect([
      money(0),
      money(0.004),
      money(1.239),
      tokens(999),
      tokens(1_500),
      tokens(2_500_000),
      bytes(1_048_576),
    ]).toEqual(['$0', '<$0.01', '$1.24', '999', '1.5k', '2.5M', '1.0 MB'])
  })

  it('make noise visible and harmless', () => {
    expect(printable('a\u001b[31mred\u001b[0m\u0000\u0007b\tc\nd')).toBe('ared\u2400\u2407b\tc\nd')
    expect(printable('x\u202egnp.exe')).toBe('x\u2423gnp.exe')
    expect(oneLine('\n\n  hello \nworld')).toBe('hello')
  })

  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'Chrome 141 on Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
      'Edge 140 on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari 18 on iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox 130 on macOS'],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel) AppleWebKit/537.36 Chrome/99.0.0.0 Mobile Safari/537.36',
      'Chrome 99 on Android',
    ],
    ['curl/8.5.0', 'curl/8.5.0'],
  ])('name a browser: %s', (agent, name) => expect(browser(agent)).toBe(name))

  it('count down to a moment and say when it is past', () => {
    const now = Date.parse('2026-01-01T00:00:00.000Z')
    expect(until('2026-01-01T00:59:30.000Z', now)).toBe('59 min')
    expect(until('2026-01-01T00:00:00.000Z', now)).toBeNull()
  })
})
