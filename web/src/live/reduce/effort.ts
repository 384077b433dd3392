/**
 * Efforts as the page knows them: read once, then folded from the fleet's changes, so that a tree moves while one looks at it.
 * Pure; a change that is older than what is known does nothing.
 */
import type { Change } from '#contract/change'
import type { Effort, EffortMember, EffortMerge } from '#contract/effort'
import type { Merge } from '#contract/merge'
import type { Session } from '#contract/session'
import { costOf } from '#core/effort/budget'

export interface Efforts {
  readonly seq: number
  readonly efforts: ReadonlyMap<string, Effort>
}

export const effortsOf = (seq: number, list: readonly Effort[]): Efforts => ({
  seq,
  efforts: new Map(list.map((one) => [one.id, one])),
})

export function applyToEfforts(known: Efforts, changes: readonly Change[]): Efforts {
  const fresh = changes.filter((change) => change.seq > known.seq)
  const last = fresh.at(-1)
  if (last === undefined) return known
  return { seq: last.seq, efforts: fresh.reduce(apply, known.efforts) }
}

export const withEffort = (known: Efforts, effort: Effort): Efforts => ({
  ...known,
  efforts: new Map(known.efforts).set(effort.id, effort),
})

type All = ReadonlyMap<string, Effort>

function apply(all: All, change: Change): All {
  switch (change.type) {
    case 'effort_started':
    case 'effort_updated':
    case 'effort_completed':
      return new Map(all).set(change.payload.id, change.payload)
    case 'session_created':
    case 'session_updated':
    case 'session_ended':
      return withMember(all, change.payload)
    case 'session_removed':
      return withoutMember(all, change.sessionId ?? '')
    case 'merge_queued':
    case 'merge_updated':
    case 'merge_landed':
    case 'merge_rejected':
      return withMergeOf(all, change.payload)
    default:
      return all
  }
}

function withMember(all: All, session: Session): All {
  const effort = session.effortId === null ? undefined : all.get(session.effortId)
  if (effort === undefined) return all
  const member = memberOf(session)
  const known = effort.sessions.some(({ id }) => id === member.id)
  const sessions = known
    ? effort.sessions.map((one) => (one.id === member.id ? member : one))
    : [...effort.sessions, member]
  return new Map(all).set(effort.id, summed({ ...effort, sessions }))
}

function withoutMember(all: All, id: string): All {
  const effort = [...all.values()].find(({ sessions }) => sessions.some((one) => one.id === id))
  if (effort === undefined) return all
  return new Map(all).set(effort.id, summed({ ...effort, sessions: effort.sessions.filter((one) => one.id !== id) }))
}

export function memberOf(session: Session): EffortMember {
  const { id, name, role, parentId, depth, taskId, status, files, waitingFor, report, branch, turn, totals } = session
  return {
    ...{ id, name, role: role ?? 'worker', parentId, depth, taskId, status },
    ...{ files, waitingFor, report, branch, turns: turn?.n ?? 0, totals, createdAt: session.createdAt },
  }
}

function withMergeOf(all: All, merge: Merge): All {
  const effort = [...all.values()].find(({ sessions }) => sessions.some(({ id }) => id === merge.sessionId))
  if (effort === undefined) return all
  const { id, sessionId, branch, into, state, tier, reason, landedCommit, createdAt, landedAt } = merge
  const one: EffortMerge = { id, sessionId, branch, into, state, tier, reason, landedCommit, createdAt, landedAt }
  const merges = effort.merges.some((other) => other.id === id)
    ? effort.merges.map((other) => (other.id === id ? one : other))
    : [...effort.merges, one]
  const landed = landedCommit === null || effort.landed.includes(landedCommit) ? [] : [landedCommit]
  return new Map(all).set(effort.id, { ...effort, merges, landed: [...effort.landed, ...landed] })
}

/** The sums as the daemon makes them. */
function summed(effort: Effort): Effort {
  const { usd, unknown } = costOf(
    effort.sessions.map(({ totals, turns }) => ({ costUsd: totals.costUsd, worked: turns > 0 })),
  )
  const sum = (numbers: readonly (number | null)[]): number | null => {
    const known = numbers.filter((one) => one !== null)
    return known.length === 0 ? null : known.reduce((all, one) => all + one, 0)
  }
  const inputTokens = sum(effort.sessions.map(({ totals }) => totals.inputTokens))
  const outputTokens = sum(effort.sessions.map(({ totals }) => totals.outputTokens))
  return { ...effort, totals: { ...effort.totals, inputTokens, outputTokens, costUsd: usd, unknownCosts: unknown } }
}
