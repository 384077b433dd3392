/**
 * The end of a try: what its turn, its agent, its tree and its verification say, judged by core and written down with what
 * follows (`follow-try`). Commits what was left when it is done. Nothing is undone or handed on here; that is the next step's.
 */
import type { AgentEvent } from '#contract/agent-event'
import type { TryTotals } from '#contract/relay'
import type { Verification } from '#contract/verify'
import { withTrailers } from '#core/merge/message'
import { type Judgement, judgeEnd, judgeProof, saidWithoutDoing, type TryEndFacts } from '#core/relay/judge-try'
import { cut } from '#core/relay/prompt'
import { type Context, now } from '#flows/engine/context'
import { settingsFor } from '#flows/session/ground'
import { runVerify, verifyEnvironment } from '#flows/verify/run-verify'
import type { EffectiveSettings } from '#ports/settings'
import type { Reads, Tx } from '#ports/store/journal'
import type { LaneState, RelayRecord, TryRecord } from '#ports/store/relay'
import type { SessionRecord, TurnRecord } from '#ports/store/session'
import type { TaskRecord } from '#ports/store/task'
import type { WorkspaceRecord } from '#ports/store/workspace'
import { followTry, retryAfter } from './follow-try.ts'
import { commitPolicy, verifyFor } from './gather-prompt.ts'
import { type Found, lookAtTree } from './look-at-tree.ts'
import type { Versions } from './versions.ts'
import { isStillAt, laneOf, tellTry } from './views.ts'

interface Ended {
  readonly relay: RelayRecord
  readonly lane: LaneState
  readonly one: TryRecord
  readonly session: SessionRecord
  readonly turn: TurnRecord | null
  readonly task: TaskRecord | null
  readonly tree: WorkspaceRecord | null
  readonly settings: EffectiveSettings
}

export async function judgeTry(
  context: Context,
  relay: RelayRecord,
  lane: LaneState,
  { versions, signal }: { readonly versions: Versions; readonly signal: AbortSignal },
): Promise<void> {
  const ended = endedOf(context, relay, lane)
  const before = await lookAtTree(context, ended)
  const first = judgeEnd(factsOf(context, ended, before))
  let proof: Verification | null = null
  let judgement: Judgement
  if (first === 'prove') {
    proof = await prove(context, ended, signal)
    const off = laneOf(context.journal.reads, relay.id, lane.n).calledOff
    judgement = signal.aborted
      ? {
          outcome: 'cancelled',
          category: 'cancelled',
          reason: off === 'skip' ? 'It was skipped.' : 'The relay was stopped.',
        }
      : judgeProof(proof)
    if (judgement.outcome === 'completed') await commitLeft(context, ended, before)
  } else judgement = first
  const after = judgement.outcome === 'completed' ? await lookAtTree(context, ended) : before
  const version = versions.of(ended.session.harness)
  context.faultPoint('relay:judged')
  context.journal.command((tx) => {
    if (isStillAt(tx, relay.id, lane)) write(context, tx, ended, judgement, after, { proof, version })
  })
  context.faultPoint('relay:try-ended')
}

function endedOf(context: Context, relay: RelayRecord, lane: LaneState): Ended {
  const { reads } = context.journal
  const one = lane.tryN === null ? null : reads.try(relay.projectId, lane.tryN)
  const session = one === null ? null : reads.session(one.sessionId)
  if (one === null || session === null) throw new Error(`lane ${lane.n} of ${relay.id} has no try to judge`)
  return {
    relay,
    lane,
    one,
    session,
    turn: session.turn === 0 ? null : reads.turn(session.id, session.turn),
    task: lane.taskId === null ? null : reads.task(lane.taskId),
    tree: lane.workspaceId === null ? null : reads.workspace(lane.workspaceId),
    settings: settingsFor(context, reads.project(relay.projectId), relay.ignoreConfig).settings,
  }
}

function factsOf(context: Context, ended: Ended, found: Found): TryEndFacts {
  const { relay, lane, one, session, turn, task, settings } = ended
  const fresh = laneOf(context.journal.reads, relay.id, lane.n)
  const outcome = turn === null || turn.state === 'running' ? 'lost' : turn.state
  const byDaemon = outcome === 'cancelled' && turn?.stopping === 'stop'
  const { failure } = session
  const wanted = lane.branch
  return {
    turn: outcome,
    calledOff: fresh.calledOff ?? (byDaemon ? 'daemon' : null),
    failure: failure !== null && failure.turn === turn?.n ? failure : null,
    report: reportOf(task, one),
    expects: task?.expects ?? 'change',
    astray: wanted !== null && found.head !== null && found.branch !== wanted ? wanted : null,
    keptHistory: found.keptHistory,
    commits: found.commits.length,
    leftovers: found.leftovers,
    large: found.large,
    operation: found.operation,
    commit: commitPolicy(relay, settings),
  }
}

/** What this try's own session said of the task, since the try began. */
function reportOf(task: TaskRecord | null, one: TryRecord): TryEndFacts['report'] {
  const result = task?.result ?? null
  if (result === null || result.by !== one.sessionId || Date.parse(result.at) < Date.parse(one.startedAt)) return null
  return { outcome: result.outcome, summary: result.summary }
}

function prove(context: Context, ended: Ended, signal: AbortSignal): Promise<Verification | null> {
  const { one, session, task, tree, settings } = ended
  const commands = verifyFor(settings, task)
  if (tree === null || commands.length === 0) return Promise.resolve(null)
  return runVerify(context, {
    commands,
    cwd: tree.path,
    env: verifyEnvironment(context, settings, { id: session.id, workspace: tree }, tree.path),
    timeoutMs: settings.verify.timeoutMs,
    logFile: `${context.paths.session(session.id)}/verify-${one.n}.log`,
    signal,
  })
}

/** Exactly the files that were left when it was judged: what the verification made is not work. */
async function commitLeft(context: Context, { session, task, tree, one }: Ended, found: Found): Promise<void> {
  if (tree === null || found.leftovers.length === 0) return
  const summary = task?.result?.summary.trim() ?? ''
  const body = summary === '' || summary === one.title ? '' : `\n\n${summary}`
  const message = withTrailers(`${cut(one.title, 72)}${body}`, [
    ...(task === null ? [] : [['Drover-Task', task.id] as const]),
    ['Drover-Session', session.id],
    ['Drover-Agent', one.agent],
  ])
  context.faultPoint('relay:committing')
  await context.merging.commitAll({ path: tree.path, files: found.leftovers, message })
  context.faultPoint('relay:committed')
}

function write(
  context: Context,
  tx: Tx,
  ended: Ended,
  { outcome, category, reason }: Judgement,
  found: Found,
  { proof, version }: { readonly proof: Verification | null; readonly version: string | null },
): void {
  const { relay, one, session, turn, task } = ended
  const error = errorOf(tx, session, turn)
  const evidence = outcome === 'completed' ? [] : (error?.evidence ?? [])
  const said = saidWithoutDoing(session.lastText, reportOf(task, one) !== null)
  const note = said ? 'It wrote the words of a report without running the command.' : null
  const updated = tx.updateTry(relay.projectId, one.n, {
    outcome,
    category,
    evidence,
    reason: reason ?? note,
    launchId: turn?.launchId ?? null,
    turn: turn?.n ?? one.turn,
    model: turn?.model ?? one.model,
    cliVersion: version,
    exitCode: turn?.exitCode ?? null,
    commits: found.commits,
    filesChanged: found.files,
    insertions: found.insertions,
    deletions: found.deletions,
    verify: proof === null ? null : { ok: proof.ok, command: proof.command, output: proof.outputTail },
    totals: totalsOf(tx, session, one),
    summary: reportOf(task, one)?.summary || session.lastText,
    nativeId: session.nativeId,
    endedAt: now(context),
  })
  tellTry(tx, updated, 'try_ended')
  followTry(context, tx, ended, updated, retryAfter(evidence), reason, proof)
}

function errorOf(
  reads: Reads,
  session: SessionRecord,
  turn: TurnRecord | null,
): Extract<AgentEvent, { kind: 'error' }> | null {
  const last = reads.lastEventOf(session.id, 'error')
  return last?.kind === 'error' && turn !== null && last.turn === turn.n ? last : null
}

/** The session's totals less what its earlier tries took. */
function totalsOf(reads: Reads, session: SessionRecord, one: TryRecord): TryTotals {
  const earlier = reads
    .triesAt(one.relayId, one.taskId)
    .filter((other) => other.sessionId === session.id && other.n < one.n)
  const less = (total: number | null, taken: (totals: TryTotals) => number | null): number | null =>
    total === null ? null : total - earlier.reduce((sum, other) => sum + (taken(other.totals) ?? 0), 0)
  return {
    inputTokens: less(session.inputTokens, (totals) => totals.inputTokens),
    outputTokens: less(session.outputTokens, (totals) => totals.outputTokens),
    costUsd: less(session.costUsd, (totals) => totals.costUsd),
    toolCalls: toolCalls(reads, session, one.turn),
  }
}

/** Of its newest events; a try that called more tools than this is not counted to the last. */
function toolCalls(reads: Reads, session: SessionRecord, from: number): number {
  const rows = reads.eventsBefore(session.id, Number.MAX_SAFE_INTEGER, 2000)
  return rows.filter((row) => row.kind === 'tool' && (row.turn ?? 0) >= from).length
}
