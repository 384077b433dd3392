/** Trips and the loop that makes them, as requests and answers. What they mean is in `contract/trip`. */
import { z } from '@hono/zod-openapi'
import {
  afkStates,
  ciStatuses,
  dispatchReasons,
  landingModes,
  tripActions,
  tripIdPattern,
  tripPhases,
  tripStates,
} from '../trip.ts'
import { at, count, flag } from './common.ts'

export const tripIdParam = z.string().regex(tripIdPattern, 'TRIP_NOT_FOUND').openapi({ example: 'trip-1' })

const landing = z.enum(landingModes)
const effect = z.object({
  key: z.string(),
  state: z.enum(['wanted', 'done', 'failed']),
  tries: z.number().int(),
  error: z.string().nullable(),
  at,
})

export const trip = z
  .object({
    id: z.string(),
    projectId: z.string(),
    repo: z.string(),
    issue: z.number().int(),
    title: z.string(),
    url: z.string(),
    state: z.enum(tripStates),
    phase: z.enum(tripPhases),
    landing,
    sessionId: z.string().nullable(),
    thread: z.string().nullable(),
    executor: z.string(),
    mergeId: z.string().nullable(),
    prId: z.string().nullable(),
    commit: z.string().nullable(),
    ci: z.enum(ciStatuses).nullable(),
    red: z.array(z.string()),
    attempts: z.number().int(),
    lastAction: z.enum(tripActions),
    reason: z.string(),
    effects: z.array(effect),
    notes: z.array(z.string()),
    costUsd: z.number().nullable(),
    createdAt: at,
    updatedAt: at,
    endedAt: at.nullable(),
  })
  .openapi('Trip')

const enrolment = z
  .object({
    repo: z.string(),
    projectId: z.string().nullable(),
    landing,
    agent: z.string().nullable(),
    ci: z.array(z.string()),
    by: z.enum(['file', 'enrolled']),
  })
  .openapi('Enrolment')

const need = z.object({
  what: z.enum([
    ...([
      'forge',
      'token',
      'labels',
      'protection',
      'ci',
      'verify',
      'context',
      'guardrails',
      'landing',
      'agent',
    ] as const),
  ]),
  state: z.enum(['ok', 'missing', 'unknown']),
  required: z.boolean(),
  message: z.string(),
})

const seen = z
  .object({
    projectId: z.string().nullable(),
    repo: z.string(),
    number: z.number().int(),
    title: z.string(),
    url: z.string(),
    priority: z.number(),
    decision: z.enum(dispatchReasons),
    why: z.string(),
    tripId: z.string().nullable(),
    at,
  })
  .openapi('SeenIssue')

export const presence = z.object({
  key: z.string(),
  text: z.string(),
  tripId: z.string(),
  sessionId: z.string().nullable(),
  since: at,
})

export const afkStatus = z
  .object({
    state: z.enum(afkStates),
    why: z.string().nullable(),
    stoppedAt: at.nullable(),
    enrolled: z.array(enrolment),
    looks: z.array(z.object({ repo: z.string(), at, error: z.string().nullable() })),
    seen: z.array(seen),
    trips: z.array(trip),
    waiting: z.array(trip),
    presence: z.array(presence),
    labels: z.object({ ready: z.string(), inProgress: z.string(), human: z.string() }),
  })
  .openapi('AfkStatus')

export const tripPayloads = {
  trip_started: trip,
  trip_updated: trip,
  trip_ended: trip,
  afk_changed: z.object({ what: z.enum(['stopped', 'resumed', 'enrolled', 'removed', 'looked']) }),
}

export const tripsQuery = { project: z.string().optional(), open: flag.optional(), limit: count.optional() }
export const tripsAnswer = z.object({ trips: z.array(trip) })
/** `checklist`: the comment on the issue, as it stands. `logs`: the ends of what its red checks printed, where that is known. */
export const tripAnswer = z.object({
  trip,
  checklist: z.string().nullable(),
  logs: z.array(z.object({ name: z.string(), tail: z.string() })).optional(),
})
export const afkAnswer = z.object({ afk: afkStatus })
export const presenceAnswer = z.object({ presence: z.array(presence) })

/** `check`: only says what is there and what is missing. `remove`: the loop takes no more of its issues. */
export const enrolBody = z.strictObject({
  projectId: z.string(),
  landing: landing.optional(),
  agent: z.string().min(1).max(200).optional(),
  ci: z.array(z.string().min(1).max(1000)).max(3).optional(),
  check: z.boolean().optional(),
  remove: z.boolean().optional(),
})
export const enrolAnswer = z.object({ enrolment, needs: z.array(need), enrolled: z.boolean() })
/** `owner/name#12` or the issue's address; with a project `#12` does. */
export const runIssueBody = z.strictObject({ issue: z.string().min(1).max(500), projectId: z.string().optional() })
export const afkStopBody = z.strictObject({ now: z.boolean().optional() })
