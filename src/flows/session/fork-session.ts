/**
 * A new session and workspace from another's newest snapshot, for the same agent or another one. Owns the fork's row, its files
 * and its first words; which conversation it goes on with is choose-conversation's: where the agent's own cannot be forked, the
 * hand-off tells the new agent of it.
 */

import { operatorAddress } from '#contract/mail'
import type { Permissions, Session } from '#contract/session'
import { decideFork, decideName } from '#core/session/spawn'
import { incompleteNotice } from '#core/workspace/missing-parts'
import type { Notice } from '#core/workspace/write-back'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { acceptTurn } from '#flows/turn/accept-turn'
import { runTurn } from '#flows/turn/launch-turn'
import { park } from '#flows/turn/park'
import { queueMessage } from '#flows/turn/take-turn'
import { saveSnapshot, workspaceOf } from '#flows/workspace/keep-snapshots'
import { runSetup } from '#flows/workspace/setup-workspace'
import type { Tx } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'
import type { SnapshotRecord, WorkspaceRecord } from '#ports/store/workspace'
import { type AgentAsked, type AgentChosen, chooseAgent } from './agent-choice.ts'
import { leftBehind } from './bring-back.ts'
import { checkPrompt } from './check-spawn.ts'
import { type Ground, groundOf } from './ground.ts'
import { moveSession } from './move-session.ts'
import { refuseArchived } from './restore-session.ts'
import { noneUsed, type Used, withFreeNumber } from './session-number.ts'
import { undoSpawn } from './undo-spawn.ts'
import { needSession, tellSession, viewSession } from './views.ts'
import { writeSession } from './write-session.ts'

export interface ForkInput extends AgentAsked {
  readonly prompt?: string
  readonly name?: string
  /** Left out: the source's. */
  readonly permissions?: Permissions
}

export async function forkSession(context: Context, id: string, input: ForkInput): Promise<Session> {
  const prompt = input.prompt === undefined ? null : checkPrompt(input.prompt)
  if (input.name !== undefined) accepted(decideName(input.name))
  const source = needSession(context, id)
  const workspace = workspaceOf(context, source)
  accepted(decideFork({ id, phase: source.phase, hasWorkspace: workspace !== null }))
  if (workspace === null) throw new Error('a fork was accepted without a workspace')
  refuseArchived(context, source)
  accepted(context.budgetHolds(source.projectId) ?? 'accept')
  const ground = groundOf(context, id)
  const agent = await chooseAgent(context, ground, input, input.permissions)
  await saveSnapshot(context, id, 'fork')
  const snapshot = context.journal.reads.snapshots(id).at(-1) ?? null
  const { repoPath, projectId } = workspace
  const make = (used: Used) =>
    makeFork(context, { source, ground, agent, workspace, snapshot, prompt, name: input.name, used })
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
  readonly agent: AgentChosen
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
  const { projectId, runtime, ignoreConfig } = source
  const { harness, model, permissions } = order.agent
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
    prompt: order.prompt,
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
    else sayFirst(context, tx, fork, prompt)
  })
}

/** While its agent is benched the words wait like a message, and start by themselves. */
function sayFirst(context: Context, tx: Tx, fork: SessionRecord, prompt: string): void {
  const bench = context.benchOf(fork, fork.model)
  if (bench === null) {
    acceptTurn(context, tx, fork.id, { prompt, source: 'operator', from: null })
    return
  }
  queueMessage(context, tx, fork.id, { message: prompt, source: 'operator', from: operatorAddress, model: null })
  park(context, tx, fork.id, bench)
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
