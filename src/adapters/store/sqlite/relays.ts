/** Relays, tries, agents' states and progress in the store. */
import type { Database } from 'better-sqlite3'
import type {
  AgentFigures,
  AgentStateRecord,
  ProgressRecord,
  RelayReads,
  RelayRecord,
  RelayWrites,
  TryRecord,
} from '#ports/store/relay'
import type { Redact } from './redact-value.ts'
import { createTable, type Table, upTo } from './table.ts'

export interface RelayTables {
  readonly relay: Table<RelayRecord>
  readonly try: Table<TryRecord>
  readonly agentState: Table<AgentStateRecord>
  readonly progress: Table<ProgressRecord>
}

const words = <R>(text: string): readonly (keyof R & string)[] =>
  text.trim().split(/\s+/) as unknown as readonly (keyof R & string)[]

export const relayTables = (db: Database): RelayTables => ({
  relay: createTable<RelayRecord>(db, {
    name: 'relay',
    key: ['id'],
    fields: words(`id projectId state endReason waitingFor prompt mix routes route target completed failed parallel land
      inPlace branch baseRef baseCommit stopping lanes cursors notes mergeId ignoreConfig createdAt updatedAt endedAt`),
    json: ['waitingFor', 'mix', 'routes', 'lanes', 'cursors', 'notes'],
    flags: ['land', 'inPlace', 'ignoreConfig'],
  }),
  try: createTable<TryRecord>(db, {
    name: 'try',
    key: ['projectId', 'n'],
    fields:
      words(`projectId n relayId lane taskId title sessionId launchId turn agent model cliVersion role route outcome
      category evidence reason exitCode commits filesChanged insertions deletions verify totals summary handoff promptHash
      promptBytes prompt nativeId headBefore startedAt endedAt`),
    json: ['evidence', 'commits', 'verify', 'totals'],
  }),
  agentState: createTable<AgentStateRecord>(db, {
    name: 'agent_state',
    key: ['kind', 'name'],
    fields: words('kind name state until reason probes updatedAt'),
  }),
  progress: createTable<ProgressRecord>(db, {
    name: 'progress',
    key: ['id'],
    fields: words('id projectId sessionId taskId relayId summary complete followups at'),
    json: ['followups'],
    flags: ['complete'],
  }),
})

export function createRelayReads(db: Database, tables: RelayTables): RelayReads {
  const from = <R>(table: Table<R>, sql: string) => {
    const statement = db.prepare(`SELECT ${table.list} FROM ${sql}`)
    return (...values: unknown[]): readonly R[] => statement.all(...values).map(table.decode)
  }
  const byId = from(tables.relay, 'relay WHERE id = ?')
  const newestRelays = from(tables.relay, `relay INDEXED BY relay_newest ORDER BY createdAt DESC, rowid DESC ${upTo}`)
  const relaysOf = from(tables.relay, `relay WHERE projectId = ? ORDER BY createdAt DESC, rowid DESC ${upTo}`)
  const open = from(tables.relay, "relay INDEXED BY relay_open WHERE state <> 'ended' ORDER BY createdAt, rowid")
  const one = from(tables.try, 'try WHERE projectId = ? AND n = ?')
  const ofRelay = from(tables.try, 'try WHERE relayId = ? ORDER BY n')
  const atTask = from(tables.try, 'try WHERE relayId = ? AND taskId IS ? ORDER BY n')
  const newest = from(tables.try, `try INDEXED BY try_newest ORDER BY startedAt DESC, rowid DESC ${upTo}`)
  const newestOf = from(tables.try, `try WHERE projectId = ? ORDER BY n DESC ${upTo}`)
  const openTry = from(tables.try, 'try INDEXED BY try_open WHERE sessionId = ? AND outcome IS NULL ORDER BY n DESC')
  const state = from(tables.agentState, 'agent_state WHERE kind = ? AND name = ?')
  const states = from(tables.agentState, 'agent_state ORDER BY kind, name')
  const progress = from(tables.progress, `progress WHERE projectId = ? ORDER BY id DESC ${upTo}`)
  // The last tries say what an agent is worth now; all of them would be read at every look.
  const spans = db.prepare<[number], Span>(
    `SELECT agent, outcome, CAST((julianday(endedAt) - julianday(startedAt)) * 86400000 AS INTEGER) AS ms,
       json_extract(totals, '$.costUsd') AS cost FROM try INDEXED BY try_newest WHERE outcome IS NOT NULL
     ORDER BY startedAt DESC ${upTo}`,
  )
  return {
    relay: (id) => byId(id)[0] ?? null,
    relays({ projectId, state: word, limit }) {
      const most = word === undefined ? limit : mostLooked
      const found = projectId === undefined ? newestRelays(most) : relaysOf(projectId, most)
      return word === undefined ? found : found.filter((one) => one.state === word).slice(0, limit)
    },
    openRelays: () => open(),
    try: (projectId, n) => one(projectId, n)[0] ?? null,
    triesOf: (relayId) => ofRelay(relayId),
    triesAt: (relayId, taskId) => atTask(relayId, taskId),
    newestTries: (projectId, limit) => (projectId === null ? newest(limit) : newestOf(projectId, limit)),
    openTry: (sessionId) => openTry(sessionId)[0] ?? null,
    agentState: (kind, name) => state(kind, name)[0] ?? null,
    agentStates: () => states(),
    agentFigures: () => figures(spans.all(mostLooked)),
    progressOf: (projectId, limit) => progress(projectId, limit),
  }
}

/** How many rows a look at the past reads at most. */
const mostLooked = 2000

interface Span {
  readonly agent: string
  readonly outcome: string
  readonly ms: number
  readonly cost: number | null
}

function figures(rows: readonly Span[]): readonly AgentFigures[] {
  const byAgent = Map.groupBy(rows, (row) => row.agent)
  return [...byAgent].map(([agent, all]) => {
    const counted = all.filter((row) => row.outcome !== 'cancelled').toSorted((a, b) => a.ms - b.ms)
    const costs = all.flatMap((row) => (row.cost === null ? [] : [row.cost]))
    return {
      agent,
      tries: all.length,
      completed: all.filter((row) => row.outcome === 'completed').length,
      ended: counted.length,
      medianMs: counted.length === 0 ? null : counted[Math.floor((counted.length - 1) / 2)]!.ms,
      costUsd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    }
  })
}

export function createRelayWrites(
  tables: RelayTables,
  tools: { readonly count: (name: string) => number; readonly now: () => Date; readonly redact: Redact },
): RelayWrites {
  const text = <T extends string | null | undefined>(value: T): T =>
    value == null ? value : (tools.redact(value) as T)
  const cleanTry = <T extends Partial<TryRecord>>(patch: T): T => ({
    ...patch,
    ...('prompt' in patch ? { prompt: text(patch.prompt) } : {}),
    ...('title' in patch ? { title: text(patch.title) } : {}),
    ...('reason' in patch ? { reason: text(patch.reason) } : {}),
    ...('summary' in patch ? { summary: text(patch.summary) } : {}),
    ...('handoff' in patch ? { handoff: text(patch.handoff) } : {}),
  })
  const cleanRelay = <T extends Partial<RelayRecord>>(patch: T): T => ({
    ...patch,
    ...('prompt' in patch ? { prompt: text(patch.prompt) } : {}),
  })
  return {
    nextRelayNumber: () => tools.count('relay'),
    insertRelay(relay) {
      tables.relay.insert(cleanRelay(relay))
    },
    updateRelay(id, patch) {
      const updated = tables.relay.update({ ...cleanRelay(patch), updatedAt: tools.now().toISOString() }, [id])
      if (updated === null) throw new Error(`The store has no relay ${id}`)
      return updated
    },
    nextTryNumber: (projectId) => tools.count(`try:${projectId}`),
    insertTry(record) {
      tables.try.insert(cleanTry(record))
    },
    updateTry(projectId, n, patch) {
      const updated = tables.try.update(cleanTry(patch), [projectId, n])
      if (updated === null) throw new Error(`The store has no try ${n} of ${projectId}`)
      return updated
    },
    putAgentState(record) {
      tables.agentState.replace(record)
    },
    putProgress(entry) {
      const clean = { ...entry, summary: tools.redact(entry.summary), followups: entry.followups.map(tools.redact) }
      return { ...clean, id: tables.progress.insert(clean) }
    },
  }
}
