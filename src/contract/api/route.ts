/** The check of a project's routes as an answer. What it means is in `contract/route`. */
import { z } from '@hono/zod-openapi'
import { errorCodes } from '../error.ts'

const agent = z.object({
  agent: z.string(),
  model: z.string().nullable(),
  quota: z.string(),
  found: z.boolean().nullable(),
})

export const routeCheckAnswer = z
  .object({
    routes: z.array(z.object({ name: z.string(), entries: z.array(z.string()), agents: z.array(agent) })),
    errors: z.array(
      z.object({
        code: z.enum(errorCodes as readonly [string, ...string[]]),
        route: z.string().nullable(),
        message: z.string(),
        hint: z.string(),
      }),
    ),
    warnings: z.array(z.object({ route: z.string().nullable(), message: z.string() })),
  })
  .openapi('RouteCheck')
export const routeCheckQuery = { project: z.string().optional() }
