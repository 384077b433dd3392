/**
 * Claude Code's own words for a failure, as evidence. Reads the final event, the machine word on its error messages and
 * its retry notices; never what the model wrote.
 */
import type { Evidence } from '#contract/agent-event'
import type { Exit } from '#ports/harness'
import { exitEvidence } from '../exit-evidence.ts'
import { type Fields, listIn, numberIn, textIn } from '../line-json.ts'

/** What was seen on the way to a failure. */
export interface Trouble {
  /** The word on the message that the CLI writes in the model's place: rate_limit, authentication_failed … */
  readonly word: string | null
  /** The last retry that no answer followed. */
  readonly retry: { readonly status: number | null; readonly word: string | null } | null
  /** A quota the server rejected by, and when it comes back. */
  readonly limit: { readonly resetsAt: string | null } | null
}

export const noTrouble: Trouble = { word: null, retry: null, limit: null }

const unknownConversation = /no conversation found with session id/i

export function resultMessage(result: Fields): string {
  const errors = listIn(result.errors).filter((one): one is string => typeof one === 'string')
  return errors.length > 0
    ? errors.join('\n')
    : (textIn(result.result) ?? `Claude Code reports ${textIn(result.subtype) ?? 'a failure'}.`)
}

export function resultEvidence(result: Fields, trouble: Trouble): readonly Evidence[] {
  const errors = listIn(result.errors)
    .filter((one): one is string => typeof one === 'string')
    .join('\n')
  // Only then is the text the CLI's own; otherwise it may be the model's.
  const ofApi = result.terminal_reason === 'api_error'
  const status = numberIn(result.api_error_status)
  const type = textIn(result.api_error_type) ?? (ofApi ? null : textIn(result.subtype))
  const message = ofApi ? textIn(result.result) : errors
  const main: Evidence = {
    channel: 'event',
    ...(status === null ? {} : { status }),
    ...(type === null ? {} : { type }),
    ...(message === null || message === '' ? {} : { message }),
    ...(unknownConversation.test(errors) ? { stated: 'context_lost' as const } : {}),
    ...(textIn(result.terminal_reason)?.startsWith('aborted_') ? { stated: 'cancelled' as const } : {}),
  }
  return [main, ...troubleEvidence(trouble)]
}

/** The end of a process that never said its final word. */
export function endEvidence(exit: Exit, trouble: Trouble, resumed: boolean): readonly Evidence[] {
  const lost = resumed && unknownConversation.test(exit.stderrTail)
  const stated: readonly Evidence[] = lost ? [{ channel: 'stderr', stated: 'context_lost' }] : []
  return [...stated, ...exitEvidence(exit), ...troubleEvidence(trouble)]
}

function troubleEvidence({ word: said, retry, limit }: Trouble): readonly Evidence[] {
  const evidence: Evidence[] = []
  if (limit !== null) {
    evidence.push({
      channel: 'event',
      stated: 'usage_limit',
      ...(limit.resetsAt === null ? {} : { resetsAt: limit.resetsAt }),
    })
  }
  if (said !== null && said !== 'unknown') evidence.push({ channel: 'event', type: said })
  if (retry !== null) {
    // A retry without a status: the connection failed before any answer.
    const word = retry.status === null ? 'connection_failed' : retry.word
    evidence.push({
      channel: 'http',
      ...(retry.status === null ? {} : { status: retry.status }),
      ...(word === null || word === 'unknown' ? {} : { type: word }),
    })
  }
  return evidence
}
