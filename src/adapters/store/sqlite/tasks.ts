/** Tasks in the store. */
import type { Database } from 'better-sqlite3'
import type { TaskState } from '#contract/task-state'
import type { TaskReads, TaskRecord, TaskWrites } from '#ports/store/task'
import type { Redact } from './redact-value.ts'
import { createTable, type Table, upTo } from './table.ts'

export const taskTable = (db: Database): Table<TaskRecord> =>
  createTable<TaskRecord>(db, {
    name: 'task',
    key: ['id'],
    fields: [
      'id',
      'projectId',
      'title',
      'body',
      'role',
      'priority',
      'place',
      'blocked',
      'blockedBy',
      'tags',
      'expects',
      'verify',
      'state',
      'attempts',
      'author',
      'result',
      'leaseSession',
      'leaseLaunch',
      'leaseRelay',
      'leaseUntil',
      'createdAt',
      'updatedAt',
    ],
    json: ['blockedBy', 'tags', 'result'],
    flags: ['blocked'],
  })

export function createTaskReads(db: Database, table: Table<TaskRecord>): TaskReads {
  const list = table.list
  const all = (sql: string) => {
    const statement = db.prepare(`SELECT ${list} FROM ${sql}`)
    return (...values: unknown[]): readonly TaskRecord[] => statement.all(...values).map(table.decode)
  }
  const byId = all('task WHERE id = ?')
  // Behind a place in the order of the queue; a filter that is null lets everything through.
  const page = all(
    `task INDEXED BY task_order WHERE projectId = ? AND (? IS NULL OR state = ?) AND (? IS NULL OR role = ?)
       AND (? IS NULL OR priority < ? OR (priority = ? AND (place > ? OR (place = ? AND id > ?))))
     ORDER BY priority DESC, place, id ${upTo}`,
  )
  const takeable = all(
    `task INDEXED BY task_takeable WHERE projectId = ? AND state = 'ready' AND blocked = 0
     ORDER BY priority DESC, place, id ${upTo}`,
  )
  const blocked = all("task INDEXED BY task_blocked WHERE projectId = ? AND state = 'ready' AND blocked = 1")
  const waiting = all(
    `task WHERE projectId = ? AND EXISTS (SELECT 1 FROM json_each(task.blockedBy) WHERE json_each.value = ?)`,
  )
  const claimed = all("task INDEXED BY task_claimed WHERE state = 'claimed'")
  const edge = (sql: string) => db.prepare<unknown[], number>(sql).pluck()
  const first = edge('SELECT place FROM task WHERE projectId = ? ORDER BY place LIMIT 1')
  const last = edge('SELECT place FROM task WHERE projectId = ? ORDER BY place DESC LIMIT 1')
  const next = edge('SELECT place FROM task WHERE projectId = ? AND place > ? ORDER BY place LIMIT 1')
  const counts = db.prepare<[string], { state: TaskState; n: number }>(
    'SELECT state, count(*) AS n FROM task INDEXED BY task_state WHERE projectId = ? GROUP BY state',
  )
  const task = (id: string): TaskRecord | null => byId(id)[0] ?? null
  return {
    task,
    taskPage(projectId, { state = null, role = null }, after, limit) {
      const { priority = null, place = null, id = null } = after ?? {}
      return page(projectId, state, state, role, role, priority, priority, priority, place, place, id, limit)
    },
    takeableTasks: (projectId, limit) => takeable(projectId, limit),
    blockedTasks: (projectId) => blocked(projectId),
    waitingFor: (projectId, id) => waiting(projectId, id),
    taskPlaces(projectId, after) {
      const place = after === null ? null : (task(after)?.place ?? null)
      return {
        first: first.get(projectId) ?? 0,
        last: last.get(projectId) ?? 0,
        next: place === null ? null : (next.get(projectId, place) ?? null),
      }
    },
    claimedTasks: () => claimed(),
    countTasks: (projectId) => ({
      ready: 0,
      claimed: 0,
      done: 0,
      failed: 0,
      needs_user: 0,
      cancelled: 0,
      ...Object.fromEntries(counts.all(projectId).map(({ state, n }) => [state, n])),
    }),
  }
}

export function createTaskWrites(
  db: Database,
  table: Table<TaskRecord>,
  tools: { readonly count: (name: string) => number; readonly now: () => Date; readonly redact: Redact },
): TaskWrites {
  const drop = db.prepare('DELETE FROM task WHERE id = ?')
  const clean = <T extends Partial<TaskRecord>>(patch: T): T => ({
    ...patch,
    ...(patch.title === undefined ? {} : { title: tools.redact(patch.title) }),
    ...(patch.body === undefined ? {} : { body: tools.redact(patch.body) }),
    ...(patch.result == null ? {} : { result: { ...patch.result, summary: tools.redact(patch.result.summary) } }),
  })
  return {
    nextTaskNumber: () => tools.count('task'),
    insertTask(task) {
      table.insert(clean(task))
    },
    updateTask(id, patch) {
      const updated = table.update({ ...clean(patch), updatedAt: tools.now().toISOString() }, [id])
      if (updated === null) throw new Error(`The store has no task ${id}`)
      return updated
    },
    deleteTask(id) {
      drop.run(id)
    },
  }
}
