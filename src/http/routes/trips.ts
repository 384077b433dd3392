/** Trips, and the loop that makes them: its state, enrolment, one issue by hand, stop and resume. */
import { emptyBody } from '#contract/api/session'
import {
  afkAnswer,
  afkStopBody,
  enrolAnswer,
  enrolBody,
  presenceAnswer,
  runIssueBody,
  tripAnswer,
  tripIdParam,
  tripsAnswer,
  tripsQuery,
} from '#contract/api/trip'
import type { ErrorCode } from '#contract/error'
import { given } from '../given.ts'
import { route } from '../route.ts'

const people = { tag: 'trips', status: 200, scope: 'operator' } as const
const asking: readonly ErrorCode[] = [
  'NO_REMOTE',
  'FORGE_UNSUPPORTED',
  'FORGE_NO_TOKEN',
  'FORGE_REFUSED',
  'FORGE_UNREACHABLE',
  'FORGE_RATE_LIMITED',
]

export const tripRoutes = [
  route({
    ...people,
    method: 'get',
    path: '/api/v1/trips',
    name: 'listTrips',
    summary: 'Trips of the loop, newest first',
    query: tripsQuery,
    answer: tripsAnswer,
    codes: [],
    handle: ({ query: { project, ...rest }, deps }) => ({
      trips: deps.flows.trips(given({ ...rest, projectId: project })),
    }),
  }),
  route({
    ...people,
    method: 'get',
    path: '/api/v1/trips/{id}',
    name: 'getTrip',
    summary: 'One trip, with the checklist on its issue',
    params: { id: tripIdParam },
    answer: tripAnswer,
    codes: ['TRIP_NOT_FOUND'],
    handle: ({ params: { id }, deps }) => deps.flows.trip(id),
  }),
  route({
    ...people,
    method: 'get',
    path: '/api/v1/afk',
    name: 'afkStatus',
    summary: 'The loop: whether it runs, what is enrolled, each issue seen with why it was taken or not',
    answer: afkAnswer,
    codes: [],
    handle: ({ deps }) => ({ afk: deps.flows.afk() }),
  }),
  route({
    ...people,
    scope: 'self',
    method: 'get',
    path: '/api/v1/presence',
    name: 'listPresence',
    summary: 'Who works where while nobody looks; agents may ask too',
    answer: presenceAnswer,
    codes: [],
    handle: ({ caller, deps }) => ({
      presence: deps.flows.presence(caller.type === 'session' ? caller.projectId : undefined),
    }),
  }),
  route({
    ...people,
    method: 'post',
    path: '/api/v1/afk/enrol',
    name: 'enrolProject',
    summary: 'Look at what the loop needs of a project’s repository, and enrol it',
    body: enrolBody,
    answer: enrolAnswer,
    codes: ['PROJECT_NOT_FOUND', 'AFK_INVALID', 'ENROLMENT_INCOMPLETE', ...asking],
    handle: ({ body, deps }) => deps.flows.enrol(given(body)),
  }),
  route({
    ...people,
    method: 'post',
    path: '/api/v1/afk/run',
    name: 'runIssue',
    summary: 'Take one issue of an enrolled repository by hand',
    status: 201,
    body: runIssueBody,
    answer: tripAnswer,
    codes: [
      ...(['AFK_OFF', 'AFK_INVALID', 'AFK_SKIPPED', 'INVALID_ISSUE', 'ISSUE_NOT_FOUND', 'PROJECT_NOT_FOUND'] as const),
      ...asking,
    ],
    handle: async ({ body, deps }) => ({ trip: await deps.flows.runIssue(given(body)), checklist: null }),
  }),
  route({
    ...people,
    method: 'post',
    path: '/api/v1/afk/stop',
    name: 'stopAfk',
    summary: 'Take no more issues; with `now` what is under way is withdrawn too',
    body: afkStopBody,
    answer: afkAnswer,
    codes: [],
    handle: ({ body, deps }) => ({ afk: deps.flows.stopAfk(given(body)) }),
  }),
  route({
    ...people,
    method: 'post',
    path: '/api/v1/afk/resume',
    name: 'resumeAfk',
    summary: 'Take issues again',
    body: emptyBody,
    answer: afkAnswer,
    codes: [],
    handle: ({ deps }) => ({ afk: deps.flows.resumeAfk() }),
  }),
]
