/**
 * The rehearsal's screen, row by row: what was said, what it does, and at the bottom a dialog or the input box. What Drover
 * sees on it, `terminal.ts` reads back. Pure.
 */

export interface Picture {
  /** What was said, oldest first; a line may be long. */
  readonly said: readonly string[]
  /** null: it rests. */
  readonly doing: string | null
  /** Words that were given while it works and are not taken yet. */
  readonly waiting: number
  readonly draft: string
  readonly dialog: { readonly text: string; readonly options: readonly string[]; readonly marked: number } | null
  readonly hint: string
}

export interface Painted {
  readonly rows: readonly string[]
  readonly cursor: { readonly x: number; readonly y: number }
}

const mostDraftRows = 8
export const boxMark = '> '
export const rule = '─'

export function paint(picture: Picture, cols: number, height: number): Painted {
  const width = Math.max(20, cols - 1)
  const foot = picture.dialog === null ? boxRows(picture, width) : dialogRows(picture.dialog, width)
  const status = picture.doing === null ? '' : `* ${picture.doing} (esc to interrupt)`
  const room = Math.max(0, height - foot.length - 2)
  const said = picture.said.flatMap((line) => wrap(line, width)).slice(-room)
  const rows = ['rehearsal', ...said, ...blanks(room - said.length), cut(status, width), ...foot].slice(-height)
  const y = picture.dialog === null ? rows.length - 3 : rows.length - 1
  const x = picture.dialog === null ? columns(foot.at(-3) ?? '') : 0
  return { rows, cursor: { x, y: Math.max(0, y) } }
}

function boxRows({ draft, waiting, hint }: Picture, width: number): readonly string[] {
  const words = wrap(draft, width - boxMark.length).slice(-mostDraftRows)
  const line = rule.repeat(width)
  const note = waiting === 0 ? hint : `${waiting} queued · ${hint}`
  return [line, ...words.map((row, at) => `${at === 0 ? boxMark : '  '}${row}`), line, cut(note, width)]
}

function dialogRows(dialog: NonNullable<Picture['dialog']>, width: number): readonly string[] {
  const asked = wrap(dialog.text, width).slice(0, 6)
  const options = dialog.options.map((option, at) => `${at === dialog.marked ? '❯' : ' '} ${at + 1}. ${option}`)
  return [rule.repeat(width), ...asked, ...options, 'Esc to cancel · Enter to confirm']
}

/** Signs that a terminal may draw twice as wide are counted so: a row never runs over. */
const columns = (text: string): number => [...text].reduce((sum, sign) => sum + widthOf(sign), 0)
const widthOf = (sign: string): number => ((sign.codePointAt(0) ?? 0) < 0x250 || sign === rule ? 1 : 2)

/** At least one row. What would steer the terminal is drawn as a blank. */
function wrap(text: string, width: number): string[] {
  const rows: string[] = []
  // Of very long lines the end is seen.
  for (const line of text
    .slice(-20_000)
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
    .split('\n')) {
    let row = ''
    let used = 0
    for (const sign of line) {
      const wide = widthOf(sign)
      if (used + wide > width) {
        rows.push(row)
        row = ''
        used = 0
      }
      row += sign
      used += wide
    }
    rows.push(row)
  }
  return rows
}

const cut = (text: string, width: number): string => wrap(text, width)[0] ?? ''
const blanks = (n: number): readonly string[] => Array.from({ length: Math.max(0, n) }, () => '')
