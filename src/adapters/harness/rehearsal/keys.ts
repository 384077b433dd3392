/**
 * What a terminal sends, read as keys: typed characters, a few named keys, pastes as one piece. Bytes come in any portions;
 * what is not whole yet is kept. Pure but for that remainder.
 */
import { StringDecoder } from 'node:string_decoder'

export type Key =
  | { readonly key: 'text'; readonly text: string }
  /** Bracketed: newlines and all, no key is in it. */
  | { readonly key: 'paste'; readonly text: string }
  | { readonly key: 'enter' | 'escape' | 'backspace' | 'up' | 'down' | 'clear' | 'break' | 'end' }

const pasteBegins = '\u001b[200~'
const pasteEnds = '\u001b[201~'

const names: { readonly [char: string]: Exclude<Key['key'], 'text' | 'paste'> } = {
  '\r': 'enter',
  '\n': 'enter',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0015': 'clear',
  '\u0003': 'break',
  '\u0004': 'end',
}

/** An escape sequence of a key, or the beginning of one. */
const sequence = /^\u001b(?:\[[0-9;?]*[ -/]*[@-~]|O[@-~])/
const begun = /^\u001b(?:\[[0-9;?]*[ -/]*|O)?$/

export interface KeyReader {
  take(bytes: Buffer): readonly Key[]
  /** An escape that stands alone for a while was the key. */
  readonly waits: boolean
  settle(): readonly Key[]
}

export function readKeys(): KeyReader {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  /** The pieces of a paste that has begun: a large one comes in many. */
  let pasting: string[] | null = null

  const cut = (): Key[] => {
    const keys: Key[] = []
    while (rest !== '') {
      if (pasting !== null) {
        const paste = pasteFrom(pasting)
        if (paste === null) break
        keys.push(paste)
        continue
      }
      if (rest.startsWith(pasteBegins)) {
        rest = rest.slice(pasteBegins.length)
        pasting = []
        continue
      }
      const named = sequence.exec(rest)?.[0]
      if (named === undefined && begun.test(rest)) break
      const taken = named ?? characterOf(rest)
      rest = rest.slice(taken.length)
      keys.push(...keyOf(taken))
    }
    return keys
  }

  const pasteFrom = (pieces: string[]): Key | null => {
    const at = rest.indexOf(pasteEnds)
    if (at === -1) {
      // What may be the beginning of its end stays.
      const kept = Math.min(rest.length, pasteEnds.length - 1)
      pieces.push(rest.slice(0, rest.length - kept))
      rest = rest.slice(rest.length - kept)
      return null
    }
    const text = `${pieces.join('')}${rest.slice(0, at)}`.replace(/\r\n?/g, '\n')
    rest = rest.slice(at + pasteEnds.length)
    pasting = null
    return { key: 'paste', text }
  }

  return {
    take(bytes) {
      rest += decoder.write(bytes)
      return cut()
    },
    get waits() {
      return pasting === null && rest === '\u001b'
    },
    settle() {
      if (pasting !== null || rest !== '\u001b') return []
      rest = ''
      return [{ key: 'escape' }]
    },
  }
}

/** A lone escape before something else is the key as well. */
const characterOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0)

function keyOf(taken: string): readonly Key[] {
  if (taken === '\u001b') return [{ key: 'escape' }]
  if (taken === '\u001b[A' || taken === '\u001bOA') return [{ key: 'up' }]
  if (taken === '\u001b[B' || taken === '\u001bOB') return [{ key: 'down' }]
  if (Object.hasOwn(names, taken)) return [{ key: names[taken]! }]
  return taken < ' ' ? [] : [{ key: 'text', text: taken }]
}
