/**
 * What a forge was seen to say about a pull request, into the store: the row, its changes, how its session looks now, and the
 * mail that its session hears of it. All in one transaction, so that nothing is told twice or lost over a crash.
 */
import { droverAddress } from '#contract/mail'
import type { PullRequest } from '#contract/pr'
import { nudgeOf } from '#core/forge/nudge'
import { type ForgePlace, forgeAt } from '#core/forge/place'
import { foldChecks, foldReviews, statusOfPr } from '#core/forge/pr-status'
import { type Context, now } from '#flows/engine/context'
import { postMail } from '#flows/mail/post-mail'
import { tellSession } from '#flows/session/views'
import type { ForgePr } from '#ports/forge'
import type { EffectiveSettings } from '#ports/settings'
import type { Tx } from '#ports/store/journal'
import type { PrRecord } from '#ports/store/pr'
import { fullName } from './forge-ground.ts'

export const viewPr = (record: PrRecord): PullRequest => {
  const { host: _h, told: _t, ...shown } = record
  return { ...shown, status: statusOfPr(record) }
}

interface Owner {
  readonly projectId: string
  readonly sessionId: string
}

export function recordPr(
  context: Context,
  owner: Owner,
  place: ForgePlace,
  seen: ForgePr,
  settings: EffectiveSettings['forge'],
): PullRequest {
  return context.journal.command((tx) => {
    const repo = fullName(place)
    const before = tx.prAt(place.host, repo, seen.number)
    const { reviews, asked, ...facts } = seen
    const record: PrRecord = {
      id: before?.id ?? `pr-${tx.nextPrNumber()}`,
      projectId: before?.projectId ?? owner.projectId,
      sessionId: before?.sessionId ?? owner.sessionId,
      forge: before?.forge ?? forgeAt(place, settings)?.kind ?? 'github',
      host: place.host,
      repo,
      ...facts,
      // As the store keeps it, so that what is answered and compared is the same.
      title: context.secrets.redact(seen.title),
      checks: seen.checks.map((check) => ({ ...check, name: context.secrets.redact(check.name) })),
      ci: foldChecks(seen.checks),
      review: foldReviews(reviews, asked),
      told: before?.told ?? null,
      seenAt: now(context),
    }
    const told = tellOwner(context, tx, record, settings)
    tx.putPr(told)
    tellChanges(tx, before, told)
    if (before === null || !isSame(before, told)) tellSession(context, tx, told.sessionId)
    return viewPr(told)
  })
}

const factsOf = ({ seenAt: _s, told: _t, ...facts }: PrRecord) => facts
const isSame = (a: PrRecord, b: PrRecord): boolean => JSON.stringify(factsOf(a)) === JSON.stringify(factsOf(b))

function tellChanges(tx: Tx, before: PrRecord | null, record: PrRecord): void {
  const { projectId, sessionId } = record
  if (before !== null && isSame(before, record)) return
  tx.appendChange({
    type: before === null ? 'pr_created' : 'pr_updated',
    projectId,
    sessionId,
    payload: viewPr(record),
  })
  const known = new Map(before?.head === record.head ? before.checks.map((check) => [check.name, check.state]) : [])
  for (const check of record.checks) {
    if (known.get(check.name) === check.state) continue
    tx.appendChange({
      type: 'pr_check_recorded',
      projectId,
      sessionId,
      payload: { id: record.id, head: record.head, check },
    })
  }
}

/** One mail for everything that is wrong, once per evidence; a session that ended hears nothing. */
function tellOwner(context: Context, tx: Tx, record: PrRecord, settings: EffectiveSettings['forge']): PrRecord {
  const session = tx.session(record.sessionId)
  const nudge = nudgeOf(record, record.told, settings.nudge)
  if (nudge === null || session === null || session.phase === 'ended') return record
  // A trip tells its own session, and only what is its turn.
  if (tx.tripOf(record.sessionId)?.endedAt === null) return record
  postMail(context, tx, {
    projectId: record.projectId,
    effortId: session.effortId,
    from: droverAddress,
    to: record.sessionId,
    source: 'session',
    subject: nudge.subject,
    body: nudge.body,
    type: 'status',
    priority: 'high',
  })
  return { ...record, told: nudge.signature }
}
