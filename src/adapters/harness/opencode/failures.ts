/**
 * opencode's own words for a failure, as evidence: its error events carry the provider's status, headers and body; what
 * they hide is in its log on standard error.
 */
import type { Evidence } from '#contract/agent-event'
import type { Exit } from '#ports/harness'
import { exitEvidence, plainStderr } from '../exit-evidence.ts'
import { limitHeaders } from '../limit-headers.ts'
import { type Fields, fieldsIn, numberIn, objectOf, textIn } from '../line-json.ts'
import type { Retry } from './retries.ts'

/** Names that say nothing by themselves. */
const emptyNames = new Set(['APIError', 'UnknownError', 'Error'])
const unknownSession = /\bsession not found\b/i
const loggedError = /\berror="((?:[^"\\]|\\.)*)"/
const loggedAttempt = /^timestamp=.* message="stream error" .*\berror\.error="(?:\w+: )?((?:[^"\\]|\\.)*)"/
/** Words of providers for an account that no retry fills up again. */
const spentWords =
  /\b(?:current quota|insufficient[ _]quota|quota exceeded|out of credits|(?:usage|monthly|weekly) limit)\b/i
/** How it puts a connection that broke. */
const broken = /^(?:Cannot connect to API|Connection reset|The socket connection was closed)/

export function errorMessage(error: Fields): string {
  return textIn(fieldsIn(error.data).message) ?? textIn(error.name) ?? 'opencode reports an error.'
}

export function errorEvidence(error: Fields): Evidence {
  const data = fieldsIn(error.data)
  const body = fieldsIn(fieldsIn(objectOf(textIn(data.responseBody) ?? '')).error)
  const name = textIn(error.name)
  const type = textIn(body.code) ?? textIn(body.type) ?? (name === null || emptyNames.has(name) ? null : name)
  const status = numberIn(data.statusCode)
  const wait = Number(textIn(fieldsIn(data.responseHeaders)['retry-after']) ?? 'none')
  return {
    channel: 'event',
    message: errorMessage(error),
    ...(type === null ? (broken.test(errorMessage(error)) ? { type: 'connection_failed' } : {}) : { type }),
    ...(status === null ? {} : { status }),
    ...(Number.isFinite(wait) ? { retryAfterSeconds: wait } : {}),
    ...limitHeaders(fieldsIn(data.responseHeaders)),
  }
}

/** `told`: lines of standard error that came along with the output. */
export function endEvidence(exit: Exit, told: readonly string[], resumed: boolean): readonly Evidence[] {
  const words = told.join('\n').slice(-2000)
  const lost = resumed && unknownSession.test(`${words}\n${plainStderr(exit)}`)
  return [
    ...(lost ? [{ channel: 'stderr', stated: 'context_lost' } as const] : []),
    ...exitEvidence(exit),
    ...(words === '' ? [] : [{ channel: 'stderr', message: words } as const]),
  ]
}

/** The error of its log, in place of "check server logs". */
export const loggedCause = (exit: Exit, told: readonly string[]): string | null =>
  [...told, plainStderr(exit)].flatMap((words) => loggedError.exec(words)?.[1] ?? [])[0] ?? null

/** A request that failed and may be tried again, in the provider's words; null for every other line. */
export const attemptIn = (line: string): string | null => loggedAttempt.exec(line)?.[1] ?? null

/** Evidence for a request that is not tried again. */
export const givenUpEvidence = ({ message, delayMs }: Retry): Evidence => ({
  channel: 'log',
  message,
  // So long a pause is asked for by a header alone.
  ...(isBroken(message)
    ? { type: 'connection_failed' }
    : { stated: 'rate_limit' as const, retryAfterSeconds: Math.ceil(delayMs / 1000) }),
})

export const isBroken = (message: string): boolean => broken.test(message)

/** It would go on for a minute, or for as long as the provider's header asks. */
export const isSpentAccount = (message: string): boolean => spentWords.test(message)
