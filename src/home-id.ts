/** The word that this home's snapshot refs carry, kept in its store. The rules are in `core/home-id`. */
import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { decideHome, type HomeRecord } from '#core/home-id'
import type { Journal } from '#ports/store/journal'

const key = 'home'

export function homeId(journal: Journal, home: string): string {
  const { dev, ino } = statSync(home, { bigint: true })
  const found = journal.reads.meta(key)
  const stored = found === null ? null : (JSON.parse(found) as HomeRecord)
  const record = decideHome(stored, { path: home, directory: `${dev}:${ino}` }, randomBytes(4).toString('hex'))
  if (JSON.stringify(record) !== found) journal.command((tx) => tx.setMeta(key, JSON.stringify(record)))
  return record.id
}
