/** Mail as requests and answers. What it means is in `contract/mail`. */
import { z } from '@hono/zod-openapi'
import { mailPriorities, mailStates, mailTypes } from '../mail.ts'
import { at, count } from './common.ts'

export const mailIdParam = z
  .string()
  .regex(/^mail-[1-9]\d{0,14}$/, 'MAIL_NOT_FOUND')
  .openapi({ example: 'mail-1' })

const address = z
  .string()
  .max(200)
  .openapi({ description: "operator, a session's id, @parent, @children, @all or @<role>s" })
const words = z.string().max(2_000_000)
const payload = z.record(z.string(), z.unknown()).nullable()
const priority = z.enum(mailPriorities)

export const mail = z
  .object({
    id: z.string(),
    projectId: z.string().nullable(),
    effortId: z.string().nullable(),
    from: z.string(),
    to: z.string(),
    subject: z.string(),
    body: z.string(),
    type: z.enum(mailTypes),
    payload,
    claimed: payload,
    priority,
    thread: z.string(),
    replyTo: z.string().nullable(),
    state: z.enum(mailStates),
    reason: z.string().nullable(),
    createdAt: at,
    deliveredAt: at.nullable(),
    readAt: at.nullable(),
    turn: z.number().int().nullable(),
    launchId: z.string().nullable(),
    place: z.number().int(),
  })
  .openapi('Mail')

export const mailPayloads = { mail_sent: mail, mail_delivered: mail, mail_read: mail, mail_undeliverable: mail }

export const mailAnswer = z.object({ mail })
/** `mails`: one for each member of the group it was sent to; `mail` is the first of them. */
export const mailSentAnswer = z.object({ mail, mails: z.array(mail).optional() })
export const mailsAnswer = z.object({ mail: z.array(mail), nextCursor: z.string().optional() })
export const mailThreadAnswer = z.object({ thread: z.string(), mail: z.array(mail) })
export const mailQuery = {
  to: address.optional(),
  from: address.optional(),
  type: z.enum(mailTypes).optional(),
  state: z.enum(mailStates).optional(),
  thread: z.string().max(40).optional(),
  effort: z.string().max(80).optional(),
  limit: count.optional(),
  cursor: z.string().optional(),
}
/** The type is any word: one that is none is refused by name. */
export const mailBody = z.strictObject({
  to: address,
  subject: z.string().max(10_000).optional(),
  body: words,
  type: z
    .string()
    .max(100)
    .optional()
    .openapi({ enum: [...mailTypes] }),
  payload: payload.optional(),
  priority: priority.optional(),
  replyTo: z.string().max(40).optional(),
  effort: z.string().max(80).optional().openapi({ description: 'whose sessions a group means, for the operator' }),
})
export const mailReplyBody = z.strictObject({
  body: words.optional(),
  option: z.string().max(10_000).optional(),
  priority: priority.optional(),
})
export const mailEditBody = z.strictObject({ body: words })
export const mailMoveBody = z.strictObject({
  place: z.union([z.enum(['head', 'tail']), z.strictObject({ after: mailIdParam })]),
})
export const mailPurgeBody = z.strictObject({
  days: z.number().int().min(0).max(100_000).optional(),
  agent: z.string().max(200).optional(),
  all: z.boolean().optional(),
})
export const mailPurgeAnswer = z.object({ purged: z.number().int() })
export const nudgeBody = z.strictObject({ message: words.optional(), force: z.boolean().optional() })
export const nudgeAnswer = z.object({
  nudge: z.enum(['started', 'queued', 'refused']),
  reason: z.string().optional(),
})
