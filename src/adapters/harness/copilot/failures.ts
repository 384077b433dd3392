/** Copilot's own words for a failure, as evidence: its session errors and its failed model calls carry the HTTP status. */
import type { Evidence } from '#contract/agent-event'
import type { Exit } from '#ports/harness'
import { quotedError } from '../api-error.ts'
import { exitEvidence, plainStderr } from '../exit-evidence.ts'
import { type Fields, numberIn, textIn } from '../line-json.ts'

const unknownSession = /No session, task, or name matched/i
/** Words that only say that a query failed. */
const emptyTypes = new Set(['query', 'unknown', 'api'])

/** `session.error` and `model.call_failure`. */
export function faultEvidence(data: Fields): Evidence {
  const status = numberIn(data.statusCode)
  const word = textIn(data.errorType) ?? textIn(data.failureKind)
  const type = word === 'transport' ? 'connection_failed' : word
  const quoted = quotedError(textIn(data.errorMessage) ?? textIn(data.message) ?? '')
  return {
    channel: 'event',
    ...(type === null || emptyTypes.has(type) ? {} : { type }),
    ...quoted,
    ...(status === null || status === 0 ? {} : { status }),
  }
}

/** The end of a process that never said its final word. */
export function endEvidence(exit: Exit, call: Evidence | null, resumed: boolean): readonly Evidence[] {
  const lost = resumed && unknownSession.test(plainStderr(exit))
  return [
    ...(lost ? [{ channel: 'stderr', stated: 'context_lost' } as const] : []),
    ...exitEvidence(exit),
    ...(call === null ? [] : [call]),
  ]
}
