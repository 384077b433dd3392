/** Bringing an ended session back in its workspace, and making a new one from another's newest snapshot. */
import { DroverError } from '#contract/error'
import type { Session } from '#contract/session'
import { decideRestore, decideText, isRefusal } from '#core/session/decide'
import { cleanMessage } from '#core/session/message'
import { freePortBlock } from '#core/session/port-block'
import type { SessionRecord, SnapshotRecord, WorkspaceRecord } from '#ports/journal'
import { checkName } from './check-spawn.ts'
import { type Context, now } from './context.ts'
import { dropBranch } from './end-session.ts'
import { groundOf } from './ground.ts'
import { saveSnapshot, workspaceOf } from './keep-snapshots.ts'
import { runTurn } from './launch-turn.ts'
import { runSetup } from './setup-workspace.ts'
import { blankSession, refuseSecondOrchestrator } from './spawn-session.ts'
import { acceptTurn, needSession } from './take-turn.ts'
import { begin, finish } from './under-way.ts'
import { undoSpawn } from './undo-spawn.ts'
import { factsOf, tellSession, viewSession } from './views.ts'

export async function restoreSession(context: Context, id: string): Promise<Session> {
  needSession(context, id)
  return context.worker.run(id, async () => {
    const session = needSession(context, id)
    const workspace = workspaceOf(context, session)
    const decision = decideRestore({
      session: factsOf(context.journal.reads, session),
      workspace:
        workspace === null
          ? 'none'
          : workspace.removedAt !== null
            ? 'removed'
            : context.exists(workspace.path)
              ? 'present'
              : 'missing',
      heldByOther: workspace?.heldBy != null && workspace.heldBy !== id ? workspace.heldBy : null,
    })
    if (isRefusal(decision)) throw DroverError.of(decision)
    if (decision === 'already') return viewSession(context, context.journal.reads, session)
    refuseArchived(context, session)
    if (session.kind === 'orchestrator') refuseSecondOrchestrator(context.journal.reads, session.projectId)
    if (decision === 'readd' && workspace !== null) {
      context.journal.command((tx) => begin(tx, 'restoring', id))
      await bringBack(context, session, workspace).catch(async (cause: unknown) => {
        await takeBackRestore(context, id)
        throw cause
      })
    }
    context.faultPoint('restore:workspace-back')
    context.journal.command((tx) => {
      const at = now(context)
      if (session.workspaceId !== null) tx.updateWorkspace(session.workspaceId, { heldBy: id, removedAt: null })
      tx.updateSession(id, {
        phase: 'live',
        activity: 'idle',
        activitySince: at,
        endReason: null,
        endedBy: null,
        trouble: null,
      })
      finish(tx, 'restoring', id)
      tellSession(context, tx, id)
    })
    return viewSession(context, context.journal.reads, needSession(context, id))
  })
}

/** The state before: no worktree. What stood in it is the newest snapshot's, which stays. */
export async function takeBackRestore(context: Context, id: string): Promise<void> {
  const session = context.journal.reads.session(id)
  const workspace = session === null ? null : workspaceOf(context, session)
  if (session?.phase === 'ended' && workspace !== null) {
    const { repoPath, path } = workspace
    await context.workspaces.discard({ repoPath, path, branch: null, madeBranch: false, base: null })
    if (workspace.removedAt !== null) await dropBranch(context, workspace)
  }
  context.journal.command((tx) => finish(tx, 'restoring', id))
}

function refuseArchived(context: Context, session: SessionRecord): void {
  const project = context.journal.reads.project(session.projectId)
  if (project === null || project.archivedAt === null) return
  throw new DroverError('SESSION_NOT_RESTORABLE', `Project "${project.id}" is archived.`, {
    hint: `Register it again first: drover project add --path ${project.path}`,
  })
}

/** The worktree again on its branch, or on a new branch of that name where cleanup deleted a contained one. */
async function bringBack(context: Context, session: SessionRecord, workspace: WorkspaceRecord): Promise<void> {
  if (workspace.repoPath === null) {
    // Cleanup removes a scratch workspace only when nothing was ever in it.
    await context.workspaces.createScratch(workspace.path)
    return
  }
  if (workspace.branch !== null) {
    const branch = await context.workspaces.checkBranch(workspace.repoPath, workspace.branch)
    if (branch === 'existing')
      await context.workspaces.readd({ repoPath: workspace.repoPath, path: workspace.path, branch: workspace.branch })
    else
      await context.workspaces.create({
        repoPath: workspace.repoPath,
        path: workspace.path,
        branch: workspace.branch,
        base: lastHead(context, session) ?? workspace.baseCommit ?? 'HEAD',
        newBranch: true,
      })
  }
  context.faultPoint('restore:tree-added')
  const newest = context.journal.reads.snapshots(session.id).at(-1)
  if (newest !== undefined) {
    await context.workspaces.recover({
      repoPath: newest.repoPath,
      commit: newest.commit,
      to: workspace.path,
      intoWorktree: true,
    })
  }
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
}

const lastHead = (context: Context, session: SessionRecord): string | null =>
  context.journal.reads.snapshots(session.id).at(-1)?.parent ?? null

export async function forkSession(
  context: Context,
  id: string,
  input: { prompt?: string; name?: string },
): Promise<Session> {
  const prompt = input.prompt === undefined ? null : cleanMessage(input.prompt)
  if (prompt !== null) {
    const text = decideText(prompt, { empty: 'PROMPT_REQUIRED', long: 'PROMPT_TOO_LONG' })
    if (isRefusal(text)) throw DroverError.of(text)
  }
  if (input.name !== undefined) checkName(input.name)
  const source = needSession(context, id)
  const workspace = workspaceOf(context, source)
  if (workspace === null)
    throw new DroverError('SESSION_NOT_RESTORABLE', `Session ${id} has no workspace to fork.`, {
      hint: 'Spawn a new session.',
    })
  if (source.phase === 'starting')
    throw new DroverError('SESSION_STARTING', `Session ${id} is still starting.`, { hint: 'Fork it once it is live.' })
  refuseArchived(context, source)
  await saveSnapshot(context, id, 'fork')
  const snapshot = context.journal.reads.snapshots(id).at(-1) ?? null
  const fork = writeFork(context, source, workspace, snapshot, input.name)
  context.faultPoint('fork:row-written')
  const done = fillFork(context, fork, workspace, snapshot, prompt)
  context.starting.set(fork.id, { abort: new AbortController(), done: done.catch(() => undefined) })
  try {
    await done
  } catch (cause) {
    await undoSpawn(context, context.journal.reads.project(fork.projectId), fork, cause)
    throw cause
  } finally {
    context.starting.delete(fork.id)
  }
  context.faultPoint('fork:live')
  if (prompt !== null) await context.worker.run(fork.id, () => runTurn(context, fork.id))
  return viewSession(context, context.journal.reads, needSession(context, fork.id))
}

function writeFork(
  context: Context,
  source: SessionRecord,
  from: WorkspaceRecord,
  snapshot: SnapshotRecord | null,
  name: string | undefined,
): SessionRecord {
  const ground = groundOf(context, source.id)
  return context.journal.command((tx) => {
    const live = tx.countLive(source.projectId)
    if (live >= ground.settings.maxSessions) {
      throw new DroverError(
        'SESSION_LIMIT',
        `${source.projectId} already has ${live} of ${ground.settings.maxSessions} sessions.`,
        { hint: 'End one with drover session kill <id>, or raise max_sessions.' },
      )
    }
    const id = `${source.projectId}-${tx.nextSessionNumber(source.projectId)}`
    const at = now(context)
    const { ports } = ground.settings
    const workspace = tx.insertWorkspace({
      projectId: from.projectId,
      repoPath: from.repoPath,
      baseRef: from.baseRef,
      path: context.paths.workspace(source.projectId, id),
      branch: from.repoPath === null ? null : `drover/${id}/root`,
      madeBranch: from.repoPath !== null,
      baseCommit: from.baseCommit ?? snapshot?.parent ?? null,
      heldBy: id,
      portBase:
        ports > 0
          ? freePortBlock(
              tx.heldWorkspaces().map((one) => one.portBase),
              ports,
            )
          : null,
      removedAt: null,
      createdAt: at,
    })
    const session: SessionRecord = {
      ...blankSession,
      id,
      projectId: source.projectId,
      kind: 'worker',
      name: name ?? id,
      harness: source.harness,
      model: source.model,
      permissions: source.permissions,
      activitySince: at,
      workspaceId: workspace.id,
      lastActivityAt: at,
      ignoreConfig: source.ignoreConfig,
      forkedFrom: source.id,
      createdAt: at,
      updatedAt: at,
    }
    tx.insertSession(session)
    tellSession(context, tx, id, 'session_created')
    return session
  })
}

async function fillFork(
  context: Context,
  fork: SessionRecord,
  from: WorkspaceRecord,
  snapshot: SnapshotRecord | null,
  prompt: string | null,
): Promise<void> {
  const workspace = workspaceOf(context, fork)
  if (workspace === null) throw new Error(`session ${fork.id} has no workspace row`)
  if (from.repoPath === null || workspace.branch === null) await context.workspaces.createScratch(workspace.path)
  else {
    const base = snapshot?.parent ?? from.baseCommit ?? 'HEAD'
    await context.workspaces.create({
      repoPath: from.repoPath,
      path: workspace.path,
      branch: workspace.branch,
      base,
      newBranch: true,
    })
  }
  context.faultPoint('fork:workspace-made')
  if (snapshot !== null) {
    await context.workspaces.recover({
      repoPath: snapshot.repoPath,
      commit: snapshot.commit,
      to: workspace.path,
      intoWorktree: true,
    })
  }
  context.faultPoint('fork:recovered')
  const ground = groundOf(context, fork.id)
  await runSetup(
    context,
    { session: fork, project: ground.project, settings: ground.settings },
    new AbortController().signal,
  )
  context.journal.command((tx) => {
    tx.updateSession(fork.id, { phase: 'live', activity: 'idle', activitySince: now(context) })
    if (prompt === null) tellSession(context, tx, fork.id)
    else acceptTurn(context, tx, fork.id, { prompt, source: 'operator', from: null })
  })
}
