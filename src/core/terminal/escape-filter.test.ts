/** The allow-list sequence by sequence, cut at every place, and with noise. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEscapeFilter } from './escape-filter.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const textOf = (out: Uint8Array): string => String.fromCharCode(...out)
const filtered = (...pieces: readonly Uint8Array[]): string => {
  const filter = createEscapeFilter()
  return pieces.map((piece) => textOf(filter.feed(piece))).join('')
}

const passes = [
  'plain text, tabs\tand lines\r\n',
  '\x1b[0;1;38;2;10;20;30;4:3m',
  '\x1b[m',
  '\x1b[10;20H',
  '\x1b[2J\x1b[K\x1b[1;40r\x1b[s\x1b[u',
  '\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?1000;1006h\x1b[?2026h',
  '\x1b7\x1b8\x1bM\x1bD\x1b=\x1b>\x1bc',
  '\x1b(B\x1b)0\x1b#8',
  '\x1b[5 q\x1b[!p\x1b[?2J',
  '\x1b[4h\x1b[4l',
  '\x1b]8;id=a;https://example.org/a?b=c#d\x1b\\here\x1b]8;;\x1b\\',
]

const never = [
  ['the clipboard', '\x1b]52;c;aGVsbG8=\x07'],
  ['the clipboard, asked for', '\x1b]52;c;?\x1b\\'],
  ['titles', '\x1b]0;a title\x07\x1b]2;b\x1b\\\x1b]1;c\x07\x1bkd\x1b\\'],
  ['links to files', '\x1b]8;;file:///etc/passwd\x1b\\'],
  ['links to scripts', '\x1b]8;;javascript:alert(1)\x07'],
  ['links with blanks', '\x1b]8;;https://a b\x07'],
  ['colours asked for and set', '\x1b]10;?\x07\x1b]4;1;?\x07\x1b]11;#fff\x07\x1b]104\x07'],
  [
    'directories, notes, other programs’ own',
    '\x1b]7;file://x\x07\x1b]9;note\x07\x1b]777;notify;a;b\x07\x1b]1337;File=:AA\x07',
  ],
  ['who are you', '\x1b[c\x1b[0c\x1b[>c\x1b[=c\x1b[>0q\x1bZ'],
  ['how are you, where are you', '\x1b[5n\x1b[6n\x1b[?6n\x1b[?996n'],
  ['modes asked for', '\x1b[4$p\x1b[?2026$p\x1b[?u'],
  ['settings asked for', '\x1bP$qm\x1b\\\x1bP+q544e\x1b\\'],
  ['pictures', '\x1bPq#0;2;0;0;0#0~~@@\x1b\\'],
  ['application and privacy strings', '\x1b_Gf=24;AAAA\x1b\\\x1b^secret\x1b\\\x1bXstring\x1b\\'],
  ['passed on by tmux', '\x1bPtmux;\x1b\x1b]52;c;AAAA\x07\x1b\\'],
  ['windows', '\x1b[18t\x1b[21t\x1b[22;0t\x1b[8;10;10t'],
  ['focus and other keyboards', '\x1b[?1004h\x1b[>4;2m\x1b[>1u\x1b[=1u\x1b[<u'],
  ['controls of one sign', '\u009d52;c;AAAA\u009c\u0090$qm\u009c\u009bc\u009b6n'],
  ['answers to ENQ', '\x05'],
  ['another line end of the keyboard', '\x1b[20h'],
] as const

describe('what a viewer gets', () => {
  it.each(passes)('passes %j', (text) => {
    expect(filtered(bytes(text))).toBe(text)
  })

  it.each(never)('keeps out %s', (_what, text) => {
    const left = filtered(bytes(`before${text}after`))
    // The old way to end a string with the next sequence leaves its last sign to nobody.
    expect(left.replace('\x07', '')).toBe('beforeafter')
  })

  it('is the same wherever it was cut', () => {
    for (const text of [...passes, ...never.map(([, one]) => `a${one}b`)]) {
      const whole = filtered(bytes(text))
      const all = bytes(text)
      for (let at = 0; at <= all.length; at++) expect(filtered(all.subarray(0, at), all.subarray(at))).toBe(whole)
      expect(filtered(...[...all].map((byte) => Uint8Array.of(byte)))).toBe(whole)
    }
  })

  it('gives back untouched what is text alone', () => {
    const piece = bytes('日本 😀 \x07 words\r\n')
    expect(createEscapeFilter().feed(piece)).toBe(piece)
  })

  it('reads words in other scripts as words', () => {
    expect(filtered(bytes('£ © ¢ é 日本'))).toBe(textOf(bytes('£ © ¢ é 日本')))
    expect(filtered(bytes('a£').subarray(0, 2), bytes('a£').subarray(2))).toBe(textOf(bytes('a£')))
  })

  it('passes of several modes those that it knows', () => {
    expect(filtered(bytes('\x1b[?1049;1004;2004h'))).toBe('\x1b[?1049;2004h')
  })

  it('lets nothing be repeated beyond a screen', () => {
    expect(filtered(bytes('\x1b[2000000000b'))).toBe('')
    expect(filtered(bytes('\x1b[99999S'))).toBe('\x1b[1000S')
    expect(filtered(bytes('\x1b[9999;9999H'))).toBe('\x1b[9999;9999H')
  })

  it('does not wait for ever: a sequence of any length is dropped in bounded memory, and CAN ends a string', () => {
    const filter = createEscapeFilter()
    expect(textOf(filter.feed(bytes(`\x1b[${'1;'.repeat(100_000)}m`)))).toBe('')
    expect(textOf(filter.feed(bytes(`\x1b]8;;http://${'x'.repeat(100_000)}`)))).toBe('')
    expect(textOf(filter.feed(bytes('\x07text')))).toBe('text')
    expect(textOf(filter.feed(bytes('\x1bPnever ended\x18text')))).toBe('text')
  })

  it('lets no byte that is none hide a sequence', () => {
    expect(filtered(latin1('\x1b\xff]52;c;AAAA\x07'))).not.toContain('\x1b')
    expect(filtered(latin1('\x1b[\xc26n'))).not.toContain('\x1b')
    expect(filtered(latin1('\xc2\x1bP\x1b\\\x9b6n'))).not.toMatch(/\xc2[\x80-\x9f]/)
    expect(filtered(latin1('\xe0\xc2\x9b6n'))).not.toMatch(/\xc2[\x80-\x9f]/)
  })

  it('leaves, of any noise, sequences of the list alone', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(...passes, ...never.map(([, text]) => text)).map(bytes),
      fc
        .constantFrom('\x1b', '\x1b]', '\x1b[', '\x1bP', '\xc2', '\x9b', '\x9d', '8;;', '52;c;', '\x07', '\\')
        .map(latin1),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const all = Uint8Array.from(pieces.flatMap((one) => [...one]))
        const left = filtered(...pieces)
        expect(left).toBe(filtered(all))
        const rest = left
          .replace(/\x1b\]8;[\w=:.,-]*;(?:https?:\/\/[\x21-\x7e]+?)?\x1b\\/gi, '')
          .replace(/\x1b\[[\d;:]*[@-HIJ-MPSTXZ`a-bd-gmrsu]/g, '')
          .replace(/\x1b\[4[hl]/g, '')
          .replace(/\x1b\[\?(?:(?:1|5|6|7|9|12|25|45|47|66|100[0236]|1016|104[789]|2004|2026);?)+[hl]/g, '')
          .replace(/\x1b\[(?:[0-6]? q|!p|[0-2]?"q|\d{0,3} [@A]|\d{0,3}'[}~]|\?[0-3]?[JK])/g, '')
          .replace(/\x1b(?:[78DEHM=>c]|[()*+\-./][0-~]|#[34568])/g, '')
        expect(rest).not.toMatch(/[\x00-\x06\x10-\x1f\x7f]|\xc2[\x80-\x9f]/)
      }),
      { numRuns: 3000 },
    )
  })
})
