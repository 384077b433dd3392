/**
 * The rows of a merge and its lane, as a step begins and ends: who has the lane, what was seen and what it means, whose the
 * scratch tree is. Writes what core decides; does nothing in the world.
 */
import type { MergeStep } from '#contract/merge'
import { advance, type MergePolicy, type Patch, type Seen, takeUp } from '#core/merge/next-step'
import { type Context, now } from '#flows/engine/context'
import type { Tx } from '#ports/store/journal'
import type { LaneRecord, MergeRecord } from '#ports/store/merge'
import { groundOfMerge } from './ground.ts'
import { countProject } from './landing-facts.ts'
import { needMerge, tellMerge } from './views.ts'

const runnable: readonly MergeStep[] = ['merge', 'call', 'resolve', 'prove', 'verify', 'push', 'land']

/** A lane has something to do for it. */
export const isWaiting = (record: MergeRecord): boolean => runnable.includes(record.step)

export const cancelled: Seen = { saw: 'stopped', code: 'cancelled', message: 'It was cancelled.' }

/** Writes down that the lane works on it, and at which step, before anything is done. null: nothing to do. */
export function take(context: Context, id: string): MergeRecord | null {
  const record = context.journal.command((tx) => {
    const before = needMerge(tx, id)
    if (!isWaiting(before)) return null
    const { projectId, target } = before
    tx.putLane({ ...laneOf(context, tx, projectId, target), mergeId: id, usedAt: now(context) })
    const patch = { ...takeUp(before), ...(before.train.length === 0 ? {} : { train: [] }) }
    if (!changes(before, patch)) return before
    tx.updateMerge(id, patch)
    return tellMerge(context, tx, id)
  })
  if (record !== null) context.faultPoint(`merge:at-${record.step}`)
  return record
}

const changes = (record: MergeRecord, patch: Patch): boolean =>
  Object.entries(patch).some(([name, value]) => record[name as keyof MergeRecord] !== value)

/** Its row, or the one it will have. */
export const laneOf = (context: Context, tx: Pick<Tx, 'lane'>, projectId: string, target: string): LaneRecord =>
  tx.lane(projectId, target) ?? { projectId, target, mergeId: null, worktree: null, train: null, usedAt: now(context) }

/** The lane's scratch worktree: the one that it has, or a new name, written down before there is anything at that path. */
export function laneTree(context: Context, record: MergeRecord): string {
  const { projectId, target } = record
  return context.journal.command((tx) => {
    const lane = laneOf(context, tx, projectId, target)
    if (lane.worktree !== null) return lane.worktree
    const worktree = freeTree(context, tx, `${projectId}-${record.id}`)
    tx.putLane({ ...lane, worktree, usedAt: now(context) })
    return worktree
  })
}

/** A merge may still have the tree that was named after it, or one that the lane gave it for a person to work in. */
function freeTree(context: Context, tx: Pick<Tx, 'openMerges' | 'merges'>, name: string): string {
  const given = new Set([...tx.openMerges(), ...tx.merges({ limit: 200 }).merges].map(({ worktree }) => worktree))
  for (let n = 1; ; n++) {
    const path = context.paths.mergeTree(n === 1 ? name : `${name}-${n}`)
    if (!given.has(path) && !context.exists(path)) return path
  }
}

/** What was seen of the merge that the lane works on. */
export function apply(context: Context, record: MergeRecord, seen: Seen): MergeRecord {
  const policy = policyOf(context, record)
  const after = context.journal.command((tx) => {
    const { projectId, target, id } = record
    const next = writeSeen(context, tx, record, seen, policy)
    const lane = laneOf(context, tx, projectId, target)
    // A tree that somebody is to work in is the merge's from now on; the lane gets another.
    const given = next.worktree !== null && next.worktree === lane.worktree
    const mergeId = isWaiting(next) ? id : null
    tx.putLane({ ...lane, mergeId, usedAt: now(context), ...(given ? { worktree: null } : {}) })
    return next
  })
  if (after.state === 'landed') countProject(context, after.projectId, after.target)
  return after
}

/** The row, what the fleet is told, and what its session reads, in a transaction that may have more to write. */
export function writeSeen(
  context: Context,
  tx: Tx,
  record: MergeRecord,
  seen: Seen,
  policy: MergePolicy,
  also: Partial<MergeRecord> = {},
): MergeRecord {
  const patch = advance(record, seen, policy)
  const landed = patch.state === 'landed' ? { landedAt: now(context) } : {}
  const next = tx.updateMerge(record.id, { ...patch, ...landed, ...also })
  tellMerge(context, tx, record.id)
  tellSessionRow(tx, next)
  return next
}

/** What the session's own transcript says of it, once, when it stops. */
function tellSessionRow(tx: Tx, record: MergeRecord): void {
  const { sessionId, state, id, target } = record
  if (sessionId === null || tx.session(sessionId) === null) return
  const message =
    state === 'landed'
      ? `Landed on ${target} as ${record.landedCommit?.slice(0, 12) ?? 'part of it'} (${id}).`
      : state === 'rejected' || state === 'needs_human'
        ? `${id} into ${target}: ${record.reason?.message ?? state}`
        : null
  if (message === null) return
  const code = state === 'landed' ? 'landed' : 'merge_stopped'
  tx.appendEvents(sessionId, null, [{ kind: 'notice', code, message, merge: id }])
}

export function policyOf(context: Context, record: MergeRecord): MergePolicy {
  try {
    return groundOfMerge(context, record).settings.merge
  } catch {
    // A project or a configuration that does not hold any more: what is written down does not depend on it.
    return { attempts: 1, tiers: ['clean', 'human'], agent: null, agentTries: 0 }
  }
}
