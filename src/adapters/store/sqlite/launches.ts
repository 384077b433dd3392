/**
 * Launch rows and their `start`. The start (what `open` needs again after a restart, without the prompt) lies in a table of
 * its own and is read only when somebody looks at it: most readers of a launch want its offset.
 */
import type { Database } from 'better-sqlite3'
import type { Json } from '#ports/harness'
import type { LaunchRecord } from '#ports/store/launch'
import { type Redact, redactDeep } from './redact-value.ts'
import type { LaunchRow, Tables } from './tables.ts'

export interface LaunchReads {
  get(id: string): LaunchRecord | null
  ofSession(sessionId: string): readonly LaunchRecord[]
  idsOfSession(sessionId: string): readonly string[]
  newest(sessionId: string): LaunchRecord | null
  open(): readonly LaunchRecord[]
  byToken(hash: string): LaunchRecord | null
  hasRuntime(runtime: string): boolean
  /** Gives a decoded row its `start`. */
  whole(row: LaunchRow): LaunchRecord
}

export function createLaunchReads(db: Database, tables: Tables): LaunchReads {
  const { list, decode } = tables.launch
  const byId = db.prepare(`SELECT ${list} FROM launch WHERE id = ?`)
  const bySession = db.prepare(`SELECT ${list} FROM launch WHERE sessionId = ? ORDER BY n`)
  const ids = db.prepare<[string], string>('SELECT id FROM launch WHERE sessionId = ? ORDER BY n').pluck()
  const last = db.prepare(`SELECT ${list} FROM launch WHERE sessionId = ? ORDER BY n DESC LIMIT 1`)
  const notExited = db.prepare(
    `SELECT ${list} FROM launch INDEXED BY launch_open WHERE state <> 'exited' ORDER BY rowid`,
  )
  const byHash = db.prepare(`SELECT ${list} FROM launch WHERE tokenHash = ?`)
  const inRuntime = db.prepare<[string]>("SELECT 1 FROM launch WHERE runtime = ? AND runtime <> 'process' LIMIT 1")
  const startOf = db.prepare<[string], string>('SELECT start FROM launch_start WHERE launchId = ?').pluck()

  const whole = (row: LaunchRow): LaunchRecord => {
    let start: Json | undefined
    return Object.defineProperty(row, 'start', {
      enumerable: true,
      configurable: true,
      get: (): Json => {
        start ??= JSON.parse(startOf.get(row.id) ?? 'null') as Json
        return start
      },
    }) as LaunchRecord
  }
  const one = (row: unknown): LaunchRecord | null => (row === undefined ? null : whole(decode(row)))
  const many = (rows: readonly unknown[]): readonly LaunchRecord[] => rows.map((row) => whole(decode(row)))
  return {
    get: (id) => one(byId.get(id)),
    ofSession: (sessionId) => many(bySession.all(sessionId)),
    idsOfSession: (sessionId) => ids.all(sessionId),
    newest: (sessionId) => one(last.get(sessionId)),
    open: () => many(notExited.all()),
    byToken: (hash) => one(byHash.get(hash)),
    hasRuntime: (runtime) => inRuntime.get(runtime) !== undefined,
    whole,
  }
}

export interface LaunchWrites {
  insert(launch: LaunchRecord): void
  /** null: no such launch. */
  update(id: string, patch: Partial<LaunchRecord>): LaunchRecord | null
  advance(id: string, offset: number, dialogue: Json): void
}

export function createLaunchWrites(db: Database, tables: Tables, reads: LaunchReads, redact: Redact): LaunchWrites {
  const putStart = db.prepare('INSERT OR REPLACE INTO launch_start (launchId, start) VALUES (?, ?)')
  const advance = db.prepare('UPDATE launch SET offset = ?, dialogue = ? WHERE id = ?')
  const clean = (row: Partial<LaunchRow>): Partial<LaunchRow> => ({
    ...row,
    ...(row.dialogue === undefined ? {} : { dialogue: redactDeep(row.dialogue, redact) }),
    // Words that were typed, and what a dialog asks about.
    ...(row.terminal == null ? {} : { terminal: redactDeep(row.terminal, redact) }),
  })
  return {
    insert({ start, ...row }) {
      tables.launch.insert(clean(row))
      putStart.run(row.id, JSON.stringify(redactDeep(start, redact)))
    },
    update(id, patch) {
      const { start, ...rest } = patch
      const row = tables.launch.update(clean(rest), [id])
      if (row === null) return null
      if (start !== undefined) putStart.run(id, JSON.stringify(redactDeep(start, redact)))
      return reads.whole(row)
    },
    advance(id, offset, dialogue) {
      advance.run(offset, JSON.stringify(redactDeep(dialogue, redact)), id)
    },
  }
}
