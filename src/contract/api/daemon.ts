/** Health, status, sign-in, harnesses and doctor as requests and answers. */
import { z } from '@hono/zod-openapi'
import { at } from './common.ts'
import { permissions } from './session.ts'

export const health = z
  .object({ status: z.string(), service: z.literal('drover'), pid: z.number().int(), version: z.string() })
  .openapi('Health')

/** What a program that asks agents through the doors looks at first. */
export const doorHealth = z
  .object({
    ...health.shape,
    busy: z.boolean(),
    active: z.number().int(),
    queued: z.number().int(),
    capacity: z.number().int(),
  })
  .openapi('DoorHealth')

export const daemonStatus = z
  .object({
    state: z.enum(['ready', 'not_ready']),
    pid: z.number().int(),
    port: z.number().int().nullable(),
    socket: z.string().nullable(),
    startedAt: at,
    uptimeSeconds: z.number(),
    version: z.string(),
    home: z.string(),
    /** The newest change: a page reads its lists, then follows the fleet from here. */
    lastSeq: z.number().int(),
    /** What is wrong with the home as a whole: its store removed or replaced, a repository that is not there. */
    problems: z.array(z.string()),
  })
  .openapi('Status')

export const shutdownBody = z.strictObject({ agents: z.enum(['stop', 'keep']).default('stop') })
export const shutdownAnswer = z.object({ status: z.literal('stopping'), agents: z.enum(['stop', 'keep']) })

export const exchangeBody = z.strictObject({ code: z.string() })
export const exchangeAnswer = z.object({ bearer: z.string(), id: z.number().int() })
export const linkAnswer = z.object({ code: z.string(), url: z.string(), expiresAt: at })
export const bearer = z
  .object({
    id: z.number().int(),
    label: z.string(),
    createdAt: at,
    lastUsedAt: at.nullable(),
    revokedAt: at.nullable(),
  })
  .openapi('Bearer')
export const bearersAnswer = z.object({ bearers: z.array(bearer) })
export const revokeAnswer = z.object({ revoked: z.number().int() })
/** The new token is in the token file; it never travels. */
export const rotateAnswer = z.object({ rotated: z.literal(true) })

const abilities = z.object({
  resume: z.boolean(),
  fork: z.boolean(),
  steer: z.boolean(),
  interrupt: z.boolean(),
  permissions: z.array(permissions),
  questions: z.boolean(),
  usage: z.enum(['none', 'tokens', 'tokens+cost']),
  models: z.boolean(),
  thinking: z.boolean(),
  deltas: z.boolean(),
  tools: z.boolean(),
  instructions: z.enum(['flag', 'file', 'prompt']),
  pictures: z.enum(['words', 'file', 'inline', 'path']),
  mcp: z.boolean(),
  guard: z.boolean(),
  terminal: z.boolean().optional().openapi({ description: 'its own interface runs in a terminal that Drover keeps' }),
})
const readiness = z.object({
  state: z.enum(['ready', 'missing', 'signed-out', 'unknown']),
  binary: z.string().nullable(),
  version: z.string().nullable(),
  tested: z.enum(['inside', 'outside', 'unknown']),
  message: z.string(),
  hint: z.string().optional(),
})
export const harness = z
  .object({
    id: z.string(),
    name: z.string(),
    abilities,
    proven: z.enum(['tested', 'untested']),
    testedVersions: z.string(),
    install: z.string(),
    passEnv: z.array(z.string()),
    readiness: readiness.nullable(),
    probedAt: at.nullable(),
    custom: z.boolean(),
  })
  .openapi('Harness')
export const harnessAnswer = z.object({ harness })
export const harnessesAnswer = z.object({ harnesses: z.array(harness) })

export const doctorReport = z
  .object({
    ok: z.boolean(),
    failures: z.number().int(),
    checks: z.array(
      z.object({
        section: z.enum(['Core', 'Tools', 'Harnesses', 'Forge', 'Consistency']),
        name: z.string(),
        level: z.enum(['PASS', 'WARN', 'FAIL']),
        message: z.string(),
        hint: z.string().optional(),
      }),
    ),
  })
  .openapi('DoctorReport')
export const doctorBody = z.strictObject({ fix: z.boolean().default(false) })
