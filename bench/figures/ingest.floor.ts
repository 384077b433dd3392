/**
 * The least that any program must do to keep lines: read the file, split, parse, insert in batches of 500, with the same
 * driver, the same journal mode and the same durability as Drover's ingest. The clock starts after a warm-up pass, because
 * the daemon is warm too. Usage: ingest.floor.ts DB LINES SESSIONS
 */
import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'

const [, , path = '', file = '', sessions = '1'] = process.argv

function open(name: string) {
  const db = new Database(name)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('wal_autocheckpoint = 4000')
  db.exec('CREATE TABLE event (key INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL)')
  const insert = db.prepare('INSERT INTO event (key, at, kind, body) VALUES (?, ?, ?, ?)')
  const keep = db.transaction((base: number, lines: readonly string[]) => {
    const at = Date.now()
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i]!
      const parsed = JSON.parse(line) as { type: string }
      insert.run(base + i, at, parsed.type, line)
    }
  })
  return { db, keep }
}

function ingest(keep: (base: number, lines: readonly string[]) => void, text: string, session: number): void {
  const lines = text.split('\n')
  lines.pop()
  for (let from = 0; from < lines.length; from += 500) keep(session * 2 ** 32 + from + 1, lines.slice(from, from + 500))
}

const warm = open(`${path}.warm`)
const sample = readFileSync(file, 'utf8').split('\n').slice(0, 300).join('\n')
for (let i = 0; i < 20; i++) ingest(warm.keep, `${sample}\n`, i + 1)
warm.db.close()

const real = open(path)
const begun = performance.now()
for (let session = 1; session <= Number(sessions); session++) ingest(real.keep, readFileSync(file, 'utf8'), session)
const ms = performance.now() - begun
real.db.close()
process.stdout.write(JSON.stringify({ ms }))
