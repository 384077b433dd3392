/** What the doors may ask about costs: sums by whatever is asked for, day by day on the operator's calendar. */
import type { CostBy, CostRow, Costs } from '#contract/cost'
import { DroverError } from '#contract/error'
import { dayStart, daysBetween, sinceOf } from '#core/cost/days'
import { groupCosts, type Owner, sumOf, type Use } from '#core/cost/sum'
import { isZone } from '#core/failure/zone-time'
import type { Context } from '#flows/engine/context'
import { needProject } from '#flows/project/projects'
import { budgetsOf, ownZone } from './budgets.ts'

export interface CostFlows {
  costs(query: { by?: CostBy; since?: string; project?: string; zone?: string }): Costs
}

/** A longer time is shown without its days one by one. */
const mostDays = 400

export const costFlows = (context: Context): CostFlows => ({
  costs({ by = 'project', since = 'today', project, zone = ownZone() }) {
    if (project !== undefined) needProject(context, project)
    if (!isZone(zone))
      throw new DroverError('INVALID_QUERY', `There is no time zone "${zone}".`, {
        hint: 'Write one such as Europe/Berlin or UTC.',
      })
    const now = context.clock.now().getTime()
    const from = sinceOf(since, now, zone)
    if (from === null || from > now)
      throw new DroverError('INVALID_QUERY', `"${since}" is no time to sum from.`, {
        hint: 'Write today, 7d, 24h, a day such as 2026-01-31, or a time in ISO form that is not ahead.',
      })
    const ownerOf = owners(context)
    const uses = usesOf(context, from, now, zone).filter(
      ({ sessionId }) => project === undefined || ownerOf(sessionId)?.projectId === project,
    )
    return {
      by,
      since: new Date(from).toISOString(),
      until: new Date(now).toISOString(),
      zone,
      total: sumOf(uses),
      rows: groupCosts(uses, by, ownerOf),
      days: everyDay(groupCosts(uses, 'day', ownerOf), Math.max(from, dayStart(now, zone, 1 - mostDays)), now, zone),
      budgets: budgetsOf(context).filter(
        ({ projectId }) => project === undefined || projectId === null || projectId === project,
      ),
    }
  },
})

/** A day a question: each reads its own rows of the index, however much was used before. */
function usesOf(context: Context, from: number, until: number, zone: string): readonly Use[] {
  const { reads } = context.journal
  const first = reads.firstUsage()
  if (first === null) return []
  return daysBetween(Math.max(from, first), until + 1, zone).flatMap((day) =>
    reads.usageBetween(day.from, day.until).map((record) => ({ ...record, day: day.name })),
  )
}

function owners(context: Context): (sessionId: string) => Owner | null {
  const known = new Map<string, Owner | null>()
  return (id) => {
    let owner = known.get(id)
    if (owner === undefined) {
      owner = context.journal.reads.session(id)
      known.set(id, owner)
    }
    return owner
  }
}

const empty = sumOf([])

/** Days on which nothing happened are days too. */
function everyDay(rows: readonly CostRow[], from: number, now: number, zone: string): readonly CostRow[] {
  const byDay = new Map(rows.map((row) => [row.key, row]))
  return daysBetween(from, now + 1, zone).map(({ name }) => byDay.get(name) ?? { key: name, label: name, ...empty })
}
