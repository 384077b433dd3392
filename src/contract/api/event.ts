/** Stored events and changes as the API pages and streams them. What each kind means is in `contract/agent-event`. */
import { z } from '@hono/zod-openapi'
import { failureCategories } from '../agent-event.ts'
import { at, count } from './common.ts'

export const failureCategory = z.enum(failureCategories).openapi('FailureCategory')

export const evidence = z
  .object({
    channel: z.enum(['exit', 'event', 'stderr', 'http', 'log', 'runtime']),
    exitCode: z.number().nullable().optional(),
    signal: z.string().nullable().optional(),
    status: z.number().optional(),
    type: z.string().optional(),
    message: z.string().optional(),
    retryAfterSeconds: z.number().optional(),
    resetsAt: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    stated: failureCategory.optional(),
  })
  .openapi('Evidence')

const row = {
  id: z.number().int(),
  at,
  turn: z.number().int().nullable(),
  refs: z.record(z.string(), z.object({ blob: z.string(), bytes: z.number().int() })).optional(),
}
const tokens = z.number().nullable()

export const eventRow = z
  .discriminatedUnion('kind', [
    z.object({
      ...row,
      kind: z.literal('user'),
      text: z.string(),
      source: z.enum(['operator', 'session', 'queue', 'daemon']),
      from: z.string().optional(),
    }),
    z.object({ ...row, kind: z.literal('session'), nativeId: z.string(), model: z.string().nullable() }),
    z.object({ ...row, kind: z.literal('text'), text: z.string() }),
    z.object({ ...row, kind: z.literal('thinking'), text: z.string() }),
    z.object({ ...row, kind: z.literal('tool'), callId: z.string(), name: z.string(), input: z.unknown() }),
    z.object({
      ...row,
      kind: z.literal('tool_result'),
      callId: z.string(),
      ok: z.boolean(),
      output: z.string(),
      truncated: z.boolean(),
    }),
    z.object({
      ...row,
      kind: z.literal('usage'),
      input: tokens,
      output: tokens,
      cacheRead: tokens,
      cacheWrite: tokens,
      costUsd: tokens,
    }),
    z.object({
      ...row,
      kind: z.literal('request'),
      requestId: z.string(),
      type: z.enum(['approval', 'question']),
      text: z.string(),
      options: z.array(z.string()),
    }),
    z.object({
      ...row,
      kind: z.literal('request_resolved'),
      requestId: z.string(),
      decision: z.string(),
      by: z.enum(['operator', 'policy', 'timeout']),
    }),
    z.object({
      ...row,
      kind: z.literal('result'),
      isError: z.boolean(),
      text: z.string(),
      durationMs: z.number().nullable(),
    }),
    z.object({
      ...row,
      kind: z.literal('error'),
      code: z.string(),
      category: failureCategory,
      message: z.string(),
      evidence: z.array(evidence),
    }),
    // A notice carries fields of its own code.
    z.looseObject({ ...row, kind: z.literal('notice'), code: z.string(), message: z.string() }),
    z.object({ ...row, kind: z.literal('cancelled') }),
    z.object({
      ...row,
      turn: z.number().int(),
      kind: z.literal('turn_end'),
      outcome: z.enum(['completed', 'error', 'cancelled', 'lost']),
      exitCode: z.number().nullable(),
      durationMs: z.number().nullable(),
    }),
  ])
  .openapi('EventRow')

/** `nextCursor` goes back into the parameter that was used: `after` ascending, `before` descending. */
export const eventsAnswer = z.object({ events: z.array(eventRow), nextCursor: z.string().optional() })

export const eventsQuery = { after: count.optional(), before: count.optional(), limit: count.optional() }

/** Cursors of a stream are read leniently: what cannot be read is a gap, never a refusal. */
export const sessionStreamQuery = { after: z.string().optional() }
export const fleetStreamQuery = {
  after: z.string().optional(),
  type: z.string().optional(),
  session: z.string().optional(),
  sessionAfter: z.string().optional(),
}
