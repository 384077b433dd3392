/** Operator actions as requests and answers. What they mean is in `contract/action`. */
import { z } from '@hono/zod-openapi'
import { at } from './common.ts'

const action = z
  .object({
    name: z.string(),
    title: z.string(),
    mutating: z.boolean(),
    confirm: z.string().nullable(),
    timeoutSeconds: z.number(),
    before: z.string().nullable(),
    runningSince: at.nullable(),
  })
  .openapi('Action')

const run = {
  name: z.string(),
  exitCode: z.number().int().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  rejected: z.boolean(),
  durationMs: z.number(),
}

export const actionsAnswer = z.object({ actions: z.array(action) })
/** No parameters: an empty body, or an empty object. */
export const actionBody = z.strictObject({})
export const actionResult = z
  .object({ ...run, before: z.object({ ...run, kept: z.string().nullable() }).optional() })
  .openapi('ActionResult')
