/** Bringing an ended session back in its workspace. A new one from another's newest snapshot is fork-session's. */
import { DroverError } from '#contract/error'
import type { Session } from '#contract/session'
import { decideRestore, effortOver } from '#core/session/decide'
import { decideArchived } from '#core/session/spawn'
import type { Notice } from '#core/workspace/write-back'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { begin, finish } from '#flows/engine/under-way'
import { needSession } from '#flows/session/views'
import { workspaceOf } from '#flows/workspace/keep-snapshots'
import type { Reads } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'
import { bringBack, lookAt, needFreeBranch } from './bring-back.ts'
import { dropBranch } from './end-session.ts'
import { moveSession } from './move-session.ts'
import { factsOf, tellSession, viewSession } from './views.ts'
import { refuseSecondOrchestrator } from './write-session.ts'

export interface Restored {
  readonly session: Session
  /** What the user must know about it; also in the session's log. */
  readonly notices: readonly Notice[]
}

export async function restoreSession(context: Context, id: string): Promise<Restored> {
  needSession(context, id)
  return context.worker.run(id, async () => {
    const session = needSession(context, id)
    const workspace = workspaceOf(context, session)
    const decision = accepted(
      decideRestore({
        session: factsOf(context.journal.reads, session),
        workspace: workspace === null ? 'none' : await lookAt(context, workspace),
        path: workspace?.path ?? null,
        heldByOther: workspace?.heldBy != null && workspace.heldBy !== id ? workspace.heldBy : null,
        endedEffort: endedEffortOf(context.journal.reads, session),
      }),
    )
    if (decision === 'already') return { session: viewSession(context, context.journal.reads, session), notices: [] }
    refuseArchived(context, session)
    if (session.kind === 'orchestrator') refuseSecondOrchestrator(context.journal.reads, session.projectId)
    let notices: readonly Notice[] = []
    if (decision === 'readd' && workspace !== null) {
      // Before anything is begun: a refusal here leaves nothing to take back.
      await needFreeBranch(context, workspace)
      context.journal.command((tx) => begin(tx, 'restoring', id))
      notices = await bringBack(context, session, workspace).catch(async (cause: unknown) => {
        await takeBackRestore(context, id).catch((fault: unknown) =>
          context.log.error('a restore could not be taken back', { session: id, cause: fault }),
        )
        throw cause
      })
    }
    context.faultPoint('restore:workspace-back')
    const over = context.journal.command((tx) => {
      // It may have ended while the worktree was made.
      const effort = endedEffortOf(tx, session)
      if (effort !== null) return effort
      if (session.workspaceId !== null) tx.updateWorkspace(session.workspaceId, { heldBy: id, removedAt: null })
      const also = { endReason: null, endedBy: null, trouble: null, archivedAt: null }
      moveSession(context, tx, tx.session(id) ?? session, { type: 'restored' }, also)
      if (notices.length > 0) tx.appendEvents(id, null, notices)
      finish(tx, 'restoring', id)
      tellSession(context, tx, id)
      return null
    })
    if (over !== null) {
      if (decision === 'readd') await takeBackRestore(context, id)
      throw DroverError.of(effortOver(id, over))
    }
    return { session: viewSession(context, context.journal.reads, needSession(context, id)), notices }
  })
}

function endedEffortOf(
  reads: Reads,
  { effortId }: SessionRecord,
): { readonly id: string; readonly state: string } | null {
  const effort = effortId === null ? null : reads.effort(effortId)
  return effort === null || effort.state === 'running' ? null : effort
}

/** The state before: no worktree (a restore begins only where none stands). What was in it is the newest snapshot's, which stays. */
export async function takeBackRestore(context: Context, id: string): Promise<void> {
  const session = context.journal.reads.session(id)
  const workspace = session === null ? null : workspaceOf(context, session)
  if (session?.phase === 'ended' && workspace !== null && workspace.external !== true) {
    const { repoPath, path } = workspace
    await context.workspaces.discard({ repoPath, path, branch: null, madeBranch: false, base: null })
    if (workspace.removedAt !== null) await dropBranch(context, workspace)
  }
  context.journal.command((tx) => finish(tx, 'restoring', id))
}

export const refuseArchived = (context: Context, session: SessionRecord): unknown =>
  accepted(decideArchived(context.journal.reads.project(session.projectId)))
