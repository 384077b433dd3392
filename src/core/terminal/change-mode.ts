/** May a session change from headless into its CLI's own interface, or back? One writer of a conversation at a time. Pure. */
import type { Refusal } from '#contract/error'
import type { Mode } from '#contract/terminal'
import type { SessionFacts } from '#core/session/decide'

/** What was asked for, else what the configuration says of this agent. */
export const decideMode = (asked: Mode | undefined, configured: unknown): Mode =>
  asked ?? (configured === 'terminal' ? 'terminal' : 'headless')

export interface ModeFacts extends SessionFacts {
  readonly terminal: boolean
}

/** `opened`: a process of it runs. */
export function decideOpen(facts: ModeFacts & { readonly opened: boolean }): 'already' | 'open' | Refusal {
  if (facts.phase === 'ended') return over(facts.id)
  if (facts.phase === 'starting') return starting(facts.id)
  if (facts.terminal) return facts.opened ? 'already' : 'open'
  return facts.turnRunning ? inTurn(facts.id) : 'open'
}

/** An ended one in a terminal is brought back without it. */
export function decideHeadless(
  facts: ModeFacts & { readonly dialog: boolean },
  force: boolean,
): 'already' | 'leave' | Refusal {
  if (facts.phase === 'starting') return starting(facts.id)
  if (!facts.terminal) return facts.phase === 'ended' ? over(facts.id) : 'already'
  if (facts.phase === 'ended' || force) return 'leave'
  if (facts.dialog) return dialogOpen(facts.id)
  return facts.turnRunning ? inTurn(facts.id) : 'leave'
}

const over = (id: string): Refusal => ({
  refused: 'SESSION_ENDED',
  message: `Session ${id} has ended.`,
  hint: `Bring it back with: drover session restore ${id}`,
})

const starting = (id: string): Refusal => ({
  refused: 'SESSION_STARTING',
  message: `Session ${id} is still starting.`,
  hint: 'Try again in a moment.',
})

const inTurn = (id: string): Refusal => ({
  refused: 'TURN_IN_PROGRESS',
  message: `Session ${id} is in a turn; its conversation has one writer at a time.`,
  hint: `Wait for its end, or cancel it: drover cancel ${id}`,
})

const dialogOpen = (id: string): Refusal => ({
  refused: 'SESSION_AWAITING_DECISION',
  message: `A dialog is open in the terminal of ${id}.`,
  hint: `Answer it there: drover session attach ${id}; or leave it unanswered with --force`,
})
