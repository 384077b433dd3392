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
}

export function matches(session: Session, filter: Filter): boolean {
  if (filter.projectId !== '' && session.projectId !== filter.projectId) return false
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const hay = [
    session.id,
    session.name,
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

/** Orders that do not jump while agents talk: by waiting time where you are needed, else by birth; done by end. */
const order: Readonly<Record<FleetGroup, (a: Session, b: Session) => number>> = {
  needs_you: (a, b) => a.activity.since.localeCompare(b.activity.since) || byBirth(a, b),
  ready: (a, b) => a.activity.since.localeCompare(b.activity.since) || byBirth(a, b),
  working: (a, b) => byBirth(a, b),
  waiting: (a, b) => byBirth(a, b),
  idle: (a, b) => byBirth(a, b),
  done: (a, b) => b.activity.since.localeCompare(a.activity.since) || byBirth(a, b),
}
const byBirth = (a: Session, b: Session): number => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id)

export function grouped(sessions: Iterable<Session>, filter: Filter): ReadonlyMap<FleetGroup, readonly Session[]> {
  const groups = new Map<FleetGroup, Session[]>(groupNames.map(({ need }) => [need, []]))
  for (const session of sessions) if (matches(session, filter)) groups.get(groupOf(session))!.push(session)
  for (const [need, list] of groups) list.sort(order[need])
  return groups
}
