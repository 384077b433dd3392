/**
 * How an answer looks: JSON with its headers, and the one error envelope. Statuses come from the table of codes; nothing
 * here knows a route.
 */
import { DroverError, type ErrorEnvelope, kindOf, type Refusal, statusOf } from '#contract/error'

export const jsonHeaders = (requestId: string): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-request-id': requestId,
})

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
  answerJson(statusOf(error.code), envelopeOf(error, requestId), requestId, headers)

export const answerRefusal = (refusal: Refusal, requestId: string, headers: Record<string, string> = {}): Response =>
  answerError(DroverError.of(refusal), requestId, headers)
