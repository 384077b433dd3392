/** Mail as it is kept. `number` orders everything: never given twice, so that before and after are no matter of clocks. */
import type { Mail, MailState, MailType } from '#contract/mail'

export interface MailRecord extends Omit<Mail, 'id' | 'thread' | 'replyTo'> {
  /** `mail-<number>` is its id. */
  readonly number: number
  readonly thread: number
  readonly replyTo: number | null
  /** Whose words they are, for what they may cause; `daemon` writes in a session's name. */
  readonly source: 'operator' | 'session' | 'daemon'
  /** For the turn that a message becomes; null: the session's. */
  readonly model: string | null
  /** Turns that carried it and ended in error. */
  readonly attempts: number
  /** Not before this. */
  readonly notBefore: string | null
  /** The caller's own key: the same call again gets the same mail. */
  readonly key: string | null
  /** A gate or an escalation was answered, or its deadline passed and both sides know. */
  readonly closedAt: string | null
}

export interface MailQuery {
  readonly to?: string
  readonly from?: string
  readonly type?: MailType
  readonly state?: MailState
  readonly thread?: number
  readonly effortId?: string
  /** Only what this session sent or got. */
  readonly about?: string
  readonly before?: number
  readonly limit: number
}

export interface MailReads {
  mail(number: number): MailRecord | null
  /** Newest first. */
  mails(query: MailQuery): readonly MailRecord[]
  /** Oldest first. */
  mailThread(thread: number): readonly MailRecord[]
  /** What waits for a session (or the operator), in its order. */
  queuedMail(to: string): readonly MailRecord[]
  countQueued(to: string): number
  /** Something urgent waits for it. */
  hasUrgent(to: string): boolean
  /** Receivers of queued mail, for whoever starts again after a crash. */
  queuedReceivers(): readonly string[]
  /** Delivered, and the turn that carries it not settled yet. */
  carriedMail(to: string, turn: number): readonly MailRecord[]
  /** Delivered to this (or any) session and not settled. */
  unsettledMail(to?: string): readonly MailRecord[]
  /** Gates that nobody answered and whose deadline was not told of. */
  openGates(): readonly MailRecord[]
  /** When turns began that only mail of sessions caused, oldest first. */
  wakesSince(to: string, since: string): readonly string[]
  /** The newest mail of these types that this session sent, with a number above `after`. */
  newestMailFrom(from: string, types: readonly MailType[], after: number): MailRecord | null
  mailByKey(from: string, key: string): readonly MailRecord[]
}

export interface MailWrites {
  nextMailNumber(): number
  insertMail(mail: MailRecord): void
  updateMail(number: number, patch: Partial<MailRecord>): MailRecord
  deleteMail(number: number): void
}
