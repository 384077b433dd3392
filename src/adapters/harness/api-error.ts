/**
 * The API error that a CLI quotes in its own error message: "429 …", "[API Error: {…}]", a body in JSON, sometimes a body
 * inside a body. Reads status, machine word, message and the time to wait out of it. Shared by the adapters; only ever
 * given messages that the CLI wrote itself, never what a model said.
 */
import type { Evidence } from '#contract/agent-event'
import { asFields, type Fields, fieldsIn, listIn, numberIn, textIn } from './line-json.ts'

type Quoted = Pick<Evidence, 'status' | 'type' | 'message' | 'retryAfterSeconds'>

const leading = /^\W*(?:API Error|Error|HTTP|status(?: code)?)?[\s:[(]*([45]\d\d)\b/i
const inside = /\b(?:status(?: code)?|error:?|HTTP) ([45]\d\d)\b/i

/** Words for an account that no retry fills up again. */
const spent = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'usage_limit_reached', 'quota_exceeded'])

export const isSpent = (type: string | undefined): boolean => type !== undefined && spent.has(type)

export function quotedError(text: string): Quoted {
  const body = bodyIn(text)
  if (body !== null) {
    const found = fromBody(body)
    const status = found.status ?? statusIn(text.slice(0, text.indexOf('{')))
    return { message: text, ...found, ...(status === undefined ? {} : { status }) }
  }
  const status = statusIn(text)
  return { message: text, ...(status === undefined ? {} : { status }) }
}

function statusIn(text: string): number | undefined {
  const found = leading.exec(text)?.[1] ?? inside.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** The outermost JSON object in the text. */
function bodyIn(text: string): Fields | null {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')]
  if (from === -1 || to <= from) return null
  try {
    return asFields(JSON.parse(text.slice(from, to + 1)))
  } catch {
    return null // words with braces, no body
  }
}

function fromBody(body: Fields): Quoted {
  const error = asFields(body.error) ?? body
  const message = textIn(error.message)
  const nested = message === null ? null : bodyIn(message)
  if (nested !== null && asFields(nested.error) !== null) return fromBody(nested)
  const status = numberIn(error.code) ?? numberIn(error.status) ?? numberIn(error.statusCode)
  const type = [error.code, error.status, error.type].map(textIn).find((word) => word !== null && word !== '')
  const wait = waitIn(error)
  return {
    ...(message === null ? {} : { message }),
    ...(status !== null && status >= 400 && status < 600 ? { status } : {}),
    ...(typeof type === 'string' ? { type } : {}),
    ...(wait === null ? {} : { retryAfterSeconds: wait }),
  }
}

/** OpenAI's `resets_in_seconds` of a spent plan; Google's RetryInfo: `"retryDelay": "38s"`. */
export function waitIn(error: Fields): number | null {
  const resets = numberIn(error.resets_in_seconds)
  if (resets !== null) return resets
  for (const detail of listIn(error.details).map(fieldsIn)) {
    const seconds = /^([\d.]+)s$/.exec(textIn(detail.retryDelay) ?? '')?.[1]
    if (seconds !== undefined) return Number(seconds)
  }
  return null
}
