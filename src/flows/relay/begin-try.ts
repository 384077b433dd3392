/**
 * A try begins: the lane's tree, the session, the prompt. The session, its turn, the try and the lane's step are one
 * transaction; the launch follows it like any other turn's, also after a crash.
 */
import { DroverError } from '#contract/error'
import type { TryTotals } from '#contract/relay'
import { composePrompt, cut, type PromptFacts } from '#core/relay/prompt'
import { decidePermissions } from '#core/session/spawn'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import { defaultRuntime } from '#flows/engine/runtimes'
import { chooseModel } from '#flows/session/check-spawn'
import { findHarness } from '#flows/session/ground'
import { moveSession } from '#flows/session/move-session'
import { noneUsed } from '#flows/session/session-number'
import { writeSessionIn } from '#flows/session/write-session'
import { tellTask } from '#flows/task/read-tasks'
import { acceptTurn } from '#flows/turn/accept-turn'
import type { Harness } from '#ports/harness'
import type { EffectiveSettings } from '#ports/settings'
import type { Tx } from '#ports/store/journal'
import type { ProjectRecord } from '#ports/store/project'
import type { LaneState, RelayRecord, TryRecord } from '#ports/store/relay'
import type { SessionRecord } from '#ports/store/session'
import type { TaskRecord } from '#ports/store/task'
import type { WorkspaceRecord } from '#ports/store/workspace'
import { availabilityOf, noteChain } from './agents.ts'
import { relayGround } from './check-relay.ts'
import { endLane } from './end-relay.ts'
import { advanceCursor } from './follow-try.ts'
import { gatherPrompt } from './gather-prompt.ts'
import { dropHalfTree, freeTree, laneTree } from './lane-tree.ts'
import { entriesOf, type RouteEntry } from './routes-of.ts'
import type { Versions } from './versions.ts'
import { isStillAt, laneOf, needRelay, putLane, tellTry } from './views.ts'

export async function beginTry(
  context: Context,
  relay: RelayRecord,
  lane: LaneState,
  versions: Versions,
): Promise<void> {
  const { reads } = context.journal
  if (relay.stopping !== null) {
    await dropHalfTree(context, relay, lane)
    context.journal.command((tx) => endLane(context, tx, relay.id, lane.n))
    return
  }
  const ground = relayGround(context, relay.projectId, relay.ignoreConfig)
  const entry = entriesOf(relay, lane.route ?? '')[lane.entry ?? -1]
  const task = lane.taskId === null ? null : reads.task(lane.taskId)
  if (entry === undefined || (lane.taskId !== null && task?.state !== 'claimed')) {
    // The mix was changed, or a person took the task away.
    await dropHalfTree(context, relay, lane)
    context.journal.command((tx) => endLane(context, tx, relay.id, lane.n))
    return
  }
  const refused = refusalOf(context, ground.settings, entry)
  if (refused !== null) {
    await dropHalfTree(context, relay, lane)
    context.journal.command((tx) => passOver(context, tx, ground.settings, relay.id, lane, entry, refused))
    return
  }
  versions.look(entry.spec.harness)
  const tree = await laneTree(context, ground, relay, lane)
  const session = goesOn(context, ground.settings, lane, entry)
  if (session === null) await freeTree(context, tree, relay, lane)
  const tip = lane.tip ?? (await tipFor(context, relay, lane, tree))
  const head = (await context.workspaces.commitAt(tree.path, 'HEAD')) ?? tip
  const facts = await gatherPrompt(context, ground, { relay, lane: { ...lane, tip }, tree, entry, task, session })
  const order: TryOrder = { ...ground, relay, lane, entry, task, tree, session, tip, head, facts }
  const sessionId = context.journal.command((tx) => writeUnlessStopped(context, tx, order))
  if (sessionId === null) return
  context.faultPoint('relay:try-written')
  context.settle(sessionId)
}

/** What speaks against the agent before anything is launched: a model that it refuses, a harness that is gone. */
function refusalOf(context: Context, settings: EffectiveSettings, { spec }: RouteEntry): DroverError | null {
  try {
    const harness = findHarness(context, spec.harness, settings)
    chooseModel(harness, settings.harness(harness.id), spec.model)
    return null
  } catch (cause) {
    if (cause instanceof DroverError) return cause
    throw cause
  }
}

/** Reported and never replaced by another model: the task goes to the next agent. */
function passOver(
  context: Context,
  tx: Tx,
  settings: EffectiveSettings,
  relayId: string,
  lane: LaneState,
  { spec }: RouteEntry,
  { message }: DroverError,
): void {
  const end = { how: 'failed', category: 'invalid_model', infra: 0, resetAt: null, reason: message } as const
  noteChain(context, tx, settings, spec, end)
  advanceCursor(tx, relayId, lane, 'failed', 'rotate')
  putLane(tx, relayId, lane.n, { at: 'rotate', step: null, chain: [], mode: null })
}

interface TryOrder {
  readonly project: ProjectRecord
  readonly settings: EffectiveSettings
  readonly relay: RelayRecord
  readonly lane: LaneState
  readonly entry: RouteEntry
  readonly task: TaskRecord | null
  readonly tree: WorkspaceRecord
  /** The one that goes on; null: a new one. */
  readonly session: SessionRecord | null
  readonly tip: string
  readonly head: string
  readonly facts: Omit<PromptFacts, 'tryN'>
}

/** The same agent again goes on in its session, where that can be. */
function goesOn(
  context: Context,
  settings: EffectiveSettings,
  lane: LaneState,
  entry: RouteEntry,
): SessionRecord | null {
  if (lane.sessionId === null || (lane.mode !== 'resume' && lane.mode !== 'guided')) return null
  const session = context.journal.reads.session(lane.sessionId)
  if (session === null || session.phase !== 'live' || context.ending.has(session.id)) return null
  const harness = findHarness(context, session.harness, settings)
  return session.harness === entry.spec.harness && (harness.can.resume || session.turn === 0) ? session : null
}

/** Where the task begins: the branch's tip, with what the other lanes brought to it. */
async function tipFor(context: Context, relay: RelayRecord, lane: LaneState, tree: WorkspaceRecord): Promise<string> {
  if (relay.branch !== null && lane.branch !== relay.branch && tree.repoPath !== null) {
    const [root = null] = await context.merging.branches(tree.repoPath, [relay.branch])
    if (root !== null) await context.workspaces.follow({ path: tree.path, commit: root })
  }
  return (await context.workspaces.commitAt(tree.path, 'HEAD')) ?? relay.baseCommit ?? ''
}

const noTotals: TryTotals = { inputTokens: null, outputTokens: null, costUsd: null, toolCalls: 0 }

/** null: while its tree was made ready it was stopped or ended, or its agent's account was spent by somebody else. */
function writeUnlessStopped(context: Context, tx: Tx, order: TryOrder): string | null {
  const { relay, lane } = order
  if (!isStillAt(tx, relay.id, lane)) return null
  if (needRelay(tx, relay.id).stopping !== null) endLane(context, tx, relay.id, lane.n)
  else if (availabilityOf(context, tx, order.settings, order.entry.spec, false).usable) return write(context, tx, order)
  else putLane(tx, relay.id, lane.n, { at: 'rotate', step: null, mode: null, chain: [] })
  return null
}

function write(context: Context, tx: Tx, order: TryOrder): string {
  const { relay, lane, entry, task, tree, tip, head } = order
  const n = tx.nextTryNumber(relay.projectId)
  const harness = findHarness(context, entry.spec.harness, order.settings)
  const config = order.settings.harness(harness.id)
  const model = chooseModel(harness, config, entry.spec.model)
  const session = order.session ?? open(context, tx, order, harness, model)
  const { text, handoff } = composePrompt({ ...order.facts, tryN: n })
  const author = task?.author ?? 'operator'
  const turn = acceptTurn(context, tx, session.id, {
    prompt: text,
    source: author === 'operator' ? 'operator' : 'session',
    from: author === 'operator' ? null : author,
    model,
  })
  const record: TryRecord = {
    n,
    projectId: relay.projectId,
    relayId: relay.id,
    lane: lane.n,
    taskId: lane.taskId,
    title: order.facts.title,
    sessionId: session.id,
    launchId: null,
    turn,
    agent: entry.agent,
    model,
    cliVersion: null,
    role: lane.role,
    route: lane.route ?? '',
    outcome: null,
    category: null,
    evidence: [],
    reason: null,
    exitCode: null,
    commits: [],
    filesChanged: null,
    insertions: null,
    deletions: null,
    verify: null,
    totals: noTotals,
    summary: null,
    handoff,
    promptHash: context.hash(text),
    promptBytes: Buffer.byteLength(text),
    nativeId: session.nativeId,
    startedAt: now(context),
    endedAt: null,
    headBefore: head,
    prompt: text,
  }
  tx.insertTry(record)
  const fresh = laneOf(tx, relay.id, lane.n)
  const at = { step: 'run', sessionId: session.id, tryN: n, tip, tries: fresh.tries + 1, calledOff: null } as const
  putLane(tx, relay.id, lane.n, { ...at, workspaceId: tree.id })
  if (task !== null) {
    const held = { leaseSession: session.id, leaseLaunch: null, attempts: task.attempts + 1 }
    tellTask(tx, tx.updateTask(task.id, held), 'task_updated')
  }
  tellTry(tx, record, 'try_started')
  return session.id
}

function open(
  context: Context,
  tx: Tx,
  { relay, tree, settings, facts }: TryOrder,
  harness: Harness,
  model: string | null,
): SessionRecord {
  const { permissions } = harness.can
  const session = writeSessionIn(context, tx, {
    projectId: relay.projectId,
    settings,
    used: noneUsed,
    workspace: { id: tree.id },
    kind: 'worker',
    name: cut(`${relay.id} ${facts.title}`, 150),
    harness: harness.id,
    runtime: defaultRuntime,
    model,
    permissions: accepted(decidePermissions({ id: harness.id, permissions }, undefined)),
    ignoreConfig: relay.ignoreConfig,
    forkedFrom: null,
  })
  moveSession(context, tx, session, { type: 'came_up', turnRunning: false })
  return session
}
