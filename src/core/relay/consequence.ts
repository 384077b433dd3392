/**
 * What follows a try: its task is done, tried again by the same agent, handed to the next one, or given up; and what it means
 * for the agent. One total table over outcome and category; the numbers come from the policy, chance from the caller.
 */
import type { FailureCategory } from '#contract/agent-event'
import type { TryOutcome } from '#contract/relay'
import { strategyOf } from '#core/failure/categories'

export interface TryEnd {
  readonly outcome: TryOutcome
  /** Why it did not complete; null when it did. */
  readonly category: FailureCategory | null
  readonly retryAfterMs: number | null
}

/** Tries of this task so far, this one included; `chain`: those of the same agent in a row. */
export interface TryCounts {
  readonly task: number
  readonly chain: readonly FailureCategory[]
}

export interface RetryPolicy {
  /** Tries a task may have. */
  readonly tries: number
  readonly backoffMs: number
  readonly backoffMaxMs: number
}

export const defaultRetryPolicy: RetryPolicy = { tries: 5, backoffMs: 5_000, backoffMaxMs: 300_000 }

export type NextTry =
  | { readonly do: 'done' }
  /** The same agent again: resumed, fresh with a hand-off, or resumed with guidance. */
  | { readonly do: 'again'; readonly mode: 'resume' | 'fresh' | 'guided'; readonly waitMs: number }
  /** The next agent, in the same worktree, told what was done. */
  | { readonly do: 'rotate' }
  | { readonly do: 'give-up'; readonly why: string }
  | { readonly do: 'ask-user' }
  /** A person stopped it: nothing follows by itself and nothing is counted. */
  | { readonly do: 'rest' }

/** `chance` is from 0 (inclusive) to 1: jitter, so that many do not come back at the same moment. */
export function afterTry(end: TryEnd, counts: TryCounts, policy: RetryPolicy, chance: number): NextTry {
  if (end.outcome === 'completed') return { do: 'done' }
  if (end.outcome === 'needs_user') return { do: 'ask-user' }
  const category = categoryOf(end)
  const strategy = strategyOf(category)
  if (strategy.class === 'operator') return { do: 'rest' }
  // Somebody else's spent account says nothing about the task.
  if (counts.task >= policy.tries && strategy.class !== 'quota')
    return { do: 'give-up', why: `${counts.task} tries did not finish it; the last one ended as ${category}` }
  const same = counts.chain.filter((one) => one === category).length
  switch (strategy.retry) {
    case 'none':
      return { do: 'rotate' }
    case 'wait':
    case 'backoff': {
      const infra = counts.chain.filter((one) => strategyOf(one).class === 'infra').length
      if (infra > 1) return { do: 'rotate' }
      return { do: 'again', mode: 'resume', waitMs: waitFor(strategy.retry, end, infra, policy, chance) }
    }
    case 'once':
      return same > 1 ? { do: 'rotate' } : { do: 'again', mode: 'resume', waitMs: 0 }
    case 'once_fresh':
      return same > 1 ? { do: 'rotate' } : { do: 'again', mode: 'fresh', waitMs: 0 }
    case 'guided':
      return same > 1 ? { do: 'rotate' } : { do: 'again', mode: 'guided', waitMs: 0 }
    case 'budget':
      return same > 1 ? { do: 'rotate' } : { do: 'again', mode: 'resume', waitMs: 0 }
  }
}

/** An outcome that is no failure of the process is a category all the same. */
export function categoryOf(end: Pick<TryEnd, 'outcome' | 'category'>): FailureCategory {
  if (end.outcome === 'cancelled') return 'cancelled'
  if (end.outcome === 'incomplete') return 'incomplete'
  if (end.outcome === 'no_change') return 'no_change'
  if (end.outcome === 'parked') return 'usage_limit'
  return end.category ?? 'unknown'
}

function waitFor(
  retry: 'wait' | 'backoff',
  end: TryEnd,
  failures: number,
  policy: RetryPolicy,
  chance: number,
): number {
  if (retry === 'wait' && end.retryAfterMs !== null) return Math.max(0, end.retryAfterMs)
  const grown = Math.min(policy.backoffMaxMs, policy.backoffMs * 2 ** Math.max(0, failures - 1))
  return Math.round(grown * (0.5 + chance / 2))
}
