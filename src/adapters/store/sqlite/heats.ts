/** Heats in the store. */
import type { Database } from 'better-sqlite3'
import type { HeatReads, HeatRecord, HeatWrites } from '#ports/store/heat'
import type { Redact } from './redact-value.ts'
import { createTable, type Table, upTo } from './table.ts'

export const heatTable = (db: Database): Table<HeatRecord> =>
  createTable<HeatRecord>(db, {
    name: 'heat',
    key: ['id'],
    fields: [
      'id',
      'projectId',
      'prompt',
      'baseRef',
      'baseCommit',
      'state',
      'reason',
      'members',
      'keeping',
      'merge',
      'name',
      'permissions',
      'ignoreConfig',
      'keepingSince',
      'createdAt',
      'endedAt',
    ],
    json: ['members'],
    flags: ['ignoreConfig'],
  })

export function createHeatReads(db: Database, heat: Table<HeatRecord>): HeatReads {
  const from = (rest: string) => {
    const statement = db.prepare(`SELECT ${heat.list} FROM heat ${rest}`)
    return (...values: unknown[]): readonly HeatRecord[] => statement.all(...values).map(heat.decode)
  }
  const byId = from('WHERE id = ?')
  const newest = from(`INDEXED BY heat_newest ORDER BY createdAt DESC, id DESC ${upTo}`)
  const ofProject = from(`WHERE projectId = ? ORDER BY createdAt DESC, id DESC ${upTo}`)
  const busy = from("INDEXED BY heat_busy WHERE state IN ('starting', 'keeping') ORDER BY createdAt")
  return {
    heat: (id) => byId(id)[0] ?? null,
    heats: ({ projectId, limit }) => (projectId === undefined ? newest(limit) : ofProject(projectId, limit)),
    busyHeats: () => busy(),
  }
}

export function createHeatWrites(
  db: Database,
  heat: Table<HeatRecord>,
  tools: { readonly count: (name: string) => number; readonly redact: Redact },
): HeatWrites {
  const drop = db.prepare('DELETE FROM heat WHERE id = ?')
  return {
    nextHeatNumber: () => tools.count('heat'),
    insertHeat(record) {
      heat.insert({ ...record, prompt: tools.redact(record.prompt) })
    },
    updateHeat(id, patch) {
      const updated = heat.update(patch, [id])
      if (updated === null) throw new Error(`The store has no heat ${id}`)
      return updated
    },
    deleteHeat(id) {
      drop.run(id)
    },
  }
}
