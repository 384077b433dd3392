/** Jobs as requests and answers. What they mean is in `contract/job`. */
import { z } from '@hono/zod-openapi'
import { callbackStates, jobStates } from '../job.ts'
import { at, count } from './common.ts'

const known = z.number().nullable()

export const job = z
  .object({
    job_id: z.string(),
    status: z.enum(jobStates),
    persona: z.string().nullable(),
    agent: z.string().nullable(),
    project: z.string().nullable(),
    session_id: z.string().nullable(),
    branch: z.string().nullable(),
    output: z.string(),
    exit_code: known,
    usage: z.object({ input_tokens: known, output_tokens: known }),
    cost_usd: known,
    files_changed: z.array(z.string()),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    budget_usd: known,
    timeout_seconds: z.number(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    callback: z
      .object({
        url: z.string(),
        state: z.enum(callbackStates),
        attempts: z.number().int(),
        error: z.string().nullable(),
      })
      .nullable(),
    created_at: at,
    started_at: at.nullable(),
    finished_at: at.nullable(),
  })
  .openapi('Job')

const words = z.string().max(1_000_000)
const name = z.string().min(1).max(300)
const budget = z.number().positive().max(1_000_000)
const seconds = z
  .number()
  .int()
  .min(1)
  .max(7 * 86_400)
/** Given back as it came. */
const metadata = z
  .record(z.string().max(200), z.unknown())
  .refine((value) => JSON.stringify(value).length <= 65_536, '65536 characters of JSON at most')
  .nullable()

export const jobBody = z
  .strictObject({
    prompt: words,
    persona: name.optional(),
    agent: name.optional(),
    project: z.string().min(1).max(200).optional(),
    budget_usd: budget.optional(),
    timeout_seconds: seconds.optional(),
    metadata: metadata.optional(),
    callback_url: z
      .string()
      .max(2000)
      .regex(/^https?:\/\/[^\s/]+/, 'an address with http or https')
      .optional(),
  })
  .refine(({ persona, agent }) => persona === undefined || agent === undefined, {
    path: ['agent'],
    message: 'name a persona or an agent, not both',
  })
/** The predecessor's: `agent` is a persona's name or an agent. Unknown fields were ignored there and are here. */
export const executeBody = z.object({
  prompt: words,
  agent: name,
  max_budget_usd: budget.default(5),
  timeout_seconds: seconds.default(2700),
  metadata: metadata.optional(),
})
export const jobStarted = z.object({ job_id: z.string(), status: z.enum(jobStates) })
export const jobsAnswer = z.object({ jobs: z.array(job), nextCursor: z.string().optional() })
export const jobsQuery = {
  status: z.enum(jobStates).optional(),
  limit: count.optional(),
  cursor: z.string().max(100).optional(),
}
export const jobCancelled = z.object({ cancelled: z.boolean(), job })
export const jobIdParam = z
  .string()
  .regex(/^[0-9a-f]{12}$/, 'JOB_NOT_FOUND')
  .openapi({ example: '0a1b2c3d4e5f' })
