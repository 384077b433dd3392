/** However a text is cut into pieces, what is shown is what the whole would show, and never a part of a key. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactorSet } from '../redact.ts'
import { keys, placementOf, templates } from './corpus.ts'
import lookAlikes from './fixtures/look-alikes.json' with { type: 'json' }
import { longestBeginning } from './shapes.ts'
import { createStreamRedactor } from './stream.ts'

const password = 'correct horse "battery"\\staple'
const set = createRedactorSet({ DB_PASSWORD: password, APP_TOKEN: 'tok-0123456789-abcdef' })

function streamed(pieces: readonly string[]): { shown: string; steps: readonly string[] } {
  const stream = createStreamRedactor(set)
  const steps = [...pieces.map((piece) => stream.feed(piece)), stream.flush()]
  return { shown: steps.join(''), steps }
}

const inTwo = (text: string): readonly (readonly string[])[] =>
  Array.from({ length: text.length + 1 }, (_, i) => [text.slice(0, i), text.slice(i)])

describe('a text in pieces', () => {
  it('of the corpus shows what the whole shows, wherever it is cut in two', () => {
    for (const template of templates) {
      const { text, wanted } = placementOf(template)
      for (const pieces of inTwo(text)) expect(streamed(pieces).shown, JSON.stringify(pieces)).toBe(wanted)
    }
  })

  it('of the corpus shows what the whole shows, a character at a time', () => {
    for (const template of templates) {
      const { text, wanted, secrets } = placementOf(template)
      const { shown, steps } = streamed([...text])
      expect(shown, template).toBe(wanted)
      // A page that shows the pieces one after the other has never seen more than the beginning that says what it is.
      for (const secret of secrets) expect(steps.join('')).not.toContain(secret.slice(0, 12))
    }
  })

  it('that looks like a key and is none comes through unchanged, however it is cut', () => {
    for (const text of lookAlikes) {
      expect(streamed([...text]).shown).toBe(text)
      for (const pieces of inTwo(text)) expect(streamed(pieces).shown, JSON.stringify(pieces)).toBe(text)
    }
  })

  it('hides a key that is a link and its text, wherever it is cut', () => {
    for (const name of ['anthropic', 'github', 'jwt']) {
      const key = keys[name]!.kept + keys[name]!.secret
      const text = `\u001b]8;;https://x.test/${'long/'.repeat(20)}?k=${key}\u001b\\${key}\u001b]8;;\u001b\\ and on`
      for (const pieces of [[...text], ...inTwo(text)]) {
        expect(streamed(pieces).shown, JSON.stringify(pieces)).not.toContain(keys[name]!.secret.slice(-12))
      }
    }
  })

  it('hides values of secret variables, wherever they are cut', () => {
    const forms = [password, JSON.stringify(password), 'a tok-0123456789-abcdef!', `tok-tok-0123456789-abcdef`]
    for (const text of [...forms, ...forms.map((form) => `\u001b[1msay ${form}\u001b[0m`)]) {
      expect(set.redact(text)).not.toBe(text)
      for (const pieces of [[...text], ...inTwo(text)]) expect(streamed(pieces).shown).toBe(set.redact(text))
    }
  })

  it('of keys back to back shows what the whole shows: each part of one may be the first of the next', () => {
    const jwt = keys.jwt!.secret
    const sendgrid = keys.sendgrid!.kept + keys.sendgrid!.secret
    for (const text of [jwt + jwt + sendgrid, jwt + jwt + jwt, `${jwt}.${jwt}`, sendgrid + sendgrid, sendgrid + jwt]) {
      for (const pieces of [[...text], ...inTwo(text)]) expect(streamed(pieces).shown).toBe(set.redact(text))
    }
    expect(set.redact(`${jwt}${jwt} on`)).toBe('[redacted] on')
    expect(set.redact('Authorization: Basic QUJDRA==authorization=basic QUJDREVG')).not.toContain('QUJDREVG')
  })

  it('forgets nothing that says that a word is no key, wherever the end of what was shown begins', () => {
    for (let more = 0; more < 80; more++) {
      const text = `kiosk-Terminal5-Gate22-Display${'x'.repeat(more)}-----BEGIN RSA PRIVATE WORDS-----`
      expect(streamed([...text]).shown).toBe(text)
    }
  })

  it('shows what the whole shows, in any pieces of any text', () => {
    const bits = [...Object.values(keys).map((key) => key.kept + key.secret + (key.after ?? '')), password]
    const some = fc.oneof(
      { arbitrary: fc.constantFrom(...bits), weight: 2 },
      { arbitrary: fc.constantFrom(...lookAlikes), weight: 1 },
      {
        arbitrary: fc.string({
          unit: fc.constantFrom(
            's',
            'k',
            '-',
            ' ',
            '\n',
            '\u001b',
            '[',
            'm',
            '1',
            ':',
            '/',
            '@',
            '\\',
            'e',
            'y',
            'J',
            '.',
          ),
        }),
        weight: 3,
      },
    )
    const text = fc.array(some, { maxLength: 5 }).map((all) => all.join(''))
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (whole, sizes) => {
        const pieces: string[] = []
        for (let at = 0, i = 0; at < whole.length; at += sizes[i++ % sizes.length]!)
          pieces.push(whole.slice(at, at + sizes[i % sizes.length]!))
        expect(streamed(pieces).shown).toBe(set.redact(whole))
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('what is kept back', () => {
  it('is nothing of ordinary text, but for what could begin a key at its very end', () => {
    const stream = createStreamRedactor(set)
    expect(stream.feed('The build is green. 12 files changed, ')).toBe('The build is green. 12 files changed, ')
    expect(stream.feed('nothing el')).toBe('nothing e')
    expect(stream.feed('se is new: a ti')).toBe('lse is new: a ti')
    expect(stream.feed('s')).toBe('')
    expect(stream.feed('k')).toBe('')
    expect(stream.feed(' os')).toBe('sk o')
    expect(stream.flush()).toBe('s')
    expect(stream.flush()).toBe('')
  })

  it('is bounded: a key without an end is dropped as it comes, and what follows it is shown', () => {
    const run = 'aB3_'.repeat(1_000)
    for (const [begin, wanted] of [
      ['key sk-ant-', 'key sk-ant-[redacted]'],
      ['Authorization: Bearer ', 'Authorization: Bearer [redacted]'],
      [`${keys.jwt!.secret}`, '[redacted]'],
      ['-----BEGIN PRIVATE KEY-----\n', '-----BEGIN PRIVATE KEY-----[redacted]'],
    ] as const) {
      const stream = createStreamRedactor(set)
      const shown: string[] = [stream.feed(begin)]
      for (let i = 0; i < 20; i++) shown.push(stream.feed(run))
      // Long before its end the page knows that there is one.
      expect(shown.join('')).toBe(wanted)
      const end = begin.startsWith('-----') ? ['-----E', 'ND PRIVATE KEY-----', ' on'] : ['" on']
      for (const piece of end) shown.push(stream.feed(piece))
      shown.push(stream.flush())
      expect(shown.join('')).toBe(wanted + end.join(''))
    }
  })

  it('is bounded where nothing becomes of it', () => {
    const stream = createStreamRedactor(set)
    let [shown, said] = ['', '']
    for (const piece of ['eyJ', ...Array.from({ length: 40 }, (_, i) => `${i}abc`.repeat(200))]) {
      said += piece
      shown += stream.feed(piece)
      expect(said.length - shown.length).toBeLessThanOrEqual(longestBeginning)
    }
    expect(shown + stream.flush()).toBe(said)
  })

  it.each([
    'sk-',
    'eyJa.',
    'eyJeyJeyJeyJ.',
    'SG.0123456789abcdef.',
    '://a:',
    'bearer ',
    '\u001b[',
    '-----BEGIN ',
    'ghp_"',
    'sk-sk-"',
  ])('costs time by its length only: %j', (unit) => {
    const text = unit.repeat(Math.ceil(200_000 / unit.length))
    const stream = createStreamRedactor(set)
    const begun = performance.now()
    for (let at = 0; at < text.length; at += 500) stream.feed(text.slice(at, at + 500))
    stream.flush()
    expect(performance.now() - begun).toBeLessThan(10_000)
  })
})
