/**
 * Codex's own words for a failure, as evidence. The events of `exec` have no machine words: the final message holds the
 * HTTP status in a fixed form, or the body of the answer as JSON. The app-server adds a word (`codexErrorInfo`), often
 * with the status. Reads only those events and standard error.
 */
import type { Evidence, FailureCategory } from '#contract/agent-event'
import type { Exit } from '#ports/harness'
import { waitIn } from '../api-error.ts'
import { exitEvidence, plainStderr } from '../exit-evidence.ts'
import { type Fields, fieldsIn, numberIn, objectOf, textIn } from '../line-json.ts'

const status = /(?:unexpected status|last status:) (\d{3})\b/
/** What it says in place of any answer of 500. */
const highDemand = /^We.re currently experiencing high demand, which may cause temporary errors/
const unknownThread =
  /no rollout found for thread id|thread\/(resume|fork) failed: (.*not found|failed to read thread)|failed to read session metadata|no saved session found|invalid (session|thread) id/i

/** In a home that it was never used in, app-servers that start at once trip over each other; the next start is fine. */
const firstStarts = /failed to initialize (sqlite )?state runtime/i

/** Words of the app-server that name a category outright. Most others only say which request failed. */
const stated: Readonly<Record<string, FailureCategory>> = {
  usageLimitExceeded: 'usage_limit',
  rateLimitExceeded: 'rate_limit',
  serverOverloaded: 'overloaded',
  modelNotFound: 'invalid_model',
  unauthorized: 'auth',
}

export const isUnknownThread = (message: string): boolean => unknownThread.test(message)

export function eventEvidence(message: string): Evidence {
  // Its words would read as overload, yet any 500 is put this way.
  if (highDemand.test(message)) return { channel: 'event', status: 500, type: 'server_error' }
  const body = fieldsIn(fieldsIn(objectOf(message)).error)
  const type = textIn(body.code) ?? textIn(body.type)
  const found = status.exec(message)?.[1]
  const wait = waitIn(body)
  return {
    channel: 'event',
    message: textIn(body.message) ?? message,
    ...(type === null ? {} : { type }),
    ...(found === undefined ? {} : { status: Number(found) }),
    ...(wait === null ? {} : { retryAfterSeconds: wait }),
  }
}

/** "Reconnecting... 2/5", its words for a retry. */
export function attemptIn(message: string): { readonly attempt: number; readonly attempts: number } | null {
  const [, attempt, attempts] = /^Reconnecting\.\.\. (\d+)\/(\d+)/.exec(message) ?? []
  return attempt === undefined ? null : { attempt: Number(attempt), attempts: Number(attempts) }
}

/** The error of a turn or of a retry, as the app-server tells it. */
export function errorEvidence(error: Fields, resetsAt: string | null = null): Evidence {
  const [word, status] = infoIn(error.codexErrorInfo)
  const category = word === null || !Object.hasOwn(stated, word) ? undefined : stated[word]
  return {
    ...(word === null ? {} : { type: word }),
    ...eventEvidence(textIn(error.additionalDetails) ?? textIn(error.message) ?? ''),
    ...(status === null ? {} : { status }),
    ...(category === undefined ? {} : { stated: category }),
    ...(category === 'usage_limit' && resetsAt !== null ? { resetsAt } : {}),
  }
}

/** A word, or an object of one word that may hold the HTTP status. `other` says nothing. */
export function infoIn(info: unknown): readonly [word: string | null, status: number | null] {
  const word = textIn(info) ?? Object.keys(fieldsIn(info))[0] ?? null
  const status = word === null ? null : numberIn(fieldsIn(fieldsIn(info)[word]).httpStatusCode)
  return [word === 'other' ? null : word, status]
}

/** The end of a process that never said its final word. */
export function endEvidence(exit: Exit, trouble: Evidence | null, resumed: boolean): readonly Evidence[] {
  const lost = resumed && isUnknownThread(plainStderr(exit))
  const raced = firstStarts.test(plainStderr(exit))
  return [
    ...(lost ? [{ channel: 'stderr', stated: 'context_lost' } as const] : []),
    ...(raced ? [{ channel: 'stderr', stated: 'transient' } as const] : []),
    ...exitEvidence(exit),
    ...(trouble === null ? [] : [trouble]),
  ]
}
