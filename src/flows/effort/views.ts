/** Efforts as the API shows them, and what the fleet is told of them. Who belongs to one stands in the sessions' rows. */
import { type Effort, type EffortMember, type EffortMerge, effortIdPattern } from '#contract/effort'
import { DroverError } from '#contract/error'
import { costOf } from '#core/effort/budget'
import type { Context } from '#flows/engine/context'
import { viewSession } from '#flows/session/views'
import type { EffortRecord } from '#ports/store/effort'
import type { Reads, Tx } from '#ports/store/journal'
import type { MergeRecord } from '#ports/store/merge'
import type { SessionRecord } from '#ports/store/session'

export function needEffort(reads: Reads, id: string): EffortRecord {
  const found = effortIdPattern.test(id) ? reads.effort(id) : null
  if (found !== null) return found
  throw new DroverError('EFFORT_NOT_FOUND', `There is no effort "${id}".`, {
    hint: 'List efforts with: drover effort ls',
  })
}

const mostMerges = 1000

/** In the order in which they were asked for. */
export function mergesOf(reads: Reads, members: readonly SessionRecord[]): readonly MergeRecord[] {
  const numberOf = ({ id }: MergeRecord): number => Number(id.slice(2))
  return members
    .flatMap(({ id }) => reads.merges({ sessionId: id, limit: mostMerges }).merges)
    .sort((one, other) => numberOf(one) - numberOf(other))
}

export const costOfMembers = (members: readonly SessionRecord[]) =>
  costOf(members.map(({ costUsd, turn }) => ({ costUsd, worked: turn > 0 })))

export function viewEffort(context: Context, reads: Reads, record: EffortRecord): Effort {
  const { budgetAskedAt: _asked, offeredUpTo: _offered, refusals: _refusals, ...shown } = record
  const members = reads.effortSessions(record.id)
  const merges = mergesOf(reads, members)
  const cost = costOfMembers(members)
  const end = record.endedAt === null ? context.clock.now().getTime() : Date.parse(record.endedAt)
  return {
    ...shown,
    sessions: members.map((member) => viewMember(context, reads, member)),
    merges: merges.map(viewMergeOf),
    totals: {
      inputTokens: sumOf(members.map((member) => member.inputTokens)),
      outputTokens: sumOf(members.map((member) => member.outputTokens)),
      costUsd: cost.usd,
      unknownCosts: cost.unknown,
      seconds: Math.max(0, Math.round((end - Date.parse(record.createdAt)) / 1000)),
    },
    landed: merges
      .filter(({ landedAt }) => landedAt !== null)
      .sort((one, other) => (one.landedAt ?? '').localeCompare(other.landedAt ?? ''))
      .flatMap(({ landedCommit }) => landedCommit ?? []),
  }
}

/** null: nothing is known. */
function sumOf(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((one) => one !== null)
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)
}

function viewMember(context: Context, reads: Reads, record: SessionRecord): EffortMember {
  const {
    id,
    name,
    role,
    parentId,
    depth,
    taskId,
    status,
    files,
    waitingFor,
    report,
    branch,
    turn,
    totals,
    createdAt,
  } = viewSession(context, reads, record)
  return {
    ...{ id, name, role: role ?? 'worker', parentId, depth, taskId, status },
    ...{ files, waitingFor, report, branch, turns: turn?.n ?? 0, totals, createdAt },
  }
}

function viewMergeOf(record: MergeRecord): EffortMerge {
  const { id, sessionId, branch, target, state, tier, reason, landedCommit, createdAt, landedAt } = record
  return { id, sessionId, branch, into: target, state, tier, reason, landedCommit, createdAt, landedAt }
}

/** Tells the fleet how an effort is now. */
export function tellEffort(
  context: Context,
  tx: Tx,
  record: EffortRecord,
  type: 'effort_started' | 'effort_updated' | 'effort_completed' = 'effort_updated',
): void {
  tx.appendChange({ type, projectId: record.projectId, payload: viewEffort(context, tx, record) })
}
