/** Records as the API shows them. Every display word is derived here through core; nothing is decided. */

import { DroverError } from '#contract/error'
import { isSessionId } from '#contract/ids'
import type { Landing } from '#contract/merge'
import type { Project } from '#contract/project'
import type { Session, Snapshot, Turn } from '#contract/session'
import { adviceOf } from '#core/failure/words'
import { forgeAt, placeOf } from '#core/forge/place'
import { statusOfPr, worstOf } from '#core/forge/pr-status'
import type { SessionFacts } from '#core/session/decide'
import { moveSpark } from '#core/session/spark'
import { statusOf } from '#core/session/status'
import { titleOf } from '#core/session/title'
import type { Context } from '#flows/engine/context'
import { modeOf } from '#flows/terminal/side'
import type { Reads, Tx } from '#ports/store/journal'
import type { LaunchRecord } from '#ports/store/launch'
import type { ProjectRecord } from '#ports/store/project'
import type { SessionRecord, TurnRecord } from '#ports/store/session'
import type { SnapshotRecord } from '#ports/store/workspace'

export function needSession(context: Context, id: string): SessionRecord {
  const session = context.journal.reads.session(id)
  if (session === null) throw noSession(id, namesakes(context, id))
  return session
}

/** The same for an id as somebody wrote it. */
export function needKnown(context: Context, id: string): SessionRecord {
  if (!isSessionId(id)) throw noSession(id, namesakes(context, id))
  return needSession(context, id)
}

/** Ids of those that have not ended and are called so: whoever typed a name need not look for the id. */
const namesakes = (context: Context, name: string): readonly string[] =>
  context.journal.reads.liveSessions().flatMap((session) => (session.name === name ? [session.id] : []))

export const noSession = (id: string, namesakes: readonly string[] = []): DroverError =>
  new DroverError('SESSION_NOT_FOUND', `There is no session "${id}".`, {
    hint:
      namesakes.length === 0
        ? 'List sessions with: drover session ls --all'
        : `That is a name. Say the id: ${namesakes.join(' or ')}`,
  })

export function viewSession(context: Context, reads: Reads, record: SessionRecord): Session {
  const workspace = record.workspaceId === null ? null : reads.workspace(record.workspaceId)
  const turn = record.turn === 0 ? null : reads.turn(record.id, record.turn)
  // Nothing runs in a session that ended: long lists of them need no look at their launches.
  const launch = record.launchId === null || record.phase === 'ended' ? null : reads.launch(record.launchId)
  const prs = reads.prsOf(record.id)
  const nowMs = context.clock.now().getTime()
  const spark = moveSpark({ counts: record.spark, minute: record.sparkMinute }, nowMs)
  return {
    id: record.id,
    projectId: record.projectId,
    kind: record.kind,
    name: record.name,
    title: titleOf(record),
    harness: record.harness,
    mode: modeOf(record),
    model: record.model,
    permissions: record.permissions,
    status: statusOf({
      phase: record.phase,
      activity: record.activity,
      hasRequest: record.request !== null,
      parkedUntil: record.parkedUntil,
      failed: record.failure !== null,
      nowMs,
      waiting: record.waiting !== null,
      reported: record.report?.state === 'reported',
      pullRequest: worstOf(prs.map(statusOfPr)),
    }),
    phase: record.phase,
    activity: { state: record.activity, since: record.activitySince },
    branch: workspace?.branch ?? null,
    workspace: workspace?.path ?? null,
    baseRef: workspace?.baseRef ?? null,
    nativeId: record.nativeId,
    launch:
      launch === null || launch.state === 'exited'
        ? null
        : { id: launch.id, pid: launch.pid, startedAt: launch.startedAt, lifetime: launch.lifetime },
    turn: turn === null ? null : { n: turn.n, state: turn.state, startedAt: turn.startedAt },
    queued: reads.countQueued(record.id),
    totals: { inputTokens: record.inputTokens, outputTokens: record.outputTokens, costUsd: record.costUsd },
    lastText: record.lastText,
    lastActivityAt: record.lastActivityAt,
    filesChanged: record.filesChanged,
    landing: viewLanding(reads, record.id),
    prs: prs.map((pr) => ({ id: pr.id, number: pr.number, url: pr.url, state: pr.state, status: statusOfPr(pr) })),
    activitySpark: spark.counts,
    request: record.request,
    parkedUntil: record.parkedUntil,
    failure: viewFailure(record),
    trouble: context.troubles.get(record.id) ?? record.trouble,
    health: turn?.state === 'running' ? (context.health.get(record.id) ?? null) : null,
    children: record.children,
    role: record.role,
    parentId: record.parentId,
    depth: record.depth,
    effortId: record.effortId,
    taskId: record.taskId,
    files: record.files,
    waitingFor: record.waiting,
    report: record.report,
    // A kill under way is already written down; people see it when it is done.
    endReason: record.phase === 'ended' ? record.endReason : null,
    endedBy: record.phase === 'ended' ? record.endedBy : null,
    ...(record.persona == null ? {} : { persona: record.persona }),
    archivedAt: record.archivedAt,
    lastEventId: record.lastEventId,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  }
}

function viewFailure({ id, failure }: SessionRecord): Session['failure'] {
  if (failure === null) return null
  const { turn: _turn, ...shown } = failure
  return { ...shown, hint: adviceOf(failure, id) }
}

function viewLanding(reads: Reads, id: string): Landing | null {
  const record = reads.landing(id)
  if (record === null) return null
  const { sessionId: _, ...landing } = record
  const landed = record.state === 'landed' && record.merge !== null ? reads.merge(record.merge) : null
  return { ...landing, landedAt: landed?.landedAt ?? null }
}

export function viewTurn(turn: TurnRecord): Turn {
  return {
    n: turn.n,
    sessionId: turn.sessionId,
    state: turn.state,
    startedAt: turn.startedAt,
    endedAt: turn.endedAt,
    exitCode: turn.exitCode,
    durationMs: turn.endedAt === null ? null : Math.max(0, Date.parse(turn.endedAt) - Date.parse(turn.startedAt)),
    launchId: turn.launchId,
    endedBy: turn.endedBy,
    code: turn.code,
  }
}

export function viewProject(context: Context, record: ProjectRecord): Project {
  let trusted = false
  let sound = context.exists(record.path)
  let forge: Project['forge'] = null
  if (sound) {
    try {
      const { trust, forge: at } = context.settings.of(record)
      const place = placeOf(record.repo)
      forge = place === null ? null : (forgeAt(place, at)?.kind ?? null)
      trusted = !trust.needed || context.journal.reads.trust(record.id)?.hash === trust.hash
    } catch {
      // A configuration that does not hold is shown as degraded; `project config` and `config check` say why.
      sound = false
    }
  }
  return {
    id: record.id,
    name: record.name,
    path: record.path,
    repo: record.repo,
    forge,
    defaultBranch: record.defaultBranch,
    status: sound ? 'ok' : 'degraded',
    trusted,
    createdAt: record.createdAt,
  }
}

export function viewSnapshot(record: SnapshotRecord): Snapshot {
  const { repoPath: _, ...shown } = record
  return shown
}

/** The facts that decisions about a session are made from, read in the transaction that commits them. */
export function factsOf(reads: Reads, record: SessionRecord): SessionFacts {
  const turn = record.turn === 0 ? null : reads.turn(record.id, record.turn)
  return {
    id: record.id,
    phase: record.phase,
    activity: record.activity,
    turnRunning: turn?.state === 'running',
    asks: record.request !== null,
    launchId: openLaunch(reads, record)?.id ?? null,
  }
}

export function openLaunch(reads: Reads, record: SessionRecord): LaunchRecord | null {
  if (record.launchId === null) return null
  const launch = reads.launch(record.launchId)
  return launch === null || launch.state === 'exited' ? null : launch
}

/** Tells the fleet how a session looks now. */
export function tellSession(
  context: Context,
  tx: Tx,
  id: string,
  type: 'session_created' | 'session_updated' | 'session_ended' = 'session_updated',
): void {
  const record = tx.session(id)
  if (record === null) return
  context.quiet.delete(id)
  tx.appendChange({ type, projectId: record.projectId, sessionId: id, payload: viewSession(context, tx, record) })
}
