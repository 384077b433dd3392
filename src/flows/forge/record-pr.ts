/**
 * What a forge was seen to say about a pull request, into the store: the row, its changes, how its session looks now, and the
 * mail that its session hears of it. All in one transaction, so that nothing is told twice or lost over a crash.
 */
import { droverAddress, operatorAddress } from '#contract/mail'
import type { PrCheck, PullRequest } from '#contract/pr'
import { nudgeOf, readTold } from '#core/forge/nudge'
import { foldChecks, foldReviews, statusOfPr } from '#core/forge/pr-status'
import { threadSteps } from '#core/forge/threads'
import { cleanMessage } from '#core/session/message'
import { type Context, now } from '#flows/engine/context'
import { postMail } from '#flows/mail/post-mail'
import { closeSession } from '#flows/session/end-session'
import { tellSession } from '#flows/session/views'
import type { ForgeCheck, ForgePr } from '#ports/forge'
import type { EffectiveSettings } from '#ports/settings'
import type { Reads, Tx } from '#ports/store/journal'
import type { PrRecord } from '#ports/store/pr'
import { fullName } from './forge-ground.ts'

export const viewPr = (reads: Reads, record: PrRecord): PullRequest => {
  const { host: _h, told: _t, ...shown } = record
  return { ...shown, stackedOn: stackOf(reads, record), status: statusOfPr(record) }
}

/** The open one that it stands on: its base is that one's branch. */
function stackOf(reads: Reads, { state, host, repo, base, id }: PrRecord): string | null {
  const below = state === 'open' ? reads.openPrOfBranch(host, repo, base) : null
  return below === id ? null : below
}

interface Owner {
  readonly projectId: string
  readonly sessionId: string
}

export interface Seen {
  readonly host: string
  readonly kind: PullRequest['forge']
  readonly pr: ForgePr
  /** What failed jobs printed, by the place of their check; '' where there is nothing. */
  readonly tails?: ReadonlyMap<string, string>
}

export function recordPr(
  context: Context,
  owner: Owner,
  seen: Seen,
  settings: EffectiveSettings['forge'],
): PullRequest {
  return context.journal.command((tx) => recordPrIn(context, tx, owner, seen, settings))
}

/** The row of what was seen: by the forge's own name for it, so that a repository that was renamed or moved keeps it. */
export function knownPr(reads: Reads, host: string, { nodeId, number, repo }: ForgePr): PrRecord | null {
  const named = nodeId === null ? null : reads.prByNode(host, nodeId)
  if (named !== null) return named
  const there = reads.prAt(host, fullName(repo), number)
  return there === null || there.nodeId === null || nodeId === null ? there : null
}

export function recordPrIn(
  context: Context,
  tx: Tx,
  owner: Owner,
  { host, kind, pr: seen, tails }: Seen,
  settings: EffectiveSettings['forge'],
): PullRequest {
  const before = knownPr(tx, host, seen)
  const { reviews, asked, repo, threads, pushable: _p, mergeCommit: _m, ...facts } = seen
  const { redact } = context.secrets
  const clean = (text: string): string => redact(cleanMessage(text))
  const record: PrRecord = {
    id: before?.id ?? `pr-${tx.nextPrNumber()}`,
    projectId: before?.projectId ?? owner.projectId,
    sessionId: before?.sessionId ?? owner.sessionId,
    forge: kind,
    host,
    ...facts,
    repo: fullName(repo),
    // As the store keeps it, so that what is answered and compared is the same.
    title: redact(seen.title),
    checks: seen.checks.map((check) => ({ ...keptCheck(before, seen.head, check, tails), name: redact(check.name) })),
    threads: threads?.map((thread) => ({ ...thread, body: clean(thread.body) })) ?? before?.threads ?? null,
    ci: foldChecks(seen.checks),
    review: foldReviews(reviews, asked),
    told: before?.told ?? null,
    seenAt: now(context),
  }
  const objections = reviews.filter(({ state }) => state === 'CHANGES_REQUESTED').length
  const told = tellOwner(context, tx, record, objections, settings)
  tx.putPr(told)
  tellChanges(tx, before, told)
  if (before === null || !isSame(before, told)) tellSession(context, tx, told.sessionId)
  if (before?.state === 'open' && told.state === 'merged' && settings.onMerge === 'end')
    endMerged(context, tx, told.sessionId)
  return viewPr(tx, told)
}

/** Its work is done unless another of its pull requests is open; its workspace is kept. */
function endMerged(context: Context, tx: Tx, sessionId: string): void {
  if (tx.prsOf(sessionId).some(({ state }) => state === 'open')) return
  tx.afterCommit(() => {
    closeSession(context, sessionId, { endReason: 'merged', endedBy: 'daemon' }).catch((cause: unknown) =>
      context.log.error('a session whose pull request is merged could not be ended', { session: sessionId, cause }),
    )
  })
}

/** One failure of one job: another run of it has another address. */
export const failureKey = ({ name, url }: Pick<PrCheck, 'name' | 'url'>): string => `${name}\n${url ?? ''}`

/** What its job printed is read once. */
export function keptTail(
  before: PrRecord | null,
  head: string,
  check: Pick<ForgeCheck, 'name' | 'url' | 'state'>,
): string | null {
  if (check.state !== 'failed' || before === null || before.head !== head) return null
  const key = failureKey(check)
  return before.checks.find((one) => one.state === 'failed' && failureKey(one) === key)?.tail ?? null
}

function keptCheck(before: PrRecord | null, head: string, check: ForgeCheck, tails?: Seen['tails']): PrCheck {
  const { job: _j, ...kept } = check
  return { ...kept, tail: tails?.get(failureKey(check)) ?? keptTail(before, head, check) }
}

const factsOf = ({ seenAt: _s, told: _t, ...facts }: PrRecord) => facts
/** Whatever order its fields have. */
const sorted = (record: PrRecord): string =>
  JSON.stringify(Object.entries(factsOf(record)).sort(([a], [b]) => (a < b ? -1 : 1)))
const isSame = (a: PrRecord, b: PrRecord): boolean => sorted(a) === sorted(b)

function tellChanges(tx: Tx, before: PrRecord | null, record: PrRecord): void {
  const { id, projectId, sessionId, head } = record
  if (before !== null && isSame(before, record)) return
  const about = { projectId, sessionId }
  tx.appendChange({ ...about, type: before === null ? 'pr_created' : 'pr_updated', payload: viewPr(tx, record) })
  const known = new Map(before?.head === head ? before.checks.map((check) => [check.name, check.state]) : [])
  for (const check of record.checks) {
    if (known.get(check.name) === check.state) continue
    tx.appendChange({ ...about, type: 'pr_check_recorded', payload: { id, head, check } })
  }
  for (const { step, thread } of threadSteps(before?.threads ?? null, record.threads))
    tx.appendChange({ ...about, type: `pr_review_thread_${step}`, payload: { id, thread } })
}

/** One mail for everything that is new, once per evidence; a session that ended hears nothing. A person is asked where mails do not help. */
function tellOwner(
  context: Context,
  tx: Tx,
  record: PrRecord,
  objections: number,
  settings: EffectiveSettings['forge'],
): PrRecord {
  const session = tx.session(record.sessionId)
  if (session === null || session.phase === 'ended') return record
  // A trip tells its own session, and only what is its turn.
  if (tx.tripOf(record.sessionId)?.endedAt === null) return record
  const facts = { ...record, objections, stackedOn: stackOf(tx, record) }
  const { told, mail, ask } = nudgeOf(facts, readTold(record.told), settings.nudge)
  const { projectId } = record
  const { effortId } = session
  if (mail !== null)
    postMail(context, tx, {
      ...{ projectId, effortId, from: droverAddress, to: session.id, source: 'session', ...mail },
      ...{ type: 'status', priority: 'high' },
    })
  if (ask !== null)
    postMail(context, tx, {
      ...{ projectId, effortId, from: session.id, to: operatorAddress, source: 'daemon', ...ask },
      ...{ type: 'escalation', priority: 'high' },
      payload: { severity: 'warning', taskId: session.taskId, context: ask.subject },
    })
  return { ...record, told: JSON.stringify(told) }
}
