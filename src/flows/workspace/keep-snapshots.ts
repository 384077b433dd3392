/** Saving, listing and giving back snapshots of a session's workspace. */
import { DroverError } from '#contract/error'
import type { Snapshot, SnapshotReason } from '#contract/session'
import { incompleteRefusal } from '#core/workspace/missing-parts'
import { skippedMessage } from '#core/workspace/skipped-words'
import { budgetFor } from '#core/workspace/snapshot-budget'
import { type Context, now } from '#flows/engine/context'
import { begin, finish } from '#flows/engine/under-way'
import { settingsFor } from '#flows/session/ground'
import { needSession, tellSession, viewSnapshot } from '#flows/session/views'
import type { Tx } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'
import type { SnapshotRecord, WorkspaceRecord } from '#ports/store/workspace'
import type { DiffFile, SnapshotMade, SnapshotRequest } from '#ports/workspace'

export interface SaveOptions {
  readonly ignoredBytes?: number
  /** Make one although nothing changed. */
  readonly always?: boolean
}

/**
 * Saves the tree; null when it equals the newest snapshot. Throws SNAPSHOT_FAILED when a path cannot be saved. One after the
 * other in a session: two at once would take the same number, and the later one the place of the earlier.
 */
export function saveSnapshot(
  context: Context,
  sessionId: string,
  reason: SnapshotReason,
  options: SaveOptions = {},
): Promise<SnapshotRecord | null> {
  return context.worker.run(
    `snapshot ${sessionId}`,
    async () => (await save(context, sessionId, reason, options)).record,
  )
}

interface Saved {
  readonly record: SnapshotRecord | null
  /** How many files differ from `countFrom`; null where it was not asked for, or another look is needed. */
  readonly changed: number | null
}

async function save(
  context: Context,
  sessionId: string,
  reason: SnapshotReason,
  options: SaveOptions,
  countFrom: string | null = null,
): Promise<Saved> {
  const session = needSession(context, sessionId)
  const workspace = workspaceOf(context, session)
  if (workspace === null || workspace.removedAt !== null || !context.exists(workspace.path))
    return { record: null, changed: null }
  // The directory of a persona without a project is made for a conversation and goes with it.
  if (session.persona != null && workspace.repoPath === null) return { record: null, changed: null }
  const newest = context.journal.reads.snapshots(sessionId).at(-1) ?? null
  const budget = budgetFor(reason)
  context.faultPoint('snapshot:before')
  const request = {
    sessionId,
    path: workspace.path,
    repoPath: workspace.repoPath,
    reason,
    maxFileBytes: maxFileBytes(context, session),
    ...(budget === null ? {} : { budget }),
    ...(options.ignoredBytes === undefined ? {} : { ignoredBytes: options.ignoredBytes }),
    // Before the first snapshot a tree that still is its base holds nothing to save.
    unlessSameAs: options.always === true ? null : (newest?.commit ?? workspace.baseCommit),
    ...(newest === null ? {} : { heldBy: newest.ref }),
  }
  const { made, changed, n } = await takeNumbered(context, request, countFrom)
  context.faultPoint('snapshot:made')
  if (made === null) {
    context.journal.ingest((tx) => finish(tx, 'saving', `${sessionId} ${n}`))
    return { record: null, changed }
  }
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
  context.journal.command((tx) => recordSnapshot(tx, record))
  context.faultPoint('snapshot:recorded')
  return { record, changed }
}

/** The row, and what it leaves out that the one before did not. */
export function recordSnapshot(tx: Tx, record: SnapshotRecord): void {
  const { sessionId, n } = record
  const known = new Set((tx.snapshots(sessionId).at(-1)?.skipped ?? []).map((file) => file.path))
  const fresh = record.skipped.filter((file) => !known.has(file.path))
  tx.putSnapshot(record)
  finish(tx, 'saving', `${sessionId} ${n}`)
  if (fresh.length > 0) {
    tx.appendEvents(sessionId, null, [
      {
        kind: 'notice',
        code: 'snapshot_skipped',
        message: skippedMessage(fresh),
        files: fresh,
      },
    ])
  }
}

/** Under the next number; past those that have a ref although this store never gave them (it was put back from a backup). */
async function takeNumbered(
  context: Context,
  request: Omit<SnapshotRequest, 'n'>,
  base: string | null,
): Promise<{ made: SnapshotMade | null; changed: number | null; n: number }> {
  const { workspaces } = context
  const take = async (n: number) =>
    base === null
      ? { made: await workspaces.snapshot({ ...request, n }), changed: null, n }
      : { ...(await workspaces.saveAndCount({ ...request, n, base })), n }
  const n = reserve(context, request.sessionId)
  try {
    return await take(n)
  } catch (cause) {
    const { taken } = ((cause instanceof DroverError ? cause.details : null) ?? {}) as { taken?: number }
    if (taken === undefined) throw cause
    context.snapshotNumbers.delete(request.sessionId)
    context.journal.command((tx) => {
      finish(tx, 'saving', `${request.sessionId} ${n}`)
      while (tx.nextSnapshotNumber(request.sessionId) < taken);
    })
    return take(reserve(context, request.sessionId))
  }
}

/**
 * A number once given is never given again, except to the same attempt that made nothing. It is written down until its row
 * is there: what a crash leaves between the two is found by it (adopt-snapshots.ts).
 */
function reserve(context: Context, sessionId: string): number {
  const kept = context.snapshotNumbers.get(sessionId)
  if (kept !== undefined) {
    context.journal.ingest((tx) => begin(tx, 'saving', `${sessionId} ${kept}`))
    return kept
  }
  const n = context.journal.command((tx) => {
    const next = tx.nextSnapshotNumber(sessionId)
    begin(tx, 'saving', `${sessionId} ${next}`)
    return next
  })
  context.snapshotNumbers.set(sessionId, n)
  return n
}

/** Larger files are in no snapshot and are not read by a diff. */
export function maxFileBytes(context: Context, session: SessionRecord): number {
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
    const base = workspace.baseCommit
    const { changed } = await context.worker.run(`snapshot ${sessionId}`, () =>
      save(context, sessionId, 'turn', {}, base),
    )
    const place = { path: workspace.path, repoPath: workspace.repoPath, maxFileBytes: maxFileBytes(context, session) }
    const files = base === null ? null : (changed ?? countOf(await context.workspaces.files({ ...place, base })))
    const launches = context.journal.reads.launchIds(sessionId)
    const living = context.active.get(sessionId)
    const children =
      living === undefined && launches.length > 0 ? await context.runtimes.of(session).leftovers(launches) : []
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

/** A directory whose files are too many to be listed counts with all of them. */
const countOf = (files: readonly DiffFile[]): number => files.reduce((sum, file) => sum + (file.skipped?.files ?? 1), 0)

export function listSnapshots(context: Context, id: string): readonly Snapshot[] {
  needSession(context, id)
  return context.journal.reads.snapshots(id).map(viewSnapshot)
}

/** Gives a snapshot back: into a directory, or into the worktree after the present was saved. */
export async function recoverSnapshot(
  context: Context,
  id: string,
  input: { snapshot?: number; to?: string },
): Promise<{ snapshot: Snapshot; to: string; files: number; left: readonly string[] }> {
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
  if (chosen.lostAt != null)
    throw new DroverError(
      'SNAPSHOT_NOT_FOUND',
      `The objects of snapshot ${chosen.n} of ${id} are gone from the repository.`,
      {
        hint: `Choose another one: drover session snapshots ${id}`,
      },
    )
  if (input.to !== undefined) {
    // A relative path would be taken from wherever the daemon happened to be started.
    if (!input.to.startsWith('/') || input.to.includes('\0'))
      throw new DroverError('INVALID_PATH', `"${input.to}" is no absolute path.`, {
        hint: 'Name an empty or new directory by its whole path.',
      })
    const wrote = await context.workspaces.recover({
      repoPath: chosen.repoPath,
      commit: chosen.commit,
      to: input.to,
      intoWorktree: false,
    })
    return recovered(chosen, input.to, wrote)
  }
  if (workspace === null || workspace.removedAt !== null || !context.exists(workspace.path)) {
    throw new DroverError('SESSION_NOT_RESTORABLE', `The worktree of ${id} is not there.`, {
      hint: `Recover into a directory with --to <dir>, or bring the session back first: drover session restore ${id}`,
    })
  }
  if (workspace.external === true)
    throw new DroverError(
      'SESSION_NOT_RESTORABLE',
      `${id} worked in your own checkout, which Drover never overwrites.`,
      {
        hint: `Recover into a directory: drover session recover ${id} --to <dir>`,
      },
    )
  return context.worker.run(id, async () => {
    refuseWhileWorking(context, id)
    await saveSnapshot(context, id, 'recover')
    context.faultPoint('recover:saved')
    const work = `${id} ${chosen.n}`
    context.journal.command((tx) => begin(tx, 'recovering', work))
    try {
      const wrote = await writeBack(context, session, workspace, chosen)
      context.faultPoint('recover:written')
      return recovered(chosen, workspace.path, wrote)
    } finally {
      context.journal.command((tx) => finish(tx, 'recovering', work))
    }
  })
}

/** All of it, or an error that lists what is missing. */
function recovered(
  snapshot: SnapshotRecord,
  to: string,
  { files, left, missing }: Awaited<ReturnType<Context['workspaces']['recover']>>,
): { snapshot: Snapshot; to: string; files: number; left: readonly string[] } {
  const refusal = incompleteRefusal({ n: snapshot.n, to, files, missing })
  if (refusal !== null) throw DroverError.of(refusal)
  return { snapshot: viewSnapshot(snapshot), to, files, left }
}

const writeBack = (context: Context, session: SessionRecord, to: WorkspaceRecord, snapshot: SnapshotRecord) =>
  context.workspaces.recover({
    repoPath: snapshot.repoPath,
    commit: snapshot.commit,
    to: to.path,
    intoWorktree: true,
    maxFileBytes: maxFileBytes(context, session),
  })

/** A recovery that a crash cut off: what stands there now is saved, then it is done again. */
export async function finishRecovery(context: Context, work: string): Promise<void> {
  const [id = '', n] = work.split(' ')
  const session = context.journal.reads.session(id)
  const workspace = session === null ? null : workspaceOf(context, session)
  const snapshot = context.journal.reads.snapshot(id, Number(n))
  if (session !== null && workspace !== null && snapshot !== null && context.exists(workspace.path)) {
    await saveSnapshot(context, id, 'recover')
    await writeBack(context, session, workspace, snapshot)
  }
  context.journal.command((tx) => finish(tx, 'recovering', work))
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

export async function baseOf(context: Context, workspace: WorkspaceRecord, path: string): Promise<string | null> {
  if (workspace.baseCommit === null) return null
  if (workspace.removedAt !== null) return workspace.baseCommit
  return (await context.workspaces.mergeBase(path, workspace.baseCommit, workspace.repoPath)) ?? workspace.baseCommit
}

export async function changedFiles(context: Context, id: string): Promise<readonly DiffFile[]> {
  const session = needSession(context, id)
  const workspace = workspaceOf(context, session)
  if (workspace === null || workspace.removedAt !== null || !context.exists(workspace.path)) return []
  return context.workspaces.files({
    path: workspace.path,
    repoPath: workspace.repoPath,
    maxFileBytes: maxFileBytes(context, session),
    base: (await baseOf(context, workspace, workspace.path)) ?? 'empty',
  })
}
