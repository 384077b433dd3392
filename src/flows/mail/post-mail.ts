/**
 * A mail into the queue, inside the transaction of whoever has something to say: row, vault, change, and after the commit
 * its receiver is woken. Whether it may be sent, and to whom, is decided before; when it is delivered, afterwards.
 */
import { droverAddress, type Mail, type MailPriority, type MailType, operatorAddress } from '#contract/mail'
import { type Context, now } from '#flows/engine/context'
import type { Tx } from '#ports/store/journal'
import type { MailRecord } from '#ports/store/mail'

export interface NewMail {
  readonly projectId: string | null
  readonly effortId: string | null
  readonly from: string
  readonly to: string
  readonly source: MailRecord['source']
  readonly subject: string
  readonly body: string
  readonly type: MailType
  readonly payload?: Mail['payload']
  readonly claimed?: Mail['claimed']
  readonly priority?: MailPriority
  /** The mail it answers: its thread goes on. */
  readonly replyTo?: MailRecord | null
  readonly model?: string | null
  readonly key?: string | null
  /** false: its turn begins in the same transaction, or its receiver is woken by somebody else. */
  readonly wakes?: boolean
}

export function postMail(context: Context, tx: Tx, mail: NewMail): MailRecord {
  const number = tx.nextMailNumber()
  const { replyTo = null } = mail
  const record: MailRecord = {
    number,
    projectId: mail.projectId,
    effortId: mail.effortId,
    from: mail.from,
    to: mail.to,
    subject: context.secrets.redact(mail.subject),
    body: context.secrets.redact(mail.body),
    type: mail.type,
    payload: mail.payload ?? null,
    claimed: mail.claimed ?? null,
    priority: mail.priority ?? 'normal',
    thread: replyTo?.thread ?? number,
    replyTo: replyTo?.number ?? null,
    state: 'queued',
    reason: null,
    source: mail.source,
    model: mail.model ?? null,
    attempts: 0,
    notBefore: null,
    key: mail.key ?? null,
    createdAt: now(context),
    deliveredAt: null,
    readAt: null,
    turn: null,
    launchId: null,
    closedAt: null,
    place: number,
  }
  tx.insertMail(record)
  tellMail(tx, record, 'mail_sent')
  if (mail.to === operatorAddress) return record
  if (mail.to === droverAddress) return taken(context, tx, record)
  const receiver = tx.session(mail.to)
  if (receiver === null || receiver.phase === 'ended') return unreadable(tx, record)
  context.vault.keep(mail.to, vaultKey(number), mail.body)
  if (mail.wakes !== false) tx.afterCommit(() => context.settle(mail.to))
  return record
}

/** An answer to Drover's own question is acted on with its commit. */
function taken(context: Context, tx: Tx, record: MailRecord): MailRecord {
  const at = now(context)
  const read = tx.updateMail(record.number, { state: 'read', deliveredAt: at, readAt: at })
  tellMail(tx, read, 'mail_read')
  return read
}

/** Nobody reads there any more: it is said at once. */
function unreadable(tx: Tx, record: MailRecord): MailRecord {
  const returned = tx.updateMail(record.number, { state: 'undeliverable', reason: 'its receiver has ended' })
  tellMail(tx, returned, 'mail_undeliverable')
  return returned
}

/** The turn that carries it is known from here on; a message is its turn's own words and is never needed again. */
export function carry(context: Context, tx: Tx, mail: MailRecord, turn: number, launchId: string | null): void {
  const at = now(context)
  const carried = tx.updateMail(mail.number, {
    state: 'delivered',
    deliveredAt: at,
    turn,
    launchId,
    reason: null,
    notBefore: null,
  })
  if (mail.type === 'message') forgetBody(context, tx, mail)
  tellMail(tx, carried, 'mail_delivered')
}

/** Where the vault keeps the words of a mail until its turn has them. */
export const vaultKey = (number: number): string => `mail-${number}`

/** What waited as a message before there was mail; its words stand there with the sender's header. */
const oldKey = (number: number): string => `message-${number}`

/** The words of a mail as they were said. */
export function wholeBody(context: Context, mail: MailRecord): string {
  const kept = context.vault.read(mail.to, vaultKey(mail.number))
  if (kept !== null) return kept
  const old = mail.type === 'message' ? context.vault.read(mail.to, oldKey(mail.number)) : null
  const header = `[from ${mail.from}] `
  return old === null ? mail.body : old.startsWith(header) ? old.slice(header.length) : old
}

/** After the commit: until then it is the only whole copy of words that hold a secret. */
export function forgetBody(context: Context, tx: Tx, mail: MailRecord): void {
  if (mail.to === operatorAddress) return
  tx.afterCommit(() => {
    context.vault.drop(mail.to, vaultKey(mail.number))
    if (mail.type === 'message') context.vault.drop(mail.to, oldKey(mail.number))
  })
}

export const mailId = (number: number): string => `mail-${number}`

export function viewMail(record: MailRecord): Mail {
  const { number, source: _s, model: _m, attempts: _a, notBefore: _n, key: _k, closedAt: _c, ...shown } = record
  return {
    ...shown,
    id: mailId(number),
    thread: mailId(record.thread),
    replyTo: record.replyTo === null ? null : mailId(record.replyTo),
  }
}

export function tellMail(
  tx: Tx,
  record: MailRecord,
  type: 'mail_sent' | 'mail_delivered' | 'mail_read' | 'mail_undeliverable',
): void {
  const sessionId = record.to === operatorAddress ? record.from : record.to
  tx.appendChange({
    type,
    projectId: record.projectId,
    ...(sessionId === operatorAddress || sessionId === droverAddress ? {} : { sessionId }),
    payload: { ...viewMail(record), body: cut(record.body) },
  })
}

/** The fleet is told the beginning of a long body; the mail itself has it all. */
const cut = (body: string): string => (body.length <= 4000 ? body : `${body.slice(0, 3999)}…`)
