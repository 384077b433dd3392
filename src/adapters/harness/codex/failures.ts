/**
 * Codex's own words for a failure, as evidence. It has no machine words on its events: the final message holds the HTTP
 * status in a fixed form, or the body of the answer as JSON. Reads only those events and standard error.
 */
import type { Evidence } from '#contract/agent-event'
import type { Exit } from '#ports/harness'
import { exitEvidence, plainStderr } from '../exit-evidence.ts'
import { fieldsIn, objectOf, textIn } from '../line-json.ts'

const status = /(?:unexpected status|last status:) (\d{3})\b/
/** What it says in place of any answer of 500. */
const highDemand = /^We.re currently experiencing high demand, which may cause temporary errors/
const unknownThread = /no rollout found for thread id|thread\/resume failed: .*not found|no saved session found/i

export function eventEvidence(message: string): Evidence {
  // Its words would read as overload, yet any 500 is put this way.
  if (highDemand.test(message)) return { channel: 'event', status: 500, type: 'server_error' }
  const body = fieldsIn(fieldsIn(objectOf(message)).error)
  const type = textIn(body.code) ?? textIn(body.type)
  const found = status.exec(message)?.[1]
  return {
    channel: 'event',
    message: textIn(body.message) ?? message,
    ...(type === null ? {} : { type }),
    ...(found === undefined ? {} : { status: Number(found) }),
  }
}

/** The end of a process that never said its final word. */
export function endEvidence(exit: Exit, reconnecting: string | null, resumed: boolean): readonly Evidence[] {
  const lost = resumed && unknownThread.test(plainStderr(exit))
  return [
    ...(lost ? [{ channel: 'stderr', stated: 'context_lost' } as const] : []),
    ...exitEvidence(exit),
    ...(reconnecting === null ? [] : [eventEvidence(reconnecting)]),
  ]
}
