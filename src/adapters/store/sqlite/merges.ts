/** Merges, lanes and landings in the store: their tables, their questions, their writes. */
import type { Database, Statement } from 'better-sqlite3'
import type { LandingRecord, LaneRecord, MergeQuery, MergeReads, MergeRecord, MergeWrites } from '#ports/store/merge'
import { type Redact, redactDeep } from './redact-value.ts'
import { createTable, type Table, upTo } from './table.ts'

type MergeRow = MergeRecord & { readonly key: number }

interface MergeTables {
  readonly merge: Table<MergeRow>
  readonly lane: Table<LaneRecord>
  readonly landing: Table<LandingRecord>
}

const words = <R>(text: string): readonly (keyof R & string)[] =>
  text.trim().split(/\s+/) as unknown as readonly (keyof R & string)[]

const createMergeTables = (db: Database): MergeTables => ({
  merge: createTable<MergeRow>(db, {
    name: 'merge',
    key: ['id'],
    fields: words(`key id projectId sessionId branch target state step reason next tier head baseCommit mergeBase result
      resolved landedCommit verify proof files insertions deletions push approval approved needsApproval attempts priority
      worktree saved by message taskId merger agentTries train createdAt updatedAt landedAt`),
    json: ['reason', 'verify', 'proof', 'push', 'approval', 'approved', 'needsApproval', 'train'],
  }),
  lane: createTable<LaneRecord>(db, {
    name: 'lane',
    key: ['projectId', 'target'],
    fields: words('projectId target mergeId worktree train usedAt'),
    json: ['train'],
  }),
  landing: createTable<LandingRecord>(db, {
    name: 'landing',
    key: ['sessionId'],
    fields: words('sessionId ahead behind merge state landedCommit'),
  }),
})

const withoutKey = ({ key: _key, ...record }: MergeRow): MergeRecord => record

/** Each combination of filters has a statement of its own. */
function pageSql(list: string, query: MergeQuery): string {
  const filters = ['key < ?']
  if (query.projectId !== undefined) filters.push('projectId = ?')
  if (query.state !== undefined) filters.push('state = ?')
  if (query.sessionId !== undefined) filters.push('sessionId = ?')
  return `SELECT ${list} FROM merge WHERE ${filters.join(' AND ')} ORDER BY key DESC ${upTo}`
}

export function createMergeReads(db: Database): MergeReads {
  const tables = createMergeTables(db)
  const { list, decode } = tables.merge
  const byId = db.prepare(`SELECT ${list} FROM merge WHERE id = ?`)
  const open = db.prepare(
    `SELECT ${list} FROM merge INDEXED BY merge_open WHERE state NOT IN ('landed', 'rejected') ORDER BY key`,
  )
  const allLanes = db.prepare(`SELECT ${tables.lane.list} FROM lane ORDER BY projectId, target`)
  const oneLane = db.prepare(`SELECT ${tables.lane.list} FROM lane WHERE projectId = ? AND target = ?`)
  const landingOf = db.prepare(`SELECT ${tables.landing.list} FROM landing WHERE sessionId = ?`)
  const pages = new Map<string, Statement<unknown[], unknown>>()
  const maybe = <R>(row: unknown, read: (row: unknown) => R): R | null => (row === undefined ? null : read(row))

  return {
    merge: (id) => maybe(byId.get(id), (row) => withoutKey(decode(row))),
    merges(query) {
      const sql = pageSql(list, query)
      const statement = pages.get(sql) ?? db.prepare<unknown[], unknown>(sql)
      pages.set(sql, statement)
      const filters = [query.projectId, query.state, query.sessionId].filter((value) => value !== undefined)
      const rows = statement
        .all(query.cursor ?? Number.MAX_SAFE_INTEGER, ...filters, query.limit + 1)
        .map((row) => decode(row))
      const page = rows.slice(0, query.limit)
      return { merges: page.map(withoutKey), next: rows.length > query.limit ? (page.at(-1)?.key ?? null) : null }
    },
    openMerges: () => open.all().map((row) => withoutKey(decode(row))),
    lanes: () => allLanes.all().map(tables.lane.decode),
    lane: (projectId, target) => maybe(oneLane.get(projectId, target), tables.lane.decode),
    landing: (sessionId) => maybe(landingOf.get(sessionId), tables.landing.decode),
  }
}

export function createMergeWrites(db: Database, now: () => Date, redact: Redact): MergeWrites {
  const tables = createMergeTables(db)
  const dropLane = db.prepare('DELETE FROM lane WHERE projectId = ? AND target = ?')
  const count = db
    .prepare<[], number>(
      "INSERT INTO counter (name, n) VALUES ('merge', 1) ON CONFLICT (name) DO UPDATE SET n = n + 1 RETURNING n",
    )
    .pluck()
  /** What a verification printed and what a file holds may be anybody's secret. */
  const clean = <P extends Partial<MergeRecord>>(patch: P): P => ({
    ...patch,
    ...(patch.reason ? { reason: redactDeep(patch.reason, redact) } : {}),
    ...(patch.verify ? { verify: redactDeep(patch.verify, redact) } : {}),
    ...(patch.proof ? { proof: redactDeep(patch.proof, redact) } : {}),
    ...(patch.approved ? { approved: redactDeep(patch.approved, redact) } : {}),
    ...(patch.message ? { message: redact(patch.message) } : {}),
  })
  return {
    nextMergeNumber: () => count.get()!,
    insertMerge(merge) {
      tables.merge.insert({ ...clean(merge), key: Number(merge.id.slice(2)) })
    },
    updateMerge(id, patch) {
      const found = tables.merge.update({ ...clean(patch), updatedAt: now().toISOString() }, [id])
      if (found === null) throw new Error(`The store has no merge ${id}`)
      return withoutKey(found)
    },
    putLane: (lane) => tables.lane.replace(lane),
    deleteLane(projectId, target) {
      dropLane.run(projectId, target)
    },
    putLanding: (landing) => tables.landing.replace(landing),
  }
}
