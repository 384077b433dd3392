/**
 * A mail into the queue, inside the transaction of whoever has something to say: row, vault, change, and after the commit
 * its receiver is woken. Whether it may be sent, and to whom, is decided before; when it is delivered, afterwards.
 */
import { type Mail, type MailPriority, type MailType, operatorAddress } from '#contract/mail'
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
    subject: mail.subject,
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
  }
  tx.insertMail(record)
  if (mail.to !== operatorAddress) {
    context.vault.keep(mail.to, vaultKey(number), mail.body)
    tx.afterCommit(() => context.settle(mail.to))
  }
  tellMail(tx, record, 'mail_sent')
  return record
}

/** Where the vault keeps the words of a mail until its turn has them. */
export const vaultKey = (number: number): string => `mail-${number}`

export const mailId = (number: number): string => `mail-${number}`

export function viewMail(record: MailRecord): Mail {
  const { number, source: _source, model: _model, attempts: _attempts, notBefore: _from, key: _key, ...shown } = record
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
    ...(sessionId === operatorAddress ? {} : { sessionId }),
    payload: viewMail(record),
  })
}
