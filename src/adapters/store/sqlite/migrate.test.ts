/** Migrations: in order, each whole or not at all, with one backup of an existing store before them; newer stores are refused. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DroverError } from '#contract/error'
import { migrations } from './migrations/list.ts'
import { sessionRecord, type TempStore, tempStore } from './store-fixture.ts'

let store: TempStore
beforeEach(() => {
  store = tempStore()
})
afterEach(() => store.remove())

const next = migrations.at(-1)!.n + 1
const more = [...migrations, { n: next, name: 'more', sql: 'CREATE TABLE more (a); CREATE TABLE most (b)' }]
const backups = (): string[] => readdirSync(dirname(store.path)).filter((name) => name.includes('.before-'))
const caught = (work: () => unknown): DroverError => {
  try {
    work()
  } catch (error) {
    return error as DroverError
  }
  throw new Error('nothing was thrown')
}

describe('migrations', () => {
  it('are numbered from 1 without holes', () => {
    expect(migrations.map((m) => m.n)).toEqual(migrations.map((_, i) => i + 1))
  })

  it('bring a new store to the newest version without a backup', () => {
    const journal = store.open()
    expect(journal.reads.schemaVersion()).toBe(migrations.at(-1)!.n)
    expect(backups()).toEqual([])
  })

  it('back an existing store up once, before the first of several steps', () => {
    store.open().close()
    store.open({ migrations: [...more, { n: next + 1, name: 'yet more', sql: 'CREATE TABLE yet (c)' }] }).close()
    expect(backups()).toEqual([`${basename(store.path)}.before-${next}`])
  })

  it('back an existing store up with its WAL', () => {
    const before = store.open()
    before.command((tx) => tx.insertSession(sessionRecord('p-1')))
    // Not closed: what it wrote is in the WAL only.
    const after = store.open({ migrations: more })
    expect(after.reads.schemaVersion()).toBe(next)
    expect(after.reads.session('p-1')?.id).toBe('p-1')
    const backup = `${store.path}.before-${next}`
    expect(statSync(backup).mode & 0o777).toBe(0o600)
    expect(existsSync(`${backup}.part`)).toBe(false)
    const copy = new Database(backup, { readonly: true })
    expect(copy.prepare('SELECT id FROM session').pluck().all()).toEqual(['p-1'])
    expect(copy.pragma('user_version', { simple: true })).toBe(next - 1)
    copy.close()
  })

  it('leave a store as it was when a step fails', () => {
    store.open().close()
    const broken = [
      ...migrations,
      { n: next, name: 'broken', sql: 'CREATE TABLE half (a); SELECT nonsense FROM nowhere' },
    ]
    expect(() => store.open({ migrations: broken })).toThrow('nowhere')
    const db = new Database(store.path, { readonly: true })
    expect(db.prepare("SELECT count(*) FROM sqlite_master WHERE name = 'half'").pluck().get()).toBe(0)
    expect(db.pragma('user_version', { simple: true })).toBe(next - 1)
    db.close()
  })

  it('give a session that stood after a failed turn what its transcript says of it', () => {
    const db = new Database(store.path)
    db.exec(migrations[0]!.sql)
    db.pragma('user_version = 1')
    const session = db.prepare(`INSERT INTO session (id, projectId, kind, name, harness, permissions, phase, activity,
      activitySince, turn, lastActivityAt, spark, sparkMinute, request, trouble, children, ignoreConfig, lastEventId,
      createdAt, updatedAt) VALUES (?, 'p', 'worker', 'n', 'h', 'bypass', 'live', 'idle', '', 2, '', '[]', 0, 'null', 'null', '[]', 0, 0, '', '')`)
    const turn =
      db.prepare(`INSERT INTO turn (sessionId, n, state, source, startedAt, endedAt, code, handedOff, sawResult,
      sawError, noise, prompt) VALUES (?, 2, ?, 'operator', 'then', 'now', ?, 0, 'none', 0, 0, '')`)
    const event = db.prepare("INSERT INTO event (key, at, turn, rare, body) VALUES (?, 0, ?, 'error', ?)")
    const told = (message: string) => JSON.stringify({ kind: 'error', category: 'auth', message })
    const states = ['error', 'lost', 'completed', 'error']
    states.forEach((state, index) => {
      const { lastInsertRowid } = session.run(`p-${index}`)
      turn.run(`p-${index}`, state, state === 'error' ? 'AGENT_FAILED' : null)
      if (index === 3) return
      event.run(Number(lastInsertRowid) * 2 ** 32 + 1, 1, told('of the turn before'))
      if (state === 'error') event.run(Number(lastInsertRowid) * 2 ** 32 + 2, 2, told('signed out'))
    })
    db.close()
    const { reads } = store.open()
    const at = { turn: 2, at: 'now', resetAt: null }
    expect(states.map((_, index) => reads.session(`p-${index}`)?.failure)).toEqual([
      { ...at, category: 'auth', code: 'AGENT_FAILED', message: 'signed out' },
      { ...at, category: 'unknown', code: 'AGENT_CRASHED', message: expect.stringContaining('vanished') },
      null,
      { ...at, category: 'unknown', code: 'AGENT_FAILED', message: expect.any(String) },
    ])
  })

  it('make mail of the messages that wait, under their own numbers and without the header of their sender', () => {
    const db = new Database(store.path)
    for (const { n, sql } of migrations) if (n < 9) db.exec(sql)
    db.pragma('user_version = 8')
    db.exec(`INSERT INTO session (id, projectId, kind, name, harness, runtime, permissions, phase, activity, activitySince, turn,
      lastActivityAt, spark, sparkMinute, request, trouble, children, ignoreConfig, lastEventId, createdAt, updatedAt)
      VALUES ('p-1', 'p', 'worker', 'n', 'h', 'process', 'bypass', 'live', 'idle', '', 2, '', '[]', 0, 'null', 'null', '[]', 0, 0, '', '')`)
    const message = db.prepare(
      'INSERT INTO message (sessionId, text, source, "from", createdAt, model) VALUES (?, ?, ?, ?, ?, ?)',
    )
    message.run('p-1', 'taken long ago', 'operator', null, 'then', null)
    db.exec('DELETE FROM message')
    message.run('p-1', 'of a person', 'operator', null, 'then', 'big')
    message.run('p-1', '[from p-2] of a session', 'session', 'p-2', 'then', null)
    message.run('p-1', '[from p-2] to itself', 'session', null, 'then', null)
    db.close()
    const journal = store.open()
    const { reads } = journal
    const common = { to: 'p-1', projectId: 'p', type: 'message', state: 'queued', attempts: 0, createdAt: 'then' }
    expect(reads.queuedMail('p-1')).toMatchObject([
      { ...common, number: 2, thread: 2, from: 'operator', source: 'operator', body: 'of a person', model: 'big' },
      { ...common, number: 3, from: 'p-2', source: 'session', body: 'of a session', payload: null, claimed: null },
      { ...common, number: 4, from: 'p-1', source: 'session', body: '[from p-2] to itself' },
    ])
    expect(journal.command((tx) => tx.nextMailNumber())).toBe(5)
  })

  it('refuse a newer store, name both versions and do not touch it', () => {
    store.open({ migrations: more }).close()
    const bytes = readFileSync(store.path)
    const error = caught(() => store.open())
    expect(error).toMatchObject({ code: 'STORE_TOO_NEW', details: { found: next, known: next - 1 } })
    expect(error.message).toContain(String(next))
    expect(error.message).toContain(String(next - 1))
    expect(readFileSync(store.path).equals(bytes)).toBe(true)
  })

  it('are not run by a read-only reader, which says what to do', () => {
    store.open().close()
    expect(caught(() => store.open({ migrations: more, readonly: true }))).toMatchObject({ code: 'NOT_READY' })
  })

  it('tell a file that is no SQLite file', () => {
    writeFileSync(store.path, 'not a database, but long enough to look like a file of some kind'.repeat(20))
    expect(caught(() => store.open())).toMatchObject({ code: 'STORE_UNWRITABLE', cause: { code: 'SQLITE_NOTADB' } })
  })
})
