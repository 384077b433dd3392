/** Merges as the API shows them, and what the fleet is told of them. */
import { DroverError } from '#contract/error'
import { isMergeId, type Merge, type MergeState } from '#contract/merge'
import type { CommandFacts } from '#core/merge/command'
import type { Context } from '#flows/engine/context'
import { tellSession } from '#flows/session/views'
import type { Reads, Tx } from '#ports/store/journal'
import type { LaneRecord, MergeRecord } from '#ports/store/merge'

export function needMerge(reads: Reads, id: string): MergeRecord {
  const found = isMergeId(id) ? reads.merge(id) : null
  if (found !== null) return found
  throw new DroverError('MERGE_NOT_FOUND', `There is no merge "${id}".`, { hint: 'List merges with: drover merge ls' })
}

export function viewMerge(record: MergeRecord): Merge {
  const { step: _s, resolved: _r, approved: _a, message: _m, saved: _v, agentTries: _t, proof, ...shown } = record
  const { target, baseCommit, reason, verify } = shown
  const open = reason !== null && ['agent_failed', 'conflict', 'unstaged_resolution'].includes(reason.code)
  return {
    ...shown,
    into: target,
    base: baseCommit,
    conflicts: open ? (reason.paths ?? []) : [],
    proof:
      proof === null
        ? null
        : {
            ...proof,
            dropped: proof.dropped.map((line) => ({ ...line, from: line.input })),
            verify: verify === null ? null : { ok: verify.ok, output: verify.outputTail },
          },
  }
}

export const commandFacts = (reads: Reads, record: MergeRecord, running: boolean): CommandFacts => ({
  id: record.id,
  state: record.state,
  step: record.step,
  running,
  held: isHeld(reads.lane(record.projectId, record.target), record.id),
  hasTree: record.worktree !== null,
  hasResult: record.result !== null,
  stoppedBy: record.reason?.code ?? null,
})

const isHeld = (lane: LaneRecord | null, id: string): boolean =>
  lane?.mergeId === id || lane?.train?.parts[0]?.members.includes(id) === true

const changeOf = (state: MergeState) =>
  state === 'landed' ? 'merge_landed' : state === 'rejected' ? 'merge_rejected' : 'merge_updated'

/** Tells the fleet how a merge is now, and keeps what its session shows of it. */
export function tellMerge(context: Context, tx: Tx, id: string, added = false): MergeRecord {
  const record = needMerge(tx, id)
  const type = added ? 'merge_queued' : changeOf(record.state)
  const { sessionId, projectId } = record
  tx.appendChange({ type, projectId, ...(sessionId === null ? {} : { sessionId }), payload: viewMerge(record) })
  if (sessionId !== null && tx.session(sessionId) !== null) {
    const before = tx.landing(sessionId)
    tx.putLanding({
      sessionId,
      ahead: before?.ahead ?? null,
      behind: before?.behind ?? null,
      merge: record.id,
      state: record.state,
      landedCommit: record.landedCommit ?? before?.landedCommit ?? null,
    })
    if (before?.state !== record.state || before?.merge !== record.id) tellSession(context, tx, sessionId)
  }
  return record
}
