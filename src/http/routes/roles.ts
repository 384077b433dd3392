/** What a session agrees to wait for, whom it started, and letting one go. */
import { sessionIdParam } from '#contract/api/common'
import { waitBody } from '#contract/api/role'
import { emptyBody, sessionAnswer, sessionsAnswer } from '#contract/api/session'
import { given } from '../given.ts'
import { route } from '../route.ts'

const shared = { tag: 'sessions', status: 200, params: { id: sessionIdParam } } as const

export const roleRoutes = [
  route({
    ...shared,
    method: 'post',
    path: '/api/v1/sessions/{id}/wait',
    name: 'waitFor',
    summary: 'Agree to wait for children, mail, a task or a time; answers at once',
    scope: 'self',
    body: waitBody,
    answer: sessionAnswer,
    codes: ['SESSION_NOT_FOUND', 'SESSION_ENDED', 'WAIT_INVALID', 'TASK_NOT_FOUND'],
    handle: ({ params: { id }, body, deps }) => ({ session: deps.flows.wait(id, given(body)) }),
  }),
  route({
    ...shared,
    method: 'get',
    path: '/api/v1/sessions/{id}/children',
    name: 'listChildren',
    summary: 'The sessions that this one started, oldest first, ended ones too',
    scope: 'read',
    answer: sessionsAnswer,
    codes: ['SESSION_NOT_FOUND'],
    handle: ({ params: { id }, deps }) => ({ sessions: deps.flows.children(id) }),
  }),
  route({
    ...shared,
    method: 'post',
    path: '/api/v1/sessions/{id}/dismiss',
    name: 'dismissSession',
    summary: 'Let go of a session that is needed no more; also by the session that started it',
    scope: 'member',
    body: emptyBody,
    answer: sessionAnswer,
    codes: ['SESSION_NOT_FOUND'],
    handle: async ({ params: { id }, caller, deps }) => ({ session: await deps.flows.dismiss(id, caller) }),
  }),
]
