/**
 * Budgets: whether one is near or reached, and whether something new may be launched. Only what is known counts: an unknown
 * cost neither reaches a budget nor keeps one. Turns that run finish. Pure.
 */
import type { Budget } from '#contract/cost'
import type { Refusal } from '#contract/error'
import { money } from '#core/relay/show-words'

export interface BudgetFacts {
  readonly scope: Budget['scope']
  readonly projectId: string | null
  readonly limitUsd: number
  /** null: nothing is known. */
  readonly spentUsd: number | null
  /** The part of it at which somebody is warned: 0.8. */
  readonly warnAt: number
}

export function judgeBudget({ scope, projectId, limitUsd, spentUsd, warnAt }: BudgetFacts): Budget {
  const spent = spentUsd ?? 0
  const state = spent >= limitUsd ? 'reached' : spent >= limitUsd * warnAt ? 'warned' : 'ok'
  return { scope, projectId, limitUsd, spentUsd: spent, state }
}

const whose: Readonly<Record<Budget['scope'], (budget: Budget) => string>> = {
  project_day: ({ projectId }) => `The budget of ${projectId} for today`,
  project: ({ projectId }) => `The budget of ${projectId}`,
  day: () => 'The budget of all projects for today',
}

const keys: Readonly<Record<Budget['scope'], (budget: Budget) => string>> = {
  project_day: ({ projectId }) => `drover project set ${projectId} budget.daily_usd=…`,
  project: ({ projectId }) => `drover project set ${projectId} budget.total_usd=…`,
  day: () => '[limits] daily_usd in your configuration',
}

export const budgetWords = (budget: Budget): string =>
  `${whose[budget.scope](budget)} is ${budget.state === 'reached' ? 'reached' : 'nearly used up'}: ${money(budget.spentUsd)} of ${money(budget.limitUsd)}.`

/** What to do about one that holds. */
export function budgetHint(budget: Budget): string {
  const later = budget.scope === 'project' ? '' : ' It is free again at midnight.'
  return `Raise it with: ${keys[budget.scope](budget)} — see what it was spent on with: drover costs --by session${
    budget.projectId === null ? '' : ` -p ${budget.projectId}`
  }.${later}`
}

/** Nothing new is launched once one of them is reached. */
export function decideBudget(budgets: readonly Budget[]): 'accept' | Refusal {
  const held = budgets.find(({ state }) => state === 'reached')
  if (held === undefined) return 'accept'
  return {
    refused: 'BUDGET_REACHED',
    message: `${budgetWords(held)} Nothing new is launched; turns that run finish.`,
    hint: budgetHint(held),
    details: held,
  }
}

const rank = { ok: 0, warned: 1, reached: 2 } as const

/** Said once for each step, and again another day or with another limit. `told` is what was said last; null: say nothing. */
export function tellOnce(budget: Budget, day: string, told: string | null): string | null {
  if (budget.state === 'ok') return null
  const when = budget.scope === 'project' ? '' : day
  const [toldDay, toldLimit, toldState] = (told ?? '').split('|')
  const same = toldDay === when && toldLimit === String(budget.limitUsd)
  if (same && rank[(toldState ?? 'ok') as Budget['state']] >= rank[budget.state]) return null
  return `${when}|${budget.limitUsd}|${budget.state}`
}
