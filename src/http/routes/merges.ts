/** Landing: merges asked for, looked at, approved, retried and cancelled; and the commit of what a session left. */
import { sessionIdParam } from '#contract/api/common'
import {
  commitBody,
  committedAnswer,
  enqueuedAnswer,
  mergeAnswer,
  mergeBody,
  mergeDiffQuery,
  mergeIdParam,
  mergeOutputAnswer,
  mergeOutputQuery,
  mergesAnswer,
  mergesQuery,
  predictBody,
  predictionAnswer,
  proposalAnswer,
} from '#contract/api/merge'
import { diffAnswer, emptyBody } from '#contract/api/session'
import type { ErrorCode } from '#contract/error'
import { given } from '../given.ts'
import { route } from '../route.ts'

const params = { id: mergeIdParam }
const path = '/api/v1/merges/{id}'
const shared = { tag: 'merges', status: 200, params } as const
/** Of a session's token: its own merges; the flow holds it to that, and to naming no target. */
const agents = { ...shared, scope: 'self' } as const
const people = { ...shared, scope: 'operator' } as const
const refusals: readonly ErrorCode[] = [
  'PROJECT_NOT_FOUND',
  'SESSION_NOT_FOUND',
  'INVALID_BRANCH',
  'BASE_REF_NOT_FOUND',
  'MERGE_TARGET_MISSING',
  'MERGE_NOTHING',
  'MERGE_BLOCKED',
  'ABILITY_MISSING',
  'GIT_FAILED',
]

export const mergeRoutes = [
  route({
    method: 'get',
    path: '/api/v1/merges',
    name: 'listMerges',
    summary: 'Merges, newest first; a session sees its own',
    tag: 'merges',
    scope: 'self',
    status: 200,
    query: mergesQuery,
    answer: mergesAnswer,
    codes: ['INVALID_CURSOR'],
    handle: ({ query: { project, session, ...rest }, caller, deps }) =>
      deps.flows.merges(given({ ...rest, projectId: project, sessionId: session }), caller),
  }),
  route({
    method: 'post',
    path: '/api/v1/merges',
    name: 'enqueueMerge',
    summary: 'Ask for a merge of a session or a branch; with dryRun only say what it would come to',
    tag: 'merges',
    scope: 'self',
    status: 201,
    body: mergeBody,
    answer: enqueuedAnswer,
    codes: [...refusals, 'SETUP_NOT_TRUSTED'],
    handle: async ({ body: { dryRun, ...input }, caller, deps }) =>
      dryRun === true
        ? { prediction: await deps.flows.predictMerge(given(input), caller) }
        : { merge: await deps.flows.enqueueMerge(given(input), caller) },
  }),
  route({
    method: 'post',
    path: '/api/v1/merges/predict',
    name: 'predictMerge',
    summary: 'What a merge would come to: tier, conflicts, files, what stands in the way',
    tag: 'merges',
    scope: 'self',
    status: 200,
    body: predictBody,
    answer: predictionAnswer,
    codes: refusals,
    handle: async ({ body, caller, deps }) => ({ prediction: await deps.flows.predictMerge(given(body), caller) }),
  }),
  route({
    ...agents,
    method: 'get',
    path,
    name: 'getMerge',
    summary: 'One merge',
    answer: mergeAnswer,
    codes: ['MERGE_NOT_FOUND'],
    handle: ({ params: { id }, caller, deps }) => ({ merge: deps.flows.merge(id, caller) }),
  }),
  route({
    ...agents,
    method: 'get',
    path: `${path}/diff`,
    name: 'getMergeDiff',
    summary: 'What it brings to its target',
    query: mergeDiffQuery,
    answer: diffAnswer,
    codes: ['MERGE_NOT_FOUND', 'PROJECT_NOT_FOUND', 'BASE_REF_NOT_FOUND', 'GIT_FAILED'],
    handle: async ({ params: { id }, query, caller, deps }) => ({
      diff: await deps.flows.mergeDiff(id, given(query), caller),
    }),
  }),
  route({
    ...agents,
    method: 'get',
    path: `${path}/output`,
    name: 'getMergeOutput',
    summary: 'What its verification said, from a byte offset',
    query: mergeOutputQuery,
    answer: mergeOutputAnswer,
    codes: ['MERGE_NOT_FOUND'],
    handle: ({ params: { id }, query, caller, deps }) => deps.flows.mergeOutput(id, given(query), caller),
  }),
  route({
    ...people,
    method: 'post',
    path: `${path}/approve`,
    name: 'approveMerge',
    summary: 'Let a proven merge land that waits for the operator',
    body: emptyBody,
    answer: mergeAnswer,
    codes: ['MERGE_NOT_FOUND', 'MERGE_BLOCKED'],
    handle: ({ params: { id }, caller, deps }) => ({ merge: deps.flows.approveMerge(id, caller) }),
  }),
  route({
    ...people,
    method: 'post',
    path: `${path}/retry`,
    name: 'retryMerge',
    summary: 'Go on: from a person’s resolution, with the proven result, or from the branch as it is now',
    body: emptyBody,
    answer: mergeAnswer,
    codes: ['MERGE_NOT_FOUND', 'MERGE_BLOCKED', 'BASE_REF_NOT_FOUND', 'GIT_FAILED'],
    handle: async ({ params: { id }, deps }) => ({ merge: await deps.flows.retryMerge(id) }),
  }),
  route({
    ...agents,
    method: 'post',
    path: `${path}/cancel`,
    name: 'cancelMerge',
    summary: 'Take a merge out of its lane; what has landed stays',
    body: emptyBody,
    answer: mergeAnswer,
    codes: ['MERGE_NOT_FOUND', 'MERGE_BLOCKED'],
    handle: async ({ params: { id }, caller, deps }) => ({ merge: await deps.flows.cancelMerge(id, caller) }),
  }),
  route({
    method: 'get',
    path: '/api/v1/sessions/{id}/commit',
    name: 'proposeCommit',
    summary: 'What a session left uncommitted, with a message proposed for it',
    tag: 'merges',
    scope: 'operator',
    status: 200,
    params: { id: sessionIdParam },
    answer: proposalAnswer,
    codes: ['SESSION_NOT_FOUND', 'SESSION_NOT_RESTORABLE', 'MERGE_BLOCKED', 'GIT_FAILED'],
    handle: async ({ params: { id }, deps }) => ({ proposal: await deps.flows.proposeCommit(id) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/sessions/{id}/commit',
    name: 'commitLeftovers',
    summary: 'Commit what a session left; null when nothing was',
    tag: 'merges',
    scope: 'operator',
    status: 200,
    params: { id: sessionIdParam },
    body: commitBody,
    answer: committedAnswer,
    codes: [
      'SESSION_NOT_FOUND',
      'SESSION_NOT_RESTORABLE',
      'SESSION_STARTING',
      'TURN_IN_PROGRESS',
      'MERGE_BLOCKED',
      'SNAPSHOT_FAILED',
      'GIT_FAILED',
    ],
    handle: async ({ params: { id }, body, deps }) => ({ commit: await deps.flows.commitLeftovers(id, body.message) }),
  }),
]
