/**
 * A failure in a person's words: what it was, in two or three words for a card, and what to do about it, in one sentence.
 * Owns the words; which category a failure has is `classify`.
 */
import type { FailureCategory } from '#contract/agent-event'

interface Words {
  readonly cause: string
  readonly advice: string
}

const words: Record<FailureCategory, Words> = {
  usage_limit: {
    cause: 'quota used up',
    advice: 'The account’s quota is used up. Send again after the reset, or start a session with another agent.',
  },
  rate_limit: {
    cause: 'rate limited',
    advice: 'The provider asked for a pause. Send the message again in a moment.',
  },
  overloaded: {
    cause: 'provider overloaded',
    advice: 'The provider is overloaded. Send the message again in a few minutes.',
  },
  transient: {
    cause: 'connection failed',
    advice: 'A passing fault of the network or the provider. Send the message again.',
  },
  stalled: {
    cause: 'no progress',
    advice: 'The agent stopped making progress. Send a message to go on, or kill and restore the session.',
  },
  launch: {
    cause: 'could not start',
    advice:
      'The agent’s program could not be started. Look at it with `drover harness probe`, mend it, then send again.',
  },
  auth: {
    cause: 'signed out',
    advice: 'The agent is not signed in. Sign in with its own command in a terminal, then send again.',
  },
  invalid_model: {
    cause: 'model refused',
    advice:
      'This model is not available to the agent. Choose another with `drover session set <id> --model <model>`, then send again.',
  },
  context_lost: {
    cause: 'conversation lost',
    advice:
      'The agent no longer knows this conversation. The next message starts afresh with a hand-off from Drover’s own log.',
  },
  incomplete: { cause: 'unfinished', advice: 'The agent stopped before it was done. Tell it to go on.' },
  no_change: {
    cause: 'nothing changed',
    advice: 'The turn changed nothing. Say more precisely what should change.',
  },
  agent_error: {
    cause: 'agent error',
    advice: 'The agent reported an error of its own. Read the evidence, then send again or change the request.',
  },
  unknown: {
    cause: 'failed',
    advice: 'Nobody recognised this failure. The raw log holds all the agent wrote: `drover session tail <id> --raw`.',
  },
  cancelled: { cause: 'stopped', advice: 'The turn was stopped. Send a message to go on.' },
}

const crashed: Words = {
  cause: 'crashed',
  advice:
    'The agent’s process ended in the middle of its turn. Send a message: the conversation goes on where it stood.',
}

const of = (failure: { readonly category: FailureCategory; readonly code: string }): Words =>
  failure.code === 'AGENT_CRASHED' ? crashed : (words[failure.category] ?? words.unknown)

/** Two or three words: `signed out`, `quota used up`, `crashed`. */
export const causeOf = (failure: { readonly category: FailureCategory; readonly code: string }): string =>
  of(failure).cause

/** What to do, with the session's own id in the commands it names. */
export const adviceOf = (
  failure: { readonly category: FailureCategory; readonly code: string },
  sessionId: string,
): string => of(failure).advice.replaceAll('<id>', sessionId)

export const adviceFor = (category: FailureCategory): string => (words[category] ?? words.unknown).advice

/**
 * The cause with the time it ends at, where one is known and still ahead: `quota, back at 14:30`. The time is said on the
 * reader's own clock, with the day where that is not today.
 */
export function causeNow(
  failure: { readonly category: FailureCategory; readonly code: string; readonly resetAt: string | null },
  nowMs: number,
): string {
  const cause = causeOf(failure)
  if (failure.resetAt === null || !(Date.parse(failure.resetAt) > nowMs)) return cause
  return `${failure.category === 'usage_limit' ? 'quota' : cause}, back at ${clockTime(failure.resetAt, nowMs)}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `14:30`, or `3 Nov 14:30` on another day. */
export function clockTime(iso: string, nowMs: number): string {
  const [at, now] = [new Date(iso), new Date(nowMs)]
  const two = (n: number): string => String(n).padStart(2, '0')
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`
  return at.toDateString() === now.toDateString() ? time : `${at.getDate()} ${months[at.getMonth()]} ${time}`
}
