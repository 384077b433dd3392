/** What a session waits for and owes, as answers. What they mean is in `contract/role`. */
import { z } from '@hono/zod-openapi'
import { reportStates } from '../role.ts'
import { at } from './common.ts'

export const waitingFor = z.object({
  for: z.enum(['children', 'mail', 'task', 'time']),
  taskId: z.string().nullable(),
  until: at.nullable(),
  since: at,
})
export const report = z.object({ state: z.enum(reportStates), mailId: z.string().nullable(), at })
