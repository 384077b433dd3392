/** Talking to a persona as requests and answers. What they mean is in `contract/talk`. */
import { z } from '@hono/zod-openapi'
import { delivery, session } from './session.ts'

export const talk = z
  .object({
    persona: z.string(),
    agent: z.string().nullable(),
    tools: z.enum(['none', 'all']),
    project: z.string().nullable(),
    presets: z.array(z.object({ label: z.string(), prompt: z.string() })),
    session: z.union([session, z.null()]),
  })
  .openapi('Talk')

export const talksAnswer = z.object({ talks: z.array(talk) })
export const talkAnswer = z.object({ talk })
/** `id`: of the page's own making; the same one again says nothing again. */
export const talkBody = z.strictObject({ message: z.string().default(''), id: z.string().min(8).max(200) })
export const talkSaidAnswer = z.object({ talk, delivery, repeated: z.boolean() })
