/** Notifications as requests and answers. What they mean is in `contract/notify`. */
import { z } from '@hono/zod-openapi'
import { notifyKinds, notifyTypes, ringStates } from '../notify.ts'
import { at, count } from './common.ts'

const kind = z.enum(notifyKinds)

const target = z
  .object({
    name: z.string(),
    type: z.enum(notifyTypes),
    where: z.string(),
    kinds: z.array(kind),
    state: z.enum(['idle', 'ok', 'failing']),
    lastSentAt: at.nullable(),
    error: z.string().nullable(),
    waiting: z.number().int(),
    subscription: z.number().int().nullable(),
  })
  .openapi('NotifyTarget')

const ring = z
  .object({
    id: z.number().int(),
    key: z.string(),
    to: z.string(),
    kind: z.enum([...notifyKinds, 'test']),
    title: z.string(),
    body: z.string(),
    path: z.string(),
    state: z.enum(ringStates),
    attempts: z.number().int(),
    error: z.string().nullable(),
    createdAt: at,
    sentAt: at.nullable(),
  })
  .openapi('Ring')

export const notifyAnswer = z.object({
  targets: z.array(target),
  /** Every kind that may ring. */
  kinds: z.array(kind),
  /** What pages subscribe with, base64url. */
  pushKey: z.string(),
})
export const ringsQuery = { limit: count.optional() }
export const ringsAnswer = z.object({ rings: z.array(ring) })
export const notifyTestBody = z.strictObject({ to: z.string().min(1).max(100).optional() })
export const notifyTestAnswer = z.object({
  results: z.array(z.object({ name: z.string(), ok: z.boolean(), error: z.string().nullable() })),
})
export const subscribeBody = z.strictObject({
  endpoint: z.string().min(1).max(2000),
  keys: z.strictObject({ p256dh: z.string().min(1).max(200), auth: z.string().min(1).max(100) }),
  kinds: z.array(kind).optional(),
})
export const subscribeAnswer = z.object({ target })
export const unsubscribeAnswer = z.object({ removed: z.number().int() })
