/** Relays and tries as the API shows them, and the words that tell the fleet of them. Decides nothing. */
import { DroverError } from '#contract/error'
import { isRelayId, type Relay, type RelayLane, type Try } from '#contract/relay'
import type { Reads, Tx } from '#ports/store/journal'
import type { LaneState, RelayRecord, TryRecord } from '#ports/store/relay'
import { entriesOf } from './routes-of.ts'

export function needRelay(reads: Reads, id: string): RelayRecord {
  const relay = isRelayId(id) ? reads.relay(id) : null
  if (relay !== null) return relay
  throw new DroverError('RELAY_NOT_FOUND', `There is no relay "${id}".`, { hint: 'List relays with: drover relay ls' })
}

export function viewRelay(reads: Reads, record: RelayRecord): Relay {
  const { lanes, cursors: _cursors, ignoreConfig: _ignoreConfig, route: _route, ...shown } = record
  return { ...shown, lanes: lanes.map((lane) => viewLane(reads, record, lane)) }
}

function viewLane(reads: Reads, relay: RelayRecord, lane: LaneState): RelayLane {
  const { n, branch, at, taskId, sessionId, tryN } = lane
  return {
    n,
    branch,
    workspace: lane.workspaceId === null ? null : (reads.workspace(lane.workspaceId)?.path ?? null),
    at,
    taskId,
    agent: agentOf(relay, lane),
    sessionId,
    tryN,
    from: lane.from === null ? null : new Date(lane.from).toISOString(),
  }
}

/** The agent that is at it, as it stands in its route. */
function agentOf(relay: RelayRecord, { route, entry }: LaneState): string | null {
  if (route === null || entry === null) return null
  return entriesOf(relay, route)[entry]?.agent ?? null
}

export function viewTry(reads: Reads, record: TryRecord): Try {
  const { headBefore: _head, prompt: _prompt, ...shown } = record
  if (shown.outcome !== null) return shown
  // While it runs, what its session knows by now.
  const session = reads.session(record.sessionId)
  const turn = reads.turn(record.sessionId, record.turn)
  return {
    ...shown,
    launchId: turn?.launchId ?? null,
    model: turn?.model ?? shown.model,
    nativeId: session?.nativeId ?? null,
    filesChanged: session?.filesChanged ?? null,
  }
}

export function tellRelay(
  tx: Tx,
  record: RelayRecord,
  type: 'relay_started' | 'relay_updated' | 'relay_ended' = 'relay_updated',
): void {
  tx.appendChange({ type, projectId: record.projectId, payload: viewRelay(tx, record) })
}

export function tellTry(tx: Tx, record: TryRecord, type: 'try_started' | 'try_ended'): void {
  const { projectId, sessionId } = record
  tx.appendChange({ type, projectId, sessionId, payload: viewTry(tx, record) })
}

/** Writes one lane of a relay and tells the fleet. */
export function putLane(tx: Tx, relayId: string, n: number, patch: Partial<LaneState>): RelayRecord {
  const relay = needRelay(tx, relayId)
  const lanes = relay.lanes.map((lane) => (lane.n === n ? { ...lane, ...patch } : lane))
  const updated = tx.updateRelay(relayId, { lanes })
  tellRelay(tx, updated)
  return updated
}

/** Nobody ended the relay or moved the lane while its step was under way. */
export function isStillAt(reads: Reads, relayId: string, lane: LaneState): boolean {
  const relay = needRelay(reads, relayId)
  const fresh = relay.lanes.find((one) => one.n === lane.n)
  if (relay.state === 'ended' || fresh?.at !== 'busy') return false
  return fresh.step === lane.step && fresh.tryN === lane.tryN && fresh.taskId === lane.taskId
}

export function laneOf(reads: Reads, relayId: string, n: number): LaneState {
  const lane = needRelay(reads, relayId).lanes.find((one) => one.n === n)
  if (lane === undefined) throw new Error(`relay ${relayId} has no lane ${n}`)
  return lane
}
