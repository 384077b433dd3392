/**
 * Mail as it is looked at: lists, one, a thread. A session sees what it sent and what it got, the operator everything; whoever
 * may not see a mail is told that there is none. Writes nothing.
 */
import { DroverError } from '#contract/error'
import type { Mail, MailState, MailType } from '#contract/mail'
import type { Caller } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import type { Reads } from '#ports/store/journal'
import type { MailRecord } from '#ports/store/mail'
import { mailId, viewMail, wholeBody } from './post-mail.ts'

export interface MailFilter {
  readonly to?: string
  readonly from?: string
  readonly type?: MailType
  readonly state?: MailState
  readonly thread?: string
  readonly effort?: string
  readonly limit?: number
  /** Opaque; INVALID_CURSOR when it is not one of ours. */
  readonly cursor?: string
}

const pageLimit = 100

/** Newest first. */
export function listMail(
  context: Context,
  filter: MailFilter,
  caller: Caller,
): { mail: readonly Mail[]; nextCursor?: string } {
  const limit = Math.min(Math.max(filter.limit ?? pageLimit, 1), 1000)
  const { to, from, type, state, thread, effort, cursor } = filter
  const found = context.journal.reads.mails({
    ...(to === undefined ? {} : { to }),
    ...(from === undefined ? {} : { from }),
    ...(type === undefined ? {} : { type }),
    ...(state === undefined ? {} : { state }),
    ...(thread === undefined ? {} : { thread: numberOf(thread) ?? 0 }),
    ...(effort === undefined ? {} : { effortId: effort }),
    ...(caller.type === 'session' ? { about: caller.sessionId } : {}),
    ...(cursor === undefined ? {} : { before: readCursor(cursor) }),
    limit: limit + 1,
  })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const mail = page.map((record) => viewFor(context, record, caller))
  return found.length > limit && last !== undefined ? { mail, nextCursor: String(last.number) } : { mail }
}

export const getMail = (context: Context, id: string, caller: Caller): Mail =>
  viewFor(context, needMail(context.journal.reads, id, caller), caller)

/** By the id of any mail of it, oldest first. */
export function getThread(context: Context, id: string, caller: Caller): { thread: string; mail: readonly Mail[] } {
  const { reads } = context.journal
  const number = numberOf(id)
  const record = number === null ? null : reads.mail(number)
  const all = record === null ? [] : reads.mailThread(record.thread).filter((mail) => maySee(mail, caller))
  if (record === null || all.length === 0) throw noMail(id)
  return { thread: mailId(record.thread), mail: all.map((mail) => viewFor(context, mail, caller)) }
}

/** Its receiver reads it as it was said. */
export const viewFor = (context: Context, record: MailRecord, caller: Caller): Mail =>
  caller.type === 'session' && caller.sessionId === record.to
    ? { ...viewMail(record), body: wholeBody(context, record) }
    : viewMail(record)

export function needMail(reads: Reads, id: string, caller: Caller): MailRecord {
  const number = numberOf(id)
  const record = number === null ? null : reads.mail(number)
  if (record === null || !maySee(record, caller)) throw noMail(id)
  return record
}

const maySee = (record: MailRecord, caller: Caller): boolean =>
  caller.type === 'operator' || record.to === caller.sessionId || record.from === caller.sessionId

const noMail = (id: string): DroverError =>
  new DroverError('MAIL_NOT_FOUND', `There is no mail "${id}".`, { hint: 'List mail with: drover mail list' })

/** `mail-12` is number 12. */
export function numberOf(id: string): number | null {
  const found = /^mail-([1-9]\d{0,14})$/.exec(id)
  return found === null ? null : Number(found[1])
}

function readCursor(cursor: string): number {
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor)
  throw new DroverError('INVALID_CURSOR', `"${cursor}" is no cursor of ours.`, {
    hint: 'Give nextCursor of the page before.',
  })
}
