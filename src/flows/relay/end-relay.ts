/** The end of a relay, with its reason: its lanes let go of tasks and trees, its sessions end, its work stays on its branch. */
import type { RelayEndReason } from '#contract/relay'
import { type Context, now } from '#flows/engine/context'
import { closeSession, markClosed } from '#flows/session/end-session'
import { settleTask } from '#flows/task/claim-task'
import type { Tx } from '#ports/store/journal'
import type { LaneState } from '#ports/store/relay'
import { idleLane } from './start-relay.ts'
import { laneOf, needRelay, putLane, tellRelay, tellTry } from './views.ts'

export function endRelay(context: Context, id: string, reason: RelayEndReason, notes: readonly string[]): void {
  context.journal.command((tx) => endRelayIn(context, tx, id, reason, notes))
}

export function endRelayIn(
  context: Context,
  tx: Tx,
  id: string,
  reason: RelayEndReason,
  notes: readonly string[],
): void {
  const relay = needRelay(tx, id)
  if (relay.state === 'ended') return
  for (const lane of relay.lanes) {
    endOpenTry(context, tx, relay.projectId, lane)
    if (lane.at !== 'free') endLane(context, tx, id, lane.n)
    const row = lane.workspaceId === null ? null : tx.workspace(lane.workspaceId)
    if (row !== null && row.heldBy === id) tx.updateWorkspace(row.id, { heldBy: null })
  }
  const updated = tx.updateRelay(id, {
    state: 'ended',
    endReason: reason,
    endedAt: now(context),
    waitingFor: null,
    stopping: null,
    notes: notes.length > 0 ? notes : relay.notes,
  })
  tellRelay(tx, updated, 'relay_ended')
}

/** It was called off and could not be judged any more. */
function endOpenTry(context: Context, tx: Tx, projectId: string, { tryN }: LaneState): void {
  const one = tryN === null ? null : tx.try(projectId, tryN)
  if (one === null || one.outcome !== null) return
  const launchId = tx.turn(one.sessionId, one.turn)?.launchId ?? null
  const patch = { outcome: 'cancelled', category: 'cancelled', reason: 'Its relay ended.', launchId } as const
  tellTry(tx, tx.updateTry(projectId, one.n, { ...patch, endedAt: now(context) }), 'try_ended')
}

/** The lane lets go of what it had: its task is anybody's again, its session ends, also one that a person may have looked at. */
export function endLane(context: Context, tx: Tx, relayId: string, n: number): void {
  const lane = laneOf(tx, relayId, n)
  const { sessionId } = lane
  if (sessionId !== null && markClosed(tx, sessionId)) tx.afterCommit(() => closeLater(context, sessionId))
  const task = lane.taskId === null ? null : tx.task(lane.taskId)
  if (task?.state === 'claimed' && task.leaseRelay === relayId) settleTask(tx, task, 'release', null)
  putLane(tx, relayId, n, idleLane)
}

function closeLater(context: Context, sessionId: string): void {
  if (context.closing) return
  closeSession(context, sessionId).catch((cause: unknown) =>
    context.log.warn('a session of a relay could not be ended', { session: sessionId, cause }),
  )
}
