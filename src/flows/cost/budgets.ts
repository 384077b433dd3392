/**
 * The budgets that are configured, with what was spent of each: whether something new may be launched, and the mail to the
 * operator, once a step, when one is nearly used up or reached. What was held goes on when the budget is free again.
 */
import type { Budget } from '#contract/cost'
import type { Refusal } from '#contract/error'
import { droverAddress, operatorAddress } from '#contract/mail'
import { budgetHint, budgetWords, decideBudget, judgeBudget, tellOnce } from '#core/cost/budget'
import { dayStart, daysBetween } from '#core/cost/days'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { postMail } from '#flows/mail/post-mail'
import type { EffectiveSettings } from '#ports/settings'
import type { ProjectRecord } from '#ports/store/project'

/** Where the operator's days begin, unless somebody says otherwise. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** A configuration that does not hold is told elsewhere. */
function limitsOf(context: Context, project: ProjectRecord | null): EffectiveSettings['budget'] | null {
  try {
    return context.settings.of(project).budget
  } catch {
    return null
  }
}

const today = (context: Context): number => dayStart(context.clock.now().getTime(), ownZone())

function homeBudgets(context: Context): readonly Budget[] {
  const limits = limitsOf(context, null)
  if (limits === null || limits.allDailyUsd === null) return []
  const spentUsd = context.journal.reads.costSince(null, today(context))
  const { allDailyUsd: limitUsd, warnAt } = limits
  return [judgeBudget({ scope: 'day', projectId: null, limitUsd, spentUsd, warnAt })]
}

function projectBudgets(context: Context, project: ProjectRecord): readonly Budget[] {
  const limits = limitsOf(context, project)
  if (limits === null) return []
  const { dailyUsd, totalUsd, warnAt } = limits
  const { reads } = context.journal
  const judged = (scope: Budget['scope'], limitUsd: number | null, from: () => number): readonly Budget[] =>
    limitUsd === null
      ? []
      : [judgeBudget({ scope, projectId: project.id, limitUsd, spentUsd: reads.costSince(project.id, from()), warnAt })]
  return [...judged('project_day', dailyUsd, () => today(context)), ...judged('project', totalUsd, () => 0)]
}

export const budgetsOf = (context: Context): readonly Budget[] => [
  ...homeBudgets(context),
  ...context.journal.reads.projects(false).flatMap((project) => projectBudgets(context, project)),
]

/** Why nothing new is launched for this project; null: nothing holds. */
export function budgetHolds(context: Context, projectId: string): Refusal | null {
  const project = context.journal.reads.project(projectId)
  const verdict = decideBudget([...homeBudgets(context), ...(project === null ? [] : projectBudgets(context, project))])
  return verdict === 'accept' ? null : verdict
}

const everyRounds = 3

/** Tells the operator, and wakes what was held once it may go on. */
export function watchesBudgets(context: Context): Follower {
  let held: ReadonlySet<string | null> = new Set()
  const look = (): void => {
    const budgets = budgetsOf(context)
    for (const budget of budgets) tell(context, budget)
    const reached = new Set(budgets.filter(({ state }) => state === 'reached').map(({ projectId }) => projectId))
    const freed = [...held].some((projectId) => !reached.has(projectId))
    held = reached
    if (freed) for (const { id } of context.journal.reads.liveSessions()) context.settle(id)
  }
  return {
    name: 'budgets',
    atBoot: look,
    atTick(round) {
      if (round % everyRounds === 0) look()
    },
  }
}

function tell(context: Context, budget: Budget): void {
  if (budget.state === 'ok') return
  const now = context.clock.now().getTime()
  const day = daysBetween(now, now + 1, ownZone())[0]!.name
  const key = `budget ${budget.scope} ${budget.projectId ?? ''}`
  if (tellOnce(budget, day, context.journal.reads.meta(key)) === null) return
  context.journal.command((tx) => {
    const told = tellOnce(budget, day, tx.meta(key))
    if (told === null) return
    const words = budgetWords(budget)
    postMail(context, tx, {
      projectId: budget.projectId,
      effortId: null,
      from: droverAddress,
      to: operatorAddress,
      source: 'daemon',
      type: 'escalation',
      subject: words,
      body: `${words}${budget.state === 'reached' ? ' Nothing new is launched; turns that run finish.' : ''} ${budgetHint(budget)}`,
      payload: { severity: budget.state === 'reached' ? 'error' : 'warning', taskId: null, context: words },
      priority: 'high',
    })
    tx.setMeta(key, told)
  })
}
