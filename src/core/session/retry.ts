/**
 * What trying again means: which words go to the agent once more, and when there is nothing to try. A turn that completed, one
 * that somebody stopped before it began, and mail that is carried again by itself are no business of a retry.
 */
import type { TurnOutcome } from '#contract/agent-event'
import type { Refusal } from '#contract/error'
import type { Phase } from '#contract/session'
import { redacted } from '#core/redact'

export interface RetryFacts {
  readonly id: string
  readonly phase: Phase
  /** Its end was asked for. */
  readonly ending: boolean
  /** The last turn; null: there was none. `carried`: mail that began it waits to be carried again. */
  readonly turn: {
    readonly n: number
    readonly state: 'running' | TurnOutcome
    readonly prompt: string
    readonly carried: boolean
  } | null
}

export interface Retry {
  readonly prompt: string
}

export function decideRetry({ id, phase, ending, turn }: RetryFacts): Retry | Refusal {
  if (phase === 'ended' || ending) {
    return {
      refused: 'SESSION_ENDED',
      message: `Session ${id} has ended.`,
      hint: `Bring it back first: drover session restore ${id}`,
    }
  }
  if (turn?.state === 'running') {
    return {
      refused: 'TURN_IN_PROGRESS',
      message: `Session ${id} is in a turn.`,
      hint: `Wait for its end, or stop it first: drover session cancel ${id}`,
    }
  }
  if (phase === 'starting') {
    return { refused: 'SESSION_STARTING', message: `Session ${id} is still starting.`, hint: 'Wait until it is live.' }
  }
  if (turn === null) return nothing(id, `Session ${id} was told nothing yet.`, 'Say what it is to do')
  if (turn.state === 'completed')
    return nothing(id, `Turn ${turn.n} of ${id} completed.`, 'Say what is to be done next')
  if (turn.carried) {
    return {
      refused: 'NOTHING_TO_RETRY',
      message: `Mail began turn ${turn.n} of ${id}, and it is carried again by itself.`,
      hint: `See when: drover mail list --to ${id}`,
    }
  }
  if (turn.prompt.includes(redacted)) {
    return nothing(id, `The prompt of turn ${turn.n} held a secret, which is not kept.`, 'Say it again')
  }
  return { prompt: turn.prompt }
}

const nothing = (id: string, message: string, what: string): Refusal => ({
  refused: 'NOTHING_TO_RETRY',
  message,
  hint: `${what}: drover send --session ${id} --message "…"`,
})
