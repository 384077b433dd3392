/**
 * Brings a store to the version this build knows: each migration in a transaction of its own, a backup of an existing
 * store beside it before each. A newer store is refused, never touched.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { DroverError } from '#contract/error'
import type { Migration } from './migrations/list.ts'

export const versionOf = (db: Database): number => db.pragma('user_version', { simple: true }) as number

export function refuseNewer(db: Database, path: string, known: number): void {
  const found = versionOf(db)
  if (found <= known) return
  throw new DroverError('STORE_TOO_NEW', `The store ${path} has version ${found}; this Drover knows up to ${known}`, {
    hint: 'Install the newer Drover that made it, or use another DROVER_HOME.',
    details: { path, found, known },
  })
}

export function migrate(db: Database, path: string, migrations: readonly Migration[]): void {
  refuseNewer(db, path, migrations.at(-1)?.n ?? 0)
  for (const migration of migrations) {
    const from = versionOf(db)
    if (migration.n <= from) continue
    if (from > 0) backUp(db, `${path}.before-${migration.n}`)
    db.transaction(() => {
      db.exec(migration.sql)
      db.pragma(`user_version = ${migration.n}`)
    }).immediate()
  }
}

/** VACUUM INTO reads through the WAL, so that the copy is whole; the rename keeps a torn copy from looking like one. */
function backUp(db: Database, to: string): void {
  const part = `${to}.part`
  rmSync(part, { force: true })
  closeSync(openSync(part, 'wx', 0o600))
  db.prepare('VACUUM INTO ?').run(part)
  const file = openSync(part, 'r')
  fsyncSync(file)
  closeSync(file)
  renameSync(part, to)
}
