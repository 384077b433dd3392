/**
 * The store of Drover on one SQLite file: opens it, runs transactions, publishes commits. What is read and written is in
 * the files beside; whether it should be is decided by the flows.
 */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { DroverError } from '#contract/error'
import type { Journal, Reads, Tx } from '#ports/store/journal'
import { asStoreError, isUnwritable } from './failure.ts'
import { createLaunchReads } from './launches.ts'
import { migrate, refuseNewer, versionOf } from './migrate.ts'
import { migrations as known, type Migration } from './migrations/list.ts'
import { type Lost, lostError, watchFiles, writeDown } from './own-file.ts'
import { createPublisher } from './publish.ts'
import { createReads } from './reads.ts'
import type { Redact, Suspects } from './redact-value.ts'
import { createTables } from './tables.ts'
import { createWrites, type Outcome } from './writes.ts'

export interface JournalOptions {
  readonly path: string
  readonly now: () => Date
  readonly redact: Redact
  /** Spares most events the long way; without it every one goes it. */
  readonly suspects?: Suspects
  readonly onListenerError?: (error: unknown) => void
  readonly readonly?: boolean
  /** Only tests give others than the product's own. */
  readonly migrations?: readonly Migration[]
}

export function openJournal(options: JournalOptions): Journal {
  try {
    return journalOn(openFile(options), options, watchFiles(options.path))
  } catch (error) {
    throw asStoreError(error, options.path)
  }
}

function openFile({ path, readonly = false, migrations = known }: JournalOptions): Database.Database {
  if (!readonly) createPrivately(path)
  const db = new Database(path, { readonly, fileMustExist: true, timeout: 5000 })
  try {
    // Before the first write: a store that is too new must stay as it is, its journal mode too.
    refuseNewer(db, path, migrations.at(-1)?.n ?? 0)
    if (readonly) {
      refuseOlder(db, path, migrations.at(-1)?.n ?? 0)
      return db
    }
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    db.pragma('secure_delete = ON')
    db.pragma('wal_autocheckpoint = 4000')
    db.pragma('journal_size_limit = 33554432')
    migrate(db, path, migrations)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Makes a new file 0600 before SQLite sees it; its WAL inherits the mode. An existing file is never opened here: closing it
 * would drop locks that this process holds on it. */
function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') {
      throw new DroverError('STORE_UNWRITABLE', `The store ${path} cannot be created: ${(error as Error).message}`, {
        hint: 'Make its directory writable for this user, or use another DROVER_HOME.',
        cause: error,
      })
    }
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
  }
}

function refuseOlder(db: Database.Database, path: string, version: number): void {
  const found = versionOf(db)
  if (found === version) return
  throw new DroverError('NOT_READY', `The store ${path} has version ${found} and waits to become version ${version}`, {
    hint: 'Run `drover start` once: the daemon migrates it.',
    details: { path, found, known: version },
  })
}

interface Open {
  readonly outcome: Outcome
  spoiled: { readonly error: unknown } | null
}

/** On a database that is open and migrated already. */
export function journalOn(
  db: Database.Database,
  options: JournalOptions,
  lostNow: () => Lost | null = () => null,
): Journal {
  const tables = createTables(db)
  const launches = createLaunchReads(db, tables)
  const reads = createReads(db, tables, launches)
  const publisher = createPublisher(options.onListenerError ?? (() => {}))
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  let open: Open | null = null
  let level: 'FULL' | 'NORMAL' = 'FULL'
  let writable = true
  let timed: ((kind: 'command' | 'ingest', ms: number) => void) | null = null
  const texts = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM outbox)').pluck()
  /** Some text that is kept as given may hold a secret. */
  let secrets = texts.get() === 1

  const current = (): Open => {
    if (open === null) throw new Error('A transaction was used after its end')
    if (open.spoiled !== null) throw open.spoiled.error
    return open
  }
  const tx = guarded(
    reads,
    createWrites({
      db,
      tables,
      reads,
      launches,
      now: options.now,
      redact: options.redact,
      suspects: options.suspects ?? (() => true),
      outcome: () => current().outcome,
      spoil(error) {
        if (open !== null) open.spoiled ??= { error }
      },
    }),
    current,
  )

  const setLevel = (wanted: 'FULL' | 'NORMAL'): void => {
    if (level === wanted) return
    db.exec(`PRAGMA synchronous = ${wanted}`)
    level = wanted
  }
  /** Delivered texts may hold secrets: `secure_delete` zeroes them in the file, this drops their last copy in the WAL. */
  const wipe = (): void => {
    try {
      db.pragma('wal_checkpoint(TRUNCATE)')
      secrets = texts.get() === 1
    } catch {
      // A reader or a full disk is in the way: the next wipe, or the close, does it. The commit itself stands.
    }
  }
  const transact = <T>(wanted: 'FULL' | 'NORMAL', work: (tx: Tx) => T): T => {
    if (open !== null) throw new Error('A transaction was opened inside another')
    const lost = lostNow()
    if (lost !== null) {
      writable = false
      throw lostError(options.path, lost)
    }
    const mine: Open = { outcome: { changes: [], rows: [], after: [], secretIn: false, textOut: false }, spoiled: null }
    let result: T
    const begun = performance.now()
    try {
      setLevel(wanted)
      begin.run()
      open = mine
      result = work(tx)
      if (mine.spoiled !== null) throw (mine.spoiled as { error: unknown }).error
      if (result instanceof Promise) throw new Error('A transaction must not be asynchronous')
      commit.run()
      writable = true
    } catch (error) {
      open = null
      if (db.inTransaction) db.exec('ROLLBACK')
      if (isUnwritable(error)) writable = false
      throw asStoreError(error, options.path)
    }
    open = null
    timed?.(wanted === 'FULL' ? 'command' : 'ingest', performance.now() - begun)
    secrets ||= mine.outcome.secretIn
    if (secrets && mine.outcome.textOut) wipe()
    const { changes, rows, after } = mine.outcome
    publisher.publish({ changes, rows }, after)
    return result
  }

  return {
    reads,
    command: (work) => transact('FULL', work),
    ingest: (work) => transact('NORMAL', work),
    onCommit: publisher.subscribe,
    onTimed(listener) {
      timed = listener
    },
    get writable() {
      return writable && !db.readonly
    },
    get lost() {
      return lostNow()
    },
    writeDown: () => writeDown(db, options.path),
    close() {
      if (!db.open) return
      // Closing removes the log beside the file by its name, which is another store's by now.
      if (lostNow() !== null) return
      if (!db.readonly) wipe()
      db.close()
    },
  }
}

/** Reads and writes in one object whose writes work only while their transaction is open and whole. */
function guarded(reads: Reads, writes: Omit<Tx, keyof Reads>, current: () => Open): Tx {
  const tx: Record<string, unknown> = { ...reads }
  for (const [name, write] of Object.entries(writes) as [string, (...values: unknown[]) => unknown][]) {
    tx[name] = (...values: unknown[]) => {
      const open = current()
      try {
        return write(...values)
      } catch (error) {
        if (isUnwritable(error)) open.spoiled ??= { error }
        throw error
      }
    }
  }
  return tx as unknown as Tx
}
