/** Terminals as requests and answers. */
import { z } from '@hono/zod-openapi'

export const headlessBody = z.strictObject({
  /** Also in the middle of a turn or a dialog. */
  force: z.boolean().optional(),
})
export const switchBody = z.strictObject({
  agent: z.string().min(1).max(500).openapi({ description: '`harness[:model]`, by its short or its long name' }),
})
export const terminalQuery = { readOnly: z.enum(['true', 'false']).optional() }
export const terminalAnswer = z.object({
  terminal: z.object({
    launchId: z.string(),
    argv: z.array(z.string()).openapi({ description: 'the program that shows it in a terminal of this machine' }),
    unset: z.array(z.string()).openapi({ description: 'variables that must not be in its environment' }),
  }),
})
