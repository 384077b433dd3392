/** Pull requests: proposed, opened, looked at, merged, closed. */
import { sessionIdParam } from '#contract/api/common'
import {
  claimAnswer,
  claimBody,
  mergedPrAnswer,
  mergePrBody,
  openedAnswer,
  openPrBody,
  prAnswer,
  prDiffAnswer,
  prIdParam,
  prProposalAnswer,
  prsAnswer,
  prsQuery,
  resolveBody,
  resolvedAnswer,
  reviewPrAnswer,
  reviewPrBody,
  sessionPrsAnswer,
} from '#contract/api/pr'
import { emptyBody } from '#contract/api/session'
import type { ErrorCode } from '#contract/error'
import { given } from '../given.ts'
import { route } from '../route.ts'
import { claimCodes } from './claim-codes.ts'

const people = { tag: 'prs', status: 200, scope: 'operator' } as const
const ofSession = { ...people, params: { id: sessionIdParam } } as const
const one = { ...people, params: { id: prIdParam } } as const
const path = '/api/v1/prs/{id}'
const asking: readonly ErrorCode[] = [
  'FORGE_UNSUPPORTED',
  'FORGE_NO_TOKEN',
  'FORGE_REFUSED',
  'FORGE_UNREACHABLE',
  'FORGE_RATE_LIMITED',
  'PR_OPERATION_FAILED',
]
const opening: readonly ErrorCode[] = [
  'SESSION_NOT_FOUND',
  'NO_REMOTE',
  'MERGE_BLOCKED',
  'BASE_REF_NOT_FOUND',
  'GIT_FAILED',
]

export const prRoutes = [
  route({
    ...people,
    method: 'get',
    path: '/api/v1/prs',
    name: 'listPullRequests',
    summary: 'Pull requests of sessions as they were last seen, newest first',
    query: prsQuery,
    answer: prsAnswer,
    codes: [],
    handle: ({ query: { project, ...rest }, deps }) => ({
      prs: deps.flows.prs(given({ ...rest, projectId: project })),
    }),
  }),
  route({
    ...one,
    method: 'get',
    path,
    name: 'getPullRequest',
    summary: 'One pull request as it was last seen',
    answer: prAnswer,
    codes: ['PR_NOT_FOUND'],
    handle: ({ params: { id }, deps }) => ({ pr: deps.flows.pr(id) }),
  }),
  route({
    ...one,
    method: 'post',
    path: `${path}/look`,
    name: 'lookAtPullRequest',
    summary: 'Ask the forge about it now',
    body: emptyBody,
    answer: prAnswer,
    codes: ['PR_NOT_FOUND', 'PROJECT_NOT_FOUND', ...asking],
    handle: async ({ params: { id }, deps }) => ({ pr: await deps.flows.lookAtPr(id) }),
  }),
  route({
    ...one,
    method: 'post',
    path: `${path}/merge`,
    name: 'mergePullRequest',
    summary: 'Merge it at the forge, if it is green, not objected to and still what was shown',
    body: mergePrBody,
    answer: mergedPrAnswer,
    codes: [
      ...(['PR_NOT_FOUND', 'PROJECT_NOT_FOUND', 'PR_NOT_OPEN', 'PR_HEAD_CHANGED', 'PR_NOT_MERGEABLE'] as const),
      ...(['PR_PRECONDITIONS_UNMET', 'INVALID_PR', ...asking] as const),
    ],
    handle: ({ params: { id }, body, deps }) => deps.flows.mergePr(id, given(body)),
  }),
  route({
    ...one,
    method: 'post',
    path: `${path}/close`,
    name: 'closePullRequest',
    summary: 'Close it at the forge without a merge; the branch stays',
    body: emptyBody,
    answer: prAnswer,
    codes: ['PR_NOT_FOUND', 'PROJECT_NOT_FOUND', ...asking],
    handle: async ({ params: { id }, deps }) => ({ pr: await deps.flows.closePr(id) }),
  }),
  route({
    ...one,
    method: 'post',
    path: `${path}/ready`,
    name: 'readyPullRequest',
    summary: 'A draft is one no longer; twice is once',
    body: emptyBody,
    answer: prAnswer,
    codes: ['PR_NOT_FOUND', 'PROJECT_NOT_FOUND', 'PR_NOT_OPEN', ...asking],
    handle: async ({ params: { id }, deps }) => ({ pr: await deps.flows.readyPr(id) }),
  }),
  route({
    ...one,
    scope: 'member',
    method: 'post',
    path: `${path}/resolve-comments`,
    name: 'resolvePullRequestThreads',
    summary:
      'Resolve these review threads at the forge, or every one that is open; a session may resolve those of its own',
    body: resolveBody,
    answer: resolvedAnswer,
    codes: ['PR_NOT_FOUND', 'PROJECT_NOT_FOUND', 'NOTHING_TO_RESOLVE', ...asking],
    projectOf: ({ params: { id }, deps }) => deps.flows.pr(id).projectId,
    handle: ({ params: { id }, body, caller, deps }) => {
      if (caller.type === 'session') deps.flows.needOwnPr(id, caller.sessionId)
      return deps.flows.resolveThreads(id, body.commentIds)
    },
  }),
  route({
    ...one,
    method: 'get',
    path: `${path}/diff`,
    name: 'diffPullRequest',
    summary: 'Its changes as a patch, as the forge shows them',
    answer: prDiffAnswer,
    codes: ['PR_NOT_FOUND', 'PROJECT_NOT_FOUND', ...asking],
    handle: ({ params: { id }, deps }) => deps.flows.diffPr(id),
  }),
  route({
    ...ofSession,
    method: 'post',
    path: '/api/v1/sessions/{id}/review/pr',
    name: 'reviewPullRequest',
    summary: 'Give the draft of a review as the review of the session’s pull request, once',
    body: reviewPrBody,
    answer: reviewPrAnswer,
    codes: [
      ...(['SESSION_NOT_FOUND', 'PR_NOT_FOUND', 'PROJECT_NOT_FOUND', 'REVIEW_EMPTY', 'REVIEW_CHANGED'] as const),
      ...(['HEAD_CHANGED', ...asking] as const),
    ],
    handle: ({ params: { id }, body, deps }) => deps.flows.reviewPr(id, given(body)),
  }),
  route({
    ...ofSession,
    method: 'post',
    path: '/api/v1/sessions/{id}/pr/claim',
    name: 'claimPullRequest',
    summary: 'Take a pull request over: the worktree switches to its branch, who had it is told',
    body: claimBody,
    answer: claimAnswer,
    codes: [
      ...([
        'SESSION_NOT_FOUND',
        'SESSION_ENDED',
        'SESSION_STARTING',
        'TURN_IN_PROGRESS',
        'SESSION_NO_WORKSPACE',
      ] as const),
      ...(['PROJECT_NOT_FOUND', 'WORKSPACE_DIRTY', 'SNAPSHOT_FAILED', 'BRANCH_CHECKED_OUT_ELSEWHERE'] as const),
      ...(['BASE_REF_NOT_FOUND', ...claimCodes] as const),
    ],
    handle: ({ params: { id }, body, deps }) => deps.flows.claimPr(id, given(body)),
  }),
  route({
    ...ofSession,
    method: 'get',
    path: '/api/v1/sessions/{id}/pr',
    name: 'listSessionPullRequests',
    summary: 'The pull requests of a session',
    answer: sessionPrsAnswer,
    codes: ['SESSION_NOT_FOUND'],
    handle: ({ params: { id }, deps }) => ({ sessionId: id, prs: deps.flows.prsOf(id) }),
  }),
  route({
    ...ofSession,
    method: 'get',
    path: '/api/v1/sessions/{id}/pr/proposal',
    name: 'proposePullRequest',
    summary: 'What a pull request of this session would say',
    answer: prProposalAnswer,
    codes: [...opening, 'FORGE_UNSUPPORTED'],
    handle: async ({ params: { id }, deps }) => ({ proposal: await deps.flows.proposePr(id) }),
  }),
  route({
    ...ofSession,
    method: 'post',
    path: '/api/v1/sessions/{id}/pr',
    name: 'openPullRequest',
    summary: 'Push the session’s branch and open a pull request; the one that is open already is answered instead',
    body: openPrBody,
    answer: openedAnswer,
    codes: [
      ...opening,
      ...(['HEAD_CHANGED', 'NOTHING_TO_PUSH', 'PUSH_REJECTED', 'REMOTE_UNREACHABLE', 'PR_NOT_FOUND'] as const),
      ...asking,
    ],
    handle: ({ params: { id }, body, deps }) => deps.flows.openPr(id, given(body)),
  }),
]
