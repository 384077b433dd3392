/**
 * Owns whether the store's files are still the ones that were opened. A file that was removed or replaced goes on taking
 * writes that nobody will ever read, and closing it would remove the log of the one in its place: so it is looked at before
 * every transaction, and what it holds can be written to a new file.
 */
import { existsSync, renameSync, statSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { DroverError } from '#contract/error'

export type Lost = 'removed' | 'replaced'

/** null while the files at these paths are those that were seen first. */
export function watchFiles(path: string): () => Lost | null {
  const seen = new Map<string, string>()
  return () => {
    let lost: Lost | null = null
    for (const name of [path, `${path}-wal`]) {
      const found = statSync(name, { throwIfNoEntry: false })
      const now = found === undefined ? null : `${found.dev}:${found.ino}`
      const before = seen.get(name)
      if (before === undefined && now !== null) seen.set(name, now)
      else if (before !== undefined && now !== before) lost ??= now === null ? 'removed' : 'replaced'
    }
    return lost
  }
}

export const lostError = (path: string, lost: Lost): DroverError =>
  new DroverError(
    'STORE_UNWRITABLE',
    `The store ${path} was ${lost} while the daemon runs; nothing is written since.`,
    {
      hint: 'Run `drover doctor --fix`: it writes down what the daemon still holds, and says what to do next.',
      details: { path, lost },
    },
  )

/** Writes all that is in the store to a file: its own place where nothing stands, else one beside it. Answers which. */
export function writeDown(db: Database.Database, path: string): string {
  let beside = `${path}.saved`
  for (let n = 2; existsSync(beside); n++) beside = `${path}.saved-${n}`
  db.prepare('VACUUM INTO ?').run(beside)
  if (existsSync(path)) return beside
  renameSync(beside, path)
  return path
}
