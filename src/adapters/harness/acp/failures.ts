/** What an agent's refusals mean, as evidence: JSON-RPC errors, reasons to stop, and one agent that fails in words. */
import type { Evidence } from '#contract/agent-event'
import type { Exit } from '#ports/harness'
import { quotedError } from '../api-error.ts'
import { exitEvidence } from '../exit-evidence.ts'
import { type Fields, fieldsIn, numberIn, textIn } from '../line-json.ts'
import type { Method } from './wire.ts'

const authRequired = -32_000
const emptyNames = new Set(['APIError', 'UnknownError', 'Error'])

/** Agents put the cause into `data`, each in its own words. */
export function errorMessage(error: Fields): string {
  const data = fieldsIn(error.data)
  const cause = textIn(error.data) ?? textIn(data.details) ?? textIn(data.message) ?? textIn(data.reason)
  return cause ?? textIn(error.message) ?? 'The agent reports an error without a message.'
}

export function errorEvidence(error: Fields, method: Method): Evidence {
  const data = fieldsIn(error.data)
  const quoted = quotedError(errorMessage(error))
  const code = numberIn(error.code)
  const status = numberIn(data.statusCode) ?? numberIn(data.status) ?? (code !== null && code >= 400 ? code : null)
  const name = textIn(data.errorName) ?? textIn(data.errorKind) ?? textIn(data.code)
  // Whatever the reason, the earlier session cannot be had: each agent words that in its own way.
  const lost = (method === 'session/load' || method === 'session/resume') && code !== authRequired
  return {
    channel: 'event',
    ...(name === null || emptyNames.has(name) ? {} : { type: name }),
    ...quoted,
    ...(status === null || status > 599 ? {} : { status }),
    ...(code === authRequired ? { stated: 'auth' as const } : {}),
    ...(lost ? { stated: 'context_lost' as const } : {}),
  }
}

export const stopEvidence = (reason: string): Evidence => ({
  channel: 'event',
  type: reason,
  stated: reason === 'cancelled' ? 'cancelled' : 'agent_error',
})

/**
 * Copilot answers a failed request with `end_turn` and one message of its own. It is told from the model's words by the
 * tokens: no request of the turn was answered.
 */
export function saidInWords(agent: string | null, text: string, spent: boolean): Evidence | null {
  if (spent || agent?.toLowerCase() !== 'copilot') return null
  const found = /^(?:Error|Info): ([\s\S]+)$/.exec(text.trim())?.[1]
  return found === undefined ? null : { channel: 'event', ...quotedError(found) }
}

export const endEvidence = (exit: Exit): readonly Evidence[] => exitEvidence(exit)
