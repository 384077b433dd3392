/** Mail that will not be read: it is marked with the reason, and a session that sent it is told. Nothing is silently dropped. */
import { operatorAddress } from '#contract/mail'
import { type Context, now } from '#flows/engine/context'
import type { Tx } from '#ports/store/journal'
import type { MailRecord } from '#ports/store/mail'
import { forgetBody, mailId, postMail, tellMail } from './post-mail.ts'

export function returnMail(context: Context, tx: Tx, mail: MailRecord, reason: string): void {
  const returned = tx.updateMail(mail.number, { state: 'undeliverable', reason, notBefore: null })
  forgetBody(context, tx, mail)
  tellMail(tx, returned, 'mail_undeliverable')
  // What the daemon itself wrote is answered by nobody: two dead ends would write to each other.
  if (mail.source !== 'session' || mail.from === mail.to || mail.from === operatorAddress) return
  if (tx.session(mail.from)?.phase === 'ended') return
  postMail(context, tx, {
    projectId: mail.projectId,
    effortId: mail.effortId,
    from: mail.to,
    to: mail.from,
    source: 'daemon',
    type: 'error',
    subject: `Undeliverable: ${mail.subject}`,
    body: `Your ${mail.type} ${mailId(mail.number)} to ${mail.to} was not delivered: ${reason}.`,
    payload: { mailId: mailId(mail.number), reason, at: now(context) },
    replyTo: mail,
  })
}

/** All that waits for a session that reads no more, and what it asked the operator: no answer would reach it. */
export function returnQueue(context: Context, tx: Tx, id: string, reason: string): void {
  for (const mail of tx.queuedMail(id)) returnMail(context, tx, mail, reason)
  for (const gate of tx.openGates()) if (gate.from === id && gate.to === operatorAddress) closeGate(context, tx, gate)
}

/** Its question waits for nobody any more; what was written stays where it is read. */
export function closeGate(context: Context, tx: Tx, gate: MailRecord): void {
  const at = now(context)
  const waits = gate.state === 'queued'
  const closed = tx.updateMail(gate.number, { closedAt: at, ...(waits ? { state: 'read', readAt: at } : {}) })
  if (waits) tellMail(tx, closed, 'mail_read')
}
