/** Tasks of the queue as requests and answers. What they mean is in `contract/task`. */
import { z } from '@hono/zod-openapi'
import { taskStates } from '../task-state.ts'
import { at, count } from './common.ts'

export const taskIdParam = z
  .string()
  .regex(/^(t-\d{1,12}|current)$/, 'TASK_NOT_FOUND')
  .openapi({ example: 't-1' })

const taskId = z.string().max(40)
const title = z.string().max(500)
const body = z.string().max(1_000_000)
const role = z
  .string()
  .regex(/^[a-zA-Z][\w-]{0,62}$/)
  .nullable()
const priority = z.number().int().min(-1000).max(1000)
const tags = z.array(z.string().min(1).max(100)).max(50)
const blockedBy = z.array(taskId).max(200)
const expects = z.enum(['change', 'none'])
const verify = z.string().min(1).max(4000).nullable()
const place = z.union([z.enum(['head', 'tail']), z.strictObject({ after: taskId })])

export const task = z
  .object({
    id: z.string(),
    projectId: z.string(),
    title: z.string(),
    body: z.string(),
    role: z.string().nullable(),
    priority: z.number().int(),
    place: z.number(),
    blockedBy: z.array(z.string()),
    tags: z.array(z.string()),
    expects,
    verify: z.string().nullable(),
    state: z.enum(taskStates),
    attempts: z.number().int(),
    result: z
      .object({
        outcome: z.enum(['done', 'failed', 'handoff', 'needs_user']),
        summary: z.string(),
        by: z.string(),
        followups: z.array(z.string()),
        at,
      })
      .nullable(),
    lease: z
      .object({
        sessionId: z.string().nullable(),
        launchId: z.string().nullable(),
        relayId: z.string().nullable(),
        until: at.nullable(),
      })
      .nullable(),
    createdAt: at,
    updatedAt: at,
  })
  .openapi('Task')

export const taskAnswer = z.object({ task })
export const tasksAnswer = z.object({ tasks: z.array(task), nextCursor: z.string().optional() })
export const tasksQuery = {
  project: z.string().optional(),
  state: z.enum(taskStates).optional(),
  role: z.string().optional(),
  limit: count.optional(),
  cursor: z.string().optional(),
}
export const taskBody = z.strictObject({
  projectId: z.string(),
  title,
  body: body.optional(),
  role: role.optional(),
  priority: priority.optional(),
  blockedBy: blockedBy.optional(),
  tags: tags.optional(),
  expects: expects.optional(),
  verify: verify.optional(),
  place: place.optional(),
})
export const taskPatchBody = z.strictObject({
  title: title.optional(),
  body: body.optional(),
  role: role.optional(),
  priority: priority.optional(),
  blockedBy: blockedBy.optional(),
  tags: tags.optional(),
  expects: expects.optional(),
  verify: verify.optional(),
  state: z.enum(['ready', 'cancelled']).optional(),
})
export const taskReportBody = z.strictObject({
  summary: z.string().max(100_000).optional(),
  followups: z.array(z.string().min(1).max(10_000)).max(100).optional(),
})
export const taskFailBody = z.strictObject({
  summary: z.string().max(100_000).optional(),
  needsUser: z.boolean().optional(),
})
export const taskMoveBody = z.strictObject({ place })
export const taskImportBody = z.strictObject({ projectId: z.string(), text: z.string().max(3_000_000) })
