/**
 * The Model Context Protocol over streamable HTTP. A tool's call is a request to the route that its table names, made for the
 * same caller: scope, validation and refusals are the route's own. The protocol's machinery is loaded by the first who asks.
 */
import { z } from '@hono/zod-openapi'
import { DroverError, type ErrorEnvelope, isErrorCode } from '#contract/error'
import type { Call as ToolCall } from '#mcp/tool'
import { jsonHeaders } from '../answer.ts'
import { jsonOf } from '../body.ts'
import { type Call, rawRoute } from '../route.ts'

/** What the protocol itself refuses, in its own words. */
const protocolError = z
  .object({
    jsonrpc: z.literal('2.0'),
    error: z.object({ code: z.number(), message: z.string() }),
    id: z.union([z.string(), z.number()]).nullable(),
  })
  .openapi('ProtocolError')

export const mcpRoutes = [
  rawRoute({
    method: 'post',
    path: '/mcp',
    name: 'mcp',
    ownRefusals: { statuses: [406, 415], shape: protocolError },
    summary: 'Model Context Protocol (streamable HTTP): tools, transcripts, prompts; the token says which',
    tag: 'mcp',
    scope: 'self',
    status: 200,
    body: 'text',
    bodyLimit: 2 * 1024 * 1024,
    produces: 'text/event-stream',
    codes: ['INVALID_JSON'],
    async handle(call) {
      const { answerMcp } = await import('#mcp/door')
      const { response, close } = await answerMcp({
        version: call.deps.version,
        self: { sessionId: call.caller.type === 'session' ? call.caller.sessionId : null },
        carry: (asked, signal) => carry(call, asked, signal),
        request: requestOf(call),
        body: jsonOf(call.body),
      })
      // Its end is the end of what it asked for, whether it heard the answer or hung up.
      call.node?.outgoing.once('close', close)
      const headers = new Headers({ ...jsonHeaders(call.requestId), ...Object.fromEntries(response.headers) })
      headers.set('cache-control', 'no-store')
      return new Response(response.body, { status: response.status, headers })
    },
  }),
]

const told = ['accept', 'content-type', 'mcp-protocol-version', 'last-event-id'] as const

/** As it came, without its credentials. */
function requestOf({ header }: Pick<Call, 'header'>): Request {
  const headers = new Headers()
  for (const name of told) {
    const value = header(name)
    if (value !== undefined) headers.set(name, value)
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers })
}

async function carry(call: Call<unknown, unknown, unknown>, asked: ToolCall, signal: AbortSignal): Promise<string> {
  if (signal.aborted) throw new DroverError('INTERNAL_ERROR', 'The call was cancelled.', { hint: 'Call it again.' })
  if (!call.stillValid())
    throw new DroverError('UNAUTHORIZED', 'This token is not valid any more.', { hint: 'Ask with a new one.' })
  const query = Object.entries(asked.query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)])).toString()
  const body = asked.method === 'GET' ? {} : { body: JSON.stringify(asked.body ?? {}) }
  const request = new Request(`http://localhost${asked.path}${search === '' ? '' : `?${search}`}`, {
    method: asked.method,
    headers: { 'content-type': 'application/json' },
    ...body,
  })
  const answer = await call.deps.within(request, call)
  const text = await answer.text()
  if (!answer.ok) throw refusalOf(answer.status, text)
  return text
}

function refusalOf(status: number, text: string): DroverError {
  try {
    const { code, message, hint, details } = JSON.parse(text) as ErrorEnvelope
    if (isErrorCode(code)) return new DroverError(code, message, { ...(hint === undefined ? {} : { hint }), details })
  } catch {
    // Not an envelope: said below in our own words.
  }
  return new DroverError('INTERNAL_ERROR', `The route answered ${status} without a reason.`)
}
