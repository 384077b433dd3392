/** What agents cost: sums over time by session, project, agent and so on. Cost that nobody told is unknown, never 0. */

export const costGroups = ['project', 'agent', 'model', 'session', 'role', 'task', 'effort', 'day'] as const
export type CostBy = (typeof costGroups)[number]

export interface CostSum {
  /** The sum of what is known; null: nothing is. */
  readonly costUsd: number | null
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  /** Sessions that used something in this time. */
  readonly sessions: number
  /** Of those, the ones whose cost nobody told, and the tokens they used. */
  readonly unknownCosts: number
  readonly unknownTokens: number
}

export interface CostRow extends CostSum {
  /** An id, a name, a day such as `2026-01-31`; empty: of none, such as sessions without a task. */
  readonly key: string
  readonly label: string
}

/** A limit and how far it is used: of a project a day, of a project in all, or of everything a day. */
export interface Budget {
  readonly scope: 'project_day' | 'project' | 'day'
  readonly projectId: string | null
  readonly limitUsd: number
  readonly spentUsd: number
  readonly state: 'ok' | 'warned' | 'reached'
}

export interface Costs {
  readonly by: CostBy
  readonly since: string
  readonly until: string
  /** Days begin at midnight here. */
  readonly zone: string
  readonly total: CostSum
  /** The dearest first; days in their order. */
  readonly rows: readonly CostRow[]
  /** Each day of the time that was asked for, also those without a cost. */
  readonly days: readonly CostRow[]
  readonly budgets: readonly Budget[]
}
