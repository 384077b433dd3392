/**
 * A workspace that is not there, made again on its branch: what stands at its place now, the worktree, and what of the newest
 * snapshot may be written into it. Who may ask, and the session's facts, are restore-session's.
 */
import type { RestoreFacts } from '#core/session/decide'
import { incompleteNotice } from '#core/workspace/missing-parts'
import { decideWriteBack, forkBehindNotice, keptNotice, type Notice } from '#core/workspace/write-back'
import type { Context } from '#flows/engine/context'
import type { SessionRecord } from '#ports/store/session'
import type { SnapshotRecord, WorkspaceRecord } from '#ports/store/workspace'
import { groundOf } from './ground.ts'

/** What stands at a workspace's path. One that was removed and that somebody added again by hand is taken as it is. */
export async function lookAt(context: Context, workspace: WorkspaceRecord): Promise<RestoreFacts['workspace']> {
  const { path, repoPath, branch } = workspace
  if (workspace.external === true) return context.exists(path) ? 'present' : 'away'
  if (!context.exists(path)) return workspace.removedAt === null ? 'missing' : 'removed'
  if (workspace.removedAt === null) return 'present'
  if (repoPath === null) return 'occupied'
  const known = await context.workspaces.listWorktrees(repoPath)
  return known.some((tree) => tree.path === path && tree.branch === branch && !tree.prunable) ? 'present' : 'occupied'
}

/** BRANCH_CHECKED_OUT_ELSEWHERE, BRANCH_NAMESPACE_TAKEN. */
export async function needFreeBranch(context: Context, { repoPath, branch }: WorkspaceRecord): Promise<void> {
  if (repoPath !== null && branch !== null) await context.workspaces.checkBranch(repoPath, branch)
}

/** The worktree again on its branch, or on a new branch of that name where it is gone. Answers what must be told. */
export async function bringBack(
  context: Context,
  session: SessionRecord,
  workspace: WorkspaceRecord,
): Promise<readonly Notice[]> {
  if (workspace.repoPath === null) {
    // Cleanup removes a scratch workspace only when nothing was ever in it.
    await context.workspaces.createScratch(workspace.path)
    return []
  }
  const newest = context.journal.reads.snapshots(session.id).at(-1) ?? null
  await addTree(context, workspace, newest?.parent ?? null)
  context.faultPoint('restore:tree-added')
  const notices = await writeNewest(context, session.id, workspace, newest)
  const ground = groundOf(context, session.id)
  await context.workspaces
    .place({
      repoPath: workspace.repoPath ?? workspace.path,
      path: workspace.path,
      link: ground.settings.link,
      copy: ground.settings.copy,
    })
    .catch((cause: unknown) =>
      context.log.warn('links and copies could not be placed again', { session: session.id, cause }),
    )
  return notices
}

async function addTree(context: Context, workspace: WorkspaceRecord, lastHead: string | null): Promise<void> {
  const { repoPath, path, branch } = workspace
  if (repoPath === null || branch === null) return
  const base = lastHead ?? workspace.baseCommit ?? 'HEAD'
  return context.workspaces.readd({ repoPath, path, branch, base })
}

/** Only on top of the commit that it was taken on: a branch that moved meanwhile wins, and both are told. */
async function writeNewest(
  context: Context,
  sessionId: string,
  workspace: WorkspaceRecord,
  snapshot: SnapshotRecord | null,
): Promise<readonly Notice[]> {
  const head = await context.workspaces.commitAt(workspace.path, 'HEAD', workspace.repoPath)
  const decision = decideWriteBack(head, snapshot)
  if (snapshot === null || decision === 'nothing') return []
  if (decision === 'keep') return [keptNotice({ sessionId, branch: workspace.branch, head, snapshot })]
  const { repoPath, commit } = snapshot
  const { missing } = await context.workspaces.recover({ repoPath, commit, to: workspace.path, intoWorktree: true })
  const incomplete = incompleteNotice({ n: snapshot.n, missing })
  return incomplete === null ? [] : [incomplete]
}

/** What a fork must say: the source has no worktree, and its branch went on after the snapshot that the fork is made from. */
export async function leftBehind(
  context: Context,
  from: WorkspaceRecord,
  snapshot: SnapshotRecord,
): Promise<Notice | null> {
  const { repoPath, branch } = from
  if (repoPath === null || branch === null) return null
  if (from.removedAt === null && context.exists(from.path)) return null
  const head = await context.workspaces.commitAt(repoPath, `refs/heads/${branch}`)
  if (head === null || decideWriteBack(head, snapshot) !== 'keep') return null
  return forkBehindNotice({ sessionId: snapshot.sessionId, branch, head, snapshot })
}
