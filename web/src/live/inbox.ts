/** The inbox of the whole page: read with the fleet, then followed by its stream. Joins the reducer with the reads; draws nothing. */
import type { Change } from '#contract/change'
import type { Mail } from '#contract/mail'
import type { ApiError } from '../api/call.ts'
import { status } from '../api/calls.ts'
import * as api from '../api/mail-calls.ts'
import { type Follower, followChanges } from './cockpit.ts'
import { applyToInbox, type Inbox, inboxOf, withMails } from './reduce/inbox.ts'
import { createStore } from './store.ts'

export interface InboxState {
  /** null until it was read. */
  readonly inbox: Inbox | null
  readonly problem: ApiError | null
}

export const inbox = createStore<InboxState>({ inbox: null, problem: null })

let reading = 0
let meanwhile: Change[] | null = null

/** From the start of the page on: what is asked by mail stands among what needs somebody. */
export function followInbox(): void {
  followChanges(follow)
}

const follow: Follower = (changes) => {
  if (changes === 'out') {
    reading++
    meanwhile = null
    inbox.set({ inbox: null, problem: null })
  } else if (changes === 'all') void readInbox()
  else {
    meanwhile?.push(...changes)
    alter((known) => applyToInbox(known, changes))
  }
}

const alter = (change: (known: Inbox) => Inbox): void => {
  const { inbox: known, problem } = inbox.get()
  if (known !== null) inbox.set({ inbox: change(known), problem })
}

export async function readInbox(): Promise<void> {
  const mine = ++reading
  const arrived: Change[] = []
  meanwhile = arrived
  try {
    const { lastSeq } = await status()
    const mails = await api.newestMail()
    if (mine === reading) inbox.set({ inbox: applyToInbox(inboxOf(lastSeq, mails), arrived), problem: null })
  } catch (cause) {
    if (mine === reading) inbox.set({ ...inbox.get(), problem: cause as ApiError })
  }
  if (mine === reading) meanwhile = null
}

export const noteMails = (mails: readonly Mail[]): void => alter((known) => withMails(known, mails))
