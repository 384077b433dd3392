/**
 * Redacts a text that arrives in pieces. What could be the beginning of a secret is kept back until the next piece tells, so
 * that a key never passes in parts; how much is kept back is bounded. Pure. Whose pieces these are, and when a message is
 * over, is left to the flows.
 */
import { type SecretFinder, withoutSpans } from '../redact.ts'
import { escapeBeginsAt, stripEscapes } from './escapes.ts'
import { isPemOpen, longestBeginning, type Span } from './shapes.ts'

export interface StreamRedactor {
  /** The next piece of the text; answers what may be shown now. */
  feed(piece: string): string
  /** The text is over: what was kept back, redacted. */
  flush(): string
}

/** Of what was shown, as much as decides whether a key may begin behind it. */
const contextLength = 64
const longestContext = 4_096

/**
 * Stands for all that was shown before. It begins no key, and none that needs to stand apart begins behind it: what was cut
 * off may have been the letter that says so, and a key that is one was not cut.
 */
const before = 'Z'

/** The last of what was shown. Not from the middle of a sequence on: it would be read as words. */
function endOf(text: string): string {
  const stripped = stripEscapes(text)
  const bare = stripped?.text ?? text
  if (bare.length <= contextLength) return text.length > longestContext ? bare : text
  const end = stripped === null ? text : text.slice(stripped.at(bare.length - contextLength))
  return before + (stripped === null || end.length > longestContext ? bare.slice(-contextLength) : end)
}

/** A secret that goes on is not kept: it is dropped as it comes. */
interface Dropping {
  /** What belongs to it: all before this. */
  readonly past: (text: string) => number
  /** The end may be cut in two by a border of pieces. */
  readonly overlap: number
}

function dropping(open: string): Dropping {
  if (isPemOpen(open)) {
    return {
      past: (text) => {
        const end = text.indexOf(open)
        return end === -1 ? text.length : end
      },
      overlap: open.length - 1,
    }
  }
  const more = new RegExp(String.raw`(?:${open}|\x1b\[[0-9;]*m)*`, 'y')
  return {
    past: (text) => {
      more.lastIndex = 0
      return more.exec(text)?.[0].length ?? 0
    },
    overlap: 0,
  }
}

/** Where in a text something that is not over yet begins: a sequence, or what could become a secret. */
function undecidedAt(text: string, finder: SecretFinder): number {
  const sequence = escapeBeginsAt(text)
  const head = sequence === text.length ? text : text.slice(0, sequence)
  const stripped = stripEscapes(head)
  // As it is, and without its sequences: the same two looks as at a whole text.
  const bare = Math.min(sequence, finder.beginsAt(head))
  if (stripped === null) return bare
  const begins = finder.beginsAt(stripped.text)
  return begins === stripped.text.length ? bare : Math.min(bare, stripped.at(begins))
}

export function createStreamRedactor(finder: SecretFinder): StreamRedactor {
  let context = ''
  let held = ''
  let drop: Dropping | null = null

  /** Shows the first `length` characters of what is held; `spans` are those of all of it. */
  const show = (length: number, spans: readonly Span[]): string => {
    const text = context + held.slice(0, length)
    const out = withoutSpans(
      text,
      spans.filter(({ to }) => to <= text.length),
      context.length,
    )
    held = held.slice(length)
    context = endOf(text)
    return out
  }

  return {
    feed(piece) {
      held += piece
      if (drop !== null) {
        const past = drop.past(held)
        if (past === held.length) {
          held = held.slice(held.length - Math.min(held.length, drop.overlap))
          return ''
        }
        held = held.slice(past)
        // The key is over; what follows it is not a part of a word that it began.
        context = ''
        drop = null
      }
      const text = context + held
      const spans = finder.find(text)
      const open = spans.find((span) => span.open !== null)
      let undecided = Math.min(undecidedAt(text, finder), open?.start ?? text.length)
      // Not in the middle of a secret that is known already.
      for (const { start, to } of spans.toReversed()) if (to > undecided) undecided = Math.min(undecided, start)
      const shown = Math.max(0, undecided - context.length)
      const longest = Math.max(longestBeginning, finder.longest)
      if (held.length - shown <= longest) return show(shown, spans)
      if (open !== undefined && open.open !== null) drop = dropping(open.open)
      return show(held.length, spans)
    },
    flush() {
      const out = drop === null ? show(held.length, finder.find(context + held)) : ''
      context = ''
      held = ''
      drop = null
      return out
    },
  }
}
