/**
 * What the dashboard knows: agents, tasks, mail, merges and costs, and how a change of the fleet changes it. Pure; where facts
 * come from is the command line's, how they look is `frame`.
 */
import type { Change } from '#contract/change'
import type { Costs } from '#contract/cost'
import type { Mail } from '#contract/mail'
import { isEnded, type Merge } from '#contract/merge'
import type { Session } from '#contract/session'
import type { Task } from '#contract/task'
import { asTheyWait, groupNames, groupOf } from '../attention/fleet.ts'
import type { FleetGroup } from '../session/status.ts'

export interface DashboardFacts {
  readonly sessions: ReadonlyMap<string, Session>
  readonly tasks: ReadonlyMap<string, Task>
  readonly mail: ReadonlyMap<string, Mail>
  readonly merges: ReadonlyMap<string, Merge>
  /** null: they could not be read. */
  readonly costs: Costs | null
}

export interface Snapshot {
  readonly sessions: readonly Session[]
  readonly tasks: readonly Task[]
  readonly mail: readonly Mail[]
  readonly merges: readonly Merge[]
  readonly costs: Costs | null
}

const byId = <T extends { readonly id: string }>(list: readonly T[]): ReadonlyMap<string, T> =>
  new Map(list.map((one) => [one.id, one]))

export const factsOf = ({ sessions, tasks, mail, merges, costs }: Snapshot): DashboardFacts => ({
  sessions: byId(sessions.filter((session) => session.archivedAt === null)),
  tasks: byId(tasks),
  mail: byId(mail),
  merges: byId(merges),
  costs,
})

/** What is over is kept for a while only: a dashboard may be open for weeks. */
const mostOver = 200

type Kept = { readonly id: string; readonly createdAt: string }

function put<T extends Kept>(map: ReadonlyMap<string, T>, one: T, isOver: (one: T) => boolean): ReadonlyMap<string, T> {
  const next = new Map(map).set(one.id, one)
  const over = [...next.values()].filter(isOver)
  if (over.length <= mostOver) return next
  over.sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  for (const { id } of over.slice(0, over.length - mostOver)) next.delete(id)
  return next
}

function without<T>(map: ReadonlyMap<string, T>, id: string): ReadonlyMap<string, T> {
  const next = new Map(map)
  next.delete(id)
  return next
}

/** The same object where nothing that is shown changed. */
export function seeChange(facts: DashboardFacts, change: Change): DashboardFacts {
  switch (change.type) {
    case 'session_created':
    case 'session_updated':
    case 'session_ended': {
      const { sessions } = facts
      const session = change.payload
      if (session.archivedAt !== null) return { ...facts, sessions: without(sessions, session.id) }
      return { ...facts, sessions: put(sessions, session, ({ phase }) => phase === 'ended') }
    }
    case 'session_removed':
      return { ...facts, sessions: without(facts.sessions, change.sessionId ?? '') }
    case 'task_added':
    case 'task_updated':
      return { ...facts, tasks: put(facts.tasks, change.payload, (task) => !isOpen(task)) }
    case 'task_removed':
      return { ...facts, tasks: without(facts.tasks, change.payload.id) }
    case 'mail_sent':
    case 'mail_delivered':
    case 'mail_read':
    case 'mail_undeliverable':
      return { ...facts, mail: put(facts.mail, change.payload, () => true) }
    case 'merge_queued':
    case 'merge_updated':
    case 'merge_landed':
    case 'merge_rejected':
      return { ...facts, merges: put(facts.merges, change.payload, ({ state }) => isEnded(state)) }
    default:
      return facts
  }
}

/** Costs are told at the end of a turn, and of a session. */
export const changesCosts = ({ type }: Change): boolean => type === 'turn_ended' || type === 'session_ended'

export interface Group {
  readonly need: FleetGroup
  readonly name: string
  readonly sessions: readonly Session[]
}

/** The groups of the fleet that have somebody, in its order. */
export function groupsOf(facts: DashboardFacts): readonly Group[] {
  const found = new Map<FleetGroup, Session[]>()
  for (const session of facts.sessions.values()) {
    const need = groupOf(session)
    const list = found.get(need)
    if (list) list.push(session)
    else found.set(need, [session])
  }
  return groupNames.flatMap(({ need, name }) => {
    const sessions = found.get(need)
    return sessions ? [{ need, name, sessions: sessions.sort(asTheyWait[need]) }] : []
  })
}

/** The agents as they stand below each other. */
export const inOrder = (facts: DashboardFacts): readonly Session[] =>
  groupsOf(facts).flatMap(({ sessions }) => sessions)

export const isOpen = ({ state }: Task): boolean => state !== 'done' && state !== 'cancelled'

const rankOf: Readonly<Record<Task['state'], number>> = {
  needs_user: 0,
  failed: 1,
  claimed: 2,
  ready: 3,
  done: 4,
  cancelled: 5,
}

/** What waits for a person first, then what is under way, then the queue in its order. */
export const openTasks = (facts: DashboardFacts): readonly Task[] =>
  [...facts.tasks.values()]
    .filter(isOpen)
    .sort((a, b) => rankOf[a.state] - rankOf[b.state] || b.priority - a.priority || a.place - b.place)

/** What `send` says is a mail too; it is shown where it could not be delivered. */
const isShown = ({ type, state }: Mail): boolean =>
  state === 'undeliverable' || (type !== 'message' && state !== 'cancelled')

export const isUnread = ({ to, state }: Mail): boolean => to === 'operator' && state !== 'read' && state !== 'cancelled'

/** What nobody has read of what was written to you, then the newest. */
export const shownMail = (facts: DashboardFacts): readonly Mail[] =>
  [...facts.mail.values()]
    .filter(isShown)
    .sort((a, b) => Number(isUnread(b)) - Number(isUnread(a)) || b.createdAt.localeCompare(a.createdAt))

/** Those on their way, the ones that wait for a person first; then the newest that ended. */
export const shownMerges = (facts: DashboardFacts): readonly Merge[] =>
  [...facts.merges.values()].sort(
    (a, b) => mergeRank(a) - mergeRank(b) || b.updatedAt.localeCompare(a.updatedAt) || a.id.localeCompare(b.id),
  )

const mergeRank = ({ state }: Merge): number =>
  state === 'needs_human' || state === 'ready' ? 0 : isEnded(state) ? 2 : 1
