/**
 * A table that fits the terminal: no line is wider than it, so none is wrapped. Columns that may shrink do so first, the one
 * with the most to spare before the others; where that is not enough, columns go, the least needed first. Widths are those a
 * terminal shows, in which a sign may take two columns or none. Pure.
 */
import { columnsOf, cutTo } from '#core/relay/show-words'
import { type Io, paint, type Style } from './print.ts'

export interface Column {
  readonly head: string
  /** How narrow it may become; absent: it is never cut. */
  readonly least?: number
  /** Never wider than this. */
  readonly most?: number
  /** Left out first where there is no room; absent: it always stays. */
  readonly rank?: number
  readonly right?: boolean
  /** One painter for each cell. */
  readonly style?: (cell: string) => Style | null
}

const gap = 2

/** Answers how wide each column is; null: it is left out. */
export function widthsOf(
  columns: readonly Column[],
  wanted: readonly number[],
  room: number,
): readonly (number | null)[] {
  const widths: (number | null)[] = columns.map((column, i) =>
    wanted[i] === 0 ? null : Math.max(columnsOf(column.head), Math.min(wanted[i]!, column.most ?? wanted[i]!)),
  )
  const shown = () => widths.flatMap((width, i) => (width === null ? [] : [i]))
  const over = () => shown().reduce((sum, i) => sum + widths[i]! + gap, -gap) - room
  const least = (i: number) =>
    Math.min(widths[i]!, Math.max(columnsOf(columns[i]!.head), columns[i]!.least ?? Number.MAX_SAFE_INTEGER))
  const spare = () => shown().reduce((sum, i) => sum + widths[i]! - least(i), 0)
  while (over() > spare()) {
    const going = shown().filter((i) => columns[i]!.rank !== undefined)
    if (going.length === 0) break
    const first = going.reduce((a, b) => (columns[b]!.rank! > columns[a]!.rank! ? b : a))
    widths[first] = null
  }
  while (over() > 0 && spare() > 0) {
    const widest = shown().reduce((a, b) => (widths[b]! - least(b) > widths[a]! - least(a) ? b : a))
    widths[widest]! -= 1
  }
  return widths
}

/** Cells hold plain text: colours come by the column's style, after everything is cut. */
export function fitTable(io: Io, columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const wanted = columns.map((_, i) => Math.max(0, ...rows.map((row) => columnsOf(row[i] ?? ''))))
  const widths = widthsOf(columns, wanted, io.columns)
  const last = widths.findLastIndex((width) => width !== null)
  const line = (cells: readonly string[], styleOf: (i: number, cell: string) => Style | null) =>
    cells
      .flatMap((cell, i) => {
        const width = widths[i]
        if (width === null || width === undefined) return []
        const cut = cutTo(cell, width)
        const pad = ' '.repeat(i === last && !columns[i]!.right ? 0 : width - columnsOf(cut))
        const style = styleOf(i, cell)
        const painted = style === null || cut === '' ? cut : paint(io, style, cut)
        return [columns[i]!.right ? pad + painted : painted + pad]
      })
      .join(' '.repeat(gap))
      .trimEnd()
  const head = line(
    columns.map((column) => column.head),
    () => 'dim',
  )
  const body = rows.map((row) => line(row, (i, cell) => columns[i]!.style?.(cell) ?? null))
  return [head, ...body].map((text) => `${text}\n`).join('')
}
