/** Which group of the fleet a session belongs to, in which order, and whether a search means it. Pure. */

import type { Session } from '#contract/session'
import { type Need, needOf } from '#core/session/status'
import { attentionOf } from '../needs-you/attention.ts'

export const groupNames: readonly { readonly need: Need; readonly name: string }[] = [
  { need: 'needs_you', name: 'Needs you' },
  { need: 'working', name: 'Working' },
  { need: 'waiting', name: 'Waiting' },
  { need: 'done', name: 'Done' },
]

/** The status says where a session belongs; a failed turn or trouble that stopped it calls for you all the same. */
export function groupOf(session: Session): Need {
  const need = needOf(session.status)
  if (need === 'needs_you' || need === 'done') return need
  const attention = attentionOf(session)
  return attention && attention.kind !== 'parked' ? 'needs_you' : need
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
const order: Readonly<Record<Need, (a: Session, b: Session) => number>> = {
  needs_you: (a, b) => a.activity.since.localeCompare(b.activity.since) || byBirth(a, b),
  working: (a, b) => byBirth(a, b),
  waiting: (a, b) => byBirth(a, b),
  done: (a, b) => b.activity.since.localeCompare(a.activity.since) || byBirth(a, b),
}
const byBirth = (a: Session, b: Session): number => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id)

export function grouped(sessions: Iterable<Session>, filter: Filter): ReadonlyMap<Need, readonly Session[]> {
  const groups = new Map<Need, Session[]>(groupNames.map(({ need }) => [need, []]))
  for (const session of sessions) if (matches(session, filter)) groups.get(groupOf(session))!.push(session)
  for (const [need, list] of groups) list.sort(order[need])
  return groups
}
