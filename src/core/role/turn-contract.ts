/**
 * What a session owes after a turn: one decision over facts. A task-scoped role ends its work with a terminal mail; a turn
 * that ends cleanly without one, with nothing awaited and nothing on its way, is reminded and then counts as missing. Nothing
 * here looks at an exit code, and no clock decides what came first: mails are compared by number.
 */
import type { TurnOutcome } from '#contract/agent-event'
import type { EndReason } from '#contract/session'
import type { WaitVerdict } from './wait.ts'

export interface TurnFacts {
  /** null: no turn has ended since it was last judged. */
  readonly outcome: TurnOutcome | null
  /** The code its end was given, such as AGENT_STALLED. */
  readonly code: string | null
  readonly lifetime: 'task' | 'effort'
  readonly report: 'owed' | 'reported' | 'missing'
  /** The newest terminal mail of its own since the one before, by number; null: none. */
  readonly terminal: number | null
  /** null: it waits for nothing. */
  readonly wait: WaitVerdict | null
  /** Mail and messages that its next turn will carry. */
  readonly queued: number
  readonly parked: boolean
  readonly reminders: number
  readonly policy: { readonly reminders: number }
}

export type TurnVerdict =
  /** It said what its role ends with. */
  | { readonly do: 'reported'; readonly mail: number }
  /** It agreed to wait and what it waits for has not come. */
  | { readonly do: 'waiting' }
  /** What it waited for has come: the mail that came is a turn of its own, else one begins that says so. A deadline always is. */
  | { readonly do: 'resume'; readonly late: boolean; readonly turn: boolean }
  | { readonly do: 'remind' }
  /** It ended without a word: its parent hears of it. */
  | { readonly do: 'missing' }
  /** Its turn was ended for it: the session ends with that reason. */
  | { readonly do: 'release'; readonly endReason: Extract<EndReason, 'aborted' | 'stalled'> }
  | { readonly do: 'nothing' }

const nothing: TurnVerdict = { do: 'nothing' }

export function judgeTurn(facts: TurnFacts): TurnVerdict {
  if (facts.lifetime === 'task' && facts.terminal !== null) return { do: 'reported', mail: facts.terminal }
  if (facts.lifetime === 'task' && facts.report === 'owed') {
    const ended = endedFor(facts)
    if (ended !== null) return { do: 'release', endReason: ended }
  }
  if (facts.wait !== null) return waits(facts, facts.wait)
  if (facts.lifetime === 'effort' || facts.report !== 'owed') return nothing
  // A turn that failed or was stopped is no answer: what follows is the failure's, the operator's or the watchdog's.
  if (facts.outcome !== 'completed' || facts.queued > 0 || facts.parked) return nothing
  return facts.reminders < facts.policy.reminders ? { do: 'remind' } : { do: 'missing' }
}

/** A turn that failed keeps what was agreed; only what has come, or the time, ends a wait. */
function waits(facts: TurnFacts, wait: WaitVerdict): TurnVerdict {
  if (wait === 'waiting') return { do: 'waiting' }
  if (facts.parked) return nothing
  const late = wait === 'late'
  return { do: 'resume', late, turn: late || facts.queued === 0 }
}

/** Its agent was ended in the middle of its work, by nobody who asked for it. */
function endedFor({ outcome, code }: TurnFacts): 'aborted' | 'stalled' | null {
  if (outcome !== 'error') return null
  if (code === 'AGENT_STALLED') return 'stalled'
  return code === 'TURN_TIMEOUT' ? 'aborted' : null
}

export type DeathCause = 'missing' | 'aborted' | 'stalled' | 'stopped'
export type TerminatedBy = 'runner' | 'watchdog' | 'operator'

/** Why, in the words its parent reads. */
export function deathReason(cause: DeathCause, by: TerminatedBy, detail: string | null): string {
  const more = detail === null ? '' : `: ${detail}`
  if (cause === 'missing') return `Clean exit without terminal mail${more}`
  if (cause === 'stalled') return `The agent stalled and was ended${more}`
  if (cause === 'stopped') return `It owed a report, did nothing and stalled there; stopped${more}`
  return `Aborted by the ${by}${more}`
}

export interface DeathFacts {
  readonly agentName: string
  readonly capability: string
  readonly taskId: string | null
  readonly reason: string
  readonly lastActivity: string
  readonly terminatedBy: TerminatedBy
}

export const deathMail = (facts: DeathFacts) => ({
  type: 'worker_died' as const,
  priority: 'high' as const,
  subject: `worker_died: ${facts.agentName}`,
  body: `${facts.agentName} (${facts.capability}) will send no report. ${facts.reason}.`,
  payload: { ...facts },
})

/** How a session of a role was ended by its end; null: an end that needs no word to its parent. */
export function causeOfEnd(endReason: EndReason | null): DeathCause | null {
  if (endReason === 'stalled') return 'stalled'
  return endReason === 'killed' || endReason === 'aborted' ? 'aborted' : null
}
