import { describe, expect, it } from 'vitest'
import type { ActivityState, Phase, Status } from '#contract/session'
import { needOf, statusOf } from './status.ts'

const phases: readonly Phase[] = ['starting', 'live', 'ended']
const activities: readonly ActivityState[] = ['working', 'idle', 'waiting_input', 'blocked', 'unknown']

/** Live, without a request and not parked: the word of each activity. */
const live: Record<ActivityState, Status> = {
  working: 'working',
  idle: 'idle',
  waiting_input: 'needs_input',
  blocked: 'blocked',
  unknown: 'unknown',
}

function expected(phase: Phase, activity: ActivityState, parked: boolean, request: boolean): Status {
  if (phase === 'ended') return 'ended'
  if (phase === 'starting') return 'starting'
  if (request) return 'needs_input'
  return parked ? 'parked' : live[activity]
}

describe('statusOf', () => {
  for (const phase of phases)
    for (const activity of activities)
      for (const parked of [true, false])
        for (const request of [true, false]) {
          it(`${phase} ${activity}${parked ? ' parked' : ''}${request ? ' with a request' : ''}`, () => {
            const status = statusOf({
              phase,
              activity,
              parkedUntil: parked ? '2026-01-01T00:00:00Z' : null,
              hasRequest: request,
            })
            expect(status).toBe(expected(phase, activity, parked, request))
            expect(['needs_you', 'working', 'waiting', 'done']).toContain(needOf(status))
          })
        }
})
