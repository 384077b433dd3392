/**
 * What the doors forget, by age and by number: ended jobs, and ended sessions that played a persona, with what they said. Work is
 * never among it: a session in a repository stays with its branch and snapshots, and goes on as any other ended session.
 */
import type { Context } from '#flows/engine/context'

const dayMs = 86_400_000
/** In one go; the rest waits for the next. */
const atOnce = 500

export async function forgetEnded(context: Context): Promise<void> {
  const { forgetDays, forgetAbove } = context.settings.of(null).doors
  const { reads } = context.journal
  const query = {
    before: forgetDays === 0 ? null : new Date(context.clock.now().getTime() - forgetDays * dayMs).toISOString(),
    most: forgetAbove === 0 ? null : forgetAbove,
    limit: atOnce,
  }
  for (const { id, sessionId } of reads.oldJobs(query)) {
    context.journal.command((tx) => tx.deleteJob(id))
    if (sessionId !== null) await forgetSession(context, sessionId)
  }
  for (const id of reads.oldPersonas(query)) await forgetSession(context, id)
}

/** Only one that has ended, and that had a directory of its own. */
async function forgetSession(context: Context, id: string): Promise<void> {
  const { reads } = context.journal
  const session = reads.session(id)
  if (session === null || session.phase !== 'ended' || context.worker.busy(id)) return
  const workspace = session.workspaceId === null ? null : reads.workspace(session.workspaceId)
  if (workspace !== null && (workspace.repoPath !== null || workspace.external === true)) {
    // Nobody plays anybody in it any more: it is listed like any other.
    if (session.persona !== null) context.journal.command((tx) => tx.updateSession(id, { persona: null }))
    return
  }
  if (workspace !== null && workspace.removedAt === null)
    await context.workspaces.remove({ repoPath: null, path: workspace.path })
  context.journal.command((tx) => {
    if (tx.session(id)?.phase !== 'ended') return
    tx.deleteSession(id)
    if (workspace !== null) tx.deleteWorkspace(workspace.id)
    tx.appendChange({
      type: 'session_removed',
      projectId: session.projectId,
      sessionId: id,
      payload: { code: 'FORGOTTEN' },
    })
  })
  await context.removeOwn(context.paths.session(id))
}
