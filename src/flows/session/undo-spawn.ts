/** Takes back what a spawn began, also at boot for one that a crash cut off. */
import { DroverError } from '#contract/error'
import type { Context } from '#flows/engine/context'
import { begin, finish } from '#flows/engine/under-way'
import { returnQueue } from '#flows/mail/return-mail'
import { stopActive } from '#flows/turn/stop-active'
import type { ProjectRecord } from '#ports/store/project'
import type { SessionRecord } from '#ports/store/session'
import type { WorkspaceRecord } from '#ports/store/workspace'

/** Where its branch may have been started: at its base, or for a fork at what a snapshot of the other session stood on. */
function startsOf(context: Context, session: SessionRecord, workspace: WorkspaceRecord): Set<string | null> {
  const source = session.forkedFrom === null ? [] : context.journal.reads.snapshots(session.forkedFrom)
  return new Set([workspace.baseCommit, ...source.map((snapshot) => snapshot.parent)])
}

/** Takes back what a spawn began, in reverse: process, worktree, branch, row. Also used at boot for a spawn that a crash cut off. */
export function undoSpawn(
  context: Context,
  project: ProjectRecord | null,
  session: SessionRecord,
  cause: unknown,
): Promise<void> {
  const undoing = takeBack(context, project, session, cause).finally(() => context.ending.delete(session.id))
  // Whoever wants its end waits for this one, and hears when it could not be had.
  context.ending.set(session.id, undoing)
  return undoing
}

async function takeBack(
  context: Context,
  project: ProjectRecord | null,
  session: SessionRecord,
  cause: unknown,
): Promise<void> {
  // Written down first: what was begun to be taken back is never completed, whoever goes on with it.
  context.journal.command((tx) => begin(tx, 'undoing', session.id))
  const active = context.active.get(session.id)
  context.faultPoint('spawn:undo-begun')
  try {
    if (active !== undefined) {
      await stopActive(context, active, 1000)
      await active.done
    }
    const launches = context.journal.reads.launchIds(session.id)
    if (launches.length > 0) await context.runtimes.of(session).sweep(launches, 500)
    const workspace = session.workspaceId === null ? null : context.journal.reads.workspace(session.workspaceId)
    if (workspace !== null && workspace.external !== true) {
      const { path, branch, madeBranch } = workspace
      for (const base of startsOf(context, session, workspace))
        await context.workspaces.discard({ repoPath: project?.path ?? null, path, branch, madeBranch, base })
    }
    context.faultPoint('spawn:undone')
  } catch (fault) {
    context.log.error('undoing a spawn failed; doctor lists what is left', { session: session.id, cause: fault })
  }
  const code = cause instanceof DroverError ? cause.code : 'INTERNAL_ERROR'
  context.journal.command((tx) => {
    finish(tx, 'undoing', session.id)
    if (tx.session(session.id) === null) return
    returnQueue(context, tx, session.id, 'its receiver did not come up')
    tx.deleteSession(session.id)
    if (session.workspaceId !== null) {
      // The user's own checkout is let go of, and stands as it does.
      if (tx.workspace(session.workspaceId)?.external === true)
        tx.updateWorkspace(session.workspaceId, { heldBy: null })
      else tx.deleteWorkspace(session.workspaceId)
    }
    tx.appendChange({ type: 'session_removed', projectId: session.projectId, sessionId: session.id, payload: { code } })
  })
  context.quiet.delete(session.id)
  await context.removeOwn(context.paths.session(session.id))
}
