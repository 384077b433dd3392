/** Saving, listing and giving back snapshots of a session's workspace. */
import { DroverError } from '#contract/error'
import type { Snapshot, SnapshotReason } from '#contract/session'
import type { SessionRecord, SnapshotRecord, WorkspaceRecord } from '#ports/journal'
import type { DiffFile, DiffView } from '#ports/workspace'
import { type Context, now } from './context.ts'
import { settingsFor } from './ground.ts'
import { needSession } from './take-turn.ts'
import { tellSession, viewSnapshot } from './views.ts'

export interface SaveOptions {
  readonly ignoredBytes?: number
  /** Make one although nothing changed. */
  readonly always?: boolean
}

/** Saves the tree; null when it equals the newest snapshot. Throws SNAPSHOT_FAILED when a path cannot be saved. */
export async function saveSnapshot(
  context: Context,
  sessionId: string,
  reason: SnapshotReason,
  options: SaveOptions = {},
): Promise<SnapshotRecord | null> {
  const session = needSession(context, sessionId)
  const workspace = workspaceOf(context, session)
  if (workspace === null || workspace.removedAt !== null || !context.exists(workspace.path)) return null
  const newest = context.journal.reads.snapshots(sessionId).at(-1) ?? null
  const n = reserve(context, sessionId)
  context.faultPoint('snapshot:before')
  const made = await context.workspaces.snapshot({
    sessionId,
    path: workspace.path,
    n,
    reason,
    maxFileBytes: maxFileBytes(context, session),
    ...(options.ignoredBytes === undefined ? {} : { ignoredBytes: options.ignoredBytes }),
    // Before the first snapshot a tree that still is its base holds nothing to save.
    unlessSameAs: options.always === true ? null : (newest?.commit ?? workspace.baseCommit),
  })
  context.faultPoint('snapshot:made')
  if (made === null) return null
  context.snapshotNumbers.delete(sessionId)
  const record: SnapshotRecord = {
    sessionId,
    n,
    repoPath: workspace.repoPath ?? workspace.path,
    ...made,
    reason,
    turn: session.turn === 0 ? null : session.turn,
    at: now(context),
  }
  const known = new Set((newest?.skipped ?? []).map((file) => file.path))
  const fresh = made.skipped.filter((file) => !known.has(file.path))
  context.journal.command((tx) => {
    tx.putSnapshot(record)
    if (fresh.length > 0) {
      tx.appendEvents(sessionId, null, [
        {
          kind: 'notice',
          code: 'snapshot_skipped',
          message: `${fresh.length} file${fresh.length === 1 ? ' is' : 's are'} not in the snapshot; the workspace is not removed while they are there.`,
          files: fresh,
        },
      ])
    }
  })
  context.faultPoint('snapshot:recorded')
  return record
}

/** A number once given is never given again, except to the same attempt that made nothing. */
function reserve(context: Context, sessionId: string): number {
  const kept = context.snapshotNumbers.get(sessionId)
  if (kept !== undefined) return kept
  const n = context.journal.command((tx) => tx.nextSnapshotNumber(sessionId))
  context.snapshotNumbers.set(sessionId, n)
  return n
}

function maxFileBytes(context: Context, session: SessionRecord): number {
  try {
    const project = context.journal.reads.project(session.projectId)
    return settingsFor(context, project, session.ignoreConfig).settings.snapshotMaxFileBytes
  } catch {
    // A configuration that does not hold must not keep work from being saved.
    return 50 * 1024 * 1024
  }
}

export function workspaceOf(context: Context, session: SessionRecord): WorkspaceRecord | null {
  return session.workspaceId === null ? null : context.journal.reads.workspace(session.workspaceId)
}

/** After a turn: what changed, saved and counted. An unsavable path is told, never fatal here. */
export async function saveAfterTurn(context: Context, sessionId: string): Promise<void> {
  const session = context.journal.reads.session(sessionId)
  if (session === null || session.phase !== 'live') return
  const workspace = workspaceOf(context, session)
  if (workspace === null || !context.exists(workspace.path)) return
  try {
    await saveSnapshot(context, sessionId, 'turn')
    const base = workspace.baseCommit
    const files = base === null ? null : (await context.workspaces.files({ path: workspace.path, base })).length
    const launches = context.journal.reads.launchIds(sessionId)
    const living = context.active.get(sessionId)
    const children = living === undefined && launches.length > 0 ? await context.runtime.leftovers(launches) : []
    context.journal.command((tx) => {
      const before = tx.session(sessionId)
      if (before === null) return
      if (before.filesChanged === files && before.children.length === 0 && children.length === 0) return
      tx.updateSession(sessionId, { filesChanged: files, children })
      tellSession(context, tx, sessionId)
    })
  } catch (cause) {
    context.log.warn('the snapshot after a turn failed', { session: sessionId, cause })
    const message = cause instanceof Error ? cause.message : String(cause)
    context.journal.command((tx) =>
      tx.appendEvents(sessionId, null, [{ kind: 'notice', code: 'snapshot_failed', message }]),
    )
  }
}

export function listSnapshots(context: Context, id: string): readonly Snapshot[] {
  needSession(context, id)
  return context.journal.reads.snapshots(id).map(viewSnapshot)
}

/** Gives a snapshot back: into a directory, or into the worktree after the present was saved. */
export async function recoverSnapshot(
  context: Context,
  id: string,
  input: { snapshot?: number; to?: string },
): Promise<{ snapshot: Snapshot; to: string; files: number }> {
  const session = needSession(context, id)
  const workspace = workspaceOf(context, session)
  const chosen =
    input.snapshot === undefined
      ? (context.journal.reads.snapshots(id).at(-1) ?? null)
      : context.journal.reads.snapshot(id, input.snapshot)
  if (chosen === null) {
    throw new DroverError(
      'SNAPSHOT_NOT_FOUND',
      input.snapshot === undefined
        ? `Session ${id} has no snapshot yet.`
        : `Session ${id} has no snapshot ${input.snapshot}.`,
      {
        hint: `List them with: drover session snapshots ${id}`,
      },
    )
  }
  if (input.to !== undefined) {
    // A relative path would be taken from wherever the daemon happened to be started.
    if (!input.to.startsWith('/') || input.to.includes('\0'))
      throw new DroverError('INVALID_PATH', `"${input.to}" is no absolute path.`, {
        hint: 'Name an empty or new directory by its whole path.',
      })
    const { files } = await context.workspaces.recover({
      repoPath: chosen.repoPath,
      commit: chosen.commit,
      to: input.to,
      intoWorktree: false,
    })
    return { snapshot: viewSnapshot(chosen), to: input.to, files }
  }
  if (workspace === null || workspace.removedAt !== null || !context.exists(workspace.path)) {
    throw new DroverError('SESSION_NOT_RESTORABLE', `The worktree of ${id} is not there.`, {
      hint: `Recover into a directory with --to <dir>, or bring the session back first: drover session restore ${id}`,
    })
  }
  return context.worker.run(id, async () => {
    refuseWhileWorking(context, id)
    await saveSnapshot(context, id, 'recover')
    context.faultPoint('recover:saved')
    const { files } = await context.workspaces.recover({
      repoPath: chosen.repoPath,
      commit: chosen.commit,
      to: workspace.path,
      intoWorktree: true,
    })
    context.faultPoint('recover:written')
    return { snapshot: viewSnapshot(chosen), to: workspace.path, files }
  })
}

function refuseWhileWorking(context: Context, id: string): void {
  const session = needSession(context, id)
  const turn = session.turn === 0 ? null : context.journal.reads.turn(id, session.turn)
  if (session.phase !== 'ended' && turn?.state === 'running') {
    throw new DroverError('TURN_IN_PROGRESS', `Session ${id} is in a turn; its files are in use.`, {
      hint: `Cancel the turn first (drover cancel ${id}), or recover into a directory with --to <dir>.`,
    })
  }
}

export async function diffSession(
  context: Context,
  id: string,
  options: { from?: number; to?: number; file?: string; stat?: boolean },
): Promise<DiffView> {
  const session = needSession(context, id)
  const workspace = workspaceOf(context, session)
  if (workspace === null)
    throw new DroverError('SESSION_NOT_RESTORABLE', `Session ${id} has no workspace.`, {
      hint: 'There is nothing to compare.',
    })
  const commitOf = (n: number): string => {
    const snapshot = context.journal.reads.snapshot(id, n)
    if (snapshot === null)
      throw new DroverError('SNAPSHOT_NOT_FOUND', `Session ${id} has no snapshot ${n}.`, {
        hint: `List them with: drover session snapshots ${id}`,
      })
    return snapshot.commit
  }
  const gone = workspace.removedAt !== null || !context.exists(workspace.path)
  const newest = context.journal.reads.snapshots(id).at(-1) ?? null
  const path = gone ? (workspace.repoPath ?? workspace.path) : workspace.path
  const from =
    options.from !== undefined ? commitOf(options.from) : ((await baseOf(context, workspace, path)) ?? 'empty')
  const to =
    options.to !== undefined ? commitOf(options.to) : gone ? (newest?.commit ?? workspace.branch ?? 'HEAD') : null
  return context.workspaces.diff({
    path,
    from,
    to,
    maxBytes: options.stat === true ? 0 : 2 * 1024 * 1024,
    ...(options.file === undefined ? {} : { file: options.file }),
  })
}

async function baseOf(context: Context, workspace: WorkspaceRecord, path: string): Promise<string | null> {
  if (workspace.baseCommit === null) return null
  if (workspace.removedAt !== null) return workspace.baseCommit
  return (await context.workspaces.mergeBase(path, workspace.baseCommit)) ?? workspace.baseCommit
}

export async function changedFiles(context: Context, id: string): Promise<readonly DiffFile[]> {
  const workspace = workspaceOf(context, needSession(context, id))
  if (workspace === null || workspace.removedAt !== null || !context.exists(workspace.path)) return []
  return context.workspaces.files({
    path: workspace.path,
    base: (await baseOf(context, workspace, workspace.path)) ?? 'empty',
  })
}
