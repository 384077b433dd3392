/** Pull requests in the store: their table, their questions, their writes. */
import type { Database } from 'better-sqlite3'
import type { PrReads, PrRecord, PrWrites } from '#ports/store/pr'
import { type Redact, redactDeep } from './redact-value.ts'
import { createTable, type Table, upTo } from './table.ts'

type Row = PrRecord & { readonly key: number }

const createPrTable = (db: Database): Table<Row> =>
  createTable<Row>(db, {
    name: 'pull_request',
    key: ['id'],
    fields: [
      ...([
        'key',
        'id',
        'projectId',
        'sessionId',
        'forge',
        'host',
        'repo',
        'number',
        'url',
        'title',
        'nodeId',
        'author',
      ] as const),
      ...([
        'state',
        'draft',
        'branch',
        'headRepo',
        'head',
        'threads',
        'base',
        'ci',
        'checks',
        'review',
        'mergeability',
        'told',
      ] as const),
      ...(['createdAt', 'updatedAt', 'seenAt', 'mergedAt'] as const),
    ],
    json: ['checks', 'threads'],
    flags: ['draft'],
  })

const withoutKey = ({ key: _key, ...record }: Row): PrRecord => record

export function createPrReads(db: Database): PrReads {
  const { list, decode } = createPrTable(db)
  const one = (row: unknown): PrRecord | null => (row === undefined ? null : withoutKey(decode(row)))
  const all = (rows: readonly unknown[]): PrRecord[] => rows.map((row) => withoutKey(decode(row)))
  const byId = db.prepare(`SELECT ${list} FROM pull_request WHERE id = ?`)
  const byPlace = db.prepare(`SELECT ${list} FROM pull_request WHERE host = ? AND repo = ? AND number = ?`)
  const byNode = db.prepare(`SELECT ${list} FROM pull_request WHERE nodeId = ? AND host = ?`)
  const ofBranch = db
    .prepare<string[], string>(
      "SELECT id FROM pull_request WHERE host = ? AND repo = ? AND branch = ? AND state = 'open' AND (headRepo IS NULL OR headRepo = repo)",
    )
    .pluck()
  const ofSession = db.prepare(`SELECT ${list} FROM pull_request WHERE sessionId = ? ORDER BY key`)
  const newest = `ORDER BY key DESC ${upTo}`
  const before = db.prepare(`SELECT ${list} FROM pull_request WHERE key < ? ${newest}`)
  const ofProject = db.prepare(`SELECT ${list} FROM pull_request WHERE key < ? AND projectId = ? ${newest}`)
  const open = db.prepare(
    `SELECT ${list} FROM pull_request INDEXED BY pull_request_open WHERE key < ? AND state = 'open' ${newest}`,
  )
  const last = Number.MAX_SAFE_INTEGER
  return {
    pr: (id) => one(byId.get(id)),
    prAt: (host, repo, number) => one(byPlace.get(host, repo, number)),
    prByNode: (host, nodeId) => one(byNode.get(nodeId, host)),
    openPrOfBranch: (host, repo, branch) => ofBranch.get(host, repo, branch) ?? null,
    prsOf: (sessionId) => all(ofSession.all(sessionId)),
    prs({ projectId, open: onlyOpen = false, limit }) {
      // Open ones are few: those of one project are picked from them.
      if (onlyOpen)
        return all(open.all(last, limit)).filter((pr) => projectId === undefined || pr.projectId === projectId)
      return all(projectId === undefined ? before.all(last, limit) : ofProject.all(last, projectId, limit))
    },
  }
}

export function createPrWrites(db: Database, redact: Redact): PrWrites {
  const table = createPrTable(db)
  const count = db
    .prepare<[], number>(
      "INSERT INTO counter (name, n) VALUES ('pull_request', 1) ON CONFLICT (name) DO UPDATE SET n = n + 1 RETURNING n",
    )
    .pluck()
  return {
    nextPrNumber: () => count.get()!,
    // What a job printed and what a title says may hold anybody's secret.
    putPr: (record) =>
      table.replace({
        ...record,
        title: redact(record.title),
        checks: redactDeep(record.checks, redact),
        threads: record.threads?.map((thread) => ({ ...thread, body: redact(thread.body) })) ?? null,
        key: Number(record.id.slice(3)),
      }),
  }
}
