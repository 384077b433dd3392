/** One file's difference as rows to draw, in one column or two, with the place of any line among them. Pure. */
import { type PatchFile, type PatchLine, pairs } from '../session/patch.ts'

export type Layout = 'unified' | 'split'
/** Text, the class of its colour, and whether it is what differs. */
export type Token = readonly [text: string, look: string | null, changed: boolean]

export interface Cell {
  readonly sign: ' ' | '-' | '+'
  readonly old: number | null
  readonly new: number | null
  readonly text: string
  readonly tokens: readonly Token[]
}
export type Row =
  | { readonly kind: 'hunk'; readonly text: string }
  | { readonly kind: 'line'; readonly cell: Cell }
  | { readonly kind: 'pair'; readonly left: Cell | null; readonly right: Cell | null }

/** Before colours: lines of the patch, and which hunk they are of. */
export type Plain =
  | { readonly kind: 'hunk'; readonly text: string }
  | { readonly kind: 'line'; readonly line: PatchLine }
  | { readonly kind: 'pair'; readonly left: PatchLine | null; readonly right: PatchLine | null }

export function plainRows(file: PatchFile, layout: Layout): Plain[] {
  const out: Plain[] = []
  for (const hunk of file.hunks) {
    out.push({ kind: 'hunk', text: hunk.head })
    if (layout === 'unified') for (const line of hunk.lines) out.push({ kind: 'line', line })
    else for (const pair of pairs(hunk.lines)) out.push({ kind: 'pair', left: pair.old, right: pair.new })
  }
  return out
}

/** The row that shows this line; null where the difference does not hold it. */
export function rowOf(rows: readonly Plain[], side: 'old' | 'new', line: number): number | null {
  const has = (one: PatchLine | null): boolean =>
    one !== null && (side === 'old' ? one.old === line && one.sign === '-' : one.new === line && one.sign !== '-')
  const at = rows.findIndex((row) =>
    row.kind === 'line'
      ? has(row.line)
      : row.kind === 'pair'
        ? side === 'old'
          ? has(row.left)
          : has(row.right)
        : false,
  )
  return at < 0 ? null : at
}

/** What a comment on this row speaks of: the new line, or the one that was taken out. */
export function spotOf(
  row: Row,
  wanted: 'old' | 'new' | null = null,
): { side: 'old' | 'new'; line: number; text: string } | null {
  const of = (cell: Cell | null): { side: 'old' | 'new'; line: number; text: string } | null => {
    if (cell === null) return null
    if (cell.sign === '-') return { side: 'old', line: cell.old ?? 0, text: cell.text }
    return { side: 'new', line: cell.new ?? 0, text: cell.text }
  }
  if (row.kind === 'hunk') return null
  if (row.kind === 'line') return of(row.cell)
  return wanted === 'old' && row.left?.sign === '-' ? of(row.left) : (of(row.right) ?? of(row.left))
}
