/** Efforts: started, looked at, stopped, completed, and their budget changed. */
import {
  effortAnswer,
  effortBody,
  effortIdParam,
  effortPatchBody,
  effortStopBody,
  effortsAnswer,
  effortsQuery,
} from '#contract/api/effort'
import { emptyBody } from '#contract/api/session'
import { given } from '../given.ts'
import { route } from '../route.ts'

const path = '/api/v1/efforts/{id}'
const shared = { tag: 'efforts', status: 200, params: { id: effortIdParam }, answer: effortAnswer } as const
const people = { ...shared, scope: 'operator' } as const

export const effortRoutes = [
  route({
    method: 'get',
    path: '/api/v1/efforts',
    name: 'listEfforts',
    summary: 'Efforts, newest first',
    tag: 'efforts',
    scope: 'operator',
    status: 200,
    query: effortsQuery,
    answer: effortsAnswer,
    codes: ['PROJECT_NOT_FOUND'],
    handle: ({ query: { project, ...rest }, deps }) => ({
      efforts: deps.flows.efforts(given({ ...rest, projectId: project })),
    }),
  }),
  route({
    method: 'post',
    path: '/api/v1/efforts',
    name: 'startEffort',
    summary: 'Start an effort: a root session that works towards the goal; `into` is the consent for its merges',
    tag: 'efforts',
    scope: 'operator',
    status: 201,
    body: effortBody,
    answer: effortAnswer,
    codes: [
      'PROJECT_NOT_FOUND',
      'PROMPT_REQUIRED',
      'UNKNOWN_AGENT_SPEC',
      'UNKNOWN_HARNESS',
      'HARNESS_BINARY_NOT_FOUND',
      'ROLE_UNKNOWN',
      'ABILITY_MISSING',
      'INVALID_BRANCH',
      'MERGE_TARGET_MISSING',
      'SETUP_NOT_TRUSTED',
      'SESSION_LIMIT',
      'BUDGET_REACHED',
    ],
    handle: async ({ body, deps }) => ({ effort: await deps.flows.startEffort(given(body)) }),
  }),
  route({
    ...shared,
    scope: 'self',
    method: 'get',
    path,
    name: 'getEffort',
    summary: 'One effort with its sessions, merges and totals; a session sees its own',
    codes: ['EFFORT_NOT_FOUND'],
    handle: ({ params, caller, deps }) => ({ effort: deps.flows.effort(params.id, caller) }),
  }),
  route({
    ...people,
    method: 'patch',
    path,
    name: 'changeEffort',
    summary: 'Another budget, or none; what the old one held goes on',
    body: effortPatchBody,
    codes: ['EFFORT_NOT_FOUND'],
    handle: ({ params, body, deps }) => ({ effort: deps.flows.changeEffort(params.id, body) }),
  }),
  route({
    ...people,
    method: 'post',
    path: `${path}/stop`,
    name: 'stopEffort',
    summary: 'End its turns and sessions, call its merges off, keep its work',
    body: effortStopBody,
    codes: ['EFFORT_NOT_FOUND', 'EFFORT_ENDED'],
    handle: async ({ params, body, deps }) => ({ effort: await deps.flows.stopEffort(params.id, body.reason) }),
  }),
  route({
    ...people,
    method: 'post',
    path: `${path}/complete`,
    name: 'completeEffort',
    summary: 'Say that it is done; what is not is written beside it, and its sessions end',
    body: emptyBody,
    codes: ['EFFORT_NOT_FOUND', 'EFFORT_ENDED'],
    handle: async ({ params, deps }) => ({ effort: await deps.flows.completeEffort(params.id) }),
  }),
]
