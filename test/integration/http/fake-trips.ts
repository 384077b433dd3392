/** Trips and the loop, for routes that are asked without an engine. */
import { DroverError } from '#contract/error'
import type { AfkStatus, Trip } from '#contract/trip'
import type { TripFlows } from '#flows/trip/trip-flows'

const at = '2026-01-01T00:00:00.000Z'

export const tripOf = (id: string): Trip => ({
  id,
  projectId: 'shop',
  repo: 'ada/shop',
  issue: 12,
  title: 'Dark mode',
  url: 'https://github.com/ada/shop/issues/12',
  state: 'running',
  phase: 'ci',
  landing: 'pr',
  sessionId: 'shop-1',
  thread: 'shop-1',
  executor: 'drover',
  mergeId: null,
  prId: 'pr-1',
  commit: null,
  ci: 'red',
  red: ['unit'],
  attempts: 1,
  lastAction: 'fix_forward',
  reason: 'the checks are red; attempt 1 of 5',
  effects: [],
  notes: [],
  costUsd: 0.5,
  createdAt: at,
  updatedAt: at,
  endedAt: null,
})

const status: AfkStatus = {
  state: 'on',
  why: null,
  stoppedAt: null,
  enrolled: [{ repo: 'ada/shop', projectId: 'shop', landing: 'pr', agent: null, ci: ['checks'], by: 'enrolled' }],
  looks: [{ repo: 'ada/shop', at, error: null }],
  seen: [],
  waiting: [],
  trips: [tripOf('trip-1')],
  presence: [{ key: 'repo:ada/shop', text: 'AFK #12', tripId: 'trip-1', sessionId: 'shop-1', since: at }],
  labels: { ready: 'ready-for-agent', inProgress: 'agent-in-progress', human: 'ready-for-human' },
}

export const fakeTrips: TripFlows = {
  trips: () => [tripOf('trip-1')],
  trip(id) {
    if (id !== 'trip-1') throw new DroverError('TRIP_NOT_FOUND', `There is no trip ${id}.`)
    return { trip: tripOf(id), checklist: '### ada/shop#12 — AFK run progress\n', logs: [] }
  },
  afk: () => status,
  presence: () => status.presence,
  enrol: async () => ({ enrolment: status.enrolled[0]!, needs: [], enrolled: true }),
  runIssue: async () => tripOf('trip-1'),
  stopAfk: () => ({ ...status, state: 'stopped', why: 'It was stopped.', stoppedAt: at }),
  resumeAfk: () => status,
}
