/**
 * The row of a new session, spawned or forked: visible to all, in one transaction with the limit, its number and the claim
 * on its workspace. Makes nothing in the world.
 */
import type { Permissions, SessionKind } from '#contract/session'
import { freePortBlock } from '#core/session/port-block'
import { decideLimit, decideOrchestrator } from '#core/session/spawn'
import { openingOf } from '#core/session/title'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import type { EffectiveSettings } from '#ports/settings'
import type { Reads, Tx } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'
import { nextSessionId, type Used } from './session-number.ts'
import { tellSession } from './views.ts'

export interface NewSession {
  readonly projectId: string
  readonly settings: EffectiveSettings
  /** Numbers that a session whose branch is named after it cannot have. */
  readonly used: Used
  readonly workspace: NewWorkspace | { readonly id: number }
  readonly kind: SessionKind
  /** null: its id. */
  readonly name: string | null
  readonly harness: string
  readonly runtime: string
  readonly model: string | null
  readonly permissions: Permissions
  readonly ignoreConfig: boolean
  readonly forkedFrom: string | null
  /** What it is told first; it is called by its first line. null: nothing yet. */
  readonly prompt?: string | null
  /** The persona that it plays for a door. */
  readonly persona?: string | null
  /** Left out: a session on its own. */
  readonly belonging?: Belonging
}

interface NewWorkspace {
  /** null: a directory of its own. */
  readonly repoPath: string | null
  /** null: a new one, named after the session. */
  readonly branch: { readonly name: string; readonly existing: boolean } | null
  readonly baseRef: string | null
  readonly baseCommit: string | null
}

export function writeSession(context: Context, order: NewSession): SessionRecord {
  return context.journal.command((tx) => writeSessionIn(context, tx, order))
}

/** The same inside a transaction that has more to write. */
export function writeSessionIn(context: Context, tx: Tx, order: NewSession): SessionRecord {
  const { projectId, settings } = order
  accepted(decideLimit(projectId, tx.countLive(projectId), settings.maxSessions))
  if (order.kind === 'orchestrator') refuseSecondOrchestrator(tx, projectId)
  const id = nextSessionId(tx, projectId, order.used)
  const session = recordOf(order, id, claimWorkspace(context, tx, order, id), now(context))
  tx.insertSession(session)
  tellSession(context, tx, id, 'session_created')
  return session
}

export function refuseSecondOrchestrator(reads: Reads, projectId: string): void {
  const living = reads.liveSessions().find((one) => one.kind === 'orchestrator' && one.projectId === projectId)
  accepted(decideOrchestrator(projectId, living?.id ?? null))
}

/** Answers the number of the workspace's row. */
function claimWorkspace(context: Context, tx: Tx, order: NewSession, id: string): number {
  if ('id' in order.workspace) {
    tx.updateWorkspace(order.workspace.id, { heldBy: id })
    return order.workspace.id
  }
  const { repoPath, branch, baseRef, baseCommit } = order.workspace
  const { ports } = order.settings
  const taken = ports > 0 ? tx.heldWorkspaces().map((one) => one.portBase) : []
  const { id: workspaceId } = tx.insertWorkspace({
    projectId: order.projectId,
    path: context.paths.workspace(order.projectId, id),
    repoPath,
    branch: repoPath === null ? null : (branch?.name ?? `drover/${id}/root`),
    madeBranch: repoPath !== null && branch?.existing !== true,
    baseRef,
    baseCommit,
    heldBy: id,
    portBase: ports > 0 ? freePortBlock(taken, ports) : null,
    removedAt: null,
    createdAt: now(context),
  })
  return workspaceId
}

/** A session that belongs to nobody and owes nothing. */
export const alone = {
  role: null,
  parentId: null,
  depth: 0,
  effortId: null,
  taskId: null,
  files: [],
  waiting: null,
  report: null,
  duties: null,
  spawnKey: null,
} as const

/** What a session is in an effort, from its first row on. */
export type Belonging = Pick<
  SessionRecord,
  'role' | 'parentId' | 'depth' | 'effortId' | 'taskId' | 'files' | 'report' | 'duties' | 'spawnKey'
>

/** A session about which nothing is known yet. */
export const blankSession = {
  phase: 'starting',
  activity: 'unknown',
  nativeId: null,
  launchId: null,
  turn: 0,
  inputTokens: null,
  outputTokens: null,
  costUsd: null,
  lastText: null,
  filesChanged: null,
  spark: [],
  sparkMinute: 0,
  request: null,
  trouble: null,
  visit: false,
  past: [],
  owed: null,
  failure: null,
  children: [],
  parkedUntil: null,
  endReason: null,
  endedBy: null,
  opening: null,
  archivedAt: null,
  lastEventId: 0,
  ...alone,
} as const

function recordOf(order: NewSession, id: string, workspaceId: number, at: string): SessionRecord {
  const { projectId, kind, harness, runtime, model, permissions, ignoreConfig, forkedFrom } = order
  return {
    ...blankSession,
    id,
    projectId,
    kind,
    name: order.name ?? id,
    harness,
    runtime,
    model,
    permissions,
    activitySince: at,
    workspaceId,
    lastActivityAt: at,
    ignoreConfig,
    forkedFrom,
    opening: order.prompt == null ? null : openingOf(order.prompt),
    persona: order.persona ?? null,
    ...order.belonging,
    createdAt: at,
    updatedAt: at,
  }
}
