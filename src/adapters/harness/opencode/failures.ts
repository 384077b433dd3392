/**
 * opencode's own words for a failure, as evidence: its error events carry the provider's status, headers and body; what
 * they hide is in its log on standard error.
 */
import type { Evidence } from '#contract/agent-event'
import type { Exit } from '#ports/harness'
import { exitEvidence, plainStderr } from '../exit-evidence.ts'
import { type Fields, fieldsIn, numberIn, objectOf, textIn } from '../line-json.ts'

/** Names that say nothing by themselves. */
const emptyNames = new Set(['APIError', 'UnknownError', 'Error'])
const unknownSession = /\bsession not found\b/i
const loggedError = /\berror="((?:[^"\\]|\\.)*)"/

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
    ...(type === null ? {} : { type }),
    ...(status === null ? {} : { status }),
    ...(Number.isFinite(wait) ? { retryAfterSeconds: wait } : {}),
  }
}

export function endEvidence(exit: Exit, resumed: boolean): readonly Evidence[] {
  const lost = resumed && unknownSession.test(plainStderr(exit))
  return [...(lost ? [{ channel: 'stderr', stated: 'context_lost' } as const] : []), ...exitEvidence(exit)]
}

/** The error of its log, in place of "check server logs". */
export const loggedCause = (exit: Exit): string | null => loggedError.exec(plainStderr(exit))?.[1] ?? null
