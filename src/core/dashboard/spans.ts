/** Rows of a terminal made of pieces that are painted one by one: cut and filled to a width, put beside each other. Pure; wide signs count as two. */
import { columnsOf, cutTo, type Tone } from '../relay/show-words.ts'

export interface Span {
  readonly text: string
  readonly tone: Tone
  /** Marked by itself, in a row that is not marked as a whole. */
  readonly chosen?: true
}

export interface Row {
  readonly spans: readonly Span[]
  /** What keys are about. */
  readonly chosen: boolean
}

export const span = (text: string, tone: Tone = 'plain'): Span => ({ text, tone })
export const row = (...spans: readonly Span[]): Row => ({ spans, chosen: false })
export const textOf = ({ spans }: Row): string => spans.map(({ text }) => text).join('')

/** Exactly as wide as asked for. */
export function fitted({ spans, chosen }: Row, width: number): Row {
  const kept: Span[] = []
  let left = width
  for (const piece of spans) {
    if (left <= 0) break
    const { text } = piece
    const cut = cutTo(text, left)
    kept.push({ ...piece, text: cut })
    left -= columnsOf(cut)
    if (cut !== text) break
  }
  if (left > 0) kept.push(span(' '.repeat(left)))
  return { spans: kept, chosen }
}

/** A cell of a table: cut and filled to its width. */
export function cell(text: string, width: number, right = false): string {
  const cut = cutTo(text, width)
  const pad = ' '.repeat(Math.max(0, width - columnsOf(cut)))
  return right ? pad + cut : cut + pad
}

/** So many rows: empty ones below where there are less, and a word about what did not fit where there are more. */
export function tall(rows: readonly Row[], height: number): readonly Row[] {
  if (rows.length > height && height > 1) {
    const hidden = rows.length - height + 1
    return [...rows.slice(0, height - 1), row(span(`  … ${hidden} more`, 'quiet'))]
  }
  return Array.from({ length: height }, (_, i) => rows[i] ?? row())
}

/** Two columns of rows with a line between them; the left one's choice is marked on the left only. */
export const beside = (left: readonly Row[], leftWidth: number, right: readonly Row[]): readonly Row[] =>
  left.map((one, i) => {
    const { spans, chosen } = fitted(one, leftWidth)
    const mine = chosen ? spans.map((piece): Span => ({ ...piece, chosen: true })) : spans
    return row(...mine, span(' │ ', 'quiet'), ...(right[i]?.spans ?? []))
  })
