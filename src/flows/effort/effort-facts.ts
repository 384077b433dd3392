/** What the end of an effort is decided from, read in the transaction that commits it. */
import type { EffortFacts } from '#core/effort/completion'
import type { Context } from '#flows/engine/context'
import { roleGround } from '#flows/role/role-of'
import { viewSession } from '#flows/session/views'
import type { EffortRecord } from '#ports/store/effort'
import type { Reads } from '#ports/store/journal'
import type { MailRecord } from '#ports/store/mail'
import type { SessionRecord } from '#ports/store/session'
import { mergesOf } from './views.ts'

/** It lives as long as its effort and ends its work with nothing. */
const isPersistent = (context: Context, member: SessionRecord): boolean =>
  roleGround(context, member).row?.lifetime === 'effort'

export function factsOfEffort(context: Context, reads: Reads, effort: EffortRecord): EffortFacts {
  const members = reads.effortSessions(effort.id)
  const merges = mergesOf(reads, members)
  const leads = new Set(members.filter((member) => isPersistent(context, member)).map(({ id }) => id))
  return {
    members: members.map((member) => {
      const { phase, status, queued } = viewSession(context, reads, member)
      return {
        id: member.id,
        role: member.role,
        persistent: leads.has(member.id),
        phase,
        status,
        report: member.report?.state ?? null,
        waits: member.waiting !== null,
        queued: queued + reads.countQueued(member.id),
      }
    }),
    merges: merges.map(({ id, branch, state, reason }) => ({ id, branch, state, reason: reason?.code ?? null })),
    // Whoever asked for a merge of the same work since is judged by what came of that.
    refused: effort.refusals.filter(
      ({ sessionId, at }) => !merges.some((merge) => merge.sessionId === sessionId && merge.createdAt >= at),
    ),
    offers: pendingOffers(reads, effort).length,
    spawned: members.some(({ parentId }) => parentId !== null && leads.has(parentId)),
  }
}

const mostOffers = 1000

/** Mails that said that a branch is ready and were not acted on yet, oldest first. */
export function pendingOffers(reads: Reads, { id, offeredUpTo }: EffortRecord): readonly MailRecord[] {
  return reads
    .mails({ effortId: id, type: 'merge_ready', limit: mostOffers })
    .filter(({ number }) => number > offeredUpTo)
    .toReversed()
}
