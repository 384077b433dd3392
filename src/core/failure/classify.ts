/**
 * From evidence to one category. Pure, and deaf to prose: evidence comes from structured channels only, so a transcript
 * full of "rate limit" and "529" changes nothing. Owns the order in which signs are believed; the signs themselves are in
 * `signs`, what follows from a category in `categories`.
 */
import type { Evidence, FailureCategory } from '#contract/agent-event'
import { isRejected } from './limit-headers.ts'
import { fromMessage, fromStatus, fromWord } from './signs.ts'

/** When one channel gives several, the one that asks for the most particular answer wins. */
const order: readonly FailureCategory[] = [
  'cancelled',
  'usage_limit',
  'auth',
  'invalid_model',
  'context_lost',
  'launch',
  'rate_limit',
  'overloaded',
  'stalled',
  'transient',
  'incomplete',
  'no_change',
  'agent_error',
  'unknown',
]

const isGeneric = (category: FailureCategory): boolean => category === 'agent_error' || category === 'unknown'

function strongest(candidates: readonly FailureCategory[]): FailureCategory | null {
  return order.find((category) => candidates.includes(category)) ?? null
}

/** Structured channels before logs, logs before standard error, the bare exit last. */
const channels: readonly (readonly Evidence['channel'][])[] = [
  ['event', 'http', 'runtime'],
  ['log'],
  ['stderr'],
  ['exit'],
]

export function classify(evidence: readonly Evidence[]): FailureCategory {
  const stated = strongest(evidence.flatMap((one) => (one.stated === undefined ? [] : [one.stated])))
  if (stated !== null && !isGeneric(stated)) return stated
  let generic = stated
  for (const channel of channels) {
    const here = evidence.filter((one) => channel.includes(one.channel)).flatMap(readingsOf)
    const found = strongest(here)
    if (found !== null && !isGeneric(found)) return found
    generic ??= found
  }
  return generic ?? 'unknown'
}

/**
 * What one piece of evidence says. A message refines a status or a word that is too wide by itself: a 429 whose body
 * speaks of a spent quota is a usage limit, a 404 that names the model is an invalid model. It never overrules a
 * telling status: a 500 stays transient whatever its body says.
 */
function readingsOf(one: Evidence): readonly FailureCategory[] {
  if (one.headers !== undefined && isRejected(one.headers)) return ['usage_limit']
  const word = one.type === undefined ? null : fromWord(one.type, one.channel)
  const status = one.status === undefined ? null : fromStatus(one.status)
  const message = one.message === undefined || one.channel === 'exit' ? null : fromMessage(one.message)
  const wide = word === null || word === 'rate_limit' || word === 'transient'
  if (word !== null && !wide) return [word]
  if (status !== null) return [refine(status, word, message)]
  if (word === 'rate_limit') return [message === 'usage_limit' ? message : word]
  if (word !== null) return [message ?? word]
  if (message !== null) return [message]
  return fromEnd(one)
}

function refine(
  status: FailureCategory,
  word: FailureCategory | null,
  message: FailureCategory | null,
): FailureCategory {
  if (message === 'usage_limit' && (status === 'rate_limit' || status === 'auth' || status === 'agent_error'))
    return message
  if (status === 'agent_error') return message ?? word ?? status
  if (status === 'transient' && message === 'overloaded') return message
  if (status === 'auth' && message === 'invalid_model') return message
  return status
}

function fromEnd(one: Evidence): readonly FailureCategory[] {
  if (one.signal !== undefined && one.signal !== null) return ['agent_error']
  if (one.exitCode === undefined || one.exitCode === null) return []
  // The shell's own words for "not executable" and "not found".
  if (one.exitCode === 126 || one.exitCode === 127) return ['launch']
  return one.exitCode === 0 ? ['unknown'] : ['agent_error']
}
