/** The CLIs' own interfaces: opening and leaving them, another agent, and how a terminal of this machine shows one. */
import { sessionIdParam } from '#contract/api/common'
import { emptyBody, sessionAnswer } from '#contract/api/session'
import { headlessBody, switchBody, terminalAnswer, terminalQuery } from '#contract/api/terminal'
import { given } from '../given.ts'
import { route } from '../route.ts'

const params = { id: sessionIdParam }

export const terminalRoutes = [
  route({
    method: 'post',
    path: '/api/v1/sessions/{id}/open',
    name: 'openTerminal',
    summary: "Go on with a headless session in its CLI's own interface, in a terminal",
    tag: 'sessions',
    scope: 'operator',
    status: 200,
    params,
    body: emptyBody,
    answer: sessionAnswer,
    codes: [
      'SESSION_NOT_FOUND',
      'SESSION_ENDED',
      'SESSION_STARTING',
      'TURN_IN_PROGRESS',
      'ABILITY_MISSING',
      'RUNTIME_MISSING',
      'HARNESS_BINARY_NOT_FOUND',
      'LAUNCH_FAILED',
    ],
    handle: async ({ params: { id }, deps }) => ({ session: await deps.flows.openTerminal(id) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/sessions/{id}/headless',
    name: 'makeHeadless',
    summary: 'Leave the interface of a session; its conversation goes on headless',
    tag: 'sessions',
    scope: 'operator',
    status: 200,
    params,
    body: headlessBody,
    answer: sessionAnswer,
    codes: ['SESSION_NOT_FOUND', 'SESSION_ENDED', 'SESSION_STARTING', 'TURN_IN_PROGRESS', 'SESSION_AWAITING_DECISION'],
    handle: async ({ params: { id }, body, deps }) => ({ session: await deps.flows.makeHeadless(id, given(body)) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/sessions/{id}/switch',
    name: 'switchAgent',
    summary: 'Another agent goes on in the same worktree; the conversation of the one before is kept',
    tag: 'sessions',
    scope: 'operator',
    status: 200,
    params,
    body: switchBody,
    answer: sessionAnswer,
    codes: [
      'SESSION_NOT_FOUND',
      'SESSION_ENDED',
      'SESSION_STARTING',
      'TURN_IN_PROGRESS',
      'UNKNOWN_AGENT_SPEC',
      'UNKNOWN_HARNESS',
      'UNSUPPORTED_MODEL',
      'ABILITY_MISSING',
      'HARNESS_BINARY_NOT_FOUND',
    ],
    handle: async ({ params: { id }, body, deps }) => ({ session: await deps.flows.switchAgent(id, body) }),
  }),
  route({
    method: 'get',
    path: '/api/v1/sessions/{id}/terminal',
    name: 'getTerminal',
    summary: 'The program that shows the terminal of a session on this machine',
    tag: 'sessions',
    scope: 'operator',
    status: 200,
    params,
    query: terminalQuery,
    answer: terminalAnswer,
    codes: ['SESSION_NOT_FOUND', 'NOT_A_TERMINAL', 'AGENT_EXITED'],
    handle: ({ params: { id }, query, deps }) => {
      const { launchId, argv, unset } = deps.flows.terminalDoor(id, { readOnly: query.readOnly === 'true' })
      return { terminal: { launchId, argv: [...argv], unset: [...unset] } }
    },
  }),
]
