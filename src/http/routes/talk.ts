/** Talking to a persona from a page. Its transcript, stop and answers are the routes of sessions. */
import { z } from '@hono/zod-openapi'
import { emptyBody } from '#contract/api/session'
import { talkAnswer, talkBody, talkSaidAnswer, talksAnswer } from '#contract/api/talk'
import { route } from '../route.ts'

const shared = { tag: 'doors', scope: 'operator', status: 200 } as const
const params = { persona: z.string().max(100) }

export const talkRoutes = [
  route({
    ...shared,
    method: 'get',
    path: '/api/v1/talk',
    name: 'listTalks',
    summary: 'Every persona, with its presets and the conversation that is held with it',
    answer: talksAnswer,
    codes: ['INVALID_CONFIG'],
    handle: ({ deps }) => ({ talks: deps.flows.talks() }),
  }),
  route({
    ...shared,
    method: 'get',
    path: '/api/v1/talk/{persona}',
    name: 'getTalk',
    summary: 'One of them',
    params,
    answer: talkAnswer,
    codes: ['PERSONA_NOT_FOUND', 'INVALID_CONFIG'],
    handle: ({ params, deps }) => ({ talk: deps.flows.talk(params.persona) }),
  }),
  route({
    ...shared,
    method: 'post',
    path: '/api/v1/talk/{persona}/say',
    name: 'sayToPersona',
    summary: 'Say something: a turn begins, or it waits for the running one; a message is said once by its `id`',
    params,
    body: talkBody,
    answer: talkSaidAnswer,
    codes: [
      'PERSONA_NOT_FOUND',
      'INVALID_CONFIG',
      'MESSAGE_REQUIRED',
      'MESSAGE_TOO_LONG',
      'UNKNOWN_AGENT_SPEC',
      'UNKNOWN_HARNESS',
      'HARNESS_BINARY_NOT_FOUND',
      'HARNESS_SIGNED_OUT',
      'UNSUPPORTED_MODEL',
      'ABILITY_MISSING',
      'PROJECT_NOT_FOUND',
      'SETUP_FAILED',
      'SETUP_NOT_TRUSTED',
      'SESSION_LIMIT',
      'BUDGET_REACHED',
      'LAUNCH_FAILED',
      'RESOURCE_FLOOR',
      'SPAWN_CANCELLED',
    ],
    handle: ({ params, body, deps }) => deps.flows.sayTo(params.persona, body),
  }),
  route({
    ...shared,
    method: 'post',
    path: '/api/v1/talk/{persona}/new',
    name: 'endTalk',
    summary: 'Put the conversation away: it ends, and the next words begin another',
    params,
    body: emptyBody,
    answer: talkAnswer,
    codes: ['PERSONA_NOT_FOUND', 'INVALID_CONFIG'],
    handle: async ({ params, deps }) => ({ talk: await deps.flows.endTalk(params.persona) }),
  }),
]
