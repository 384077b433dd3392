/** The worktree of a lane: made with its setup when the first try needs it, found again afterwards, put back when a task is given up. */
import { DroverError } from '#contract/error'
import { freePortBlock } from '#core/session/port-block'
import { decideUnsaved } from '#core/workspace/cleanup'
import { type Context, now } from '#flows/engine/context'
import { closeSession } from '#flows/session/end-session'
import { saveSnapshot } from '#flows/workspace/keep-snapshots'
import { setUp } from '#flows/workspace/setup-workspace'
import type { EffectiveSettings } from '#ports/settings'
import type { ProjectRecord } from '#ports/store/project'
import type { LaneState, RelayRecord } from '#ports/store/relay'
import type { WorkspaceRecord } from '#ports/store/workspace'
import { isStillAt, laneOf, putLane } from './views.ts'

interface LaneGround {
  readonly project: ProjectRecord
  readonly settings: EffectiveSettings
}

/** The lane's worktree, standing and set up. */
export async function laneTree(
  context: Context,
  ground: LaneGround,
  relay: RelayRecord,
  lane: LaneState,
): Promise<WorkspaceRecord> {
  const row = rowOf(context, ground, relay, lane)
  if (row.external === true) return row
  const { whole } = laneOf(context.journal.reads, relay.id, lane.n)
  // Cut off in the middle: what is there is no work, and files that are missing would be taken for deleted ones.
  if (whole === false && lane.workspaceId !== null) await takeAway(context, ground, row)
  if (!context.exists(row.path)) {
    context.journal.command((tx) => putLane(tx, relay.id, lane.n, { whole: false, made: false }))
    await make(context, ground, relay, row)
    context.journal.command((tx) => putLane(tx, relay.id, lane.n, { whole: true }))
  }
  if (laneOf(context.journal.reads, relay.id, lane.n).made) return row
  await setUp(context, {
    owner: `${relay.id}-${lane.n}`,
    workspace: row,
    project: ground.project,
    settings: ground.settings,
    runtime: context.runtimes.here,
  })
  context.journal.command((tx) => putLane(tx, relay.id, lane.n, { made: true }))
  return row
}

/** Its row first: what a crash leaves on the disk is then known. */
function rowOf(context: Context, ground: LaneGround, relay: RelayRecord, lane: LaneState): WorkspaceRecord {
  const { reads } = context.journal
  const known = lane.workspaceId === null ? null : reads.workspace(lane.workspaceId)
  if (known !== null && known.removedAt === null) return known
  return context.journal.command((tx) => {
    const external = relay.inPlace
    const path = external ? ground.project.path : context.paths.workspace(relay.projectId, `${relay.id}-${lane.n}`)
    const there = tx.workspaceByPath(path)
    if (there !== null) {
      if (there.heldBy !== null && there.heldBy !== relay.id)
        throw new DroverError('WORKSPACE_DIRTY', `${path} is held by ${there.heldBy}.`, {
          hint: `End it first: drover session kill ${there.heldBy}`,
        })
      tx.updateWorkspace(there.id, { heldBy: relay.id, removedAt: null })
      putLane(tx, relay.id, lane.n, { workspaceId: there.id, whole: context.exists(path), made: false })
      return { ...there, heldBy: relay.id, removedAt: null }
    }
    const { ports } = ground.settings
    const taken = ports > 0 ? tx.heldWorkspaces().map((one) => one.portBase) : []
    const row = tx.insertWorkspace({
      projectId: relay.projectId,
      path,
      repoPath: ground.project.path,
      branch: lane.branch,
      madeBranch: !external,
      baseRef: relay.baseRef,
      baseCommit: relay.baseCommit,
      heldBy: relay.id,
      portBase: ports > 0 ? freePortBlock(taken, ports) : null,
      external,
      removedAt: null,
      createdAt: now(context),
    })
    putLane(tx, relay.id, lane.n, { workspaceId: row.id, whole: false, made: false })
    return row
  })
}

async function make(context: Context, ground: LaneGround, relay: RelayRecord, row: WorkspaceRecord): Promise<void> {
  const { path } = row
  const repoPath = ground.project.path
  const branch = row.branch ?? ''
  const base = row.baseCommit ?? ''
  const [head = null] = await context.merging.branches(repoPath, [branch])
  if (head === null) {
    // The relay's own branch begins with its first lane, also where no lane is on it.
    if (relay.branch !== null && relay.branch !== branch) await needBranch(context, repoPath, relay.branch, base)
    await context.workspaces.create({ repoPath, path, branch, base, newBranch: true })
  } else await context.workspaces.readd({ repoPath, path, branch })
  context.faultPoint('relay:tree-made')
}

/** A tree whose making was cut off and that nobody will need: it goes, nothing was ever done in it. */
export async function dropHalfTree(context: Context, relay: RelayRecord, lane: LaneState): Promise<void> {
  const { reads } = context.journal
  const row = lane.workspaceId === null || lane.whole !== false ? null : reads.workspace(lane.workspaceId)
  const project = reads.project(relay.projectId)
  if (row === null || project === null || row.external === true || row.removedAt !== null) return
  await takeAway(context, { project }, row)
  context.journal.command((tx) => tx.updateWorkspace(row.id, { removedAt: now(context) }))
}

/** The branch goes with it where it has no commit of its own. */
async function takeAway(
  context: Context,
  { project }: Pick<LaneGround, 'project'>,
  row: WorkspaceRecord,
): Promise<void> {
  const { path, branch, madeBranch, baseCommit } = row
  await context.workspaces.discard({ repoPath: project.path, path, branch, madeBranch, base: baseCommit })
}

async function needBranch(context: Context, repoPath: string, branch: string, base: string): Promise<void> {
  const [head = null] = await context.merging.branches(repoPath, [branch])
  if (head !== null) return
  await context.workspaces.startBranch({ repoPath, branch, base }).catch(async (cause: unknown) => {
    // Another lane of the same relay may have been faster.
    const [made = null] = await context.merging.branches(repoPath, [branch])
    if (made === null) throw cause
  })
}

/** Whoever held the tree is through with it. */
export async function freeTree(
  context: Context,
  row: WorkspaceRecord,
  { id: relayId }: RelayRecord,
  lane: LaneState,
): Promise<void> {
  const holder = context.journal.reads.workspace(row.id)?.heldBy ?? null
  if (holder !== null && holder !== relayId) await closeSession(context, holder)
  context.journal.command((tx) => {
    const fresh = tx.workspace(row.id)
    if (fresh !== null && fresh.heldBy !== relayId && isStillAt(tx, relayId, lane))
      tx.updateWorkspace(row.id, { heldBy: relayId })
  })
}

/** The tree as it was when its task began; what was in it is saved first. Never done to a tree that is the user's. */
export async function putLaneBack(context: Context, relay: RelayRecord, lane: LaneState): Promise<void> {
  const { reads } = context.journal
  const row = lane.workspaceId === null ? null : reads.workspace(lane.workspaceId)
  if (row === null || row.external === true || lane.tip === null || lane.branch === null || !context.exists(row.path))
    return
  const state = await context.workspaces.state(row.path)
  if (state.head === lane.tip && state.branch === lane.branch && state.changed.length === 0) return
  await saveWhole(context, relay, lane, row.path)
  context.faultPoint('relay:saved')
  await context.workspaces.putBack({ path: row.path, branch: lane.branch, commit: lane.tip })
  context.log.info('a lane was put back', { relay: relay.id, lane: lane.n, commit: lane.tip })
}

/** Nothing is put back over what no snapshot holds. */
async function saveWhole(context: Context, relay: RelayRecord, lane: LaneState, path: string): Promise<void> {
  const { reads } = context.journal
  const one = lane.tryN === null ? null : reads.try(relay.projectId, lane.tryN)
  const sessionId = lane.sessionId ?? one?.sessionId ?? null
  const saved = sessionId === null ? null : await saveSnapshot(context, sessionId, 'takeover', { always: true })
  const unsaved = saved === null ? { message: 'Nothing could save it.' } : decideUnsaved(saved.skipped)
  if (unsaved !== null)
    throw new DroverError('SNAPSHOT_INCOMPLETE', `${path} is not put back: ${unsaved.message}`, {
      hint: 'Move those files elsewhere; the relay goes on by itself then.',
    })
}
