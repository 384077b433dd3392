/** Where the code that a comment quotes is now: as it was, elsewhere in its file, changed, or gone with it. Pure. */
import type { CommentPlace } from '#contract/review'

export interface Placed {
  readonly place: CommentPlace
  readonly nowLine: number | null
}

interface Spot {
  readonly line: number
  readonly endLine: number
  readonly quote: string
}

export const linesOf = (text: string): readonly string[] => {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** The lines from `line` to `endLine`; null where the file is shorter. */
export function quoteOf(text: string, line: number, endLine: number): string | null {
  const lines = linesOf(text)
  return endLine > lines.length ? null : lines.slice(line - 1, endLine).join('\n')
}

/** `text`: the file as it is now; null: it is not there. */
export function placeOf(spot: Spot, text: string | null): Placed {
  if (text === null) return { place: 'gone', nowLine: null }
  const lines = linesOf(text)
  const quote = spot.quote.split('\n').map((line) => line.replace(/\r$/, ''))
  const fits = (at: number): boolean => quote.every((line, i) => lines[at + i] === line)
  if (fits(spot.line - 1)) return { place: 'same', nowLine: null }
  // Lines like a lone brace are everywhere: they are found again only right where they were.
  if (quote.join('').trim().length < 4) return { place: 'changed', nowLine: null }
  let best: number | null = null
  for (let at = 0; at + quote.length <= lines.length; at++) {
    if (!fits(at)) continue
    if (best === null || Math.abs(at - (spot.line - 1)) < Math.abs(best - (spot.line - 1))) best = at
  }
  return best === null ? { place: 'changed', nowLine: null } : { place: 'moved', nowLine: best + 1 }
}
