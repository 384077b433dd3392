/** What the doors may ask about mail. */
import type { Mail } from '#contract/mail'
import type { Caller } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import {
  cancelMessage,
  editMessage,
  type MessagePlace,
  markRead,
  moveMessage,
  type PurgeInput,
  purgeMail,
} from './change-mail.ts'
import { type Nudge, nudgeSession } from './nudge.ts'
import { getMail, getThread, listMail, type MailFilter } from './read-mail.ts'
import { type MailInput, type ReplyInput, replyMail, sendMail } from './send-mail.ts'

export interface MailFlows {
  mails(filter: MailFilter, caller: Caller): { mail: readonly Mail[]; nextCursor?: string }
  mail(id: string, caller: Caller): Mail
  mailThread(id: string, caller: Caller): { thread: string; mail: readonly Mail[] }
  /** One for each receiver; the same key from the same sender gets the same mails. */
  sendMail(input: MailInput, caller: Caller, key: string | null): Promise<readonly Mail[]>
  replyMail(id: string, input: ReplyInput, caller: Caller, key: string | null): Promise<Mail>
  readMail(id: string, caller: Caller): Mail
  editMessage(id: string, body: string, caller: Caller): Mail
  cancelMessage(id: string, caller: Caller): Mail
  moveMessage(id: string, place: MessagePlace, caller: Caller): Mail
  purgeMail(input: PurgeInput): { purged: number }
  nudge(id: string, input: { readonly message?: string; readonly force?: boolean }, caller: Caller): Nudge
}

export const mailFlows = (context: Context): MailFlows => ({
  mails: (filter, caller) => listMail(context, filter, caller),
  mail: (id, caller) => getMail(context, id, caller),
  mailThread: (id, caller) => getThread(context, id, caller),
  sendMail: (input, caller, key) => sendMail(context, input, caller, key),
  replyMail: (id, input, caller, key) => replyMail(context, id, input, caller, key),
  readMail: (id, caller) => markRead(context, id, caller),
  editMessage: (id, body, caller) => editMessage(context, id, body, caller),
  cancelMessage: (id, caller) => cancelMessage(context, id, caller),
  moveMessage: (id, place, caller) => moveMessage(context, id, place, caller),
  purgeMail: (input) => purgeMail(context, input),
  nudge: (id, input, caller) => nudgeSession(context, id, input, caller),
})
