/** pi's own words for a failure, as evidence. It exits with 0 after a failed request: the last message tells. */
import type { Evidence } from '#contract/agent-event'
import type { Exit } from '#ports/harness'
import { quotedError } from '../api-error.ts'
import { exitEvidence, plainStderr } from '../exit-evidence.ts'

const unknownSession = /^No session found/im
const broken = /^(terminated|connection error\.?|fetch failed|premature close|other side closed|aborted)/i

export function faultEvidence(message: string, reason: string): Evidence {
  return {
    channel: 'event',
    ...quotedError(message),
    ...(broken.test(message) ? { type: 'connection_failed' } : {}),
    ...(reason === 'aborted' ? { stated: 'cancelled' as const } : {}),
  }
}

/** The end of a process that never said its final word. */
export function endEvidence(exit: Exit, fault: Evidence | null, resumed: boolean): readonly Evidence[] {
  const lost = resumed && unknownSession.test(plainStderr(exit))
  return [
    ...(lost ? [{ channel: 'stderr', stated: 'context_lost' } as const] : []),
    ...exitEvidence(exit),
    ...(fault === null ? [] : [fault]),
  ]
}
