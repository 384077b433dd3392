/** What sums of costs say on the page, and where the bars of its chart stand. Pure. */
import type { Budget, CostRow, CostSum, Costs } from '#contract/cost'
import { count, money, tokens } from '../../ui/words.ts'

export const ranges = [
  { id: 'today', label: 'Today' },
  { id: '7d', label: '7 days' },
  { id: '30d', label: '30 days' },
] as const
export type Range = (typeof ranges)[number]['id']

export const groupings = [
  { id: 'project', label: 'Project' },
  { id: 'agent', label: 'Agent' },
  { id: 'model', label: 'Model' },
  { id: 'session', label: 'Session' },
  { id: 'role', label: 'Role' },
] as const
export type Grouping = (typeof groupings)[number]['id']

export const tokensOf = ({ inputTokens, outputTokens }: CostSum): number => inputTokens + outputTokens

/** Money where some is known, else that it is not; null: nothing was used. */
export const costWords = (sum: CostSum): string | null =>
  sum.costUsd === null ? (sum.sessions === 0 ? null : 'unknown') : money(sum.costUsd)

/** What the sum leaves out; null: nothing. */
export const missingWords = ({ unknownCosts, unknownTokens }: CostSum): string | null =>
  unknownCosts === 0
    ? null
    : `${count(unknownCosts, 'session')} of unknown cost: ${tokens(unknownTokens)} tokens are not in it`

const scopes = { project_day: 'a day', project: 'in all', day: 'a day, all projects together' } as const

export const budgetWords = ({ scope, projectId, limitUsd, spentUsd }: Budget): string =>
  `${projectId ?? 'Everything'}, ${scopes[scope]}: ${money(spentUsd)} of ${money(limitUsd)}`

export interface Bar {
  readonly day: string
  /** Parts of 1. */
  readonly left: number
  readonly width: number
  readonly height: number
  /** Something was used that day whose cost nobody told. */
  readonly unknown: boolean
  readonly words: string
}

/** By cost; a day of unknown cost has a mark, never a height. */
export function barsOf(days: readonly CostRow[]): readonly Bar[] {
  const most = Math.max(0, ...days.map(({ costUsd }) => costUsd ?? 0))
  const step = 1 / Math.max(1, days.length)
  return days.map((day, i) => ({
    day: day.key,
    left: i * step + step * 0.1,
    width: step * 0.8,
    height: most === 0 ? 0 : (day.costUsd ?? 0) / most,
    unknown: day.unknownCosts > 0,
    words: `${day.key}: ${costWords(day) ?? 'nothing'}${day.unknownCosts === 0 ? '' : `, ${tokens(day.unknownTokens)} tokens of unknown cost`}`,
  }))
}

export const chartWords = ({ days, total }: Pick<Costs, 'days' | 'total'>): string => {
  const dearest = [...days].sort((a, b) => (b.costUsd ?? 0) - (a.costUsd ?? 0))[0]
  const peak = dearest?.costUsd == null ? '' : `; the dearest was ${dearest.key} with ${money(dearest.costUsd)}`
  return `Cost of each of ${count(days.length, 'day')}, ${costWords(total) ?? 'nothing'} in all${peak}`
}

/** `Mo 3`: short enough to stand below a bar. */
export const dayLabel = (day: string): string =>
  new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
