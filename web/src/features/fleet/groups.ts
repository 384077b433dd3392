/** Which group of the fleet a session belongs to, in which order, and whether a search means it. Pure. */

import type { Session } from '#contract/session'
import { attentionOf } from '#core/attention/queue'
import { type FleetGroup, fleetGroups, groupOf as groupOfStatus, hasUnlanded } from '#core/session/status'

const names: Readonly<Record<FleetGroup, string>> = {
  needs_you: 'Needs you',
  ready: 'Ready for review',
  working: 'Working',
  waiting: 'Waiting',
  idle: 'Idle',
  done: 'Done',
}
export const groupNames = fleetGroups.map((need) => ({ need, name: names[need] }))

/** The status says where a session belongs; trouble that stopped it, or a silence, calls for you all the same. */
export function groupOf(session: Session): FleetGroup {
  const group = groupOfStatus({ status: session.status, unlanded: hasUnlanded(session) })
  if (group === 'needs_you' || group === 'done') return group
  const kind = attentionOf(session)?.kind
  return kind === 'trouble' || kind === 'silent' ? 'needs_you' : group
}

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

type Order = (a: Session, b: Session) => number
const byBirth: Order = (a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id)
const longest: Order = (a, b) => a.activity.since.localeCompare(b.activity.since) || byBirth(a, b)
const latest: Order = (a, b) => b.activity.since.localeCompare(a.activity.since) || byBirth(a, b)

/** Orders that do not jump while agents talk: by waiting time where you are needed, else by birth; done by end. */
const asTheyWait: Readonly<Record<FleetGroup, Order>> = {
  needs_you: longest,
  ready: longest,
  working: byBirth,
  waiting: byBirth,
  idle: byBirth,
  done: latest,
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
