/**
 * Keeping one of a heat: what it left is committed, its branch goes through the merge queue as any other, and only when it is
 * on the target are the others ended. Whatever stops it leaves every one of them as it is.
 */
import { DroverError } from '#contract/error'
import { isEnded } from '#contract/merge'
import { decideKeep } from '#core/heat/decide'
import { operator } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import { commitLeftovers, type Shown } from '#flows/merge/commit-leftovers'
import { enqueueMerge } from '#flows/merge/enqueue-merge'
import type { Lanes } from '#flows/merge/lanes'
import { killSession } from '#flows/session/end-session'
import type { HeatRecord } from '#ports/store/heat'
import { needHeat, tellHeat } from './views.ts'

export interface KeepInput extends Shown {
  readonly session: string
  readonly message?: string
}

type Verifying = ReadonlySet<string>

/** One after the other: asked for twice at once it is done once. */
const inLine = <T>(context: Context, id: string, work: () => Promise<T>): Promise<T> =>
  context.worker.run(`heat ${id}`, work)

const change = (context: Context, id: string, patch: Partial<HeatRecord>, verifying: Verifying): HeatRecord =>
  context.journal.command((tx) => {
    tx.updateHeat(id, patch)
    return tellHeat(tx, id, verifying)
  })

const asBefore = { state: 'running', keeping: null, merge: null, keepingSince: null } as const

export async function keepOne(
  context: Context,
  lanes: Lanes,
  id: string,
  input: KeepInput,
  verifying: Verifying,
): Promise<HeatRecord> {
  needHeat(context.journal.reads, id)
  const kept = await inLine(context, id, async () => {
    const heat = needHeat(context.journal.reads, id)
    const members = heat.members.map(({ sessionId }) => sessionId)
    if (accepted(decideKeep({ ...heat, members }, input.session)) === 'already') return heat
    const chosen = { state: 'keeping', keeping: input.session, merge: null, reason: null, keepingSince: now(context) }
    change(context, id, chosen as Partial<HeatRecord>, verifying)
    context.faultPoint('heat:keeping')
    try {
      const merge = await offer(context, lanes, input)
      context.faultPoint('heat:offered')
      return change(context, id, { merge }, verifying)
    } catch (cause) {
      if (!context.closing) change(context, id, asBefore, verifying)
      throw cause
    }
  })
  // It may have landed before its name was written down.
  await settleKeep(context, id, verifying)
  return needHeat(context.journal.reads, kept.id)
}

/** The merge that brings it to the target: a new one, or the one that has landed it already. */
async function offer(context: Context, lanes: Lanes, input: KeepInput): Promise<string> {
  const { session, message, ...shown } = input
  const committed = await commitLeftovers(context, session, message, shown).catch((cause: unknown) => {
    // Its tree is gone; what was committed lands without it.
    if (cause instanceof DroverError && cause.code === 'SESSION_NOT_RESTORABLE') return null
    throw cause
  })
  const head = committed?.hash ?? shown.head
  try {
    return (await enqueueMerge(context, lanes, { session, ...(head === undefined ? {} : { head }) }, operator)).id
  } catch (cause) {
    const landing = context.journal.reads.landing(session)
    const landed = landing?.state === 'landed' ? landing.merge : null
    if (cause instanceof DroverError && cause.code === 'MERGE_NOTHING' && landed !== null) return landed
    throw cause
  }
}

/** What became of the merge: landed, the others end; rejected, nothing was decided. */
export function settleKeep(context: Context, id: string, verifying: Verifying): Promise<void> {
  return inLine(context, id, async () => {
    const heat = context.journal.reads.heat(id)
    if (heat === null || heat.state !== 'keeping') return
    const merge = heat.merge === null ? null : context.journal.reads.merge(heat.merge)
    if (merge === null || !isEnded(merge.state)) return
    if (merge.state === 'rejected') {
      change(context, id, { ...asBefore, reason: merge.reason?.message ?? 'It was rejected.' }, verifying)
      return
    }
    context.faultPoint('heat:landed')
    for (const { sessionId } of heat.members) {
      if (sessionId === null || sessionId === heat.keeping || context.closing) continue
      if (context.journal.reads.session(sessionId)?.phase === 'ended') continue
      if (context.journal.reads.session(sessionId) === null) continue
      await killSession(context, sessionId, {})
      context.faultPoint('heat:one-ended')
    }
    if (context.closing) return
    change(context, id, { state: 'kept', endedAt: now(context) }, verifying)
  })
}

/** After a crash: the merge that was asked for and not yet named is found again; where there is none nothing was decided. */
export function takeUpKeep(context: Context, heat: HeatRecord, verifying: Verifying): void {
  if (heat.merge !== null || heat.keeping === null) return
  const landing = context.journal.reads.landing(heat.keeping)
  const merge = landing?.merge == null ? null : context.journal.reads.merge(landing.merge)
  const since = heat.keepingSince ?? heat.createdAt
  const asked = merge !== null && (merge.createdAt >= since || !isEnded(merge.state))
  change(context, heat.id, asked ? { merge: merge.id } : asBefore, verifying)
}
