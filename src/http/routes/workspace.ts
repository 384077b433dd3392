/** What an agent did to its files: diffs, changed files, snapshots and bringing one back. */
import { sessionIdParam, snapshotNumberParam } from '#contract/api/common'
import { diffAnswer, diffQuery, filesAnswer, recoverAnswer, recoverBody, snapshotsAnswer } from '#contract/api/session'
import { given } from '../given.ts'
import { route } from '../route.ts'

const params = { id: sessionIdParam }

export const workspaceRoutes = [
  route({
    method: 'get',
    path: '/api/v1/sessions/{id}/diff',
    name: 'getDiff',
    summary: 'Against the base, or between two snapshots by number',
    tag: 'workspace',
    scope: 'lead',
    status: 200,
    params,
    query: diffQuery,
    answer: diffAnswer,
    codes: ['SESSION_NOT_FOUND', 'SNAPSHOT_NOT_FOUND', 'GIT_FAILED'],
    handle: async ({ params: { id }, query, deps }) => ({ diff: await deps.flows.diff(id, given(query)) }),
  }),
  route({
    method: 'get',
    path: '/api/v1/sessions/{id}/files',
    name: 'listFiles',
    summary: 'Files that differ from the base',
    tag: 'workspace',
    scope: 'lead',
    status: 200,
    params,
    answer: filesAnswer,
    codes: ['SESSION_NOT_FOUND', 'GIT_FAILED'],
    handle: async ({ params: { id }, deps }) => ({ files: await deps.flows.files(id) }),
  }),
  route({
    method: 'get',
    path: '/api/v1/sessions/{id}/snapshots',
    name: 'listSnapshots',
    summary: 'Saved states of the workspace',
    tag: 'workspace',
    scope: 'lead',
    status: 200,
    params,
    answer: snapshotsAnswer,
    codes: ['SESSION_NOT_FOUND'],
    handle: ({ params: { id }, deps }) => ({ snapshots: deps.flows.snapshots(id) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/sessions/{id}/snapshots/{n}/restore',
    name: 'restoreSnapshot',
    summary: 'Write a snapshot back into the worktree, or into a directory',
    tag: 'workspace',
    scope: 'operator',
    status: 200,
    params: { ...params, n: snapshotNumberParam },
    body: recoverBody,
    answer: recoverAnswer,
    codes: [
      'SESSION_NOT_FOUND',
      'SNAPSHOT_NOT_FOUND',
      'SNAPSHOT_INCOMPLETE',
      'DESTINATION_NOT_EMPTY',
      'TURN_IN_PROGRESS',
    ],
    handle: ({ params: { id, n }, body, deps }) => deps.flows.recover(id, { snapshot: n, ...given(body) }),
  }),
]
