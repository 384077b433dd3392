/** Which errors of SQLite mean "the store cannot be written now", and how they are told. */
import Database from 'better-sqlite3'
import { DroverError } from '#contract/error'

const unwritable = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|BUSY|LOCKED|CORRUPT|NOTADB|PERM|AUTH)/

export function isUnwritable(error: unknown): boolean {
  return error instanceof Database.SqliteError && unwritable.test(error.code)
}

/** The same error for what is no matter of the store's file. */
export function asStoreError(error: unknown, path: string): unknown {
  if (!isUnwritable(error)) return error
  const { code, message } = error as InstanceType<typeof Database.SqliteError>
  return new DroverError('STORE_UNWRITABLE', `The store ${path} cannot be used: ${message} (${code})`, {
    hint: hintFor(code),
    details: { path, sqlite: code },
    cause: error,
  })
}

function hintFor(code: string): string {
  if (/FULL|IOERR/.test(code)) return 'Free disk space for the Drover home; the daemon goes on by itself.'
  if (/READONLY|PERM|CANTOPEN|AUTH/.test(code)) return 'Make the file and its directory writable for this user.'
  if (/CORRUPT|NOTADB/.test(code)) return 'Stop the daemon and put a backup (drover.db.before-<n>) in its place.'
  return 'Another process holds the file; end it and try again.'
}
