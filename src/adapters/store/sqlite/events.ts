/**
 * The event log of the sessions: numbering, redaction, large values, pages. An event's key is one integer made of its
 * session's key and its number, so that a page is one range of one b-tree.
 */
import type { Database, Statement } from 'better-sqlite3'
import type { AgentEvent, EventRow } from '#contract/agent-event'
import type { EventPage, EventTexts, NewRows } from '#ports/store/log'
import { mayBeLarge, splitLarge } from './large-values.ts'
import { type Redact, redactDeep, type Suspects } from './redact-value.ts'
import { upTo } from './table.ts'
import { createUsageWrites } from './usages.ts'

const span = 2 ** 32
/** Rows of one INSERT, the most first: binding and stepping cost more than a row. */
const rowsAtOnce = [32, 8, 1] as const
const frequent = new Set<string>(['text', 'thinking', 'tool', 'tool_result', 'usage'])

interface StoredEvent {
  readonly key: number
  readonly at: number
  readonly turn: number | null
  readonly rare: string | null
  readonly body: string
}

/** A row of a page that goes out as text, in as few columns as can be: each costs as much as a quarter of the text. */
interface PageRow {
  readonly at: number
  /** Of a seldom kind as text, with this mark behind it. */
  readonly turn: number | null | string
  readonly body: string
}

const seldom = 'r'

export interface EventReads {
  after(sessionId: string, after: number, limit: number): readonly EventRow[]
  before(sessionId: string, before: number, limit: number): readonly EventRow[]
  texts(sessionId: string, page: EventPage): EventTexts | null
  lastOf(sessionId: string, kind: string): EventRow | null
  blob(sessionId: string, blob: string): string | null
}

export interface EventWrites {
  append(sessionId: string, turn: number | null, events: readonly AgentEvent[]): NewRows
  prune(sessionId: string, upTo: number): void
}

const idOf = (key: number): number => key % span
const clamp = (n: number): number => Math.min(Math.max(Number.isFinite(n) ? Math.floor(n) : span, 0), span)

const withHead = (id: number, at: number, turn: number | null, body: string): EventRow =>
  Object.assign({ id, at: new Date(at).toISOString(), turn }, JSON.parse(body) as AgentEvent)

const decode = ({ key, at, turn, body }: StoredEvent): EventRow => withHead(idOf(key), at, turn, body)

/**
 * Rows as JSON: what was stored, with number, time and turn put in front; nothing is parsed. Only a frequent kind is sure to
 * have no field of its own by those names (a `turn_end` has), so the few others go the long way. The rows of a session are
 * numbered without holes: from the first one's number on they are counted, `step` by `step`.
 */
function textsOf(rows: readonly PageRow[], first: number, step: 1 | -1): EventTexts {
  let ms = Number.NaN
  let turn: PageRow['turn'] = null
  let same = ''
  let id = first - step
  let json = ''
  for (const row of rows) {
    id += step
    if (json !== '') json += ','
    if (typeof row.turn === 'string') {
      json += JSON.stringify(withHead(id, row.at, row.turn === seldom ? null : Number.parseInt(row.turn, 10), row.body))
      continue
    }
    if (row.at !== ms || row.turn !== turn) {
      ms = row.at
      turn = row.turn
      same = `,"at":"${new Date(ms).toISOString()}","turn":${turn},`
    }
    json += `{"id":${id}${same}${row.body.slice(1)}`
  }
  return { count: rows.length, last: rows.length === 0 ? 0 : id, json }
}

/** A notice may carry any field; those that the row itself has are ours. */
function withoutOurWords(event: AgentEvent): AgentEvent {
  if (event.kind !== 'notice') return event
  if (!('id' in event || 'at' in event || 'turn' in event || 'refs' in event)) return event
  const { id: _id, at: _at, turn: _turn, refs: _refs, ...rest } = event
  return rest as AgentEvent
}

/** Most rows are stored while nobody watches their session: they become rows when somebody looks. */
function newRows(
  sessionId: string,
  events: readonly AgentEvent[],
  { first, at, turn }: { readonly first: number; readonly at: string; readonly turn: number | null },
): NewRows {
  let made: readonly EventRow[] | null = null
  return {
    sessionId,
    count: events.length,
    get rows() {
      made ??= events.map((event, i) => Object.assign({ id: first + i, at, turn }, event) as EventRow)
      return made
    },
  }
}

export function createEventReads(db: Database): EventReads {
  const keyOf = db.prepare<[string], number>('SELECT key FROM session WHERE id = ?').pluck()
  const columns = 'SELECT key, at, turn, rare, body FROM event'
  const up = db.prepare<unknown[], StoredEvent>(`${columns} WHERE key > ? AND key < ? ORDER BY key ${upTo}`)
  const down = db.prepare<unknown[], StoredEvent>(`${columns} WHERE key > ? AND key < ? ORDER BY key DESC ${upTo}`)
  const asPage = `SELECT at, iif(rare IS NULL, turn, ifnull(turn, '') || '${seldom}') AS turn, body`
  const within = 'FROM event WHERE key > ? AND key < ? ORDER BY key'
  const lowest = db.prepare<unknown[], number>(`SELECT key ${within} LIMIT 1`).pluck()
  const highest = db.prepare<unknown[], number>(`SELECT key ${within} DESC LIMIT 1`).pluck()
  const upText = db.prepare<unknown[], PageRow>(`${asPage} ${within} ${upTo}`)
  const downText = db.prepare<unknown[], PageRow>(`${asPage} ${within} DESC ${upTo}`)
  const rare = db.prepare<unknown[], StoredEvent>(
    `${columns} WHERE rare = ? AND key > ? AND key < ? ORDER BY key DESC LIMIT 1`,
  )
  const blob = db.prepare<unknown[], string>('SELECT text FROM blob WHERE key = ? AND n = ?').pluck()

  const rowsAfter = (key: number, after: number, limit: number): readonly StoredEvent[] =>
    up.all(key * span + clamp(after), (key + 1) * span, limit)
  const rowsBefore = (key: number, before: number, limit: number): readonly StoredEvent[] =>
    down.all(key * span, key * span + clamp(before), limit)

  return {
    after(sessionId, after, limit) {
      const key = keyOf.get(sessionId)
      return key === undefined ? [] : rowsAfter(key, after, limit).map(decode)
    },
    before(sessionId, before, limit) {
      const key = keyOf.get(sessionId)
      return key === undefined ? [] : rowsBefore(key, before, limit).map(decode)
    },
    texts(sessionId, { after, before, limit }) {
      const key = keyOf.get(sessionId)
      if (key === undefined) return null
      const back = after === undefined && before !== undefined
      const low = back ? key * span : key * span + clamp(after ?? 0)
      const high = back ? key * span + clamp(before) : (key + 1) * span
      const [first, page] = back ? [highest, downText] : [lowest, upText]
      const from = first.get(low, high)
      if (from === undefined) return { count: 0, last: 0, json: '' }
      return textsOf(page.all(low, high, limit), idOf(from), back ? -1 : 1)
    },
    lastOf(sessionId, kind) {
      const key = keyOf.get(sessionId)
      if (key === undefined) return null
      if (!frequent.has(kind)) {
        const row = rare.get(kind, key * span, (key + 1) * span)
        return row === undefined ? null : decode(row)
      }
      // Pages instead of a cursor: the connection stays free for others while we look.
      for (let top = (key + 1) * span; ; ) {
        const page = down.all(key * span, top, 200)
        for (const row of page) if ((JSON.parse(row.body) as AgentEvent).kind === kind) return decode(row)
        const last = page.at(-1)
        if (last === undefined) return null
        top = last.key
      }
    },
    blob(sessionId, name) {
      const match = /^b([1-9][0-9]{0,9})-([0-9]{1,4})$/.exec(name)
      const key = match === null ? undefined : keyOf.get(sessionId)
      if (match === null || key === undefined) return null
      return blob.get(key * span + Number(match[1]), Number(match[2])) ?? null
    },
  }
}

/** Puts rows into the table in the order of their numbers; those of one time and turn go in together. */
interface Inserter {
  frequent(key: number, body: string): void
  rare(key: number, kind: string, body: string): void
  flush(): void
}

function createInserts(db: Database): (at: number, turn: number | null) => Inserter {
  const rare = db.prepare('INSERT INTO event (key, at, turn, rare, body) VALUES (?, ?, ?, ?, ?)')
  // Frequent kinds follow each other without a gap: all but the body is said once for many rows.
  const runs = rowsAtOnce.map((rows): readonly [number, Statement<unknown[]>] => {
    const values = Array.from({ length: rows }, (_, i) => `(@key + ${i}, @at, @turn, NULL, ?)`)
    return [rows, db.prepare(`INSERT INTO event (key, at, turn, rare, body) VALUES ${values.join(', ')}`)]
  })
  const most = rowsAtOnce[0]
  return (at, turn) => {
    let first = 0
    let bodies: string[] = []
    const flush = (): void => {
      for (const [rows, insert] of runs) {
        for (; bodies.length >= rows; first += rows) insert.run({ key: first, at, turn }, bodies.splice(0, rows))
      }
    }
    return {
      frequent(key, body) {
        if (bodies.length === 0) first = key
        bodies.push(body)
        if (bodies.length < most) return
        runs[0]![1].run({ key: first, at, turn }, bodies)
        bodies = []
      },
      rare(key, kind, body) {
        flush()
        rare.run(key, at, turn, kind, body)
      },
      flush,
    }
  }
}

export function createEventWrites(
  db: Database,
  now: () => Date,
  { redact, suspects }: { readonly redact: Redact; readonly suspects: Suspects },
): EventWrites {
  const place = db.prepare<[string], { key: number; lastEventId: number }>(
    'SELECT key, lastEventId FROM session WHERE id = ?',
  )
  const inserts = createInserts(db)
  const addUsage = createUsageWrites(db)
  const insertBlob = db.prepare('INSERT INTO blob (key, n, text) VALUES (?, ?, ?)')
  const setLast = db.prepare('UPDATE session SET lastEventId = ? WHERE key = ?')
  const dropEvents = db.prepare('DELETE FROM event WHERE key > ? AND key <= ?')
  const dropBlobs = db.prepare('DELETE FROM blob WHERE key > ? AND key <= ?')

  const large = (key: number, event: AgentEvent): AgentEvent | null => {
    const split = splitLarge(event, (n) => `b${idOf(key)}-${n}`)
    if (split === null) return null
    for (const [n, text] of split.blobs.entries()) insertBlob.run(key, n, text)
    return Object.assign({ refs: split.refs }, split.event)
  }
  return {
    append(sessionId, turn, events) {
      const session = place.get(sessionId)
      if (session === undefined) throw new Error(`appendEvents: no session ${sessionId}`)
      const time = now()
      const base = session.key * span
      const put = inserts(time.getTime(), turn)
      const kept: AgentEvent[] = new Array(events.length)
      const told: Extract<AgentEvent, { kind: 'usage' }>[] = []
      let id = session.lastEventId
      for (let i = 0; i < events.length; i++) {
        id++
        const said = withoutOurWords(events[i]!)
        let event = said
        let body = JSON.stringify(event)
        if (suspects(body)) {
          event = redactDeep(said, redact)
          if (event !== said) body = JSON.stringify(event)
        }
        if (mayBeLarge(body)) {
          const shorter = large(base + id, event)
          event = shorter ?? event
          body = shorter === null ? body : JSON.stringify(shorter)
        }
        if (frequent.has(event.kind)) put.frequent(base + id, body)
        else put.rare(base + id, event.kind, body)
        if (event.kind === 'usage') told.push(event)
        kept[i] = event
      }
      put.flush()
      addUsage(sessionId, turn, time.getTime(), told)
      if (events.length > 0) setLast.run(id, session.key)
      return newRows(sessionId, kept, { first: session.lastEventId + 1, at: time.toISOString(), turn })
    },
    prune(sessionId, upTo) {
      const session = place.get(sessionId)
      if (session === undefined) return
      const base = session.key * span
      dropEvents.run(base, base + clamp(upTo))
      dropBlobs.run(base, base + clamp(upTo))
    },
  }
}
