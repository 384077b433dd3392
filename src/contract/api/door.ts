/**
 * What goes over the wire at the doors for other programs, for the document alone: requests are read by the doors themselves,
 * leniently, and answers have the shapes that the official clients know.
 */
import { z } from '@hono/zod-openapi'

export const chatAnswer = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.number().int(),
    model: z.string(),
    choices: z.array(z.unknown()),
    usage: z.unknown(),
  })
  .openapi('ChatCompletion')

export const spokenAnswer = z.object({ session_id: z.string(), reply: z.string() }).openapi('SpokenReply')

export const responseAnswer = z
  .object({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.number().int(),
    status: z.string(),
    model: z.string(),
    output: z.array(z.unknown()),
    usage: z.unknown(),
  })
  .openapi('ModelResponse')

export const modelAnswer = z
  .object({ id: z.string(), object: z.literal('model'), created: z.number().int(), owned_by: z.string() })
  .openapi('Model')

export const modelListAnswer = z.object({ object: z.literal('list'), data: z.array(modelAnswer) }).openapi('ModelList')

/** How the doors for other programs refuse. */
export const doorRefusal = z
  .object({ error: z.string(), detail: z.string().optional(), supported: z.array(z.string()).optional() })
  .openapi('DoorRefusal')
