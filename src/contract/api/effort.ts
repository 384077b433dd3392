/** Efforts and groups of tasks as requests and answers. What they mean is in `contract/effort`. */
import { z } from '@hono/zod-openapi'
import { effortIdPattern, effortStates, groupIdPattern } from '../effort.ts'
import { effortRoots } from '../role.ts'
import { statuses } from '../session.ts'
import { at, count } from './common.ts'
import { merge } from './merge.ts'
import { report, waitingFor } from './role.ts'

export const effortIdParam = z.string().regex(effortIdPattern, 'EFFORT_NOT_FOUND').openapi({ example: 'e-1' })
export const groupIdParam = z.string().regex(groupIdPattern, 'GROUP_NOT_FOUND').openapi({ example: 'g-1' })

const permissions = z.enum(['bypass', 'ask', 'read-only'])
const known = z.number().nullable()
const budgetUsd = z.number().positive().max(1_000_000)

export const effort = z
  .object({
    id: z.string(),
    projectId: z.string(),
    goal: z.string(),
    state: z.enum(effortStates),
    reason: z.string().nullable(),
    rootSessionId: z.string().nullable(),
    into: z.string(),
    permissions,
    budgetUsd: known,
    sessions: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        role: z.string(),
        parentId: z.string().nullable(),
        depth: z.number().int(),
        taskId: z.string().nullable(),
        status: z.enum(statuses),
        files: z.array(z.string()),
        waitingFor: waitingFor.nullable(),
        report: report.nullable(),
        branch: z.string().nullable(),
        turns: z.number().int(),
        totals: z.object({ inputTokens: known, outputTokens: known, costUsd: known }),
        createdAt: at,
      }),
    ),
    merges: z.array(
      merge.pick({
        id: true,
        sessionId: true,
        branch: true,
        into: true,
        state: true,
        tier: true,
        reason: true,
        landedCommit: true,
        createdAt: true,
        landedAt: true,
      }),
    ),
    totals: z.object({
      inputTokens: known,
      outputTokens: known,
      costUsd: known,
      unknownCosts: z.number().int(),
      seconds: z.number(),
    }),
    landed: z.array(z.string()),
    createdAt: at,
    endedAt: at.nullable(),
  })
  .openapi('Effort')

export const group = z
  .object({
    id: z.string(),
    projectId: z.string(),
    name: z.string(),
    taskIds: z.array(z.string()),
    missing: z.array(z.string()),
    completedAt: at.nullable(),
    createdAt: at,
  })
  .openapi('TaskGroup')

export const effortPayloads = {
  effort_started: effort,
  effort_updated: effort,
  effort_completed: effort,
  group_completed: group,
}

export const effortAnswer = z.object({ effort })
export const effortsAnswer = z.object({ efforts: z.array(effort) })
export const effortsQuery = { project: z.string().optional(), limit: count.optional() }
export const effortBody = z.strictObject({
  projectId: z.string(),
  goal: z.string().max(1_000_000),
  role: z.enum(effortRoots).optional(),
  agent: z.string().min(1).max(300).optional(),
  into: z.string().min(1).max(250).optional(),
  permissions: permissions.optional(),
  budgetUsd: budgetUsd.optional(),
})
/** null: without a limit. */
export const effortPatchBody = z.strictObject({ budgetUsd: budgetUsd.nullable() })
export const effortStopBody = z.strictObject({ reason: z.string().min(1).max(2000).optional() })

const tasks = z.array(z.string().max(40)).max(1000)
export const groupAnswer = z.object({ group })
export const groupsAnswer = z.object({ groups: z.array(group) })
export const groupsQuery = { project: z.string().optional() }
export const groupBody = z.strictObject({ projectId: z.string(), name: z.string().max(1000), tasks })
export const groupTasksBody = z.strictObject({ tasks })
