/**
 * Reads patches away from the page: takes the daemon's answer apart, keeps its rows, and hands out those that are looked at,
 * coloured. The page itself never holds a whole patch.
 */
import { type PatchFile, type PatchLine, pairs, parsePatch } from '../session/patch.ts'
import { coloured, drawn, languageOf, shownChars, withRanges, wordsThatDiffer } from './colour.ts'
import { type Cell, type Layout, type Plain, plainRows, type Row, rowOf, type Token } from './rows.ts'
import type { FromWorker, ToWorker } from './wire.ts'

interface Kept {
  readonly language: string | null
  readonly file: PatchFile | null
  readonly rows: Partial<Record<Layout, Plain[]>>
  readonly tokens: Map<PatchLine, readonly Token[]>
}

const kept = new Map<string, Kept>()
const say = (message: FromWorker): void => postMessage(message)

function load(key: string, path: string, bytes: ArrayBuffer): void {
  const { diff } = JSON.parse(new TextDecoder().decode(bytes)) as { diff: { patch: string; truncated: boolean } }
  const [file = null] = parsePatch(diff.patch)
  const one: Kept = { language: languageOf(path), file, rows: {}, tokens: new Map() }
  kept.set(key, one)
  let columns = 0
  for (const hunk of file?.hunks ?? []) for (const line of hunk.lines) columns = Math.max(columns, line.text.length)
  const rows = { unified: rowsOf(one, 'unified').length, split: rowsOf(one, 'split').length }
  const note = file?.note ?? null
  say({ type: 'loaded', key, rows, columns: Math.min(columns, shownChars) + 2, note, truncated: diff.truncated })
}

function rowsOf(one: Kept, layout: Layout): Plain[] {
  const known = one.rows[layout] ?? (one.file === null ? [] : plainRows(one.file, layout))
  one.rows[layout] = known
  return known
}

/** Colours for the rows from here to there: each side is read as one piece of code. */
function colour(one: Kept, rows: readonly Plain[]): void {
  const lines = rows.flatMap((row) =>
    row.kind === 'line' ? [row.line] : row.kind === 'pair' ? [row.left, row.right].filter((line) => line !== null) : [],
  )
  const fresh = [...new Set(lines)].filter((line) => !one.tokens.has(line))
  if (fresh.length === 0) return
  for (const side of ['-', '+'] as const) {
    const mine = fresh.filter((line) => line.sign === ' ' || line.sign === side)
    const found = coloured(
      mine.map((line) => line.text.replace(/\r$/, '')),
      one.language,
    )
    for (const [at, line] of mine.entries()) {
      const tokens = found[at] ?? []
      one.tokens.set(line, line.text.endsWith('\r') ? [...tokens, ['\r', null, false]] : tokens)
    }
  }
  for (const { old, new: now } of pairs(fresh)) {
    if (old === null || now === null || old.sign !== '-' || now.sign !== '+') continue
    const differ = wordsThatDiffer(old.text, now.text)
    if (differ === null) continue
    one.tokens.set(old, withRanges(one.tokens.get(old) ?? [], differ.old))
    one.tokens.set(now, withRanges(one.tokens.get(now) ?? [], differ.new))
  }
}

function cellOf(one: Kept, line: PatchLine | null): Cell | null {
  if (line === null) return null
  const { sign, old, new: now, text } = line
  return { sign, old, new: now, text: text.slice(0, shownChars), tokens: drawn(one.tokens.get(line) ?? []) }
}

function rowFor(one: Kept, row: Plain): Row {
  if (row.kind === 'hunk') return row
  if (row.kind === 'line') return { kind: 'line', cell: cellOf(one, row.line)! }
  return { kind: 'pair', left: cellOf(one, row.left), right: cellOf(one, row.right) }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'load') return load(data.key, data.path, data.bytes)
  if (data.type === 'drop') return void kept.delete(data.key)
  const one = kept.get(data.key)
  if (one === undefined) return
  const rows = rowsOf(one, data.layout)
  if (data.type === 'locate') {
    const at = Object.fromEntries(data.spots.map(({ id, side, line }) => [id, rowOf(rows, side, line)]))
    return say({ type: 'located', key: data.key, layout: data.layout, at })
  }
  const wanted = rows.slice(data.from, data.to)
  colour(one, wanted)
  say({
    type: 'rows',
    key: data.key,
    layout: data.layout,
    from: data.from,
    rows: wanted.map((row) => rowFor(one, row)),
  })
})
