/** Efforts and groups of tasks in the store. */
import type { Database } from 'better-sqlite3'
import type { EffortReads, EffortRecord, EffortWrites, GroupRecord } from '#ports/store/effort'
import type { Redact } from './redact-value.ts'
import { createTable, type Table, upTo } from './table.ts'

export interface EffortTables {
  readonly effort: Table<EffortRecord>
  readonly group: Table<GroupRecord>
}

export const effortTables = (db: Database): EffortTables => ({
  effort: createTable<EffortRecord>(db, {
    name: 'effort',
    key: ['id'],
    fields: [
      'id',
      'projectId',
      'goal',
      'state',
      'reason',
      'rootSessionId',
      'into',
      'permissions',
      'budgetUsd',
      'budgetAskedAt',
      'offeredUpTo',
      'refusals',
      'createdAt',
      'endedAt',
    ],
    json: ['refusals'],
  }),
  group: createTable<GroupRecord>(db, {
    name: 'task_group',
    key: ['id'],
    fields: ['id', 'projectId', 'name', 'taskIds', 'completedAt', 'createdAt'],
    json: ['taskIds'],
  }),
})

export function createEffortReads(db: Database, { effort, group }: EffortTables): EffortReads {
  const from = <R>(table: Table<R>, rest: string) => {
    const statement = db.prepare(`SELECT ${table.list} FROM ${rest}`)
    return (...values: unknown[]): readonly R[] => statement.all(...values).map(table.decode)
  }
  const byId = from(effort, 'effort WHERE id = ?')
  const newest = from(effort, `effort INDEXED BY effort_newest ORDER BY createdAt DESC, id DESC ${upTo}`)
  const ofProject = from(effort, `effort WHERE projectId = ? ORDER BY createdAt DESC, id DESC ${upTo}`)
  const open = from(effort, "effort INDEXED BY effort_open WHERE state = 'running' ORDER BY createdAt")
  const rootless = from(effort, 'effort WHERE rootSessionId IS NULL ORDER BY createdAt')
  const groupById = from(group, 'task_group WHERE id = ?')
  const groupByName = from(group, 'task_group WHERE projectId = ? AND name = ?')
  const groups = from(group, 'task_group WHERE (? IS NULL OR projectId = ?) ORDER BY createdAt, id')
  return {
    effort: (id) => byId(id)[0] ?? null,
    efforts: ({ projectId, limit }) => (projectId === undefined ? newest(limit) : ofProject(projectId, limit)),
    openEfforts: () => open(),
    rootlessEfforts: () => rootless(),
    group: (id) => groupById(id)[0] ?? null,
    groupByName: (projectId, name) => groupByName(projectId, name)[0] ?? null,
    groups: (projectId) => groups(projectId, projectId),
  }
}

export function createEffortWrites(
  db: Database,
  { effort, group }: EffortTables,
  tools: { readonly count: (name: string) => number; readonly redact: Redact },
): EffortWrites {
  const drop = db.prepare('DELETE FROM effort WHERE id = ?')
  const clean = <T extends Partial<EffortRecord>>(patch: T): T =>
    patch.goal === undefined ? patch : { ...patch, goal: tools.redact(patch.goal) }
  return {
    nextEffortNumber: () => tools.count('effort'),
    insertEffort(record) {
      effort.insert(clean(record))
    },
    updateEffort(id, patch) {
      const updated = effort.update(clean(patch), [id])
      if (updated === null) throw new Error(`The store has no effort ${id}`)
      return updated
    },
    deleteEffort(id) {
      drop.run(id)
    },
    nextGroupNumber: () => tools.count('group'),
    insertGroup(record) {
      group.insert(record)
    },
    updateGroup(id, patch) {
      const updated = group.update(patch, [id])
      if (updated === null) throw new Error(`The store has no group ${id}`)
      return updated
    },
  }
}
