/** Mail that is marked as read, a queued message that is edited, moved or taken back, old mail that is thrown away. */
import { DroverError } from '#contract/error'
import { type Mail, operatorAddress } from '#contract/mail'
import { subjectOf } from '#core/mail/compose'
import { reorder } from '#core/mail/reorder'
import { decideText } from '#core/session/decide'
import { cleanMessage } from '#core/session/message'
import type { Caller } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import { tellSession } from '#flows/session/views'
import type { MailRecord } from '#ports/store/mail'
import { forgetBody, mailId, tellMail, vaultKey, viewMail } from './post-mail.ts'
import { needMail, viewFor } from './read-mail.ts'

/** By its receiver. What was read already, or is a turn of its own that waits, stays as it is. */
export function markRead(context: Context, id: string, caller: Caller): Mail {
  const mail = needMail(context.journal.reads, id, caller)
  const own = caller.type === 'session' ? mail.to === caller.sessionId : mail.to === operatorAddress
  if (!own)
    throw new DroverError('FORBIDDEN_SCOPE', `Only ${mail.to} reads ${id}.`, {
      hint: 'Mail to a session is read once the turn that carries it has completed.',
    })
  const shown = viewFor(context, mail, caller)
  if (mail.type === 'message' || (mail.state !== 'queued' && mail.state !== 'delivered')) return shown
  return context.journal.command((tx) => {
    const read = tx.updateMail(mail.number, { state: 'read', readAt: now(context), reason: null, notBefore: null })
    forgetBody(context, tx, mail)
    tellMail(tx, read, 'mail_read')
    if (mail.to !== operatorAddress) tellSession(context, tx, mail.to)
    return { ...viewMail(read), body: shown.body }
  })
}

/** Its words, until a turn has begun with them. */
export function editMessage(context: Context, id: string, text: string, caller: Caller): Mail {
  const body = cleanMessage(text)
  accepted(decideText(body, { empty: 'MESSAGE_REQUIRED', long: 'MESSAGE_TOO_LONG' }))
  const mail = needQueued(context, id, caller)
  return context.journal.command((tx) => {
    context.vault.keep(mail.to, vaultKey(mail.number), body)
    tx.afterCommit(() => context.vault.drop(mail.to, `message-${mail.number}`))
    const redacted = context.secrets.redact(body)
    const edited = tx.updateMail(mail.number, { body: redacted, subject: subjectOf(redacted) })
    tellMail(tx, edited, 'mail_sent')
    return viewMail(edited)
  })
}

/** Among the messages that wait for the same session. One behind which it was to stand may have been delivered meanwhile. */
export function moveMessage(context: Context, id: string, place: MessagePlace, caller: Caller): Mail {
  const mail = needQueued(context, id, caller)
  return context.journal.command((tx) => {
    const other = typeof place === 'object' ? needMail(tx, place.after, caller) : null
    if (other !== null && (other.to !== mail.to || other.type !== 'message'))
      throw new DroverError('MAIL_NOT_FOUND', `No message ${mailId(other.number)} waits for ${mail.to}.`, {
        hint: 'A message is moved among those to the same session: drover mail list --to <session> --state queued',
      })
    const waiting = tx.queuedMail(mail.to).filter(({ type }) => type === 'message')
    const to = other === null ? (place === 'head' ? 'head' : 'tail') : { after: other.number }
    for (const moved of reorder(waiting, mail.number, to))
      tellMail(tx, tx.updateMail(moved.number, { place: moved.place }), 'mail_sent')
    return viewMail(tx.mail(mail.number) ?? mail)
  })
}

export function cancelMessage(context: Context, id: string, caller: Caller): Mail {
  const mail = needQueued(context, id, caller)
  return context.journal.command((tx) => {
    const by = caller.type === 'operator' ? operatorAddress : caller.sessionId
    const cancelled = tx.updateMail(mail.number, { state: 'cancelled', reason: `cancelled by ${by}` })
    forgetBody(context, tx, mail)
    tellMail(tx, cancelled, 'mail_undeliverable')
    tellSession(context, tx, mail.to)
    return viewMail(cancelled)
  })
}

/** A message of the caller's own, or any for the operator, that no turn has begun with. */
function needQueued(context: Context, id: string, caller: Caller): MailRecord {
  const mail = needMail(context.journal.reads, id, caller)
  if (mail.type !== 'message')
    throw new DroverError('INVALID_MAIL_TYPE', `${id} is a ${mail.type}; only messages are edited or cancelled.`, {
      hint: 'Say what changed in another mail: drover mail reply',
    })
  if (caller.type === 'session' && mail.from !== caller.sessionId)
    throw new DroverError('FORBIDDEN_SCOPE', `${id} is not a message of yours.`, { hint: 'Ask the operator.' })
  if (mail.state !== 'queued')
    throw new DroverError('MAIL_DELIVERED', `${id} is ${mail.state}; it waits no more.`, {
      hint: `Send another message: drover send --session ${mail.to} --message "…"`,
    })
  return mail
}

export type MessagePlace = 'head' | 'tail' | { readonly after: string }

export interface PurgeInput {
  /** Older than so many days. */
  readonly days?: number
  /** To or from this session, or the operator. */
  readonly agent?: string
  readonly all?: boolean
}

const settled = new Set(['read', 'undeliverable', 'cancelled'])
const dayMs = 86_400_000

/** Only what nobody waits for any more. */
export function purgeMail(context: Context, input: PurgeInput): { purged: number } {
  if (input.days === undefined && input.agent === undefined && input.all !== true)
    throw new DroverError('CONFIRMATION_REQUIRED', 'Which mail is to go?', {
      hint: 'Say all, days or agent; mail that waits or is being carried stays in any case.',
    })
  const oldest = input.days === undefined ? null : context.clock.now().getTime() - input.days * dayMs
  let purged = 0
  let before: number | undefined
  for (;;) {
    const page = context.journal.reads.mails({
      ...(input.agent === undefined ? {} : { about: input.agent }),
      ...(before === undefined ? {} : { before }),
      limit: 1000,
    })
    const gone = page.filter(
      (mail) => settled.has(mail.state) && (oldest === null || Date.parse(mail.createdAt) < oldest),
    )
    if (gone.length > 0) removeAll(context, gone)
    purged += gone.length
    before = page.at(-1)?.number
    if (before === undefined || page.length < 1000) return { purged }
  }
}

const removeAll = (context: Context, mails: readonly MailRecord[]): void =>
  context.journal.command((tx) => {
    for (const mail of mails) tx.deleteMail(mail.number)
  })
