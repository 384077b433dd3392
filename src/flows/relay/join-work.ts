/**
 * Finished work on its way: from a lane's branch to the relay's, and from there to the base, both through the merge queue. A
 * join that git and the tiers cannot settle returns the task to the queue; a landing that waits for a person holds nobody up.
 */
import { DroverError } from '#contract/error'
import type { TaskResult } from '#contract/task'
import { unfitNote, whyUnfit } from '#core/relay/unfit'
import { operator } from '#flows/access/caller'
import { type Context, now } from '#flows/engine/context'
import { approveMerge, cancelMerge } from '#flows/merge/change-merge'
import { enqueueMerge } from '#flows/merge/enqueue-merge'
import type { Lanes } from '#flows/merge/lanes'
import { settingsFor } from '#flows/session/ground'
import { settleTask } from '#flows/task/claim-task'
import type { Reads, Tx } from '#ports/store/journal'
import type { MergeRecord } from '#ports/store/merge'
import type { LaneState, RelayRecord } from '#ports/store/relay'
import { putLaneBack } from './lane-tree.ts'
import { noteLanding, withNote } from './notes.ts'
import { finishTask } from './settle-try.ts'
import { idleLane } from './start-relay.ts'
import { isStillAt, needRelay, putLane } from './views.ts'

/** It landed, or it will not by itself. */
export function mergeSettled(reads: Reads, id: string): boolean {
  const merge = reads.merge(id)
  return merge === null || merge.step === 'wait' || merge.step === 'end'
}

export async function joinWork(context: Context, merges: Lanes, relay: RelayRecord, lane: LaneState): Promise<void> {
  const { reads } = context.journal
  if (relay.branch === null || lane.branch === null) throw new Error(`lane ${lane.n} of ${relay.id} has no branch`)
  if (lane.mergeId === null) {
    const id = await ask(context, merges, relay, lane.branch, relay.branch)
    move(context, relay, lane, (tx) => {
      if (id === null) finishTask(context, tx, relay.id, lane.n)
      else putLane(tx, relay.id, lane.n, { mergeId: id })
    })
    return
  }
  const merge = reads.merge(lane.mergeId)
  if (merge?.state === 'landed') {
    move(context, relay, lane, (tx) => finishTask(context, tx, relay.id, lane.n))
    return
  }
  if (merge !== null && mayJoin(merge)) {
    approveMerge(context, merges, merge.id, operator)
    return
  }
  // Somebody else's work stands there by now: the task is done again on top of it.
  if (merge !== null && merge.state !== 'rejected') await cancelMerge(context, merges, merge.id).catch(() => undefined)
  await putLaneBack(context, relay, lane)
  const { settings } = settingsFor(context, reads.project(relay.projectId), relay.ignoreConfig)
  const why = whyUnfit(merge?.reason ?? null)
  move(context, relay, lane, (tx) => {
    const fresh = needRelay(tx, relay.id)
    const task = lane.taskId === null ? null : tx.task(lane.taskId)
    const worn = task !== null && task.attempts >= settings.relay.tries
    if (task?.state === 'claimed' && task.leaseRelay === relay.id)
      settleTask(tx, task, worn ? 'fail' : 'release', worn ? unfit(context, relay.id, why) : null)
    tx.updateRelay(relay.id, {
      failed: fresh.failed + (worn ? 1 : 0),
      notes: withNote(fresh.notes, unfitNote(lane.taskId, why, worn)),
    })
    putLane(tx, relay.id, lane.n, idleLane)
  })
}

/** The relay's own branch is nobody's to consent to: what asks for a person is asked when it lands. Lines that were lost are not. */
const mayJoin = ({ step, needsApproval }: MergeRecord): boolean =>
  step === 'wait' && needsApproval.length > 0 && !needsApproval.includes('dropped_lines')

const unfit = (context: Context, by: string, why: string): TaskResult => ({
  outcome: 'failed',
  summary: `It did not fit to the work of the other lanes, however often it was done: ${why}`,
  by,
  followups: [],
  at: now(context),
})

export async function landWork(context: Context, merges: Lanes, relay: RelayRecord, lane: LaneState): Promise<void> {
  const { reads } = context.journal
  if (lane.mergeId === null) {
    const id = await landing(context, merges, relay)
    move(context, relay, lane, (tx) => {
      if (id !== null) tx.updateRelay(relay.id, { mergeId: id })
      putLane(tx, relay.id, lane.n, id === null ? idleLane : { mergeId: id })
    })
    return
  }
  const merge = reads.merge(lane.mergeId)
  // What came to the branch since is on its way with another one: asked again until there is nothing left.
  const again = merge?.state === 'landed' || merge?.reason?.code === 'superseded'
  if (merge !== null && !again)
    noteLanding(
      context,
      relay.id,
      `${merge.id} waits for you. ${merge.reason?.message ?? merge.state}${merge.next === null ? '' : ` Next: ${merge.next}`}`,
    )
  move(context, relay, lane, (tx) => putLane(tx, relay.id, lane.n, again ? { mergeId: null } : idleLane))
}

/** The merge to wait for; null: everything is there, or it cannot land and that was told. */
async function landing(context: Context, merges: Lanes, relay: RelayRecord): Promise<string | null> {
  const { reads } = context.journal
  try {
    const id = await askLanding(context, merges, relay)
    if (id === null) noteLanding(context, relay.id, null)
    return id
  } catch (cause) {
    if (!(cause instanceof DroverError)) throw cause
    // Another lane's landing is at its last steps.
    const open = reads
      .openMerges()
      .find((one) => one.projectId === relay.projectId && one.branch === relay.branch && !mergeSettled(reads, one.id))
    if (open !== undefined) return open.id
    noteLanding(context, relay.id, `${cause.message} ${cause.hint ?? ''}`)
    return null
  }
}

/** Unless the relay was ended in the meantime. */
function move(context: Context, relay: RelayRecord, lane: LaneState, work: (tx: Tx) => void): void {
  context.journal.command((tx) => {
    if (isStillAt(tx, relay.id, lane)) work(tx)
  })
}

/** The relay's branch to the branch it began at. null: it has nothing that is not there. */
export async function askLanding(context: Context, merges: Lanes, relay: RelayRecord): Promise<string | null> {
  const project = context.journal.reads.project(relay.projectId)
  if (relay.branch === null || project === null) return null
  const target = relay.baseRef === null ? null : await context.merging.targetOf(project.path, relay.baseRef)
  if (target === null)
    throw new DroverError(
      'MERGE_TARGET_MISSING',
      `${relay.id} began at ${relay.baseRef ?? 'nothing'}, which is no branch.`,
      {
        hint: `Land it by hand: drover merge --branch ${relay.branch} --into <branch>`,
      },
    )
  return ask(context, merges, relay, relay.branch, target)
}

async function ask(
  context: Context,
  merges: Lanes,
  relay: RelayRecord,
  branch: string,
  into: string,
): Promise<string | null> {
  try {
    const merge = await enqueueMerge(context, merges, { branch, projectId: relay.projectId, into }, operator)
    return merge.id
  } catch (cause) {
    if (cause instanceof DroverError && cause.code === 'MERGE_NOTHING') return null
    throw cause
  }
}
