/**
 * What of a program's output goes to a viewer: an allow-list over escape sequences, as a stream of bytes cut anywhere. Text,
 * colours, cursor and screen control, the alternate screen, bracketed paste and mouse modes pass; the clipboard, titles, links
 * that are not http(s), strings for devices, pictures, and every question that the viewer would answer as if somebody typed
 * do not. A sequence is passed whole and in one form, or not at all, so nobody downstream can read another one into it.
 */

export interface EscapeFilter {
  /** What may be shown of this piece, and of what was held back before it. Given back as it came where nothing is to be done. */
  feed(bytes: Uint8Array): Uint8Array
}

type State = 'text' | 'escape' | 'between' | 'control' | 'command' | 'commandEnd' | 'string'

const esc = 0x1b
const del = 0x7f
/** The first byte of U+0080 to U+009F in UTF-8: controls in one sign, which terminals still obey. */
const c1Lead = 0xc2

/** Bell, backspace, tab, line ends, character sets. Nothing that is answered (ENQ) or that aborts (CAN, SUB). */
const isPlainControl = (byte: number): boolean => byte >= 0x07 && byte <= 0x0f
const aborts = (byte: number): boolean => byte === 0x18 || byte === 0x1a

/** `ESC x`: cursor, tab stop, reverse line feed, keypad, reset. */
const escapes = new Set('78DEHM=>c')
/** `ESC ( B` and the like: character sets; `ESC # 8` and the like: lines. */
const charsets = /^\x1b[()*+\-./][0-~]$/
const lines = /^\x1b#[34568]$/
/** `CSI … x` with numbers alone. Left out: c, n (who are you, where are you), t (windows and titles), h and l (looked at). */
const controls = new Set('@ABCDEFGHIJKLMPSTXZ`abdefgmrsu')
/** Done once for each of their number: more than a screen holds is a way to stop the viewer. */
const repeated = new Set('ILMSTZb@PX')
const most = 1000
/** Cursor keys, screen, origin, wrap, blink, cursor, mouse, alternate screens, pastes, frames drawn whole. */
const modes = new Set('1 5 6 7 9 12 25 45 47 66 1000 1002 1003 1006 1016 1047 1048 1049 2004 2026'.split(' '))
/** With more signs: shape of the cursor, soft reset, protection, sideways scrolling, columns, selective erasing. */
const others = /^\x1b\[(?:[0-6]? q|!p|[0-2]?"q|\d{0,3} [@A]|\d{0,3}'[}~]|\?[0-3]?[JK])$/
const link = /^8;[\w=:.,-]{0,250};(?:https?:\/\/[\x21-\x7e]{1,2000})?$/i

const longestControl = 256
const longestCommand = 2300

export function createEscapeFilter(): EscapeFilter {
  let state: State = 'text'
  /** The sequence so far; a command without its introducer. */
  let held: number[] = []
  /** Digits, `;` and `:` alone so far. */
  let bare = true
  let tooLong = false
  /** The first byte of a sign that may be a control. */
  let led = false
  let out = new Uint8Array(0)
  let end = 0

  const put = (byte: number): void => {
    out[end++] = byte
  }
  const say = (text: string): void => {
    for (let at = 0; at < text.length; at++) put(text.charCodeAt(at))
  }
  const drop = (): void => {
    state = 'text'
    held = []
  }
  const begin = (next: State, bytes: number[]): void => {
    state = next
    held = bytes
    bare = true
    tooLong = false
  }
  const words = (): string => String.fromCharCode(...held)

  const introduce = (byte: number): void => {
    if (byte === 0x5b) begin('control', [esc, byte])
    else if (byte === 0x5d) begin('command', [])
    else if (byte === 0x50 || byte === 0x58 || byte === 0x5e || byte === 0x5f || byte === 0x6b) begin('string', [])
    else if (byte >= 0x20 && byte <= 0x2f) begin('between', [esc, byte])
    else {
      drop()
      if (escapes.has(String.fromCharCode(byte))) say(`\x1b${String.fromCharCode(byte)}`)
    }
  }
  const between = (byte: number): void => {
    if (held.length > 4) {
      drop()
      return
    }
    held.push(byte)
    if (byte >= 0x20 && byte <= 0x2f) return
    const text = words()
    drop()
    if (charsets.test(text) || lines.test(text)) say(text)
  }
  const control = (byte: number): void => {
    if (byte < 0x40) {
      if (held.length >= longestControl) tooLong = true
      else held.push(byte)
      if (byte < 0x30 || byte > 0x3b) bare = false
      return
    }
    if (!tooLong) {
      held.push(byte)
      const allowed = allowedControl(held, bare)
      if (allowed !== null) say(allowed)
    }
    drop()
  }
  const command = (byte: number): void => {
    if (held.length >= longestCommand || byte < 0x20 || byte > 0x7e) tooLong = true
    else held.push(byte)
    // Most commands are none that is allowed: nothing of them is kept.
    if (held[0] !== 0x38) tooLong = true
  }
  const finishCommand = (): void => {
    const text = tooLong ? '' : words()
    drop()
    if (link.test(text)) say(`\x1b]${text}\x1b\\`)
  }

  /** One byte that is no plain text. */
  const take = (byte: number): void => {
    if (led) {
      led = false
      if (byte >= 0x80 && byte <= 0x9f) {
        takeC1(byte)
        return
      }
      // Alone it is no sign: left in, what is left out behind it could make it one.
      if (byte >= 0xa0 && byte <= 0xbf) other(c1Lead)
      else if (state === 'command') command(c1Lead)
      else if (state !== 'text' && state !== 'string') drop()
    }
    if (byte === c1Lead) led = true
    else other(byte)
  }
  const takeC1 = (byte: number): void => {
    if (byte === 0x9c) {
      if (state === 'command') finishCommand()
      else drop()
      return
    }
    introduce(byte - 0x40)
  }
  const other = (byte: number): void => {
    if (byte === esc) {
      if (state === 'command') state = 'commandEnd'
      else begin('escape', [])
      return
    }
    if (aborts(byte)) {
      drop()
      return
    }
    switch (state) {
      case 'text':
        if (byte >= 0x20 ? byte !== del : isPlainControl(byte)) put(byte)
        return
      case 'command':
        if (byte === 0x07) finishCommand()
        else command(byte)
        return
      case 'commandEnd':
        if (byte === 0x5c) {
          finishCommand()
          return
        }
        begin('escape', [])
        other(byte)
        return
      case 'string':
        return
      default:
        // Line ends within a sequence are obeyed at once, as terminals do; what is no part of one ends it.
        if (byte < 0x20) {
          if (isPlainControl(byte)) put(byte)
          return
        }
        if (byte >= del) {
          drop()
          other(byte)
          return
        }
        if (state === 'escape') introduce(byte)
        else if (state === 'between') between(byte)
        else control(byte)
    }
  }

  return {
    feed(bytes) {
      if (state === 'text' && !led && plainUntil(bytes, 0) === bytes.length) return bytes
      out = new Uint8Array(bytes.length + held.length + 8)
      end = 0
      for (let at = 0; at < bytes.length; ) {
        if (state === 'text' && !led) {
          const to = plainUntil(bytes, at)
          if (to > at) {
            out.set(bytes.subarray(at, to), end)
            end += to - at
            at = to
            continue
          }
        }
        take(bytes[at++]!)
      }
      const shown = out.subarray(0, end)
      out = new Uint8Array(0)
      return shown
    },
  }
}

/** How far it is text that needs no look. */
function plainUntil(bytes: Uint8Array, from: number): number {
  let at = from
  for (; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte >= 0x20 ? byte === del || byte === c1Lead : !isPlainControl(byte)) break
  }
  return at
}

function allowedControl(held: readonly number[], bare: boolean): string | null {
  const final = String.fromCharCode(held.at(-1)!)
  const text = String.fromCharCode(...held)
  if (!bare) {
    const set = /^\x1b\[\?([\d;]+)([hl])$/.exec(text)
    if (set === null) return others.test(text) ? text : null
    const known = set[1]!.split(';').filter((mode) => modes.has(mode))
    return known.length === 0 ? null : `\x1b[?${known.join(';')}${set[2]}`
  }
  if (final === 'h' || final === 'l') return text === `\x1b[4${final}` ? text : null
  if (!controls.has(final)) return null
  if (final === 'm') return text
  if (/[:]|\d{6}/.test(text)) return null
  if (!repeated.has(final)) return text
  const number = text.slice(2, -1)
  // `CSI a;b;c;d;e T` is no scrolling.
  if (number.includes(';')) return null
  return Number(number) > most ? `\x1b[${most}${final}` : text
}
