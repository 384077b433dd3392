/** What to do about a failure, by its category. One sentence each, for a person. Pure. */
import type { Evidence, FailureCategory } from '#contract/agent-event'

const advice: Readonly<Record<FailureCategory, string>> = {
  usage_limit: 'The account’s quota is used up. Send again after the reset, or start a session with another agent.',
  rate_limit: 'The provider asked for a pause. Send the message again in a moment.',
  overloaded: 'The provider is overloaded. Send the message again in a few minutes.',
  transient: 'A passing fault of the network or the provider. Send the message again.',
  stalled: 'The agent stopped making progress. Send a message to go on, or kill and restore the session.',
  launch: 'The agent’s program could not be started. See Settings, Harnesses, and probe it.',
  auth: 'The agent is not signed in. Sign in with its own command in a terminal, then send again.',
  invalid_model: 'This model is not available to the agent. Start a session with another model.',
  context_lost:
    'The agent no longer knows this conversation. The next message starts afresh with a hand-off from Drover’s own log.',
  incomplete: 'The agent stopped before it was done. Tell it to go on.',
  no_change: 'The turn changed nothing. Say more precisely what should change.',
  agent_error: 'The agent reported an error of its own. Read the evidence, then send again or change the request.',
  unknown: 'Nobody recognised this failure. The raw log holds all the agent wrote.',
  cancelled: 'The turn was stopped. Send a message to go on.',
}

export const adviceFor = (category: FailureCategory): string => advice[category] ?? advice.unknown

/** One line a piece of evidence. */
export function evidenceLine(e: Evidence): string {
  const parts = [
    e.type,
    e.status === undefined ? undefined : `HTTP ${e.status}`,
    e.exitCode === undefined || e.exitCode === null ? undefined : `exit code ${e.exitCode}`,
    e.signal ? `signal ${e.signal}` : undefined,
    e.retryAfterSeconds === undefined ? undefined : `retry after ${e.retryAfterSeconds} s`,
    e.resetsAt === undefined ? undefined : `resets ${new Date(e.resetsAt).toLocaleString()}`,
    e.message,
  ]
  return `${e.channel}: ${parts.filter((part) => part !== undefined && part !== '').join(' · ') || 'nothing more is known'}`
}
