/**
 * The agent tier: a session is called into the tree with the conflict. The session, its turn, the tree's row and the merge's
 * step are one transaction; the launch follows it like any other turn's, also after a crash.
 */
import { DroverError } from '#contract/error'
import { decideHeld } from '#core/effort/budget'
import { composeMergerPrompt } from '#core/merge/merger'
import type { Seen } from '#core/merge/next-step'
import { parseSpec } from '#core/relay/agent-spec'
import { decidePermissions } from '#core/session/spawn'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import { defaultRuntime } from '#flows/engine/runtimes'
import { knownIn } from '#flows/relay/agents'
import { chooseModel } from '#flows/session/check-spawn'
import { closeSession } from '#flows/session/end-session'
import { findHarness, locate } from '#flows/session/ground'
import { moveSession } from '#flows/session/move-session'
import { noneUsed } from '#flows/session/session-number'
import { alone, writeSessionIn } from '#flows/session/write-session'
import { acceptTurn } from '#flows/turn/accept-turn'
import type { Harness } from '#ports/harness'
import type { Tx } from '#ports/store/journal'
import type { MergeRecord } from '#ports/store/merge'
import { gatherMerger } from './gather-merger.ts'
import { groundOfMerge, type MergeGround } from './ground.ts'
import { laneOf, policyOf, writeSeen } from './merge-row.ts'
import { needMerge } from './views.ts'

interface Agent {
  readonly harness: Harness
  readonly model: string | null
}

/** written: it is at work, and the merge waits for it. Anything else is why nobody came. */
export async function callMerger(context: Context, record: MergeRecord): Promise<Seen | 'written'> {
  const { worktree: path } = record
  if (path === null || !context.exists(path))
    return {
      saw: 'stopped',
      code: 'failed',
      message: `The tree ${path ?? ''} is gone; the merge begins anew with a retry.`,
    }
  const ground = groundOfMerge(context, record)
  try {
    const { session } = ground
    if (session !== null) accepted(decideHeld(context.effortHolds(session)))
    accepted(context.budgetHolds(record.projectId) ?? 'accept')
    const agent = await chooseAgent(context, ground)
    // One that was called before and did not bring it further.
    if (record.merger !== null) await closeSession(context, record.merger)
    const prompt = composeMergerPrompt(await gatherMerger(context, record, ground))
    const policy = policyOf(context, record)
    const sessionId = context.journal.command((tx) => {
      const fresh = needMerge(tx, record.id)
      if (fresh.step !== 'call') throw new Error(`${record.id} is at ${fresh.step} by now`)
      const id = open(context, tx, { record: fresh, ground, agent, path, prompt })
      writeSeen(context, tx, fresh, { saw: 'called', session: id }, policy)
      tx.putLane({ ...laneOf(context, tx, fresh.projectId, fresh.target), mergeId: null, usedAt: now(context) })
      return id
    })
    context.faultPoint('merge:called')
    context.settle(sessionId)
    return 'written'
  } catch (cause) {
    if (!(cause instanceof DroverError)) throw cause
    const { agent } = ground.settings.merge
    const hint = cause.hint === undefined ? '' : ` ${cause.hint}`
    return { saw: 'unhelped', message: `${agent} could not be called to resolve it: ${cause.message}${hint}` }
  }
}

async function chooseAgent(context: Context, { settings }: MergeGround): Promise<Agent> {
  const parsed = parseSpec(settings.merge.agent ?? '', knownIn(context, settings))
  if ('code' in parsed) throw new DroverError(parsed.code, parsed.message, { hint: parsed.hint })
  const harness = findHarness(context, parsed.spec.harness, settings)
  const config = settings.harness(harness.id)
  await locate(context, harness, config)
  return { harness, model: chooseModel(harness, config, parsed.spec.model) }
}

interface Order {
  readonly record: MergeRecord
  readonly ground: MergeGround
  readonly agent: Agent
  readonly path: string
  readonly prompt: string
}

function open(context: Context, tx: Tx, { record, ground, agent, path, prompt }: Order): string {
  const { id: harness, can } = agent.harness
  const session = writeSessionIn(context, tx, {
    projectId: record.projectId,
    settings: ground.settings,
    used: noneUsed,
    workspace: { id: treeRow(context, tx, record, ground, path) },
    kind: 'worker',
    name: `merge ${record.id}`,
    harness,
    runtime: defaultRuntime,
    model: agent.model,
    permissions: accepted(decidePermissions({ id: harness, permissions: can.permissions }, 'bypass')),
    ignoreConfig: ground.session?.ignoreConfig ?? false,
    forkedFrom: null,
    // It owes nobody a report: its merge looks at the tree, and closes it.
    belonging: { ...alone, role: 'merger', effortId: ground.session?.effortId ?? null },
  })
  moveSession(context, tx, session, { type: 'came_up', turnRunning: false })
  acceptTurn(context, tx, session.id, { prompt, source: 'daemon', from: null, model: agent.model })
  return session.id
}

/** The tree is the merge's: no cleanup of sessions removes it, and no branch is in it. */
function treeRow(context: Context, tx: Tx, record: MergeRecord, { project }: MergeGround, path: string): number {
  const there = tx.workspaceByPath(path)
  if (there !== null) {
    tx.updateWorkspace(there.id, { removedAt: null, baseCommit: record.baseCommit })
    return there.id
  }
  return tx.insertWorkspace({
    projectId: record.projectId,
    path,
    repoPath: project.path,
    branch: null,
    madeBranch: false,
    baseRef: null,
    baseCommit: record.baseCommit,
    heldBy: record.id,
    portBase: null,
    external: true,
    removedAt: null,
    createdAt: now(context),
  }).id
}
