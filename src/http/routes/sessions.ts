/** Sessions: list, spawn, look at, rename, kill, restore, fork, clean up. Turns and transcripts have files of their own. */
import { sessionIdParam } from '#contract/api/common'
import {
  activityBody,
  cleanupBody,
  cleanupReport,
  emptyBody,
  fenceBody,
  forkBody,
  renameBody,
  sessionAnswer,
  sessionsAnswer,
  sessionsQuery,
  spawnBody,
  worktreesAnswer,
} from '#contract/api/session'
import { DroverError } from '#contract/error'
import { given } from '../given.ts'
import { route } from '../route.ts'

const params = { id: sessionIdParam }
const mostSessions = 1_000

export const sessionRoutes = [
  route({
    method: 'get',
    path: '/api/v1/sessions',
    name: 'listSessions',
    summary: 'Sessions, newest first; ended ones only with includeTerminated',
    tag: 'sessions',
    scope: 'lead',
    status: 200,
    query: sessionsQuery,
    answer: sessionsAnswer,
    codes: ['INVALID_CURSOR'],
    // Without a filter an orchestrator gets its own project.
    projectOf: (call) => call.query.project ?? (call.caller.type === 'session' ? call.caller.projectId : null),
    handle: ({ query: { project, limit = 100, ...rest }, caller, deps }) => {
      const projectId = project ?? (caller.type === 'session' ? caller.projectId : undefined)
      const filter = { ...rest, projectId, limit: Math.min(Math.max(limit, 1), mostSessions) }
      return deps.flows.sessions(given(filter))
    },
  }),
  route({
    method: 'post',
    path: '/api/v1/sessions',
    name: 'spawnSession',
    summary: 'Start an agent in a workspace of its own',
    tag: 'sessions',
    scope: 'lead',
    status: 201,
    body: spawnBody,
    answer: sessionAnswer,
    codes: [
      'PROJECT_NOT_FOUND',
      'UNKNOWN_HARNESS',
      'HARNESS_BINARY_NOT_FOUND',
      'HARNESS_SIGNED_OUT',
      'UNSUPPORTED_MODEL',
      'ABILITY_MISSING',
      'INVALID_BRANCH',
      'BRANCH_CHECKED_OUT_ELSEWHERE',
      'BRANCH_NAMESPACE_TAKEN',
      'BASE_REF_NOT_FOUND',
      'SETUP_FAILED',
      'SETUP_NOT_TRUSTED',
      'SESSION_LIMIT',
      'PROMPT_REQUIRED',
      'PROMPT_TOO_LONG',
      'LAUNCH_FAILED',
      'RESOURCE_FLOOR',
    ],
    projectOf: (call) => (call.body.scratch === true ? null : (call.body.projectId ?? null)),
    handle: async ({ body, caller, deps }) => {
      const { projectId = null, ...rest } = body
      if (projectId === null && rest.scratch !== true) {
        throw new DroverError('INVALID_BODY', 'The body is not valid: projectId: name a project, or set scratch.', {
          hint: '`drover project ls` lists the projects.',
          details: [{ path: 'projectId', message: 'name a project, or set scratch' }],
        })
      }
      if (caller.type === 'session' && rest.kind === 'orchestrator') {
        throw new DroverError('FORBIDDEN_SCOPE', 'An orchestrator may spawn workers only.', {
          hint: 'Ask the operator for another orchestrator.',
        })
      }
      return { session: await deps.flows.spawn({ projectId, ...given(rest) }, caller) }
    },
  }),
  route({
    method: 'post',
    path: '/api/v1/sessions/cleanup',
    name: 'cleanupSessions',
    summary: 'Remove the clean worktrees of ended sessions',
    tag: 'sessions',
    scope: 'operator',
    status: 200,
    body: cleanupBody,
    answer: cleanupReport,
    codes: ['PROJECT_NOT_FOUND'],
    handle: ({ body, deps }) => deps.flows.cleanup(given(body)),
  }),
  route({
    method: 'get',
    path: '/api/v1/sessions/{id}',
    name: 'getSession',
    summary: 'One session',
    tag: 'sessions',
    scope: 'read',
    status: 200,
    params,
    answer: sessionAnswer,
    codes: ['SESSION_NOT_FOUND'],
    handle: ({ params: { id }, deps }) => ({ session: deps.flows.session(id) }),
  }),
  route({
    method: 'patch',
    path: '/api/v1/sessions/{id}',
    name: 'renameSession',
    summary: 'Rename',
    tag: 'sessions',
    scope: 'operator',
    status: 200,
    params,
    body: renameBody,
    answer: sessionAnswer,
    codes: ['SESSION_NOT_FOUND', 'NAME_REQUIRED', 'INVALID_NAME'],
    handle: ({ params: { id }, body, deps }) => ({ session: deps.flows.renameSession(id, body.name) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/sessions/{id}/kill',
    name: 'killSession',
    summary: 'End its processes, save its work, keep its worktree',
    tag: 'sessions',
    scope: 'operator',
    status: 200,
    params,
    body: fenceBody,
    answer: sessionAnswer,
    codes: ['SESSION_NOT_FOUND', 'LAUNCH_CHANGED'],
    handle: async ({ params: { id }, body, deps }) => ({ session: await deps.flows.kill(id, given(body)) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/sessions/{id}/restore',
    name: 'restoreSession',
    summary: 'Bring an ended session back in its workspace',
    tag: 'sessions',
    scope: 'operator',
    status: 200,
    params,
    body: emptyBody,
    answer: sessionAnswer,
    codes: ['SESSION_NOT_FOUND', 'SESSION_NOT_RESTORABLE'],
    handle: async ({ params: { id }, deps }) => ({ session: await deps.flows.restore(id) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/sessions/{id}/fork',
    name: 'forkSession',
    summary: 'A new session and workspace at the newest snapshot',
    tag: 'sessions',
    scope: 'operator',
    status: 201,
    params,
    body: forkBody,
    answer: sessionAnswer,
    codes: ['SESSION_NOT_FOUND', 'SESSION_STARTING', 'SESSION_LIMIT'],
    handle: async ({ params: { id }, body, deps }) => ({ session: await deps.flows.fork(id, given(body)) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/sessions/{id}/activity',
    name: 'reportActivity',
    summary: "From an agent's hooks: active, idle, waiting_input, blocked, exited",
    tag: 'sessions',
    scope: 'self',
    status: 200,
    params,
    body: activityBody,
    answer: sessionAnswer,
    codes: ['SESSION_NOT_FOUND', 'INVALID_ACTIVITY_STATE'],
    handle: async ({ params: { id }, body, caller, deps }) => ({
      session: await deps.flows.reportActivity(id, body.state, caller),
    }),
  }),
  route({
    method: 'get',
    path: '/api/v1/worktrees',
    name: 'listWorktrees',
    summary: 'Every worktree of the home, and who holds it',
    tag: 'workspace',
    scope: 'operator',
    status: 200,
    answer: worktreesAnswer,
    handle: async ({ deps }) => ({ worktrees: await deps.flows.worktrees() }),
  }),
]
