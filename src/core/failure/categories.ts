/**
 * Every way a turn can fail, and what each one asks for: its class, how it may be tried again in the same chain, and
 * what follows when that is used up. Owns the words and the table; which category a failure has is `classify`, how long
 * a wait is and who is next belong to the relay.
 */
import type { FailureCategory } from '#contract/agent-event'

export interface Strategy {
  /** Whose trouble it is: the account's, the world's, the agent's, nobody's (work unfinished), the operator's. */
  readonly class: 'quota' | 'infra' | 'agent' | 'incomplete' | 'operator'
  /**
   * none; wait: what `retry-after` says, else backoff; backoff; once: one more, resumed; once_fresh: one more, new
   * conversation with a hand-off; guided: resumed with guidance; budget: as long as the budget lasts.
   */
  readonly retry: 'none' | 'wait' | 'backoff' | 'once' | 'once_fresh' | 'guided' | 'budget'
  /** bench: the quota scope until its reset; pause: the agent spec after more than one in a chain; rotate: next agent. */
  readonly after: 'bench' | 'pause' | 'rotate' | 'rest'
  /** The next agent gets a hand-off of what was done. */
  readonly handOff: boolean
  /** One notice per credential, not one per session. */
  readonly noticePer: 'session' | 'credential'
}

const plain = { handOff: false, noticePer: 'session' } as const

const strategies: Record<FailureCategory, Strategy> = {
  usage_limit: { ...plain, class: 'quota', retry: 'none', after: 'bench', handOff: true },
  rate_limit: { ...plain, class: 'infra', retry: 'wait', after: 'pause' },
  overloaded: { ...plain, class: 'infra', retry: 'backoff', after: 'pause' },
  transient: { ...plain, class: 'infra', retry: 'backoff', after: 'pause' },
  stalled: { ...plain, class: 'infra', retry: 'once', after: 'pause' },
  launch: { ...plain, class: 'infra', retry: 'none', after: 'rotate' },
  auth: { ...plain, class: 'agent', retry: 'none', after: 'rotate', noticePer: 'credential' },
  invalid_model: { ...plain, class: 'agent', retry: 'none', after: 'rotate' },
  context_lost: { ...plain, class: 'agent', retry: 'once_fresh', after: 'rotate' },
  incomplete: { ...plain, class: 'incomplete', retry: 'guided', after: 'rotate', handOff: true },
  no_change: { ...plain, class: 'agent', retry: 'budget', after: 'rotate' },
  agent_error: { ...plain, class: 'agent', retry: 'budget', after: 'rotate' },
  unknown: { ...plain, class: 'agent', retry: 'budget', after: 'rotate' },
  cancelled: { ...plain, class: 'operator', retry: 'none', after: 'rest' },
}

export const isFailureCategory = (word: string): word is FailureCategory => Object.hasOwn(strategies, word)

export const strategyOf = (category: FailureCategory): Strategy => strategies[category]
