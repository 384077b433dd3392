/** What agents used, in quarters of an hour: added to in the transaction that appends the events, read as sums. */
import type { Database } from 'better-sqlite3'
import type { AgentEvent } from '#contract/agent-event'
import type { CostReads, UsageRecord } from '#ports/store/cost'

const slotMs = 900_000

type Usage = Extract<AgentEvent, { kind: 'usage' }>

export function createCostReads(db: Database): CostReads {
  type Row = Omit<UsageRecord, 'model'> & { readonly model: string }
  const between = db.prepare<[number, number], Row>(
    `SELECT sessionId, model, sum(input) AS input, sum(output) AS output, sum(cacheRead) AS cacheRead,
       sum(cacheWrite) AS cacheWrite, sum(costUsd) AS costUsd
     FROM usage_slot WHERE slot >= ? AND slot < ? GROUP BY sessionId, model`,
  )
  const first = db.prepare<[], number | null>('SELECT min(slot) FROM usage_slot').pluck()
  const spent = db.prepare<[number], number | null>('SELECT sum(costUsd) FROM usage_slot WHERE slot >= ?').pluck()
  const spentBy = db
    .prepare<[number, string], number | null>(
      `SELECT sum(usage_slot.costUsd) FROM usage_slot JOIN session ON session.id = usage_slot.sessionId
       WHERE slot >= ? AND session.projectId = ?`,
    )
    .pluck()
  const slot = (at: number) => Math.floor(at / slotMs)
  return {
    usageBetween: (from, until) =>
      between
        .all(slot(from), Math.ceil(until / slotMs))
        .map((row) => ({ ...row, model: row.model === '' ? null : row.model })),
    firstUsage() {
      const found = first.get() ?? null
      return found === null ? null : found * slotMs
    },
    costSince: (projectId, from) =>
      (projectId === null ? spent.get(slot(from)) : spentBy.get(slot(from), projectId)) ?? null,
  }
}

/** Adds what a batch of events told. */
export function createUsageWrites(
  db: Database,
): (sessionId: string, turn: number | null, at: number, told: readonly Usage[]) => void {
  const modelOf = db
    .prepare<[number | null, string], string | null>(
      `SELECT coalesce(turn.model, session.model) FROM session LEFT JOIN turn ON turn.sessionId = session.id AND turn.n = ?
       WHERE session.id = ?`,
    )
    .pluck()
  const add = db.prepare(
    `INSERT INTO usage_slot (slot, sessionId, model, input, output, cacheRead, cacheWrite, costUsd)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (slot, sessionId, model) DO UPDATE SET input = input + excluded.input, output = output + excluded.output,
       cacheRead = cacheRead + excluded.cacheRead, cacheWrite = cacheWrite + excluded.cacheWrite,
       costUsd = CASE WHEN costUsd IS NULL THEN excluded.costUsd ELSE costUsd + coalesce(excluded.costUsd, 0) END`,
  )
  const sum = (told: readonly Usage[], word: 'input' | 'output' | 'cacheRead' | 'cacheWrite') =>
    told.reduce((whole, one) => whole + (one[word] ?? 0), 0)
  return (sessionId, turn, at, told) => {
    if (told.length === 0) return
    const costs = told.flatMap(({ costUsd }) => costUsd ?? [])
    add.run(
      Math.floor(at / slotMs),
      sessionId,
      modelOf.get(turn, sessionId) ?? '',
      sum(told, 'input'),
      sum(told, 'output'),
      sum(told, 'cacheRead'),
      sum(told, 'cacheWrite'),
      costs.length === 0 ? null : costs.reduce((whole, usd) => whole + usd, 0),
    )
  }
}
