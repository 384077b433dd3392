/**
 * A session that resolves a conflict is watched to the end of its turn: then its merge goes on from the tree, or to a person
 * with the reason. It ends when its merge needs it no more. Heard of by changes and turns, looked for at a start and at ticks.
 */
import { judgeMerger } from '#core/merge/merger'
import type { Context } from '#flows/engine/context'
import { closeSession } from '#flows/session/end-session'
import type { MergeRecord } from '#ports/store/merge'
import { policyOf, writeSeen } from './merge-row.ts'

/** Those that wait for a session. */
export const withMerger = (context: Context): readonly MergeRecord[] =>
  context.journal.reads.openMerges().filter((one) => one.step === 'agent')

/** Answers what moved on: to the lane, or to its rest. null: it waits. */
export function lookAtMerger(context: Context, record: MergeRecord): MergeRecord | null {
  const { merger: sessionId } = record
  const { reads } = context.journal
  if (sessionId === null) throw new Error(`${record.id} waits for nobody`)
  const session = reads.session(sessionId)
  const judged = judgeMerger({
    sessionId,
    phase: session?.phase ?? null,
    turn: session === null ? null : (reads.turn(sessionId, session.turn)?.state ?? null),
    queued: session !== null && reads.countQueued(sessionId) > 0,
  })
  if (judged === 'wait') return null
  const policy = policyOf(context, record)
  const after = context.journal.command((tx) => {
    const fresh = tx.merge(record.id)
    if (fresh?.step !== 'agent' || fresh.merger !== sessionId) return null
    const seen =
      judged === 'look' ? ({ saw: 'answered' } as const) : ({ saw: 'unhelped', message: judged.why } as const)
    return writeSeen(context, tx, fresh, seen, policy)
  })
  if (after !== null) context.faultPoint('merge:answered')
  return after
}

/** Its merge has come to its rest, or begins anew: it ends, and the tree is the merge's alone again. */
export async function endMerger(context: Context, { id, merger, worktree }: MergeRecord): Promise<void> {
  if (merger === null) return
  await closeSession(context, merger)
  const row = worktree === null ? null : context.journal.reads.workspaceByPath(worktree)
  if (row === null || row.heldBy === id || row.removedAt !== null) return
  context.journal.command((tx) => {
    if (tx.workspace(row.id)?.heldBy == null) tx.updateWorkspace(row.id, { heldBy: id })
  })
}
