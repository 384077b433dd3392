/**
 * Words on a terminal: colours only where a person looks, tables, ages, and text of agents made harmless. Owns how things
 * look; leaves what is said to the commands.
 */
import { columnsOf, cutTo } from '#core/relay/show-words'

export interface Io {
  out(text: string): void
  err(text: string): void
  /** A person reads standard output. */
  readonly outTty: boolean
  readonly errTty: boolean
  readonly inTty: boolean
  readonly colour: boolean
  readonly columns: number
}

export function processIo(env: NodeJS.ProcessEnv): Io {
  const outTty = process.stdout.isTTY === true
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    outTty,
    // Opened by those who ask: most commands only print, and each stream costs a start its time.
    get errTty() {
      return process.stderr.isTTY === true
    },
    get inTty() {
      return process.stdin.isTTY === true
    },
    colour: outTty && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb',
    columns: process.stdout.columns || columnsSaid(env.COLUMNS) || 100,
  }
}

/** Where no terminal says how wide it is, whoever runs us may. */
const columnsSaid = (given: string | undefined): number =>
  given !== undefined && /^[1-9]\d{1,4}$/.test(given) ? Number(given) : 0

const styles = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const
export type Style = keyof typeof styles

export const paint = (io: Io, style: Style, text: string): string =>
  io.colour ? `\u001b[${styles[style]}m${text}\u001b[0m` : text

/** Text from an agent or a stranger, without what could move the cursor or rename the window. */
export const harmless = (text: string): string =>
  text
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g, '')
    .replace(/\u001b\[[0-?]*[ -/]*[@-~]/g, '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')

export const oneLine = (text: string, width: number): string => {
  const flat = harmless(text).replace(/\s+/g, ' ').trim()
  return cutTo(flat, width)
}

const visible = (text: string) => columnsOf(text.replace(/\u001b\[[0-9;]*m/g, ''))

/** Columns padded to their widest cell, two spaces apart; the last one runs free. */
export function table(io: Io, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head.map((word) => paint(io, 'dim', word)), ...rows]
  const widths = head.map((_, i) => Math.max(...all.map((row) => visible(row[i] ?? ''))))
  return all
    .map((row) =>
      row
        .map((cell, i) => (i === row.length - 1 ? cell : cell + ' '.repeat(widths[i]! - visible(cell))))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

/** `name: value` lines, aligned. */
export function facts(io: Io, pairs: readonly (readonly [string, string | null | undefined])[]): string {
  const shown = pairs.filter((pair): pair is readonly [string, string] => pair[1] != null && pair[1] !== '')
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => `${paint(io, 'dim', name.padEnd(width))}  ${value}\n`).join('')
}

export function age(iso: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000))
  return span(seconds)
}

export function span(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)}s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m`
  return `${Math.floor(seconds / 86_400)}d`
}

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const statusStyles: Record<string, Style> = {
  working: 'green',
  starting: 'cyan',
  idle: 'blue',
  needs_input: 'yellow',
  blocked: 'red',
  parked: 'magenta',
  failed: 'red',
  waiting: 'magenta',
  ci_failed: 'red',
  changes_requested: 'yellow',
  review_pending: 'magenta',
  draft: 'magenta',
  mergeable: 'green',
  approved: 'green',
  pr_open: 'magenta',
  merged: 'dim',
  reported: 'blue',
  unknown: 'magenta',
  ended: 'dim',
  running: 'green',
  completed: 'green',
  complete: 'green',
  open: 'blue',
  stopped: 'yellow',
  ready: 'green',
  PASS: 'green',
  WARN: 'yellow',
  FAIL: 'red',
  ok: 'green',
  degraded: 'yellow',
}
export const statusStyle = (word: string): Style => statusStyles[word] ?? 'dim'
export const paintStatus = (io: Io, word: string): string => paint(io, statusStyle(word), word)
