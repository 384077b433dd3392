/**
 * The fleet as people see it: which group a session stands in, what the groups are called, and in which order their sessions
 * come. Pure; the cockpit and the terminal's dashboard share it. Filters and other orders are the cockpit's.
 */
import type { Session } from '#contract/session'
import { type FleetGroup, fleetGroups, groupOf as groupOfStatus, hasUnlanded } from '../session/status.ts'
import { attentionOf } from './queue.ts'

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

export type Order = (a: Session, b: Session) => number
export const byBirth: Order = (a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id)
const longest: Order = (a, b) => a.activity.since.localeCompare(b.activity.since) || byBirth(a, b)
const latest: Order = (a, b) => b.activity.since.localeCompare(a.activity.since) || byBirth(a, b)

/** Orders that do not jump while agents talk: by waiting time where you are needed, else by birth; done by end. */
export const asTheyWait: Readonly<Record<FleetGroup, Order>> = {
  needs_you: longest,
  ready: longest,
  working: byBirth,
  waiting: byBirth,
  idle: byBirth,
  done: latest,
}
