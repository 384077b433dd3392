/** Secrets go, ordinary text stays, and neither many secrets nor hostile text makes it slow. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor, createRedactorSet, redacted } from './redact.ts'

const plain = createRedactor({})
/** Keys are put together here, so that no scanner takes this file for a leak. */
const body = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7'
const jwt = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'dozjgNryP4J3jVmNHl0w5N'].join('.')
const pem = (kind: string) =>
  `-----BEGIN ${kind}PRIVATE KEY-----\nMIIBVQIBADANB\nxyzzy\n-----END ${kind}PRIVATE KEY-----`

describe('values of variables', () => {
  const env = {
    MY_API_KEY: 'correct horse battery',
    gh_token: 'lower-case-name-1',
    DB_PASSWORD: 'p"ss\\word\nline2',
    SHORT_TOKEN: 'elevenchars',
    NOT_A_SECRET_NAME: 'plain-old-value-1',
    UNSET_KEY: undefined,
    TOKEN: 'a bare name too',
    OTHER_SECRET: 'correct horse battery staple',
  }
  const redact = createRedactor(env, ['drover-token-0123456789'])

  it.each([
    ['a correct horse battery b', `a ${redacted} b`],
    ['xcorrect horse batteryx', `x${redacted}x`],
    ['the longer: correct horse battery staple.', `the longer: ${redacted}.`],
    ['lower-case-name-1', redacted],
    ['say a bare name too', `say ${redacted}`],
    ['drover-token-0123456789', redacted],
    [JSON.stringify({ password: env.DB_PASSWORD }), `{"password":"${redacted}"}`],
    [`raw ${env.DB_PASSWORD}`, `raw ${redacted}`],
    ['elevenchars', 'elevenchars'],
    ['plain-old-value-1', 'plain-old-value-1'],
  ])('%j', (text, wanted) => expect(redact(text)).toBe(wanted))

  it('are found at every place of a text, among many others', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`V${i}_TOKEN`, `${i}-${body}-${i * 7919}`]))
    const all = createRedactor(many)
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(59), (before, after, i) => {
        const secret = many[`V${i}_TOKEN`]!
        expect(all(before + secret + after)).not.toContain(secret)
      }),
    )
  })

  it('may come later', () => {
    const set = createRedactorSet({})
    const token = 'launch-token-abcdef'
    expect(set.redact(token)).toBe(token)
    set.add(token)
    set.add('short')
    expect(set.redact(`<${token}> short`)).toBe(`<${redacted}> short`)
  })
})

describe('a look at the JSON of a value', () => {
  const values = ['correct horse battery', 'p"ss\\word\nline2', 'ta\tb and \u0001 more']
  const set = createRedactorSet(Object.fromEntries(values.map((value, i) => [`V${i}_KEY`, value])))
  const keys = [
    `sk-ant-api03-${body}`,
    `ghp_${body}`,
    `drs_${body}${body}`,
    jwt,
    pem(''),
    `Bearer ${body}`,
    `https://u:${body}@h`,
  ]
  const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

  it('never overlooks what redaction would take out', () => {
    const secret = fc.constantFrom(...values, ...values.map(inJson), ...keys, ...keys.map(inJson))
    const around = fc.string({ unit: fc.constantFrom('\n', '\t', '"', '\\', 'x', ' ', '\u0000', '€', '\ud83d') })
    fc.assert(
      fc.property(around, secret, around, fc.boolean(), (before, hidden, after, asKey) => {
        const text = before + hidden + after
        if (set.redact(text) === text) return
        const event = asKey ? { kind: 'tool', input: { [text]: 1 } } : { kind: 'tool', input: [{ deep: text }] }
        expect(set.suspects(JSON.stringify(event))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('lets ordinary words pass', () => {
    expect(set.suspects(JSON.stringify({ kind: 'text', text: 'The build is green; 12 files changed.' }))).toBe(false)
  })
})

describe('shapes', () => {
  it.each([
    ['anthropic', `sk-ant-api03-${body}`],
    ['openai', `sk-proj-${body}`],
    ['openai, old', `sk-${body}`],
    ['github', `ghp_${body}`],
    ['github oauth', `gho_${body}`],
    ['github server', `ghs_${body}`],
    ['github fine', `github_pat_${body}_${body}`],
    ['slack bot', `xoxb-123456-${body}`],
    ['slack user', `xoxp-123456-${body}`],
    ['aws', `AKIA${'Q1W2E3R4T5Y6U7I8'}`],
    ['google', `AIza${body}${body}`],
    ['gitlab', `glpat-${body}`],
    ['npm', `npm_${body}${body}`],
    ['a launch', `drs_${body}${body}`],
    ['jwt', jwt],
    ['bearer', `Authorization: Bearer ${body}`],
    ['bearer, lower', `authorization: bearer ${body}`],
    ['BEARER', `AUTHORIZATION: BEARER ${body}`],
    ['basic', `Authorization: Basic ${body}==`],
    ['basic in JSON', `{"Authorization":"Basic ${body}=="}`],
    ['url', `https://user:${body}@example.com/x`],
    ['url without a user', `redis://:${body}@localhost:6379`],
    ['pem', pem('').replaceAll('xyzzy', body)],
    ['rsa', pem('RSA ').replaceAll('xyzzy', body)],
    ['pem without an end', `-----BEGIN PRIVATE KEY-----\n${body}`],
  ])('%s', (_name, text) => {
    for (const whole of [text, `before ${text} after`, `x="${text}"`]) {
      const out = plain(whole)
      expect(out).toContain(redacted)
      expect(out).not.toContain(body)
      expect(out).not.toContain('Q1W2E3R4T5Y6U7I8')
      expect(out).not.toContain('dozjgNryP4J3jVmNHl0w5N')
      expect(plain(out)).toBe(out)
    }
  })

  it('keep what tells the reader what was there', () => {
    expect(plain(`key ghp_${body}!`)).toBe(`key ghp_${redacted}!`)
    expect(plain(`https://me:${body}@host/path`)).toBe(`https://me:${redacted}@host/path`)
    expect(plain(`a ${pem('EC ')} b`)).toBe(`a -----BEGIN EC PRIVATE KEY-----${redacted}-----END EC PRIVATE KEY----- b`)
  })

  it.each([
    'the task-list and risk-free desk-work',
    'a class sk-loading-indicator-large',
    'sk-short and ghp_short, npm_config_cache, AKIA',
    'http://127.0.0.1:4180/path?x=1 and https://example.com:8080/@scope/package',
    'git@github.com:owner/repo.git, user@example.com',
    'The bearer of this letter is basic English',
    'eyJ is how base64 of {" begins',
    'const x = { a: 1 } // ://',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    'src/core/redact.ts:12:34 error TS2345',
  ])('leave %j alone', (text) => expect(plain(text)).toBe(text))
})

describe('cost', () => {
  const hostile = {
    bearer: 'bearer ',
    sk: 'sk-',
    jwt: 'eyJaaaaaaaaaa.',
    url: '://a:',
    at: '://a:b',
    pem: '-----BEGIN PRIVATE KEY-----',
    auth: 'authorization: basic ',
    words: 'hello world ',
  }
  it.each(Object.entries(hostile))('grows with the length only: %s', (_name, unit) => {
    const redact = createRedactor({ A_TOKEN: `${body}${body}` })
    const measure = (bytes: number): number => {
      const text = unit.repeat(Math.floor(bytes / unit.length))
      const start = performance.now()
      redact(text)
      return performance.now() - start
    }
    measure(100_000)
    // Five megabytes in well under the time that quadratic work would take (hours); the bound is generous for busy machines.
    expect(measure(5_000_000)).toBeLessThan(3_000)
  })
})

describe('the ways a value is written', () => {
  const password = 'p@ss word/with?signs&more'
  const pemLine = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj'
  const redact = createRedactor({ DB_PASSWORD: password, DEPLOY_KEY: `intro words stay\n${pemLine}\nlast words stay` })

  it.each([
    ['in a URL', `https://x.test/?p=${encodeURIComponent(password)}&q=1`, 'https://x.test/?p=[redacted]&q=1'],
    ['a line of many', `line: ${pemLine}`, 'line: [redacted]'],
    ['an ordinary line of many', 'intro words stay', 'intro words stay'],
  ])('%s', (_name, text, wanted) => expect(redact(text)).toBe(wanted))

  it('as base64, also with a line’s end behind it', () => {
    for (const text of [password, `${password}\n`]) {
      const out = redact(`data: ${btoa(text)}`)
      expect(out).toContain(redacted)
      expect(out.length).toBeLessThan(25)
    }
  })

  it('two keys without anything between them', () => {
    expect(plain(`ghp_${body}ghp_${body}`)).not.toContain(body)
    expect(plain(`npm_${body}${body}npm_${body}${body}`)).not.toContain(body)
  })
})
