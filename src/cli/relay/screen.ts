/**
 * A few lines at the bottom of the terminal that are rewritten in place, and plain lines above them that stay. Owns the
 * cursor; what the lines say is `core/relay/show-*`. Used on a terminal only.
 */
import { columnsOf, type Line, type Tone } from '#core/relay/show-words'
import { type Io, paint, type Style } from '../print.ts'

const styles: Readonly<Record<Tone, Style | null>> = {
  plain: null,
  strong: 'bold',
  quiet: 'dim',
  good: 'green',
  bad: 'red',
  warn: 'yellow',
}

export function painted(io: Io, { text, tone }: Line): string {
  const style = styles[tone]
  return style === null ? text : paint(io, style, text)
}

export interface Screen {
  /** Takes the place of what was drawn last. */
  draw(lines: readonly Line[]): void
  /** Stays, above the lines that change. */
  keep(lines: readonly Line[]): void
  /** Takes the changing lines away. */
  clear(): void
}

/** One column is left free: a line that fills the last one may wrap or not, as the terminal likes. */
export const widthOf = (): number => Math.max(10, (process.stdout.columns || 80) - 1)
export const heightOf = (): number => Math.max(2, process.stdout.rows || 24)

/** Rows that lines take once the terminal has folded them at its present width. */
const rowsOf = (lines: readonly Line[], columns: number): number =>
  lines.reduce((rows, { text }) => rows + Math.max(1, Math.ceil(columnsOf(text) / columns)), 0)

const up = (rows: number): string => (rows > 0 ? `\u001b[${rows}A` : '')
const right = (columns: number): string => (columns > 0 ? `\u001b[${columns}C` : '')
/** The whole row: a terminal that had folded a line here forgets that it did, and joins nothing when it grows again. */
const cleared = '\u001b[2K'
const empty: Line = { text: '', tone: 'plain' }

/**
 * Row by row: clearing the screen from its top would make some terminals keep every picture in their history. What remains
 * of a higher block below the new one is emptied, and the cursor goes back to the end of the last line.
 */
export function createScreen(io: Io): Screen {
  let drawn: readonly Line[] = [empty]
  const write = (kept: readonly Line[], block: readonly Line[]): void => {
    const before = rowsOf(drawn, process.stdout.columns || 80)
    const rows = [...kept, ...block]
    const rest = Math.max(0, before - rows.length)
    const text = rows.map((line) => `${cleared}${painted(io, line)}`).join('\n')
    const blank = `\n${cleared}`.repeat(rest)
    const back = rest > 0 ? `${up(rest)}\r${right(columnsOf(block.at(-1)!.text))}` : ''
    io.out(`\r${up(before - 1)}${text}${blank}${back}`)
    drawn = block
  }
  return {
    draw: (lines) => write([], lines.length === 0 ? [empty] : lines),
    keep: (lines) => write(lines, drawn),
    clear: () => write([], [empty]),
  }
}
