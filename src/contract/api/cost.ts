/** What agents cost, as requests and answers. What the words mean is in `contract/cost`. */
import { z } from '@hono/zod-openapi'
import { costGroups } from '../cost.ts'
import { at } from './common.ts'

const sum = {
  costUsd: z.number().nullable(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  sessions: z.number().int(),
  unknownCosts: z.number().int(),
  unknownTokens: z.number(),
}
const row = z.object({ key: z.string(), label: z.string(), ...sum }).openapi('CostRow')

const budget = z
  .object({
    scope: z.enum(['project_day', 'project', 'day']),
    projectId: z.string().nullable(),
    limitUsd: z.number(),
    spentUsd: z.number(),
    state: z.enum(['ok', 'warned', 'reached']),
  })
  .openapi('Budget')

export const costs = z
  .object({
    by: z.enum(costGroups),
    since: at,
    until: at,
    zone: z.string(),
    total: z.object(sum),
    rows: z.array(row),
    days: z.array(row),
    budgets: z.array(budget),
  })
  .openapi('Costs')

export const costsAnswer = z.object({ costs })
export const costsQuery = {
  by: z.enum(costGroups).optional(),
  since: z
    .string()
    .max(40)
    .optional()
    .openapi({ description: '`today`, `7d`, `24h`, a day or a time; today unless given', example: '7d' }),
  project: z.string().optional(),
  zone: z
    .string()
    .max(64)
    .optional()
    .openapi({ description: 'where days begin at midnight; of the daemon unless given', example: 'Europe/Berlin' }),
}
