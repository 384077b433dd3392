/**
 * The daemon's lock: an EXCLUSIVE transaction on a SQLite file, held for the life of the process. The kernel drops it when
 * the process dies, so it is never stale. Nobody may open and close this file by other means in the holding process:
 * closing any descriptor of it would drop the lock (POSIX).
 */
import { chmodSync } from 'node:fs'
import Database from 'better-sqlite3'
import { asStoreError } from './failure.ts'

export interface HeldLock {
  release(): void
}

/** null: another process holds it. */
export function holdLock(path: string): HeldLock | null {
  let db: Database.Database | undefined
  try {
    db = new Database(path, { timeout: 0 })
    db.exec('BEGIN EXCLUSIVE')
    chmodSync(path, 0o600)
  } catch (error) {
    db?.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null
    throw asStoreError(error, path)
  }
  const held = db
  return {
    release() {
      if (held.open) held.close()
    },
  }
}
