/**
 * Mail between the operator and sessions, and between sessions. What `send` says is a mail of type `message`: there is one
 * queue and one delivery. Words on the wire; what may be said by whom is `core/mail`.
 */
import { carries } from './carries.ts'

export const mailTypes = [
  'message',
  'status',
  'question',
  'answer',
  'result',
  'error',
  'worker_done',
  'worker_died',
  'merge_ready',
  'merged',
  'merge_failed',
  'escalation',
  'health_check',
  'dispatch',
  'assign',
  'decision_gate',
] as const
export type MailType = (typeof mailTypes)[number]

export const mailPriorities = ['low', 'normal', 'high', 'urgent'] as const
export type MailPriority = (typeof mailPriorities)[number]

/** queued: waits for its turn. delivered: a turn began with it. read: that turn completed, or a person saw it. */
export const mailStates = ['queued', 'delivered', 'read', 'undeliverable', 'cancelled'] as const
export type MailState = (typeof mailStates)[number]

/** The address and the sender that is a person. */
export const operatorAddress = 'operator'

/** The sender of what Drover says by itself and in nobody's name; nobody reads mail there. */
export const droverAddress = 'drover'

export interface Mail {
  readonly id: string
  readonly projectId: string | null
  readonly effortId: string | null
  /** `operator`, `drover`, or a session's id. Taken from the token, or written by the daemon in its own or a session's name. */
  readonly from: string
  /** `operator`, or a session's id; a group becomes one mail for each of its members. */
  readonly to: string
  readonly subject: string
  readonly body: string
  readonly type: MailType
  readonly payload: Readonly<Record<string, unknown>> | null
  /** What its author said where the daemon saw something else; null: nothing was corrected. */
  readonly claimed: Readonly<Record<string, unknown>> | null
  readonly priority: MailPriority
  /** The id of the first mail of its thread; a root mail's own. */
  readonly thread: string
  readonly replyTo: string | null
  readonly state: MailState
  /** Why it is undeliverable, cancelled, or still held. */
  readonly reason: string | null
  readonly createdAt: string
  readonly deliveredAt: string | null
  readonly readAt: string | null
  /** The turn of its receiver that carried it, and the launch of that turn. */
  readonly turn: number | null
  readonly launchId: string | null
  /** What waits for the same receiver is delivered in the order of these. */
  readonly place: number
}

export const mailChanges = {
  mail_sent: carries<Mail>(),
  mail_delivered: carries<Mail>(),
  mail_read: carries<Mail>(),
  mail_undeliverable: carries<Mail>(),
}
