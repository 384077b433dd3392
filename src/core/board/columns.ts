/**
 * The board of a project: issues that the loop has seen, trips and sessions, each in one of five columns. Pure; the page draws
 * it. A session that works for a trip is the trip's card and has none of its own; of an issue's trips the latest counts.
 */
import type { Session } from '#contract/session'
import type { SeenIssue, Trip } from '#contract/trip'
import { groupOf } from '../attention/fleet.ts'
import { attentionOf } from '../attention/queue.ts'
import { hasUnlanded } from '../session/status.ts'

export const boardColumns = ['ready', 'working', 'in_review', 'landed', 'needs_you'] as const
export type BoardColumn = (typeof boardColumns)[number]

export const columnNames: Readonly<Record<BoardColumn, string>> = {
  ready: 'Ready',
  working: 'Working',
  in_review: 'In review',
  landed: 'Landed',
  needs_you: 'Needs you',
}

export type BoardCard =
  | { readonly kind: 'issue'; readonly key: string; readonly issue: SeenIssue }
  | { readonly kind: 'trip'; readonly key: string; readonly trip: Trip; readonly session: Session | null }
  | { readonly kind: 'session'; readonly key: string; readonly session: Session }

/** null: it is over without a change, and on nobody's board. */
export function columnOfTrip(trip: Trip, session: Session | null): BoardColumn | null {
  switch (trip.state) {
    case 'done':
      return 'landed'
    case 'escalated':
    case 'frozen':
      // Whoever is done with it archives its session; those are not among the ones that are shown.
      return trip.sessionId !== null && (session === null || session.archivedAt !== null) ? null : 'needs_you'
    case 'withdrawn':
      return null
    case 'claiming':
      return 'working'
    case 'running':
      return columnOfRunning(trip, session)
  }
}

function columnOfRunning(trip: Trip, session: Session | null): BoardColumn {
  if (session !== null && attentionOf(session) !== null) return 'needs_you'
  // A corrective turn is work, although there is a pull request.
  if (session?.status === 'working' || session?.status === 'starting') return 'working'
  // Somebody is about to mend it.
  if (trip.ci === 'red') return 'working'
  // The phase is the one that runs: from `ci` on, the change is where others see it.
  return trip.prId !== null || trip.phase === 'ci' || trip.phase === 'deployed' || trip.phase === 'done'
    ? 'in_review'
    : 'working'
}

/** null: it ended with nothing that landed, or is out of sight. */
export function columnOfSession(session: Session): BoardColumn | null {
  if (session.archivedAt !== null) return null
  const landed = session.status === 'merged' || (session.landing?.landedAt != null && !hasUnlanded(session))
  switch (groupOf(session)) {
    case 'needs_you':
      return 'needs_you'
    case 'ready':
      return 'in_review'
    case 'working':
      return 'working'
    case 'waiting':
      return session.prs.some(({ state }) => state === 'open') ? 'in_review' : 'working'
    case 'idle':
      return landed ? 'landed' : 'ready'
    case 'done':
      return landed ? 'landed' : null
  }
}

export interface BoardFacts {
  readonly projectId: string
  readonly trips: Iterable<Trip>
  readonly seen: Iterable<SeenIssue>
  readonly sessions: Iterable<Session>
  /** Of the trips that were given to a person those that still wait for one; left out: not known. */
  readonly waiting?: Iterable<Trip>
}

const issueKey = (repo: string, number: number): string => `${repo.toLowerCase()}#${number}`

/** Every column, also the empty ones; what waits longest first, what landed last first. */
export function boardOf({
  projectId,
  trips,
  seen,
  sessions,
  waiting,
}: BoardFacts): ReadonlyMap<BoardColumn, readonly BoardCard[]> {
  const board = new Map<BoardColumn, BoardCard[]>(boardColumns.map((column) => [column, []]))
  const own = new Map([...sessions].filter((one) => one.projectId === projectId).map((one) => [one.id, one]))
  const latest = new Map<string, Trip>()
  const working = new Set<string>()
  for (const trip of trips) {
    if (trip.projectId !== projectId) continue
    if (trip.sessionId !== null) working.add(trip.sessionId)
    const key = issueKey(trip.repo, trip.issue)
    const known = latest.get(key)
    if (known === undefined || known.createdAt <= trip.createdAt) latest.set(key, trip)
  }
  const waits = waiting === undefined ? null : new Set([...waiting].map(({ id }) => id))
  const columnOf = (trip: Trip, session: Session | null): BoardColumn | null =>
    waits !== null && (trip.state === 'escalated' || trip.state === 'frozen') && !waits.has(trip.id)
      ? null
      : columnOfTrip(trip, session)
  for (const trip of latest.values()) {
    const session = own.get(trip.sessionId ?? '') ?? null
    const column = columnOf(trip, session)
    if (column !== null) board.get(column)?.push({ kind: 'trip', key: trip.id, trip, session })
  }
  for (const issue of seen) {
    const trip = latest.get(issueKey(issue.repo, issue.number))
    // What is taken, or lies with a person after a trip, has its card already.
    const shown = trip !== undefined && columnOf(trip, own.get(trip.sessionId ?? '') ?? null) !== null
    if (issue.projectId !== projectId || shown) continue
    if (issue.decision === 'dispatched') continue
    board.get('ready')?.push({ kind: 'issue', key: issueKey(issue.repo, issue.number), issue })
  }
  for (const session of own.values()) {
    const column = working.has(session.id) ? null : columnOfSession(session)
    if (column !== null) board.get(column)?.push({ kind: 'session', key: session.id, session })
  }
  for (const [column, cards] of board)
    cards.sort(column === 'ready' ? byPriority : column === 'landed' ? newest : oldest)
  return board
}

const at = (card: BoardCard): string =>
  card.kind === 'issue' ? card.issue.at : card.kind === 'trip' ? card.trip.createdAt : card.session.createdAt
const ended = (card: BoardCard): string =>
  card.kind === 'trip'
    ? (card.trip.endedAt ?? card.trip.updatedAt)
    : card.kind === 'session'
      ? landedAt(card.session)
      : at(card)
const landedAt = (session: Session): string => session.landing?.landedAt ?? session.updatedAt

type Order = (a: BoardCard, b: BoardCard) => number
const oldest: Order = (a, b) => at(a).localeCompare(at(b)) || a.key.localeCompare(b.key)
const newest: Order = (a, b) => ended(b).localeCompare(ended(a)) || a.key.localeCompare(b.key)
/** As the loop would take them; sessions that wait for words come after. */
const byPriority: Order = (a, b) => {
  if (a.kind === 'issue' && b.kind === 'issue')
    return a.issue.priority - b.issue.priority || a.issue.number - b.issue.number
  return Number(a.kind !== 'issue') - Number(b.kind !== 'issue') || oldest(a, b)
}
