/** What agents used: summed with the events, split at the time of each, filled in for stores that are older. */
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import type { AgentEvent } from '#contract/agent-event'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/list.ts'
import { sessionRecord, type TempStore, tempStore, turnRecord } from './store-fixture.ts'

let store: TempStore | null = null
afterEach(() => {
  store?.remove()
  store = null
})

const usage = (input: number, costUsd: number | null): AgentEvent => ({
  kind: 'usage',
  input,
  output: 1,
  cacheRead: null,
  cacheWrite: 2,
  costUsd,
})

test('a turn over midnight is split by the time of its events; what is unknown stays unknown', () => {
  let now = new Date('2026-03-10T23:59:00Z')
  store = tempStore()
  const journal = store.open({ now: () => now })
  journal.command((tx) => {
    tx.insertSession(sessionRecord('shop-1', { model: 'opus' }))
    tx.insertTurn(turnRecord('shop-1', 1, { model: 'haiku' }))
    tx.insertSession(sessionRecord('shop-2'))
    tx.appendEvents('shop-1', 1, [usage(10, 0.5), { kind: 'text', text: 'a' }, usage(20, null)])
    tx.appendEvents('shop-2', null, [usage(7, null)])
  })
  now = new Date('2026-03-11T00:01:00Z')
  journal.ingest((tx) => tx.appendEvents('shop-1', 1, [usage(5, 0.25)]))
  const day = (from: string, until: string) => journal.reads.usageBetween(Date.parse(from), Date.parse(until))
  expect(day('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z')).toEqual([
    { sessionId: 'shop-1', model: 'haiku', input: 30, output: 2, cacheRead: 0, cacheWrite: 4, costUsd: 0.5 },
    { sessionId: 'shop-2', model: null, input: 7, output: 1, cacheRead: 0, cacheWrite: 2, costUsd: null },
  ])
  expect(day('2026-03-11T00:00:00Z', '2026-03-12T00:00:00Z')).toEqual([
    { sessionId: 'shop-1', model: 'haiku', input: 5, output: 1, cacheRead: 0, cacheWrite: 2, costUsd: 0.25 },
  ])
  expect(journal.reads.firstUsage()).toBe(Date.parse('2026-03-10T23:45:00Z'))
  expect(journal.reads.costSince('shop', Date.parse('2026-03-11T00:00:00Z'))).toBe(0.25)
  expect(journal.reads.costSince(null, 0)).toBe(0.75)
  expect(journal.reads.costSince('other', 0)).toBe(null)
  // Events that retention drops keep their cost.
  journal.command((tx) => tx.pruneEvents('shop-1', 100))
  expect(journal.reads.costSince('shop', 0)).toBe(0.75)
  journal.close()
})

test('a store from before is filled from its events', () => {
  store = tempStore()
  const journal = store.open()
  journal.command((tx) => {
    tx.insertSession(sessionRecord('shop-1', { model: 'opus' }))
    tx.insertTurn(turnRecord('shop-1', 1, { model: 'haiku' }))
    tx.appendEvents('shop-1', 1, [usage(10, 0.5), { kind: 'text', text: '"kind":"usage"' }, usage(20, null)])
    tx.appendEvents('shop-1', null, [usage(1, null)])
  })
  const before = journal.reads.usageBetween(0, Date.now() * 2)
  journal.close()
  expect(before).toHaveLength(2)
  const db = new Database(store.path)
  db.exec('DROP TABLE usage_slot')
  const own = migrations.filter(({ n }) => n <= 15)
  db.pragma(`user_version = ${own.at(-2)!.n}`)
  migrate(db, store.path, own)
  expect(db.prepare('SELECT count(*) FROM usage_slot').pluck().get()).toBe(2)
  db.pragma(`user_version = ${migrations.at(-1)!.n}`)
  db.close()
  const again = store.open()
  expect(again.reads.usageBetween(0, Date.now() * 2)).toEqual(before)
  again.close()
})
