/**
 * Doors for other programs, in words that they know already: OpenAI's chat completions, models and responses, and a spoken
 * conversation. Bodies come as text: extras are ignored here and refusals have those clients' shape, not the envelope.
 */
import { z } from '@hono/zod-openapi'
import { chatAnswer, doorRefusal, modelAnswer, modelListAnswer, responseAnswer, spokenAnswer } from '#contract/api/door'
import type { DoorIo, DoorReply } from '#flows/door/wire'
import { answerJson } from '../answer.ts'
import { throughDoor } from '../door-io.ts'
import { type Call, type Route, rawRoute } from '../route.ts'

type Ask = (json: unknown, io: DoorIo) => Promise<DoorReply>

function asking(pick: (call: Call<unknown, unknown, string>) => Ask) {
  return async (call: Call<unknown, unknown, string>): Promise<Response> => {
    const { body, node, requestId } = call
    let json: unknown
    try {
      json = JSON.parse(body)
    } catch {
      return answerJson(400, { error: 'invalid request', detail: 'the body is not valid JSON' }, requestId)
    }
    return throughDoor(node, requestId, (io) => pick(call)(json, io))
  }
}

const words = {
  ...({ method: 'post', tag: 'doors', scope: 'operator', status: 200, produces: 'application/json' } as const),
  ownRefusals: { statuses: [400, 404, 503], shape: doorRefusal },
} as const

export const doorRoutes: readonly Route[] = [
  rawRoute({
    ...words,
    path: '/v1/chat/completions',
    name: 'createChatCompletion',
    summary: 'Ask a persona or an agent, as OpenAI clients do; `stream: true` answers with server-sent events',
    body: 'text',
    shape: chatAnswer,
    handle: asking(({ deps }) => deps.flows.chat),
  }),
  rawRoute({
    ...words,
    path: '/v1/responses',
    name: 'createResponse',
    summary: "OpenAI's newer shape; `previous_response_id` goes on with the conversation",
    body: 'text',
    shape: responseAnswer,
    handle: asking(({ deps }) => deps.flows.respond),
  }),
  rawRoute({
    ...words,
    path: '/v1/conversational',
    name: 'speak',
    summary: 'One turn of a conversation under an id of your own: `{session_id, message, model?, stream?}`',
    body: 'text',
    shape: spokenAnswer,
    handle: asking(({ deps }) => deps.flows.spoken),
  }),
  rawRoute({
    ...words,
    method: 'get',
    path: '/v1/models',
    name: 'listModels',
    summary: 'Names that a request may give as its model: personas, models, aliases, agents',
    shape: modelListAnswer,
    handle: ({ deps, requestId }) => answerJson(200, deps.flows.doorModels(), requestId),
  }),
  rawRoute({
    ...words,
    method: 'get',
    path: '/v1/models/{id}',
    name: 'getModel',
    summary: 'One of them; 404 when nobody serves it',
    params: { id: z.string() },
    shape: modelAnswer,
    handle: ({ deps, requestId, params }) => {
      const { status, body } = deps.flows.doorModel(params.id)
      return answerJson(status, body, requestId)
    },
  }),
]
