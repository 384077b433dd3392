/**
 * How an answer looks: JSON with its headers, and the one error envelope. Statuses come from the table of codes; nothing
 * here knows a route.
 */
import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { DroverError, type ErrorEnvelope, httpStatusOf, kindOf, type Refusal } from '#contract/error'

export const jsonHeaders = (requestId: string): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-request-id': requestId,
})

/** An answer that is JSON text already, such as rows that go out as they were stored. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * JSON text to its caller. On a connection it is written straight away: a Response would be taken apart again, at the price
 * of a stream and its promises.
 */
export function answerText(
  status: number,
  text: string,
  requestId: string,
  connection: { readonly outgoing: ServerResponse } | null,
): Response {
  const headers = jsonHeaders(requestId)
  if (connection === null) return new Response(text, { status, headers })
  const { outgoing } = connection
  const memory = text.length * 3 > roomBytes ? null : (idle.pop() ?? Buffer.allocUnsafeSlow(roomBytes))
  const body = memory === null ? Buffer.from(text) : memory.subarray(0, memory.write(text))
  outgoing.writeHead(status, { ...headers, 'content-length': body.length })
  // Memory of a connection that breaks off is left to the collector: the system may still be reading from it.
  outgoing.end(body, () => {
    if (memory !== null && idle.length < mostIdle) idle.push(memory)
  })
  return RESPONSE_ALREADY_SENT
}

/**
 * Memory for answers, used again once an answer is with the system: fresh memory for each costs more than writing it. The
 * text is written once; asking for its length first, or leaving the writing to the connection, goes through it twice.
 */
const roomBytes = 2 ** 19
const mostIdle = 2
const idle: Buffer[] = []

export const answerJson = (
  status: number,
  body: unknown,
  requestId: string,
  headers: Record<string, string> = {},
): Response => new Response(JSON.stringify(body), { status, headers: { ...jsonHeaders(requestId), ...headers } })

export function envelopeOf(error: DroverError, requestId: string): ErrorEnvelope {
  return {
    error: kindOf(error.code),
    code: error.code,
    message: error.message,
    requestId,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(error.details === undefined ? {} : { details: error.details }),
  }
}

export const answerError = (error: DroverError, requestId: string, headers: Record<string, string> = {}): Response =>
  answerJson(httpStatusOf(error.code), envelopeOf(error, requestId), requestId, headers)

export const answerRefusal = (refusal: Refusal, requestId: string, headers: Record<string, string> = {}): Response =>
  answerError(DroverError.of(refusal), requestId, headers)
