/**
 * What was decided to follow a try is done: its session ends or goes on, a tree is put back, a task is returned or given up,
 * finished work goes on its way. Each part can be done twice; the lane moves on last.
 */
import type { TaskResult } from '#contract/task'
import { type Context, now } from '#flows/engine/context'
import { closeSession } from '#flows/session/end-session'
import { settleTask } from '#flows/task/claim-task'
import type { Tx } from '#ports/store/journal'
import type { LaneState, RelayRecord } from '#ports/store/relay'
import type { TaskRecord } from '#ports/store/task'
import { endRelayIn } from './end-relay.ts'
import { putLaneBack } from './lane-tree.ts'
import { idleLane } from './start-relay.ts'
import { isStillAt, laneOf, needRelay, putLane, tellRelay } from './views.ts'

export async function settleTry(context: Context, relay: RelayRecord, lane: LaneState): Promise<void> {
  const move = (work: (tx: Tx) => void): void =>
    context.journal.command((tx) => {
      if (isStillAt(tx, relay.id, lane)) work(tx)
    })
  switch (lane.next) {
    case 'again':
      move((tx) => putLane(tx, relay.id, lane.n, { at: 'again', step: null, next: null }))
      return
    case 'rest':
      move((tx) => rest(tx, relay.id, lane))
      return
    case 'rotate':
      await close(context, lane)
      move((tx) => putLane(tx, relay.id, lane.n, { at: 'rotate', step: null, next: null, mode: null, calledOff: null }))
      return
    case 'done':
      await close(context, lane)
      move((tx) => passOn(context, tx, relay.id, lane.n))
      return
    case 'give-up':
    case 'ask':
    case 'stop':
      await close(context, lane)
      await putLaneBack(context, relay, lane)
      move((tx) => giveBack(context, tx, relay.id, lane))
      return
    case null:
      throw new Error(`lane ${lane.n} of ${relay.id} settles nothing`)
  }
}

/** Its tree belongs to the relay again. */
async function close(context: Context, lane: LaneState): Promise<void> {
  if (lane.sessionId !== null) await closeSession(context, lane.sessionId)
}

/** A person stopped the try: the relay rests until a person goes on with it. */
function rest(tx: Tx, relayId: string, lane: LaneState): void {
  putLane(tx, relayId, lane.n, { at: 'rotate', step: null, next: null, mode: null })
  const note = `Try ${lane.tryN} was cancelled by a person. Go on with: drover relay resume ${relayId}`
  tellRelay(tx, tx.updateRelay(relayId, { state: 'paused', notes: [note] }))
}

/** The work is done: joined to the relay's branch, landed, or counted at once. */
function passOn(context: Context, tx: Tx, relayId: string, n: number): void {
  const relay = needRelay(tx, relayId)
  const lane = laneOf(tx, relayId, n)
  if (relay.branch !== null && lane.branch !== relay.branch) {
    putLane(tx, relayId, n, { step: 'join', mergeId: null })
    return
  }
  finishTask(context, tx, relayId, n)
}

/** Counted and, where that is wanted, on its way to the base. */
export function finishTask(context: Context, tx: Tx, relayId: string, n: number): void {
  const relay = needRelay(tx, relayId)
  const lane = laneOf(tx, relayId, n)
  const task = lane.taskId === null ? null : tx.task(lane.taskId)
  if (task?.state === 'claimed' && task.leaseRelay === relayId)
    settleTask(
      tx,
      task,
      task.result?.outcome === 'handoff' ? 'handoff' : 'done',
      resultOf(context, tx, relay, lane, task),
    )
  tx.updateRelay(relayId, { completed: relay.completed + 1 })
  putLane(tx, relayId, n, relay.land ? { step: 'land', mergeId: null } : idleLane)
}

function resultOf(context: Context, tx: Tx, relay: RelayRecord, lane: LaneState, task: TaskRecord): TaskResult {
  if (task.result !== null && (task.result.outcome === 'done' || task.result.outcome === 'handoff')) return task.result
  const one = lane.tryN === null ? null : tx.try(relay.projectId, lane.tryN)
  return {
    outcome: 'done',
    summary: one?.summary ?? '',
    by: one?.sessionId ?? relay.id,
    followups: [],
    at: now(context),
  }
}

function giveBack(context: Context, tx: Tx, relayId: string, lane: LaneState): void {
  const relay = needRelay(tx, relayId)
  const task = lane.taskId === null ? null : tx.task(lane.taskId)
  const one = lane.tryN === null ? null : tx.try(relay.projectId, lane.tryN)
  const why = lane.next === 'give-up' ? (lane.guidance ?? '') : (one?.reason ?? '')
  if (task?.state === 'claimed' && task.leaseRelay === relayId) {
    if (lane.next === 'stop') settleTask(tx, task, 'release', null)
    else {
      const outcome = lane.next === 'ask' ? 'needs_user' : 'failed'
      const result = { outcome, summary: why, by: one?.sessionId ?? relayId, followups: [], at: now(context) } as const
      settleTask(tx, task, lane.next === 'ask' ? 'ask' : 'fail', task.result ?? result)
    }
  }
  if (lane.next !== 'stop') tx.updateRelay(relayId, { failed: relay.failed + 1 })
  putLane(tx, relayId, lane.n, idleLane)
  // One prompt that cannot be done, or that asks a person, is not asked again by itself.
  if (relay.prompt === null || lane.next === 'stop') return
  if (lane.next === 'give-up') endRelayIn(context, tx, relayId, 'failed', [why])
  else tellRelay(tx, tx.updateRelay(relayId, { state: 'paused', notes: [`It needs you: ${why}`] }))
}
