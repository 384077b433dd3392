/** Qwen Code's own words for a failure, as evidence; what its server answered is seen from outside beside them. */
import type { Evidence } from '#contract/agent-event'
import type { Exit } from '#ports/harness'
import { quotedError } from '../api-error.ts'
import { exitEvidence, plainStderr } from '../exit-evidence.ts'
import { type Failing, failingEvidence } from '../http-tap.ts'
import { type Fields, fieldsIn, numberIn, textIn } from '../line-json.ts'

const unknownSession = /no saved session found|session .*not found|no session/i
const wrapped = /^\[API Error: ([\s\S]*)\]\s*$/
const broken = /^(terminated|connection error\.?|fetch failed|premature close|aborted)/i

/** A message that the CLI writes in the model's place: no request was answered. */
export function isOwnWords(message: Fields): boolean {
  const { content, usage } = fieldsIn(message.message)
  const text = textIn(fieldsIn(Array.isArray(content) ? content[0] : null).text)
  return text !== null && wrapped.test(text) && (numberIn(fieldsIn(usage).input_tokens) ?? 0) === 0
}

export function resultMessage(result: Fields): string {
  const text = textIn(fieldsIn(result.error).message) ?? textIn(result.result) ?? 'Qwen Code reports a failure.'
  return (wrapped.exec(text)?.[1] ?? text).trim()
}

export function resultEvidence(result: Fields, failing: Failing | null): readonly Evidence[] {
  const message = resultMessage(result)
  const type = broken.test(message) ? { type: 'connection_failed' } : {}
  return [{ channel: 'event', ...quotedError(message), ...type }, ...failingEvidence(failing)]
}

/** The end of a process that never said its final word. */
export function endEvidence(exit: Exit, failing: Failing | null, resumed: boolean): readonly Evidence[] {
  const lost = resumed && unknownSession.test(plainStderr(exit))
  return [
    ...(lost ? [{ channel: 'stderr', stated: 'context_lost' } as const] : []),
    ...exitEvidence(exit),
    ...failingEvidence(failing),
  ]
}
