/** What comes between the end of a session's process and the end in its row: what it left running ends, what it made is saved. */
import type { Context } from '#flows/engine/context'
import { needSession } from '#flows/session/views'
import { saveSnapshot } from '#flows/workspace/keep-snapshots'

export async function sweepAndSave(context: Context, id: string, graceMs: number): Promise<void> {
  const launches = context.journal.reads.launchIds(id)
  if (launches.length > 0) await context.runtimes.of(needSession(context, id)).sweep(launches, graceMs)
  context.faultPoint('kill:process-ended')
  await saveOrSay(context, id)
  context.faultPoint('kill:saved')
}

/** A kill keeps the worktree, so a snapshot that fails is told and blocks nothing. */
async function saveOrSay(context: Context, id: string): Promise<void> {
  try {
    await saveSnapshot(context, id, 'kill')
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    context.log.warn('the snapshot before a kill failed; the worktree is kept', { session: id, cause })
    context.journal.command((tx) => tx.appendEvents(id, null, [{ kind: 'notice', code: 'snapshot_failed', message }]))
  }
}
