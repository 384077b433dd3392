/** Bringing an ended session back in its workspace, and making a new one from another's newest snapshot. */
import { DroverError } from '#contract/error'
import type { Session } from '#contract/session'
import { decideRestore, effortOver } from '#core/session/decide'
import { decideArchived, decideFork, decideName } from '#core/session/spawn'
import { incompleteNotice } from '#core/workspace/missing-parts'
import type { Notice } from '#core/workspace/write-back'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { begin, finish } from '#flows/engine/under-way'
import { needSession } from '#flows/session/views'
import { runTurn } from '#flows/turn/launch-turn'
import { acceptTurn } from '#flows/turn/take-turn'
import { saveSnapshot, workspaceOf } from '#flows/workspace/keep-snapshots'
import { runSetup } from '#flows/workspace/setup-workspace'
import type { Reads } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'
import type { SnapshotRecord, WorkspaceRecord } from '#ports/store/workspace'
import { bringBack, leftBehind, lookAt, needFreeBranch } from './bring-back.ts'
import { checkPrompt } from './check-spawn.ts'
import { dropBranch } from './end-session.ts'
import { type Ground, groundOf } from './ground.ts'
import { moveSession } from './move-session.ts'
import { noneUsed, type Used, withFreeNumber } from './session-number.ts'
import { undoSpawn } from './undo-spawn.ts'
import { factsOf, tellSession, viewSession } from './views.ts'
import { refuseSecondOrchestrator, writeSession } from './write-session.ts'

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

const refuseArchived = (context: Context, session: SessionRecord): unknown =>
  accepted(decideArchived(context.journal.reads.project(session.projectId)))

export async function forkSession(
  context: Context,
  id: string,
  input: { prompt?: string; name?: string },
): Promise<Session> {
  const prompt = input.prompt === undefined ? null : checkPrompt(input.prompt)
  if (input.name !== undefined) accepted(decideName(input.name))
  const source = needSession(context, id)
  const workspace = workspaceOf(context, source)
  accepted(decideFork({ id, phase: source.phase, hasWorkspace: workspace !== null }))
  if (workspace === null) throw new Error('a fork was accepted without a workspace')
  refuseArchived(context, source)
  await saveSnapshot(context, id, 'fork')
  const snapshot = context.journal.reads.snapshots(id).at(-1) ?? null
  const { repoPath, projectId } = workspace
  const ground = groundOf(context, id)
  const make = (used: Used) =>
    makeFork(context, { source, ground, workspace, snapshot, prompt, name: input.name, used })
  if (repoPath === null) return make(noneUsed)
  return withFreeNumber(
    context,
    { repoPath, projectId },
    await context.workspaces.usedNumbers(repoPath, projectId),
    make,
  )
}

interface ForkOrder {
  readonly source: SessionRecord
  readonly ground: Ground
  readonly workspace: WorkspaceRecord
  readonly snapshot: SnapshotRecord | null
  readonly prompt: string | null
  readonly name: string | undefined
  readonly used: Used
}

async function makeFork(context: Context, order: ForkOrder): Promise<Session> {
  const fork = writeFork(context, order)
  context.faultPoint('fork:row-written')
  const done = fillFork(context, fork, order)
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
  if (order.prompt !== null) await context.worker.run(fork.id, () => runTurn(context, fork.id))
  return viewSession(context, context.journal.reads, needSession(context, fork.id))
}

function writeFork(context: Context, order: ForkOrder): SessionRecord {
  const { source, ground, workspace, snapshot, used } = order
  const { projectId, harness, runtime, model, permissions, ignoreConfig } = source
  return writeSession(context, {
    projectId,
    settings: ground.settings,
    used,
    workspace: {
      repoPath: workspace.repoPath,
      branch: null,
      baseRef: workspace.baseRef,
      baseCommit: workspace.baseCommit ?? snapshot?.parent ?? null,
    },
    kind: 'worker',
    name: order.name ?? null,
    harness,
    runtime,
    model,
    permissions,
    ignoreConfig,
    forkedFrom: source.id,
  })
}

async function fillFork(
  context: Context,
  fork: SessionRecord,
  { workspace: from, snapshot, prompt, ground }: ForkOrder,
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
  const notices = snapshot === null ? [] : await writeFrom(context, from, workspace, snapshot)
  context.faultPoint('fork:recovered')
  await runSetup(
    context,
    { session: fork, project: ground.project, settings: ground.settings },
    new AbortController().signal,
  )
  context.journal.command((tx) => {
    moveSession(context, tx, tx.session(fork.id) ?? fork, { type: 'came_up', turnRunning: false })
    if (notices.length > 0) tx.appendEvents(fork.id, null, notices)
    if (prompt === null) tellSession(context, tx, fork.id)
    else acceptTurn(context, tx, fork.id, { prompt, source: 'operator', from: null })
  })
}

async function writeFrom(
  context: Context,
  from: WorkspaceRecord,
  to: WorkspaceRecord,
  snapshot: SnapshotRecord,
): Promise<readonly Notice[]> {
  const { n, repoPath, commit } = snapshot
  const { missing } = await context.workspaces.recover({ repoPath, commit, to: to.path, intoWorktree: true })
  const told = [incompleteNotice({ n, missing }), await leftBehind(context, from, snapshot)]
  return told.filter((notice) => notice !== null)
}
