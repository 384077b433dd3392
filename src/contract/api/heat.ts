/** Heats as requests and answers. What they mean is in `contract/heat`. */
import { z } from '@hono/zod-openapi'
import { heatIdPattern, heatStates } from '../heat.ts'
import { statuses } from '../session.ts'
import { at, count } from './common.ts'
import { verification } from './merge.ts'

export const heatIdParam = z.string().regex(heatIdPattern, 'HEAT_NOT_FOUND').openapi({ example: 'h-1' })

export const heat = z
  .object({
    id: z.string(),
    projectId: z.string(),
    prompt: z.string(),
    baseRef: z.string(),
    baseCommit: z.string(),
    state: z.enum(heatStates),
    reason: z.string().nullable(),
    members: z.array(
      z.object({ agent: z.string(), sessionId: z.string().nullable(), verify: verification.nullable() }),
    ),
    keeping: z.string().nullable(),
    merge: z.string().nullable(),
    verifying: z.array(z.string()),
    createdAt: at,
    endedAt: at.nullable(),
  })
  .openapi('Heat')

const known = z.number().nullable()
const side = z
  .object({
    sessionId: z.string(),
    agent: z.string(),
    name: z.string(),
    status: z.enum(statuses),
    durationMs: z.number(),
    inputTokens: known,
    outputTokens: known,
    costUsd: known,
    files: z.array(
      z.object({
        path: z.string(),
        status: z.enum(['added', 'modified', 'deleted', 'renamed', 'type']),
        additions: z.number().int().nullable(),
        deletions: z.number().int().nullable(),
      }),
    ),
    additions: z.number().int(),
    deletions: z.number().int(),
    verify: verification.nullable(),
  })
  .openapi('HeatSide')

export const heatPayloads = {
  heat_started: heat,
  heat_updated: heat,
  heat_removed: z.object({ id: z.string() }),
}

export const heatAnswer = z.object({ heat })
export const heatsAnswer = z.object({ heats: z.array(heat) })
export const heatBoardAnswer = z.object({
  heat,
  sides: z.array(side),
  files: z.object({
    all: z.array(z.string()),
    some: z.array(z.string()),
    only: z.array(z.object({ sessionId: z.string(), paths: z.array(z.string()) })),
  }),
})

export const heatBody = z.strictObject({
  projectId: z.string(),
  prompt: z.string().default(''),
  agents: z.array(z.string().min(1).max(200)).max(50),
  base: z.string().max(250).optional(),
  name: z.string().optional(),
  permissions: z.enum(['bypass', 'ask', 'read-only']).optional(),
  ignoreConfig: z.boolean().optional(),
})
/** `head` and `stamp`: what the caller was shown of it, as in landing. */
export const keepBody = z.strictObject({
  session: z.string(),
  message: z.string().max(100_000).optional(),
  head: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/, 'a whole commit hash')
    .optional(),
  stamp: z.string().max(100).optional(),
})
export const heatVerifyBody = z.strictObject({ session: z.string().optional() })
export const heatsQuery = { project: z.string().optional(), limit: count.optional() }
