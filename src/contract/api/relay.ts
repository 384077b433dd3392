/** Relays, tries and agents as requests and answers. What they mean is in `contract/relay`. */
import { z } from '@hono/zod-openapi'
import { failureCategories } from '../agent-event.ts'
import { agentStateWords, relayEndReasons, relayIdPattern, relayStates, tryOutcomes } from '../relay.ts'
import { at, count } from './common.ts'
import { evidence } from './event.ts'

export const relayIdParam = z.string().regex(relayIdPattern, 'RELAY_NOT_FOUND').openapi({ example: 'r-1' })

const unusable = z.object({ agent: z.string(), until: at.nullable(), reason: z.string() })
const lane = z.object({
  n: z.number().int(),
  branch: z.string().nullable(),
  workspace: z.string().nullable(),
  at: z.enum(['free', 'busy', 'again', 'rotate']),
  taskId: z.string().nullable(),
  agent: z.string().nullable(),
  sessionId: z.string().nullable(),
  tryN: z.number().int().nullable(),
  from: at.nullable(),
})

export const relay = z
  .object({
    id: z.string(),
    projectId: z.string(),
    state: z.enum(relayStates),
    endReason: z.enum(relayEndReasons).nullable(),
    waitingFor: z.object({ until: at, agents: z.array(unusable) }).nullable(),
    prompt: z.string().nullable(),
    mix: z.array(z.string()),
    routes: z.record(z.string(), z.array(z.string())),
    target: z.number().int().nullable(),
    completed: z.number().int(),
    failed: z.number().int(),
    parallel: z.number().int(),
    land: z.boolean(),
    inPlace: z.boolean(),
    branch: z.string().nullable(),
    baseRef: z.string().nullable(),
    baseCommit: z.string().nullable(),
    stopping: z.enum(['after', 'now']).nullable(),
    lanes: z.array(lane),
    notes: z.array(z.string()),
    mergeId: z.string().nullable(),
    createdAt: at,
    updatedAt: at,
    endedAt: at.nullable(),
  })
  .openapi('Relay')

export const oneTry = z
  .object({
    n: z.number().int(),
    projectId: z.string(),
    relayId: z.string(),
    lane: z.number().int(),
    taskId: z.string().nullable(),
    title: z.string(),
    sessionId: z.string(),
    launchId: z.string().nullable(),
    turn: z.number().int(),
    agent: z.string(),
    model: z.string().nullable(),
    cliVersion: z.string().nullable(),
    role: z.string().nullable(),
    route: z.string(),
    outcome: z.enum(tryOutcomes).nullable(),
    category: z.enum(failureCategories).nullable(),
    evidence: z.array(evidence),
    reason: z.string().nullable(),
    exitCode: z.number().int().nullable(),
    commits: z.array(z.object({ hash: z.string(), subject: z.string(), by: z.enum(['agent', 'drover']) })),
    filesChanged: z.number().int().nullable(),
    insertions: z.number().int().nullable(),
    deletions: z.number().int().nullable(),
    verify: z.object({ ok: z.boolean(), output: z.string(), command: z.string() }).nullable(),
    totals: z.object({
      inputTokens: z.number().nullable(),
      outputTokens: z.number().nullable(),
      costUsd: z.number().nullable(),
      toolCalls: z.number().int(),
    }),
    summary: z.string().nullable(),
    handoff: z.string().nullable(),
    promptHash: z.string(),
    promptBytes: z.number().int(),
    nativeId: z.string().nullable(),
    startedAt: at,
    endedAt: at.nullable(),
  })
  .openapi('Try')

export const agentStanding = z
  .object({
    agent: z.string(),
    state: z.enum(agentStateWords),
    until: at.nullable(),
    reason: z.string().nullable(),
    quotaScope: z.string(),
    tries: z.number().int(),
    successRate: z.number().nullable(),
    medianSeconds: z.number().nullable(),
    costUsd: z.number().nullable(),
  })
  .openapi('AgentStanding')

const spec = z.string().min(1).max(2000)
const iterations = z.number().int().min(1).max(1_000_000)

export const relayBody = z.strictObject({
  projectId: z.string(),
  prompt: z.string().max(1_000_000).optional(),
  iterations: iterations.optional(),
  mix: z.array(spec).max(200).optional(),
  route: z.string().max(100).optional(),
  parallel: z.number().int().min(1).max(16).optional(),
  land: z.boolean().optional(),
  inPlace: z.boolean().optional(),
  base: z.string().max(500).optional(),
  mode: z.enum(['new', 'resume']).optional(),
  /** With `resume`: which one; else the newest that is unfinished. */
  relay: z.string().regex(relayIdPattern).optional(),
  ignoreConfig: z.boolean().optional(),
})
export const relayStopBody = z.strictObject({ now: z.boolean().optional() })
export const relayAnswer = z.object({ relay })
export const relaysAnswer = z.object({ relays: z.array(relay) })
export const relaysQuery = {
  project: z.string().optional(),
  state: z.enum(relayStates).optional(),
  limit: count.optional(),
}
export const triesAnswer = z.object({ tries: z.array(oneTry) })
export const triesQuery = { project: z.string().optional(), n: count.optional(), limit: count.optional() }
export const tryPromptAnswer = z.object({ prompt: z.string() })
export const relayPlanAnswer = z
  .object({
    relay: z.object({
      projectId: z.string(),
      prompt: z.string().nullable(),
      mix: z.array(z.string()),
      routes: z.record(z.string(), z.array(z.string())),
      target: z.number().int().nullable(),
      parallel: z.number().int(),
      base: z.string().nullable(),
    }),
    tries: z.array(
      z.object({
        agent: z.string(),
        route: z.string(),
        taskId: z.string().nullable(),
        title: z.string(),
        argv: z.array(z.string()),
        prompt: z.string(),
      }),
    ),
    unusable: z.array(unusable),
  })
  .openapi('RelayPlan')
export const agentsAnswer = z.object({ agents: z.array(agentStanding) })
export const agentsQuery = { project: z.string().optional() }
export const agentResetBody = z.strictObject({ agent: spec })
export const progressBody = z.strictObject({
  projectId: z.string().optional(),
  summary: z.string().min(1).max(100_000),
  complete: z.boolean().optional(),
  followups: z.array(z.string().min(1).max(10_000)).max(100).optional(),
})
export const progressEntry = z
  .object({
    projectId: z.string(),
    sessionId: z.string().nullable(),
    taskId: z.string().nullable(),
    relayId: z.string().nullable(),
    summary: z.string(),
    complete: z.boolean(),
    followups: z.array(z.string()),
    at,
  })
  .openapi('ProgressEntry')
export const progressAnswer = z.object({ entry: progressEntry })
export const progressListAnswer = z.object({ entries: z.array(progressEntry) })
export const progressQuery = { project: z.string().optional(), limit: count.optional() }
export const relayPayloads = {
  relay_started: relay,
  relay_updated: relay,
  relay_ended: relay,
  try_started: oneTry,
  try_ended: oneTry,
  agent_state_changed: z.object({
    agent: z.string(),
    kind: z.enum(['spec', 'scope']),
    state: z.enum(agentStateWords),
    until: at.nullable(),
    reason: z.string().nullable(),
  }),
}
