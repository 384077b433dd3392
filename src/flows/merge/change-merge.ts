/** Retry, approve and cancel: what a person says to a merge. */
import { DroverError } from '#contract/error'
import type { Merge } from '#contract/merge'
import { decideApprove, decideCancel, decideRetry } from '#core/merge/command'
import { isRefusal } from '#core/session/decide'
import type { Caller } from '#flows/access/caller'
import { type Context, now } from '#flows/engine/context'
import type { MergeRecord } from '#ports/store/merge'
import { groundOfMerge, sourceOf } from './ground.ts'
import type { Lanes } from './lanes.ts'
import { commandFacts, needMerge, tellMerge, viewMerge } from './views.ts'

export async function retryMerge(context: Context, lanes: Lanes, id: string): Promise<Merge> {
  const record = needMerge(context.journal.reads, id)
  const decision = decideRetry(commandFacts(context.journal.reads, record, lanes.isRunning(id)))
  if (isRefusal(decision)) throw DroverError.of(decision)
  if (decision === 'resolve') return resolveAgain(context, lanes, record)
  if (decision === 'land') {
    const step = record.push === null || record.push.state === 'pushed' ? 'land' : 'push'
    return requeue(context, lanes, record, { step, state: 'ready', attempts: 0 })
  }
  return restart(context, lanes, record)
}

/** A resolution is looked at before anything is said to go on; without one, newer commits of the branch begin anew. */
async function resolveAgain(context: Context, lanes: Lanes, record: MergeRecord): Promise<Merge> {
  const { worktree: path, baseCommit: base } = record
  if (path === null || base === null || !context.exists(path)) return restart(context, lanes, record)
  const repoPath = groundOfMerge(context, record).project.path
  const [head = null] = await context.merging.branches(repoPath, [record.branch])
  if (head !== null && head !== record.head && record.resolved === null) return restart(context, lanes, record)
  return requeue(context, lanes, record, { step: 'resolve', state: 'resolving' })
}

/** From the branch as it is now. */
async function restart(context: Context, lanes: Lanes, record: MergeRecord): Promise<Merge> {
  const repoPath = groundOfMerge(context, record).project.path
  const [head = null] = await context.merging.branches(repoPath, [record.branch])
  if (head === null)
    throw new DroverError('BASE_REF_NOT_FOUND', `The branch ${record.branch} is gone.`, {
      hint: 'Restore its session, or merge another branch.',
    })
  const kept = head === record.head ? sourceOf(record) : head
  return requeue(context, lanes, record, {
    step: 'merge',
    state: 'queued',
    head,
    resolved: kept === head ? null : kept,
    attempts: 0,
    agentTries: 0,
    result: null,
    verify: null,
    proof: null,
    tier: kept === head ? null : record.tier,
    // What was approved was shown; what the branch holds now was not.
    ...(head === record.head ? {} : { approval: null, approved: null }),
    ...(record.push === null ? {} : { push: { ...record.push, state: 'wanted' } }),
  })
}

function requeue(context: Context, lanes: Lanes, record: MergeRecord, patch: Partial<MergeRecord>): Merge {
  const after = context.journal.command((tx) => {
    const fresh = needMerge(tx, record.id)
    if (fresh.state !== record.state || fresh.step !== record.step)
      throw new DroverError('MERGE_BLOCKED', `Merge ${record.id} is ${fresh.state} by now.`, {
        hint: `Look at it again: drover merge get ${record.id}`,
      })
    tx.updateMerge(record.id, { reason: null, next: null, needsApproval: [], ...patch })
    return tellMerge(context, tx, record.id)
  })
  context.faultPoint('merge:requeued')
  lanes.kick(record.projectId, record.target)
  return viewMerge(after)
}

export function approveMerge(context: Context, lanes: Lanes, id: string, caller: Caller): Merge {
  if (caller.type !== 'operator')
    throw new DroverError('FORBIDDEN_SCOPE', 'Only the operator approves.', { hint: 'Ask the operator.' })
  const by = caller.label
  const after = context.journal.command((tx) => {
    const record = needMerge(tx, id)
    const decision = decideApprove(commandFacts(tx, record, lanes.isRunning(id)))
    if (isRefusal(decision)) throw DroverError.of(decision)
    tx.updateMerge(id, {
      approval: { by, at: now(context) },
      approved: { reasons: record.needsApproval, dropped: record.proof?.dropped ?? [] },
      needsApproval: [],
      step: record.push === null ? 'land' : 'push',
      next: null,
    })
    return tellMerge(context, tx, id)
  })
  context.faultPoint('merge:approved')
  lanes.kick(after.projectId, after.target)
  return viewMerge(after)
}

export async function cancelMerge(context: Context, lanes: Lanes, id: string): Promise<Merge> {
  const record = needMerge(context.journal.reads, id)
  const look = () =>
    decideCancel(commandFacts(context.journal.reads, needMerge(context.journal.reads, id), lanes.isRunning(id)))
  let decision = look()
  if (isRefusal(decision)) throw DroverError.of(decision)
  if (decision === 'later') {
    await lanes.cancel(id)
    // It may have come to its rest by then (a person is asked, an approval waits), and not have looked again.
    decision = look()
  }
  if (decision === 'now') {
    context.journal.command((tx) => {
      const reason = { code: 'cancelled', message: 'It was cancelled.' } as const
      tx.updateMerge(id, { state: 'rejected', step: 'end', reason, next: null, needsApproval: [] })
      const lane = tx.lane(record.projectId, record.target)
      if (lane?.mergeId === id) tx.putLane({ ...lane, mergeId: null })
      tellMerge(context, tx, id)
    })
    lanes.afterEnd(id)
    lanes.kick(record.projectId, record.target)
  }
  return viewMerge(needMerge(context.journal.reads, id))
}
