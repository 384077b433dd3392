/**
 * Brings a store to the version this build knows. A new one is made in one transaction; an existing one is copied beside
 * itself once, before the first step, and each migration is a transaction of its own. A newer store is refused, never touched.
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
  const from = versionOf(db)
  const due = migrations.filter(({ n }) => n > from)
  const first = due[0]
  if (first === undefined) return
  const all = (steps: readonly Migration[]): void =>
    db
      .transaction(() => {
        for (const { n, sql } of steps) {
          db.exec(sql)
          db.pragma(`user_version = ${n}`)
        }
      })
      .immediate()
  if (from === 0) {
    all(due)
    return
  }
  backUp(db, `${path}.before-${first.n}`)
  for (const migration of due) all([migration])
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
