/** The outbox of rings and the subscriptions of pages in the store. */
import type { Database } from 'better-sqlite3'
import type { NotifyReads, NotifyWrites, RingRecord, SubscriptionRecord } from '#ports/store/notify'
import type { Redact } from './redact-value.ts'
import { createTable, type Table, upTo } from './table.ts'

export interface NotifyTables {
  readonly ring: Table<RingRecord>
  readonly subscription: Table<SubscriptionRecord>
}

export const notifyTables = (db: Database): NotifyTables => ({
  ring: createTable<RingRecord>(db, {
    name: 'ring',
    key: ['id'],
    fields: [
      'id',
      'key',
      'to',
      'kind',
      'title',
      'body',
      'path',
      'state',
      'attempts',
      'error',
      'batch',
      'dueAt',
      'createdAt',
      'triedAt',
      'sentAt',
    ],
  }),
  subscription: createTable<SubscriptionRecord>(db, {
    name: 'push_subscription',
    key: ['id'],
    fields: ['id', 'endpoint', 'p256dh', 'auth', 'label', 'page', 'kinds', 'createdAt'],
    json: ['kinds'],
  }),
})

export function createNotifyReads(db: Database, { ring, subscription }: NotifyTables): NotifyReads {
  const from = <R>(table: Table<R>, rest: string) => {
    const statement = db.prepare(`SELECT ${table.list} FROM ${rest}`)
    return (...values: unknown[]): readonly R[] => statement.all(...values).map(table.decode)
  }
  const byId = from(ring, 'ring WHERE id = ?')
  const byKey = from(ring, 'ring WHERE key = ? AND "to" = ?')
  const waiting = from(ring, `ring INDEXED BY ring_open WHERE state = 'queued' AND "to" = ? ORDER BY id ${upTo}`)
  const sending = from(ring, "ring INDEXED BY ring_sending WHERE state = 'sending' ORDER BY id")
  const newest = from(ring, `ring INDEXED BY ring_newest ORDER BY createdAt DESC, id DESC ${upTo}`)
  const tried = from(ring, 'ring WHERE "to" = ? AND triedAt IS NOT NULL ORDER BY triedAt DESC, id DESC LIMIT 1')
  const sent = from(
    ring,
    `ring WHERE "to" = ? AND triedAt IS NOT NULL AND state = 'sent' ORDER BY triedAt DESC, id DESC LIMIT 1`,
  )
  const places = db
    .prepare<[], string>(`SELECT DISTINCT "to" FROM ring INDEXED BY ring_open WHERE state = 'queued'`)
    .pluck()
  const count = db
    .prepare<[string], number>(`SELECT count(*) FROM ring INDEXED BY ring_open WHERE state = 'queued' AND "to" = ?`)
    .pluck()
  const all = from(subscription, 'push_subscription ORDER BY id')
  const one = from(subscription, 'push_subscription WHERE id = ?')
  return {
    ring: (id) => byId(id)[0] ?? null,
    ringOf: (key, to) => byKey(key, to)[0] ?? null,
    waitingRings: (to, limit) => waiting(to, limit),
    placesWaiting: () => places.all(),
    ringsSending: () => sending(),
    rings: (limit) => newest(limit),
    lastTried: (to) => tried(to)[0] ?? null,
    lastSent: (to) => sent(to)[0] ?? null,
    countWaiting: (to) => count.get(to) ?? 0,
    subscriptions: () => all(),
    subscription: (id) => one(id)[0] ?? null,
  }
}

export function createNotifyWrites(
  db: Database,
  { ring, subscription }: NotifyTables,
  tools: { readonly redact: Redact },
): NotifyWrites {
  const prune = db.prepare("DELETE FROM ring WHERE createdAt < ? AND state NOT IN ('queued', 'sending')")
  const drop = db.prepare('DELETE FROM push_subscription WHERE id = ?')
  const known = db.prepare<[string], number>('SELECT id FROM push_subscription WHERE endpoint = ?').pluck()
  return {
    insertRing(record) {
      const clean = { ...record, title: tools.redact(record.title), body: tools.redact(record.body) }
      return { ...clean, id: ring.insert(clean) }
    },
    updateRing(id, patch) {
      if (ring.update(patch, [id]) === null) throw new Error(`The store has no ring ${id}`)
    },
    pruneRings(before) {
      prune.run(before)
    },
    putSubscription(record) {
      const id = known.get(record.endpoint)
      if (id === undefined) return { ...record, id: subscription.insert(record) }
      subscription.update(record, [id])
      return { ...record, id }
    },
    deleteSubscription(id) {
      drop.run(id)
    },
  }
}
