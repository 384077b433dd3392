/** The question of an agent's hook and its answer. The question comes as its CLI wrote it, whatever else is in it. */
import { z } from '@hono/zod-openapi'

const tool = z.string().min(1).max(200)

/** One of the three pairs; Copilot gives its arguments as text. Fields that nobody needs are passed over. */
export const guardBody = z
  .looseObject({
    tool: tool.optional(),
    input: z.unknown().optional(),
    tool_name: tool.optional(),
    tool_input: z.unknown().optional(),
    toolName: tool.optional(),
    toolArgs: z.unknown().optional(),
    cwd: z.string().max(4096).optional(),
  })
  .refine((body) => (body.tool ?? body.tool_name ?? body.toolName) !== undefined, {
    path: ['tool'],
    message: 'name the tool: tool, tool_name or toolName',
  })
  .openapi('GuardQuestion')

export const guardAnswer = z
  .object({ decision: z.enum(['allow', 'deny']), reason: z.string().optional() })
  .openapi('GuardAnswer')
