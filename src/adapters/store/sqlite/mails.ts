/** Mail in the store. Bodies come redacted; what must reach an agent whole is the vault's. */
import type { Database } from 'better-sqlite3'
import type { MailReads, MailRecord, MailWrites } from '#ports/store/mail'
import { type Redact, redactDeep } from './redact-value.ts'
import { createTable, type Table, upTo } from './table.ts'

export const mailTable = (db: Database): Table<MailRecord> =>
  createTable<MailRecord>(db, {
    name: 'mail',
    key: ['number'],
    fields: [
      'number',
      'projectId',
      'effortId',
      'from',
      'to',
      'subject',
      'body',
      'type',
      'payload',
      'claimed',
      'priority',
      'thread',
      'replyTo',
      'state',
      'reason',
      'source',
      'model',
      'attempts',
      'notBefore',
      'key',
      'createdAt',
      'deliveredAt',
      'readAt',
      'turn',
      'launchId',
      'closedAt',
      'place',
    ],
    json: ['payload', 'claimed'],
  })

export function createMailReads(db: Database, table: Table<MailRecord>): MailReads {
  const all = (rest: string) => {
    const statement = db.prepare(`SELECT ${table.list} FROM ${rest}`)
    return (...values: unknown[]): readonly MailRecord[] => statement.all(...values).map(table.decode)
  }
  const byNumber = all('mail WHERE number = ?')
  const thread = all('mail WHERE thread = ? ORDER BY number')
  const queued = all(`mail INDEXED BY mail_queued WHERE "to" = ? AND state = 'queued' ORDER BY place, number`)
  const carried = all(
    `mail INDEXED BY mail_carried WHERE "to" = ? AND turn = ? AND state = 'delivered' AND reason IS NULL ORDER BY number`,
  )
  const unsettledOf = all(
    `mail INDEXED BY mail_carried WHERE "to" = ? AND state = 'delivered' AND reason IS NULL ORDER BY number`,
  )
  const unsettled = all(
    `mail INDEXED BY mail_carried WHERE state = 'delivered' AND reason IS NULL AND turn IS NOT NULL ORDER BY number`,
  )
  const gates = all(
    `mail INDEXED BY mail_gate WHERE type = 'decision_gate' AND closedAt IS NULL AND state <> 'undeliverable' ORDER BY number`,
  )
  const newest = all(
    `mail WHERE "from" = ? AND number > ? AND type IN (SELECT value FROM json_each(?)) ORDER BY number DESC LIMIT 1`,
  )
  const byKey = all('mail INDEXED BY mail_key WHERE "from" = ? AND key = ? ORDER BY number')
  const count = db
    .prepare<[string], number>(`SELECT count(*) FROM mail INDEXED BY mail_queued WHERE "to" = ? AND state = 'queued'`)
    .pluck()
  const urgent = db
    .prepare<[string], number>(
      `SELECT EXISTS (SELECT 1 FROM mail INDEXED BY mail_queued WHERE "to" = ? AND state = 'queued' AND priority = 'urgent')`,
    )
    .pluck()
  const receivers = db
    .prepare<[], string>(`SELECT DISTINCT "to" FROM mail INDEXED BY mail_queued WHERE state = 'queued'`)
    .pluck()
  // A turn that also carried words of the operator, or a message, was not begun by mail of sessions alone.
  const wakes = db
    .prepare<[string, string], string>(
      `SELECT turn.startedAt FROM mail INDEXED BY mail_began JOIN turn ON turn.sessionId = mail."to" AND turn.n = mail.turn
      AND turn.startedAt >= mail.deliveredAt WHERE mail."to" = ? AND mail.deliveredAt > ? AND mail.turn IS NOT NULL
      GROUP BY mail.turn HAVING sum(mail.source = 'operator' OR mail.type = 'message') = 0 ORDER BY turn.startedAt`,
    )
    .pluck()
  // One statement for each set of filters that is asked for, so that each finds its index.
  const pages = new Map<string, ReturnType<typeof all>>()
  return {
    mail: (number) => byNumber(number)[0] ?? null,
    mails(query) {
      const filters: string[] = ['number < ?']
      const values: unknown[] = [query.before ?? Number.MAX_SAFE_INTEGER]
      const is = (column: string, value: unknown): void => {
        if (value === undefined) return
        filters.push(`${column} = ?`)
        values.push(value)
      }
      is('"to"', query.to)
      is('"from"', query.from)
      is('type', query.type)
      is('state', query.state)
      is('thread', query.thread)
      is('effortId', query.effortId)
      if (query.about !== undefined) {
        filters.push('("to" = ? OR "from" = ?)')
        values.push(query.about, query.about)
      }
      const sql = `mail WHERE ${filters.join(' AND ')} ORDER BY number DESC ${upTo}`
      const page = pages.get(sql) ?? all(sql)
      pages.set(sql, page)
      return page(...values, query.limit)
    },
    mailThread: (number) => thread(number),
    queuedMail: (to) => queued(to),
    countQueued: (to) => count.get(to) ?? 0,
    hasUrgent: (to) => urgent.get(to) === 1,
    queuedReceivers: () => receivers.all(),
    carriedMail: (to, turn) => carried(to, turn),
    unsettledMail: (to) => (to === undefined ? unsettled() : unsettledOf(to)),
    openGates: () => gates(),
    wakesSince: (to, since) => wakes.all(to, since),
    newestMailFrom: (from, types, after) => newest(from, after, JSON.stringify(types))[0] ?? null,
    mailByKey: (from, key) => byKey(from, key),
  }
}

export function createMailWrites(
  db: Database,
  table: Table<MailRecord>,
  tools: { readonly count: (name: string) => number; readonly redact: Redact },
): MailWrites {
  const drop = db.prepare('DELETE FROM mail WHERE number = ?')
  const clean = <T extends Partial<MailRecord>>(patch: T): T => ({
    ...patch,
    ...(patch.subject === undefined ? {} : { subject: tools.redact(patch.subject) }),
    ...(patch.body === undefined ? {} : { body: tools.redact(patch.body) }),
    ...(patch.payload == null ? {} : { payload: redactDeep(patch.payload, tools.redact) }),
    ...(patch.claimed == null ? {} : { claimed: redactDeep(patch.claimed, tools.redact) }),
  })
  return {
    nextMailNumber: () => tools.count('mail'),
    insertMail(mail) {
      table.insert(clean(mail))
    },
    updateMail(number, patch) {
      const updated = table.update(clean(patch), [number])
      if (updated === null) throw new Error(`The store has no mail ${number}`)
      return updated
    },
    deleteMail(number) {
      drop.run(number)
    },
  }
}
