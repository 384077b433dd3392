/** The fleet's sessions in their groups, as a search and an order want them. Pure; the groups themselves are `core/attention/fleet`. */

import type { Session } from '#contract/session'
import { asTheyWait, byBirth, groupNames, groupOf, type Order } from '#core/attention/fleet'
import type { FleetGroup } from '#core/session/status'

export interface Filter {
  readonly text: string
  readonly projectId: string
  /** One group alone; '': all that are in sight; archived: those that are not. */
  readonly show: FleetGroup | 'archived' | ''
}

export const noFilter: Filter = { text: '', projectId: '', show: '' }

export function matches(session: Session, filter: Filter): boolean {
  if ((session.archivedAt !== null) !== (filter.show === 'archived')) return false
  if (filter.projectId !== '' && session.projectId !== filter.projectId) return false
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const hay = [
    session.id,
    session.title,
    session.projectId,
    session.harness,
    session.model,
    session.branch,
    session.status,
    session.lastText,
  ]
    .join('\n')
    .toLowerCase()
  return words.every((word) => hay.includes(word))
}

export const sorts = ['waiting', 'newest', 'name', 'cost'] as const
export type Sort = (typeof sorts)[number]
export const sortNames: Readonly<Record<Sort, string>> = {
  waiting: 'By wait',
  newest: 'Newest',
  name: 'By name',
  cost: 'By cost',
}

/** What nobody knows the cost of comes last. */
const byCost: Order = (a, b) => (b.totals.costUsd ?? -1) - (a.totals.costUsd ?? -1) || byBirth(a, b)
const byName: Order = (a, b) =>
  a.title.localeCompare(b.title, undefined, { numeric: true, sensitivity: 'base' }) || byBirth(a, b)

const orderOf = (sort: Sort, need: FleetGroup): Order => {
  if (sort === 'waiting') return asTheyWait[need]
  return sort === 'newest' ? byBirth : sort === 'name' ? byName : byCost
}

export type Groups = ReadonlyMap<FleetGroup, readonly Session[]>

export function grouped(sessions: Iterable<Session>, filter: Filter, sort: Sort = 'waiting'): Groups {
  const groups = new Map<FleetGroup, Session[]>(groupNames.map(({ need }) => [need, []]))
  const only = filter.show === 'archived' ? '' : filter.show
  for (const session of sessions) {
    if (!matches(session, filter)) continue
    const need = groupOf(session)
    if (only === '' || only === need) groups.get(need)!.push(session)
  }
  for (const [need, list] of groups) list.sort(orderOf(sort, need))
  return groups
}
