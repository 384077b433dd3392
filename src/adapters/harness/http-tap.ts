/**
 * Sees from outside how the requests of a Node CLI fare that retries in silence: a module loaded before the CLI listens to
 * the diagnostics of Node's own HTTP client and prints a line for each refused request, with how long nothing has succeeded.
 * It changes nothing of the CLI and reads no content but the words of the refusal. Owns the module, its line, and when such a row of failures is
 * taken for permanent.
 */
import type { Evidence } from '#contract/agent-event'
import { isSpent, quotedError } from './api-error.ts'
import { limitHeaders } from './limit-headers.ts'
import { type Fields, fieldsIn, numberIn, textIn } from './line-json.ts'
import type { Preload } from './node-shield.ts'

const lineType = 'drover_http'

/** Only POST counts: models are asked by POST, catalogues and health by GET. The body is that of a refusal. */
const source = `import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
let failures = 0
let since = 0
const refused = new WeakMap()
const tell = (fault) => {
  failures += 1
  if (failures === 1) since = Date.now()
  const line = { type: '${lineType}', ...fault, failures, forMs: Date.now() - since }
  try {
    writeSync(1, JSON.stringify(line) + '\\n')
  } catch {
    // Nobody reads any more: then nobody needs to know.
  }
}
const waitIn = (headers) => {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const seconds = Number(String(headers[at + 1]))
    if (String(headers[at]).toLowerCase() === 'retry-after' && Number.isFinite(seconds)) return seconds
  }
  return null
}
const limitsIn = (headers) => {
  const found = {}
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = String(headers[at]).toLowerCase()
    if (name.startsWith('anthropic-ratelimit-unified-')) found[name] = String(headers[at + 1])
  }
  return found
}
subscribe('undici:request:headers', ({ request, response }) => {
  if (request.method !== 'POST') return
  if (response.statusCode < 400) failures = 0
  else refused.set(request, { status: response.statusCode, retryAfter: waitIn(response.headers), limits: limitsIn(response.headers), body: '' })
})
subscribe('undici:request:bodyChunkReceived', ({ request, chunk }) => {
  const fault = refused.get(request)
  if (fault !== undefined && fault.body.length < 2000) fault.body = (fault.body + String(chunk)).slice(0, 2000)
})
subscribe('undici:request:trailers', ({ request }) => {
  if (refused.has(request)) tell(refused.get(request))
})
subscribe('undici:request:error', ({ request }) => {
  if (request.method === 'POST') tell(refused.get(request) ?? { status: null, retryAfter: null, body: '' })
})
`

export const httpTap: Preload = { path: 'http-tap.mjs', content: source }

/** One failed answer of the model's server; plain JSON. */
export interface Failing {
  /** null: the connection failed before any answer. */
  readonly status: number | null
  readonly failures: number
  readonly forMs: number
  readonly retryAfter: number | null
  /** Headers that speak of a plan's limits. */
  readonly limits?: Fields
  /** What the server said of it, in its own words. */
  readonly body: string
}

export function failingIn(message: Fields): Failing | null {
  if (message.type !== lineType) return null
  return {
    status: numberIn(message.status),
    failures: numberIn(message.failures) ?? 1,
    forMs: numberIn(message.forMs) ?? 0,
    retryAfter: numberIn(message.retryAfter),
    ...(Object.keys(fieldsIn(message.limits)).length === 0 ? {} : { limits: fieldsIn(message.limits) }),
    body: textIn(message.body) ?? '',
  }
}

/** A blip of 20 s is ridden out, and a wait of a minute that the server asks for. */
export const isHopeless = (failing: Failing): boolean =>
  failing.forMs >= 20_000 || (failing.retryAfter ?? 0) > 60 || isSpent(quotedError(failing.body).type)

export function failingEvidence(failing: Failing | null): readonly Evidence[] {
  if (failing === null) return []
  if (failing.status === null) return [{ channel: 'http', type: 'connection_failed' }]
  const wait = failing.retryAfter === null ? {} : { retryAfterSeconds: failing.retryAfter }
  const { type, message = '' } = quotedError(failing.body)
  const said = { ...(type === undefined ? {} : { type }), ...(message === '' ? {} : { message }) }
  return [{ channel: 'http', status: failing.status, ...said, ...wait, ...limitHeaders(failing.limits ?? {}) }]
}

export const failingWords = (failing: Failing): string =>
  failing.status === null ? 'The connection failed' : `The server answered ${failing.status}`
