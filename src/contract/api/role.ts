/** What a session waits for and owes, and what a spawn says of its role. What they mean is in `contract/role`. */
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

const word = z.string().min(1).max(200)

/** Part of the body of a spawn. */
export const roleFields = {
  /** `harness[:model]`. */
  agent: word.optional(),
  role: word.optional(),
  parentId: word.optional(),
  effortId: word.optional(),
  taskId: word.optional(),
  /** The file that says what is to be done. */
  spec: z.string().min(1).max(4096).optional(),
  /** Globs of what it may write. */
  files: z.array(z.string().min(1).max(1000)).max(200).optional(),
  profile: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]{0,63}$/)
    .optional(),
  allowOverlap: z.boolean().optional(),
}

/** `children`, `mail`, `task:ID` or `time:30m`; a deadline is a duration such as `2h`. */
export const waitBody = z.strictObject({ for: z.string(), deadline: z.string().optional() })
