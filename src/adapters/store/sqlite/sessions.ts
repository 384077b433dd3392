/** Pages and sets of sessions. Each question has a statement of its own, so that each has an index of its own. */
import type { Database, Statement } from 'better-sqlite3'
import type { SessionQuery, SessionRecord } from '#ports/store/session'
import { upTo } from './table.ts'
import type { Tables } from './tables.ts'

export interface SessionReads {
  get(id: string): SessionRecord | null
  page(query: SessionQuery): { readonly sessions: readonly SessionRecord[]; readonly next: number | null }
  live(): readonly SessionRecord[]
  countLive(projectId: string): number
  unparked(by: string): readonly SessionRecord[]
  childrenOf(parentId: string): readonly SessionRecord[]
  ofEffort(effortId: string): readonly SessionRecord[]
  waiting(): readonly SessionRecord[]
  spawnedBy(parentId: string, key: string): SessionRecord | null
}

type Filters = Pick<SessionQuery, 'projectId' | 'kind' | 'includeEnded' | 'archived' | 'personas'>

/**
 * The text of the page's statement for the filters that are present. Sessions that live are few among many that ended, which
 * SQLite cannot know without statistics: their index is named.
 */
function pageSql(list: string, { projectId, kind, includeEnded, archived, personas }: Filters): string {
  const filters = ['key < ?']
  if (projectId !== undefined) filters.push('projectId = ?')
  if (kind !== undefined) filters.push('kind = ?')
  if (!includeEnded) filters.push("phase <> 'ended'")
  else if (archived === false) filters.push('archivedAt IS NULL')
  // A job's session is work like any other, whoever plays it.
  if (personas === false)
    filters.push('(persona IS NULL OR EXISTS (SELECT 1 FROM job WHERE job.sessionId = session.id))')
  const live = projectId === undefined ? 'session_live' : 'session_live_project'
  const index = includeEnded ? '' : ` INDEXED BY ${live}`
  return `SELECT ${list}, key FROM session${index} WHERE ${filters.join(' AND ')} ORDER BY key DESC ${upTo}`
}

export function createSessionReads(db: Database, tables: Tables): SessionReads {
  const { list, decode } = tables.session
  const byId = db.prepare(`SELECT ${list} FROM session WHERE id = ?`)
  const live = db.prepare(`SELECT ${list} FROM session INDEXED BY session_live WHERE phase <> 'ended' ORDER BY key`)
  const countLive = db
    .prepare<[string], number>("SELECT count(*) FROM session WHERE projectId = ? AND phase <> 'ended'")
    .pluck()
  const unparked = db.prepare(
    `SELECT ${list} FROM session INDEXED BY session_parked WHERE parkedUntil <= ? AND parkedUntil IS NOT NULL AND phase <> 'ended'`,
  )
  const children = db.prepare(`SELECT ${list} FROM session WHERE parentId = ? ORDER BY key`)
  const ofEffort = db.prepare(`SELECT ${list} FROM session WHERE effortId = ? ORDER BY key`)
  const waiting = db.prepare(
    `SELECT ${list} FROM session INDEXED BY session_live WHERE phase <> 'ended' AND waiting <> 'null' ORDER BY key`,
  )
  const spawned = db.prepare(`SELECT ${list} FROM session WHERE parentId = ? AND spawnKey = ?`)
  const pages = new Map<string, Statement<unknown[], Record<string, unknown>>>()

  return {
    get(id) {
      const row = byId.get(id)
      return row === undefined ? null : decode(row)
    },
    page(query) {
      const sql = pageSql(list, query)
      const statement = pages.get(sql) ?? db.prepare<unknown[], Record<string, unknown>>(sql)
      pages.set(sql, statement)
      const filters = [query.projectId, query.kind].filter((value) => value !== undefined)
      const rows = statement.all(query.cursor ?? Number.MAX_SAFE_INTEGER, ...filters, query.limit + 1)
      const more = rows.length > query.limit
      if (more) rows.pop()
      const next = more ? ((rows.at(-1)?.key as number | undefined) ?? null) : null
      return { sessions: rows.map(({ key: _key, ...row }) => decode(row)), next }
    },
    live: () => live.all().map(decode),
    countLive: (projectId) => countLive.get(projectId) ?? 0,
    unparked: (by) => unparked.all(by).map(decode),
    childrenOf: (parentId) => children.all(parentId).map(decode),
    ofEffort: (effortId) => ofEffort.all(effortId).map(decode),
    waiting: () => waiting.all().map(decode),
    spawnedBy(parentId, key) {
      const row = spawned.get(parentId, key)
      return row === undefined ? null : decode(row)
    },
  }
}
