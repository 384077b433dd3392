/** Jobs in the store. */
import type { Database } from 'better-sqlite3'
import type { JobReads, JobRecord, JobWrites } from '#ports/store/job'
import type { Redact } from './redact-value.ts'
import { createTable, type Table, upTo } from './table.ts'

const fields = [
  ...(['id', 'key', 'state', 'prompt', 'persona', 'agent', 'projectId', 'permissions', 'budgetUsd'] as const),
  ...(['timeoutMs', 'metadata', 'sessionId', 'ending', 'branch', 'output', 'exitCode', 'inputTokens'] as const),
  ...(['outputTokens', 'costUsd', 'filesChanged', 'errorCode', 'errorMessage', 'callbackUrl'] as const),
  ...(['callbackState', 'callbackAttempts', 'callbackDueAt', 'callbackError'] as const),
  ...(['createdAt', 'startedAt', 'finishedAt'] as const),
] as const

/** More than there will ever be. */
export const noLimit = Number.MAX_SAFE_INTEGER

export const jobTable = (db: Database): Table<JobRecord> =>
  createTable<JobRecord>(db, { name: 'job', key: ['id'], fields: ['n', ...fields], json: ['metadata', 'filesChanged'] })

export function createJobReads(db: Database, job: Table<JobRecord>): JobReads {
  const from = (rest: string) => {
    const statement = db.prepare(`SELECT ${job.list} FROM job ${rest}`)
    return (...values: unknown[]): readonly JobRecord[] => statement.all(...values).map(job.decode)
  }
  const byId = from('WHERE id = ?')
  const byKey = from('WHERE key = ?')
  const ofSession = from('WHERE sessionId = ?')
  const newest = from(`WHERE n < ? ORDER BY n DESC ${upTo}`)
  const inState = from(`INDEXED BY job_state WHERE state = ? AND n < ? ORDER BY n DESC ${upTo}`)
  const open = from("INDEXED BY job_open WHERE state IN ('queued', 'running') ORDER BY n")
  const toCall = from(`INDEXED BY job_call WHERE callbackState = 'waiting' ORDER BY callbackDueAt ${upTo}`)
  // Once an hour, from the oldest on; there are never many more than `forget_above`.
  const old = from(
    `WHERE n > 0 AND (finishedAt < ? OR n <= coalesce((SELECT n FROM job WHERE n > 0 ORDER BY n DESC LIMIT 1 OFFSET ?), 0))
       AND state NOT IN ('queued', 'running') AND (callbackState IS NULL OR callbackState <> 'waiting') ORDER BY n ${upTo}`,
  )
  return {
    oldJobs: ({ before, most, limit }) => old(before ?? '', most ?? noLimit, limit),
    job: (id) => byId(id)[0] ?? null,
    jobByKey: (key) => byKey(key)[0] ?? null,
    jobOfSession: (sessionId) => ofSession(sessionId)[0] ?? null,
    jobs: ({ state, before, limit }) => (state === undefined ? newest(before, limit) : inState(state, before, limit)),
    openJobs: () => open(),
    jobsToCall: (limit) => toCall(limit),
  }
}

export function createJobWrites(db: Database, job: Table<JobRecord>, redact: Redact): JobWrites {
  const drop = db.prepare('DELETE FROM job WHERE id = ?')
  const clean = (patch: Partial<JobRecord>): Partial<JobRecord> => ({
    ...patch,
    ...(patch.prompt === undefined ? {} : { prompt: redact(patch.prompt) }),
    ...(patch.output === undefined ? {} : { output: redact(patch.output) }),
    ...(patch.metadata === undefined || patch.metadata === null
      ? {}
      : { metadata: JSON.parse(redact(JSON.stringify(patch.metadata))) }),
  })
  return {
    insertJob(record) {
      const n = job.insert(clean(record))
      return { ...record, n }
    },
    updateJob(id, patch) {
      const updated = job.update(clean(patch), [id])
      if (updated === null) throw new Error(`The store has no job ${id}`)
      return updated
    },
    deleteJob(id) {
      drop.run(id)
    },
  }
}
