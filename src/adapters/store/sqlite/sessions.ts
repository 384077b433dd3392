/** Pages and sets of sessions. Each question has a statement of its own, so that each has an index of its own. */
import type { Database, Statement } from 'better-sqlite3'
import type { SessionQuery, SessionRecord } from '#ports/journal'
import type { Tables } from './tables.ts'

export interface SessionReads {
  get(id: string): SessionRecord | null
  page(query: SessionQuery): { readonly sessions: readonly SessionRecord[]; readonly next: number | null }
  live(): readonly SessionRecord[]
  countLive(projectId: string): number
}

/** The text of the page's statement for the filters that are present. */
export function pageSql(list: string, query: Pick<SessionQuery, 'projectId' | 'kind' | 'includeEnded'>): string {
  const filters = ['key < ?']
  if (query.projectId !== undefined) filters.push('projectId = ?')
  if (query.kind !== undefined) filters.push('kind = ?')
  if (!query.includeEnded) filters.push("phase <> 'ended'")
  return `SELECT ${list}, key FROM session WHERE ${filters.join(' AND ')} ORDER BY key DESC LIMIT ?`
}

export const liveSql = (list: string): string => `SELECT ${list} FROM session WHERE phase <> 'ended' ORDER BY key`

export function createSessionReads(db: Database, tables: Tables): SessionReads {
  const { list, decode } = tables.session
  const byId = db.prepare(`SELECT ${list} FROM session WHERE id = ?`)
  const live = db.prepare(liveSql(list))
  const countLive = db
    .prepare<[string], number>("SELECT count(*) FROM session WHERE projectId = ? AND phase <> 'ended'")
    .pluck()
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
  }
}
