/**
 * Colours and differences of words for lines of code, by kept libraries. Runs in a worker: nothing here is fast enough for the
 * page itself. What is too long to be worth it stays plain.
 */
import { diffWordsWithSpace } from 'diff'
import hljs from 'highlight.js/lib/common'
import { printable } from '../../ui/words.ts'
import type { Token } from './rows.ts'

const longest = 2_000
const mostChars = 200_000
/** A line longer than this is cut: nobody reads it to its end. */
export const shownChars = 5_000

const byName: Readonly<Record<string, string>> = { makefile: 'makefile', gnumakefile: 'makefile', '.bashrc': 'bash' }

export function languageOf(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const word = byName[name] ?? (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '')
  return word !== '' && hljs.getLanguage(word) !== undefined ? word : null
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

/** The library's own markup, which is nothing but spans with a class, as tokens by line. */
export function tokensOf(html: string): Token[][] {
  const lines: Token[][] = [[]]
  const open: string[] = []
  for (const [whole, name, close] of html.matchAll(/<span class="([^"]*)">|(<\/span>)|[^<]+/g)) {
    if (name !== undefined) open.push(name)
    else if (close !== undefined) open.pop()
    else {
      const text = whole.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
      for (const [at, part] of text.split('\n').entries()) {
        if (at > 0) lines.push([])
        if (part !== '') lines.at(-1)!.push([part, lookOf(open.at(-1)), false])
      }
    }
  }
  return lines
}

const lookOf = (name: string | undefined): string | null => name?.split(' ')[0]?.replace(/^hljs-/, '') ?? null

/** Each line with its colours; plain where the language is not known. */
export function coloured(lines: readonly string[], language: string | null): readonly (readonly Token[])[] {
  const plain = (): readonly (readonly Token[])[] => lines.map((text) => [[text, null, false]])
  if (language === null || lines.some((text) => text.length > longest)) return plain()
  const code = lines.join('\n')
  if (code.length > mostChars) return plain()
  const found = tokensOf(hljs.highlight(code, { language, ignoreIllegals: true }).value)
  return found.length === lines.length ? found : plain()
}

type Range = readonly [from: number, to: number]

/** Where two lines differ, by words; null where they have too little in common for that to say anything. */
export function wordsThatDiffer(
  before: string,
  after: string,
): { old: readonly Range[]; new: readonly Range[] } | null {
  if (before.length > longest || after.length > longest) return null
  const parts = diffWordsWithSpace(before, after, { timeout: 20 })
  if (parts === undefined) return null
  const old: Range[] = []
  const fresh: Range[] = []
  let [left, right, same] = [0, 0, 0]
  for (const { value, added, removed } of parts) {
    if (removed) old.push([left, left + value.length])
    if (added) fresh.push([right, right + value.length])
    if (!added && !removed) same += value.trim().length
    if (!added) left += value.length
    if (!removed) right += value.length
  }
  const enough = same * 3 >= Math.min(before.trim().length, after.trim().length)
  return enough ? { old, new: fresh } : null
}

/** Tokens cut at the edges of what differs. */
export function withRanges(tokens: readonly Token[], ranges: readonly Range[]): Token[] {
  const out: Token[] = []
  let at = 0
  for (const [text, look] of tokens) {
    let from = 0
    while (from < text.length) {
      const here = at + from
      const inside = ranges.find(([a, b]) => here >= a && here < b)
      const next = inside ? inside[1] : (ranges.find(([a]) => a > here)?.[0] ?? Number.POSITIVE_INFINITY)
      const to = Math.min(text.length, next - at)
      out.push([text.slice(from, to), look, inside !== undefined])
      from = to
    }
    at += text.length
  }
  return out
}

/** What is drawn: control characters are made visible, a line without end is cut. */
export function drawn(tokens: readonly Token[]): Token[] {
  const out: Token[] = []
  let room = shownChars
  for (const [text, look, changed] of tokens) {
    if (text.length > room) {
      out.push([`${printable(text.slice(0, room))} … the line goes on`, look, changed])
      break
    }
    room -= text.length
    out.push([printable(text), look, changed])
  }
  return out
}
