/**
 * What a turn's end leaves on its session: the failure that people see until a turn completes, and the time before which
 * the provider takes nothing. Pure; the flow writes it with the end of the turn.
 */
import type { Evidence, FailureCategory, TurnOutcome } from '#contract/agent-event'
import type { EndedBy, Failure } from '#contract/session'
import { resetOf } from '#core/failure/reset-of'

/** A failure as it is kept; what to do about it is derived from it. */
export interface FailedTurn extends Omit<Failure, 'hint'> {
  readonly turn: number
}

export interface TurnEndFacts {
  readonly n: number
  readonly outcome: TurnOutcome
  readonly code: string | null
  readonly endedBy: EndedBy | null
  /** The last error of this turn that was stored. */
  readonly error: {
    readonly code: string
    readonly category: FailureCategory
    readonly message: string
    readonly evidence: readonly Evidence[]
  } | null
}

export interface Standing {
  readonly failure: FailedTurn | null
  readonly parkedUntil: string | null
}

const longest = 1000

/** A turn that was stopped is neither: what stood before it stands. */
export function standingAfter(before: Standing, end: TurnEndFacts, now: Date, zone: string): Standing {
  // Only these two: whoever asks may hold more, which this must not give back.
  if (end.outcome === 'cancelled') return { failure: before.failure, parkedUntil: before.parkedUntil }
  if (end.outcome === 'completed') return { failure: null, parkedUntil: null }
  const { error } = end
  const category = error?.category ?? 'unknown'
  const reset = error === null ? null : resetOf(category, error.evidence, now, zone)
  const failure: FailedTurn = {
    turn: end.n,
    category,
    code: end.code ?? (category === 'unknown' ? 'AGENT_CRASHED' : (error?.code ?? 'AGENT_CRASHED')),
    message: cut(messageOf(end)),
    at: now.toISOString(),
    resetAt: reset?.toISOString() ?? null,
  }
  return { failure, parkedUntil: reset !== null && reset.getTime() > now.getTime() ? failure.resetAt : null }
}

const vanished = 'The agent’s process vanished in the middle of its turn.'

function messageOf({ endedBy, error }: TurnEndFacts): string {
  const said = error?.message ?? vanished
  return endedBy === 'reaper' ? `Ended from outside Drover. ${said}` : said
}

const cut = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`)
