/** Projects, threads and commands of controllers that speak T3's words, in the store. */
import type { Database } from 'better-sqlite3'
import type { T3CommandRecord, T3ProjectRecord, T3Reads, T3ThreadRecord, T3Writes } from '#ports/store/t3'
import type { Redact } from './redact-value.ts'
import { createTable, type Table, upTo } from './table.ts'

export interface T3Tables {
  readonly project: Table<T3ProjectRecord>
  readonly thread: Table<T3ThreadRecord>
  readonly command: Table<T3CommandRecord & { readonly at: string }>
}

const words = <K extends string>(text: string): K[] => text.split(' ') as K[]

export const t3Tables = (db: Database): T3Tables => ({
  project: createTable(db, { name: 't3_project', key: ['id'], fields: words('id title root projectId createdAt') }),
  thread: createTable(db, {
    name: 't3_thread',
    key: ['id'],
    fields: words(
      'id project title instanceId model runtimeMode interactionMode branch sessionId words wordsAt failure createdAt updatedAt archivedAt deletedAt',
    ),
  }),
  command: createTable(db, { name: 't3_command', key: ['id'], fields: words('n id error at') }),
})

export function createT3Reads(db: Database, { project, thread, command }: T3Tables): T3Reads {
  const threads = (rest: string) => {
    const statement = db.prepare(`SELECT ${thread.list} FROM t3_thread ${rest}`)
    return (...values: unknown[]): readonly T3ThreadRecord[] => statement.all(...values).map(thread.decode)
  }
  const projects = (rest: string) => {
    const statement = db.prepare(`SELECT ${project.list} FROM t3_project ${rest}`)
    return (...values: unknown[]): readonly T3ProjectRecord[] => statement.all(...values).map(project.decode)
  }
  const commandById = db.prepare(`SELECT ${command.list} FROM t3_command WHERE id = ?`)
  const last = db.prepare<[], number | null>('SELECT max(n) FROM t3_command').pluck()
  const projectById = projects('WHERE id = ?')
  const allProjects = projects('ORDER BY n')
  const threadById = threads('WHERE id = ?')
  const newest = threads(`INDEXED BY t3_thread_newest ORDER BY n DESC ${upTo}`)
  const waiting = threads('INDEXED BY t3_thread_waiting WHERE words IS NOT NULL ORDER BY n')
  return {
    t3Project: (id) => projectById(id)[0] ?? null,
    t3Projects: () => allProjects(),
    t3Thread: (id) => threadById(id)[0] ?? null,
    t3Threads: (limit) => [...newest(limit)].reverse(),
    t3Waiting: () => waiting(),
    t3Command(id) {
      const row = commandById.get(id)
      return row === undefined ? null : command.decode(row)
    },
    lastT3Command: () => last.get() ?? 0,
  }
}

export function createT3Writes(db: Database, { project, thread, command }: T3Tables, redact: Redact): T3Writes {
  const prune = db.prepare('DELETE FROM t3_command WHERE at < ? AND n < (SELECT max(n) FROM t3_command)')
  const clean = (patch: Partial<T3ThreadRecord>): Partial<T3ThreadRecord> => ({
    ...patch,
    ...(patch.title === undefined ? {} : { title: redact(patch.title) }),
    ...(patch.words == null ? {} : { words: redact(patch.words) }),
    ...(patch.failure == null ? {} : { failure: redact(patch.failure) }),
  })
  return {
    insertT3Project: (record) => void project.insert(record),
    insertT3Thread: (record) => void thread.insert(clean(record)),
    updateT3Thread(id, patch) {
      if (thread.update(clean(patch), [id]) === null) throw new Error(`The store has no thread ${id}`)
    },
    insertT3Command: ({ id, error, at }) => command.insert({ id, error: error === null ? null : redact(error), at }),
    pruneT3Commands: (before) => void prune.run(before),
  }
}
