/** What each provider's API says when it refuses: status, headers and body in its own words. */
import type { ServerResponse } from 'node:http'
import type { Loose } from './conversation.ts'
import type { Act } from './script.ts'
import { json } from './wire.ts'

export type Api = 'anthropic' | 'chat' | 'responses' | 'gemini'

export function refuse(response: ServerResponse, api: Api, model: string, act: Extract<Act, { do: 'fail' }>): void {
  const headers: Record<string, string> = act.retryAfter === null ? {} : { 'retry-after': String(act.retryAfter) }
  json(response, act.status, bodies[api](act.status, model), headers)
}

/** A spent quota, as each provider puts it. */
export function refuseQuota(response: ServerResponse, api: Api, resetSeconds: number, now: number): void {
  const { body, headers } = quotas[api](resetSeconds, Math.floor(now / 1000) + resetSeconds)
  json(response, 429, body, headers)
}

interface Quota {
  readonly body: Loose
  readonly headers?: Record<string, string>
}

const quotaMessage = 'You exceeded your current quota, please check your plan and billing details.'

const quotas: Record<Api, (seconds: number, resetsAt: number) => Quota> = {
  anthropic: (seconds, resetsAt) => ({
    body: {
      type: 'error',
      error: { type: 'rate_limit_error', message: "This request would exceed your account's rate limit." },
      request_id: 'req_limit',
    },
    headers: {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': String(resetsAt),
      'anthropic-ratelimit-unified-representative-claim': 'five_hour',
      'retry-after': String(seconds),
    },
  }),
  responses: (seconds, resetsAt) => ({
    body: {
      error: {
        type: 'usage_limit_reached',
        message: 'The usage limit has been reached',
        plan_type: 'plus',
        resets_at: resetsAt,
        resets_in_seconds: seconds,
      },
    },
  }),
  chat: () => ({
    body: { error: { message: quotaMessage, type: 'insufficient_quota', code: 'insufficient_quota', param: null } },
  }),
  gemini: (seconds) => ({
    body: {
      error: {
        code: 429,
        message: `${quotaMessage} Please retry in ${seconds}s.`,
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` }],
      },
    },
  }),
}

const bodies: Record<Api, (status: number, model: string) => Loose> = {
  anthropic: (status, model) => ({
    type: 'error',
    error: { type: anthropicWord(status), message: status === 404 ? `model: ${model}` : `scripted failure ${status}` },
    request_id: 'req_failure',
  }),
  chat: openAi,
  responses: openAi,
  gemini: (status, model) => ({
    error: {
      code: status,
      message: status === 404 ? `models/${model} is not found for API version v1beta` : `scripted failure ${status}`,
      status: geminiWord(status),
    },
  }),
}

function anthropicWord(status: number): string {
  const words: Record<number, string> = {
    401: 'authentication_error',
    403: 'permission_error',
    404: 'not_found_error',
    429: 'rate_limit_error',
    529: 'overloaded_error',
  }
  return words[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
}

function geminiWord(status: number): string {
  const words: Record<number, string> = {
    401: 'UNAUTHENTICATED',
    403: 'PERMISSION_DENIED',
    404: 'NOT_FOUND',
    429: 'RESOURCE_EXHAUSTED',
    503: 'UNAVAILABLE',
  }
  return words[status] ?? (status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT')
}

function openAi(status: number, model: string): Loose {
  const error = (message: string, type: string, code: string | null): Loose => ({
    error: { message, type, code, param: null },
  })
  if (status === 401) return error('Incorrect API key provided: fake.', 'invalid_request_error', 'invalid_api_key')
  if (status === 404) {
    return error(
      `The model \`${model}\` does not exist or you do not have access to it.`,
      'invalid_request_error',
      'model_not_found',
    )
  }
  if (status === 429) return error('scripted failure 429', 'rate_limit_exceeded', 'rate_limit_exceeded')
  return error(`scripted failure ${status}`, status >= 500 ? 'server_error' : 'invalid_request_error', null)
}
