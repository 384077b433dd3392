/**
 * A window over a session's log: a contiguous run of rows around what the reader looks at, the items made of them, and how
 * much lies on either side. Pure: state and action in, state out. It holds at most `maxRows` rows, whatever the log's
 * length, and takes replays, doubles and holes without losing or repeating a line.
 */
import type { Delta, EventRow } from '#contract/agent-event'
import { copyFold, type Fold, foldRow, type Item, newFold } from './items.ts'

export const maxRows = 4_000
const keepRows = 3_000

export interface Transcript {
  /** Contiguous ids. */
  readonly rows: readonly EventRow[]
  readonly items: readonly Item[]
  /** The newest id that exists, loaded or not. */
  readonly end: number
  /** Ids up to this one are gone for good (retention). */
  readonly floor: number
  /** The newest page has been read once. */
  readonly loaded: boolean
  /** The reader looks at the newest line, so older rows may be let go. */
  readonly atTail: boolean
  /** The part of a message that is being spoken right now. */
  readonly live: { readonly text: string; readonly thinking: string }
  /**
   * Parts of a message may arrive just after the whole of it: what was finished last, and parts held back because they
   * may belong to it.
   */
  readonly late: { readonly whole: string; readonly held: string }
  /** Rows that were lost on the way or dropped for want of room lie after the window: read them by `after`. */
  readonly behind: boolean
  readonly fold: Fold
}

export type TranscriptAction =
  | { readonly type: 'page'; readonly rows: readonly EventRow[]; readonly end?: number }
  | { readonly type: 'rows'; readonly rows: readonly EventRow[] }
  | { readonly type: 'delta'; readonly delta: Delta }
  | { readonly type: 'link-lost' }
  | { readonly type: 'reader'; readonly atTail: boolean }

const silent = { text: '', thinking: '' }
const nothingLate = { whole: '', held: '' }

export const emptyTranscript = (end = 0): Transcript => ({
  rows: [],
  items: [],
  end,
  floor: 0,
  loaded: false,
  atTail: true,
  live: silent,
  late: nothingLate,
  behind: false,
  fold: newFold(),
})

export const firstId = (t: Transcript): number => t.rows[0]?.id ?? t.end + 1
export const lastId = (t: Transcript): number => t.rows.at(-1)?.id ?? 0
export const hasOlder = (t: Transcript): boolean => t.loaded && t.rows.length > 0 && firstId(t) > t.floor + 1

/** A part that only repeats the end of the message before it is dropped; one that may be is held until it differs. */
function spoken(t: Transcript, { kind, text }: Delta): Transcript {
  const held = t.late.held + text
  if (t.late.whole.endsWith(held)) return { ...t, late: nothingLate }
  if (t.late.whole.includes(held)) return { ...t, late: { ...t.late, held } }
  return { ...t, late: nothingLate, live: { ...t.live, [kind]: t.live[kind] + held } }
}

function refold(rows: readonly EventRow[]): Fold {
  const fold = newFold()
  for (const row of rows) foldRow(fold, row)
  return fold
}

function withRows(t: Transcript, rows: readonly EventRow[], fold: Fold): Transcript {
  const last = rows.at(-1)?.id ?? 0
  const end = Math.max(t.end, last)
  return { ...t, rows, fold, items: fold.items, end, behind: last < end }
}

/**
 * Rows after the window, in order. Doubles are skipped; at a hole the rest is left to be read by `after`. Where the window
 * is full, either its oldest rows are let go or the new ones stay outside: never what the reader looks at.
 */
function append(t: Transcript, incoming: readonly EventRow[], letGo: boolean): Transcript {
  let last = lastId(t)
  const fresh: EventRow[] = []
  let end = t.end
  let hole = false
  for (const row of incoming) {
    if (row.id > end) end = row.id
    if (row.id <= last || hole) continue
    if (row.id !== last + 1 && t.rows.length + fresh.length > 0) {
      hole = true
      continue
    }
    fresh.push(row)
    last = row.id
  }
  const room = letGo ? fresh : fresh.slice(0, Math.max(0, maxRows - t.rows.length))
  if (room.length === 0) return end === t.end ? t : { ...t, end, behind: lastId(t) < end }
  const rows = [...t.rows, ...room]
  const whole = room.findLast((row) => row.kind === 'text' || row.kind === 'thinking')
  const over = whole !== undefined || room.some((row) => row.kind === 'turn_end')
  const late = whole && 'text' in whole ? { whole: whole.text, held: '' } : over ? nothingLate : t.late
  const next = { ...t, end, late, live: over ? silent : t.live }
  if (rows.length > maxRows) {
    const kept = rows.slice(rows.length - keepRows)
    return withRows(next, kept, refold(kept))
  }
  const fold = copyFold(t.fold)
  for (const row of room) foldRow(fold, row)
  return withRows(next, rows, fold)
}

/** Rows before the window. What no longer fits is let go at the far end. */
function prepend(t: Transcript, incoming: readonly EventRow[]): Transcript {
  const first = firstId(t)
  const older = incoming.filter((row) => row.id < first)
  if (older.length === 0) return { ...t, floor: Math.max(t.floor, first - 1) }
  if (older.at(-1)!.id !== first - 1) return t
  const rows = [...older, ...t.rows].slice(0, maxRows)
  return withRows(t, rows, refold(rows))
}

function page(t: Transcript, rows: readonly EventRow[], end: number | undefined): Transcript {
  const known = { ...t, end: Math.max(t.end, end ?? 0, rows.at(-1)?.id ?? 0), loaded: true }
  if (t.rows.length === 0) {
    const fold = refold(rows)
    const floor = rows[0] === undefined ? known.end : t.floor
    return withRows({ ...known, floor }, rows, fold)
  }
  return (rows[0]?.id ?? 0) < firstId(t) || rows.length === 0 ? prepend(known, rows) : append(known, rows, true)
}

export function reduceTranscript(t: Transcript, action: TranscriptAction): Transcript {
  switch (action.type) {
    case 'page':
      return page(t, action.rows, action.end)
    case 'rows': {
      if (t.loaded) return append(t, action.rows, t.atTail)
      const end = Math.max(t.end, action.rows.at(-1)?.id ?? 0)
      return end === t.end ? t : { ...t, end }
    }
    case 'delta':
      if (t.behind || !t.loaded) return t
      return spoken(t, action.delta)
    case 'link-lost':
      return t.live === silent ? t : { ...t, live: silent, late: nothingLate }
    case 'reader':
      return action.atTail === t.atTail ? t : { ...t, atTail: action.atTail }
  }
}
