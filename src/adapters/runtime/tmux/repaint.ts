/**
 * Everything that shall be on a viewer's screen now, as one stretch of bytes: what scrolled away, the screen under the
 * alternate one, the screen itself, the cursor and the modes that keys depend on. Owns the questions to tmux and their order.
 */
import { whole } from './colours.ts'
import { historyLines } from './configuration.ts'

const modes = [
  'pane_width',
  'pane_height',
  'cursor_x',
  'cursor_y',
  'cursor_flag',
  'alternate_on',
  'keypad_cursor_flag',
  'keypad_flag',
  'mouse_standard_flag',
  'mouse_button_flag',
  'mouse_all_flag',
  'mouse_sgr_flag',
  'wrap_flag',
  'scroll_region_upper',
  'scroll_region_lower',
  'pane_dead',
  'history_size',
] as const

type Mode = (typeof modes)[number]
type Modes = Readonly<Record<Mode, number>>

export interface Picture {
  readonly bytes: Uint8Array
  readonly cols: number
  readonly rows: number
  readonly dead: boolean
}

/** In one list, so that all of it is of the same moment. Each answers with a block of its own. */
export const repaintCommand = (target: string): { readonly text: string; readonly blocks: number } => ({
  text: [
    `display-message -p -t ${target} '${modes.map((mode) => `#{${mode}}`).join(' ')}'`,
    `capture-pane -e -p -t ${target} -S -${historyLines} -E -1`,
    // The screen under the alternate one; quiet where there is none.
    `capture-pane -e -p -a -q -t ${target}`,
    `capture-pane -e -p -t ${target}`,
  ].join(' ; '),
  blocks: 4,
})

/** null: the answers are none. */
export function pictureOf(blocks: readonly (readonly Uint8Array[])[], bracketed: boolean): Picture | null {
  const [first, history = [], under = [], screen = []] = blocks
  const found = readModes(first)
  if (found === null) return null
  const out: Uint8Array[] = [ascii('\x18\x1bc')] // whatever was half said is over; then as new
  const lines = (all: readonly Uint8Array[]): void => {
    // Byte by byte: a colour is found without knowing what else the bytes mean.
    const rows = whole(all.map((line) => Buffer.from(line).toString('latin1')))
    out.push(Buffer.from(rows.join('\r\n'), 'latin1'))
  }
  // Where nothing has scrolled away, tmux answers with the first row of the screen.
  const past = found.history_size === 0 ? [] : history
  const alternate = found.alternate_on === 1
  lines(past)
  if (past.length > 0) out.push(ascii('\r\n'))
  lines(alternate ? padded(under, found.pane_height) : screen)
  if (alternate) {
    out.push(ascii('\x1b[?1049h\x1b[2J\x1b[H'))
    lines(screen)
  }
  out.push(ascii(modeWords(found, bracketed)))
  return { bytes: Buffer.concat(out), cols: found.pane_width, rows: found.pane_height, dead: found.pane_dead === 1 }
}

const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1')

const padded = (lines: readonly Uint8Array[], rows: number): readonly Uint8Array[] => [
  ...lines,
  ...Array.from({ length: Math.max(0, rows - lines.length) }, () => new Uint8Array()),
]

function readModes(block: readonly Uint8Array[] | undefined): Modes | null {
  const words = Buffer.from(block?.[0] ?? new Uint8Array())
    .toString('latin1')
    .split(' ')
  if (words.length !== modes.length || !/^\d+$/.test(words[0]!)) return null
  return Object.fromEntries(modes.map((mode, index) => [mode, Number(words[index])])) as Record<Mode, number>
}

function modeWords(found: Modes, bracketed: boolean): string {
  const set = (mode: number, on: boolean): string => `\x1b[?${mode}${on ? 'h' : 'l'}`
  const region =
    found.scroll_region_upper === 0 && found.scroll_region_lower === found.pane_height - 1
      ? ''
      : `\x1b[${found.scroll_region_upper + 1};${found.scroll_region_lower + 1}r`
  return [
    region,
    set(7, found.wrap_flag === 1),
    set(1, found.keypad_cursor_flag === 1),
    found.keypad_flag === 1 ? '\x1b=' : '\x1b>',
    found.mouse_standard_flag === 1 ? set(1000, true) : '',
    found.mouse_button_flag === 1 ? set(1002, true) : '',
    found.mouse_all_flag === 1 ? set(1003, true) : '',
    found.mouse_sgr_flag === 1 ? set(1006, true) : '',
    set(2004, bracketed && found.pane_dead === 0),
    `\x1b[${found.cursor_y + 1};${found.cursor_x + 1}H`,
    set(25, found.cursor_flag === 1 && found.pane_dead === 0),
  ].join('')
}
