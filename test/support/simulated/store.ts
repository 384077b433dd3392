/**
 * The real journal on a database in memory that is emptied between stories: the same statements, transactions and
 * migrations as on disk, without its syncs. A daemon gets it through a gate that closes at its death and that can refuse
 * to commit, as a full disk does.
 */
import Database from 'better-sqlite3'
import { journalOn } from '#adapters/store/sqlite/journal'
import { migrations } from '#adapters/store/sqlite/migrations/list'
import { DroverError } from '#contract/error'
import type { Redactor } from '#core/redact'
import type { Commit, Journal, Reads, Tx } from '#ports/store/journal'
import type { Life } from './scheduler.ts'

export interface SimStore {
  /** For whoever judges: never through a gate. */
  readonly reads: Reads
  readonly db: Database.Database
  /** So many of the next commits fail for want of space. */
  failing: number
  /** How many there were. */
  commits: number
  /** Told of each in its order, before anybody acts on it. */
  watch: (commit: Commit) => void
  journalOf(life: Life): Journal
  /** Everything is forgotten; the clock and the secrets are those of the next story. */
  empty(now: () => Date, secrets: Redactor): void
}

const full = (): DroverError =>
  new DroverError('STORE_UNWRITABLE', 'The disk is full.', {
    hint: 'Free some space; what was asked for was not done.',
  })

/** One for many stories: preparing its statements takes longer than a story. */
export function createStore(): SimStore {
  const db = new Database(':memory:')
  db.pragma('foreign_keys = ON')
  for (const { sql } of migrations) db.exec(sql)
  let now = (): Date => new Date(0)
  let secrets: Redactor | null = null
  const journal = journalOn(db, {
    path: ':memory:',
    now: () => now(),
    redact: (text) => secrets?.redact(text) ?? text,
    suspects: (json) => secrets?.suspects(json) ?? false,
  })
  const gates = new Set<{ readonly life: Life; readonly listeners: Set<(commit: Commit) => void> }>()
  journal.onCommit((commit) => {
    store.commits += 1
    store.watch(commit)
    for (const gate of gates) {
      if (gate.life.dead) gates.delete(gate)
      else for (const listener of [...gate.listeners]) listener(commit)
    }
  })
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  const wipe = `BEGIN; ${tables.map((name) => `DELETE FROM "${name}";`).join(' ')} COMMIT`

  const store: SimStore = {
    reads: journal.reads,
    db,
    failing: 0,
    commits: 0,
    watch: () => undefined,
    journalOf(life) {
      const listeners = new Set<(commit: Commit) => void>()
      gates.add({ life, listeners })
      /** A write that does not fit fails after the work was done: what else the work touched is not taken back by it. */
      const transact = <T>(kind: 'command' | 'ingest', work: (tx: Tx) => T): T => {
        life.check()
        const fails = store.failing > 0
        if (fails) store.failing -= 1
        return journal[kind]((tx) => {
          const result = work(tx)
          life.check()
          if (fails) throw full()
          return result
        })
      }
      return {
        reads: guarded(journal.reads, life),
        command: (work) => transact('command', work),
        ingest: (work) => transact('ingest', work),
        onCommit(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        onTimed: () => undefined,
        get writable() {
          return store.failing === 0
        },
        lost: null,
        writeDown: () => 'nowhere',
        close: () => undefined,
      }
    },
    empty(clock, redactor) {
      now = clock
      secrets = redactor
      store.failing = 0
      store.commits = 0
      store.watch = () => undefined
      gates.clear()
      db.pragma('foreign_keys = OFF')
      db.exec(wipe)
      db.pragma('foreign_keys = ON')
    },
  }
  return store
}

function guarded(reads: Reads, life: Life): Reads {
  const all = Object.entries(reads) as [string, (...values: unknown[]) => unknown][]
  return Object.fromEntries(
    all.map(([name, read]) => [
      name,
      (...values: unknown[]) => {
        life.check()
        return read(...values)
      },
    ]),
  ) as unknown as Reads
}
