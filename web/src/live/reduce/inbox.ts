/**
 * Mail as the page knows it, and how it is shown: by recipient, in threads, the newest first; what still asks the operator for a
 * word. Folded from one list and the changes after it. Pure.
 */
import type { Change } from '#contract/change'
import { type Mail, operatorAddress } from '#contract/mail'

export interface Inbox {
  readonly seq: number
  readonly mails: ReadonlyMap<string, Mail>
}

export const inboxOf = (seq: number, mails: readonly Mail[]): Inbox => ({
  seq,
  mails: new Map(mails.map((one) => [one.id, one])),
})

export function applyToInbox(inbox: Inbox, changes: readonly Change[]): Inbox {
  const fresh = changes.filter((change) => change.seq > inbox.seq)
  const last = fresh.at(-1)
  if (last === undefined) return inbox
  const said = fresh.flatMap((change) => mailOf(change) ?? [])
  if (said.length === 0) return { ...inbox, seq: last.seq }
  const mails = new Map(inbox.mails)
  for (const mail of said) mails.set(mail.id, mail)
  return { seq: last.seq, mails }
}

function mailOf(change: Change): Mail | null {
  switch (change.type) {
    case 'mail_sent':
    case 'mail_delivered':
    case 'mail_read':
    case 'mail_undeliverable':
      return change.payload
    default:
      return null
  }
}

export const withMails = (inbox: Inbox, more: readonly Mail[]): Inbox => {
  const mails = new Map(inbox.mails)
  for (const mail of more) mails.set(mail.id, mail)
  return { ...inbox, mails }
}

const numberOf = ({ id }: Pick<Mail, 'id'>): number => Number(id.replace(/^\D+/, ''))
const inOrder = (one: Mail, other: Mail): number => numberOf(one) - numberOf(other)

export interface Thread {
  readonly id: string
  /** Oldest first; at least one. */
  readonly mails: readonly [Mail, ...Mail[]]
  readonly newest: Mail
  /** Mail to the operator that nobody has read. */
  readonly unread: number
}

/** Threads in which this one wrote or was written to; null: all of them. The one with the newest mail comes first. */
export function threadsOf(inbox: Inbox, about: string | null): readonly Thread[] {
  const byThread = new Map<string, Mail[]>()
  for (const mail of inbox.mails.values()) byThread.set(mail.thread, [...(byThread.get(mail.thread) ?? []), mail])
  return [...byThread.entries()]
    .map(([id, mails]) => threadOf(id, mails))
    .filter(({ mails }) => about === null || mails.some(({ to, from }) => to === about || from === about))
    .sort((one, other) => inOrder(other.newest, one.newest))
}

function threadOf(id: string, given: readonly Mail[]): Thread {
  const mails = given.toSorted(inOrder) as [Mail, ...Mail[]]
  return { id, mails, newest: mails.at(-1) ?? mails[0], unread: mails.filter(isUnread).length }
}

export const isUnread = ({ to, state }: Pick<Mail, 'to' | 'state'>): boolean =>
  to === operatorAddress && (state === 'queued' || state === 'delivered')

/** Who has mail, the operator first, then in the order of their names. */
export function recipientsOf(inbox: Inbox): readonly string[] {
  const all = new Set([...inbox.mails.values()].map(({ to }) => to))
  const others = [...all].filter((one) => one !== operatorAddress)
  return [operatorAddress, ...others.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))]
}

/** Decisions and escalations to the operator that no later word of theirs in the thread has answered. */
export function openQuestions(inbox: Inbox): readonly Mail[] {
  const all = [...inbox.mails.values()].toSorted(inOrder)
  return all.filter(
    (mail) =>
      mail.to === operatorAddress &&
      (mail.type === 'decision_gate' || mail.type === 'escalation') &&
      !all.some(
        (later) => later.thread === mail.thread && later.from === operatorAddress && numberOf(later) > numberOf(mail),
      ),
  )
}

/** The answers that a decision offers. */
export function optionsOf({ payload }: Pick<Mail, 'payload'>): readonly string[] {
  const options = payload?.options
  return Array.isArray(options) ? options.filter((one) => typeof one === 'string') : []
}
