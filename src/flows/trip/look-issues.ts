/**
 * What is known of an issue that carries the ready label: who gave it, who changed its words since, what blocks it, who claims
 * it. Each is asked for once until something of the issue changes. Reads only; what follows from it is `core/trip/dispatch`.
 */
import { claimsOf, liveClaims, trackerNow } from '#core/trip/claims'
import type { IssueFacts } from '#core/trip/dispatch'
import { blockedBy, changedAfter, labelledBy, priorityOf, trustOf } from '#core/trip/read-issue'
import type { AfkTable } from '#core/trip/settings'
import type { Context } from '#flows/engine/context'
import type { TrackerComment, TrackerIssue } from '#ports/tracker'
import { sameRepo, type TrackerGround } from './loop-ground.ts'
import { type Memory, permissionOf, writersAmong } from './memory.ts'

/** In the comment that gives an issue to a person. */
export const handOverMark = (nonce: string): string => `<!-- drover:handover ${nonce} -->`
const handOver = /^<!-- drover:handover [A-Za-z0-9-]{8,64} -->/m

export interface LookedIssue extends IssueFacts {
  readonly issue: TrackerIssue
  readonly comments: readonly TrackerComment[]
  /** When the ready label was given last. */
  readonly readyAt: string | null
  readonly projectId: string
}

type Learned = Pick<LookedIssue, 'trust' | 'labelledBy' | 'changedBy' | 'readyAt' | 'comments'> & {
  readonly handedOver: boolean
  readonly claims: ReturnType<typeof claimsOf>
  readonly writers: readonly string[]
}

const mostFacts = 5000

export async function lookAtIssue(
  context: Context,
  memory: Memory,
  ground: TrackerGround,
  issue: TrackerIssue,
  values: AfkTable,
  how: { readonly fresh?: boolean; readonly blockers?: boolean } = {},
): Promise<LookedIssue> {
  const { place, project } = ground
  const repo = `${place.owner}/${place.name}`
  const learned = await learn(context, memory, ground, issue, values, how.fresh === true)
  const last = context.journal.reads.tripAt(repo, issue.number)
  const mine = last !== null && last.endedAt === null ? last.own.nonce : null
  const hereMs = context.clock.now().getTime()
  const now = trackerNow([issue.updatedAt, ...learned.comments.map(({ updatedAt }) => updatedAt)], hereMs)
  const live = liveClaims(learned.claims, now, (login) => learned.writers.includes(login))
  const over = last !== null && last.endedAt !== null && isSince(last.own.readyAt, last.endedAt, learned.readyAt)
  return {
    issue,
    comments: learned.comments,
    readyAt: learned.readyAt,
    projectId: project.id,
    repo,
    number: issue.number,
    labels: issue.labels,
    priority: priorityOf(issue.labels, values.unlabelledPriority),
    trust: learned.trust,
    labelledBy: learned.labelledBy,
    changedBy: learned.changedBy,
    escalated: over || learned.handedOver,
    openBlockers: how.blockers === false ? [] : await openBlockers(ground, issue),
    hasProject: true,
    claimedElsewhere: live.some(({ nonce }) => nonce !== mine),
  }
}

/** The trip that ended was for this very giving of the label. */
const isSince = (readyAt: string | null, endedAt: string, labelledAt: string | null): boolean =>
  labelledAt === null || (readyAt ?? endedAt) >= labelledAt

async function learn(
  context: Context,
  memory: Memory,
  ground: TrackerGround,
  issue: TrackerIssue,
  { readyLabel }: AfkTable,
  fresh: boolean,
): Promise<Learned> {
  const { api, place, forge } = ground
  const key = `${forge.url} ${place.owner}/${place.name}#${issue.number}`
  const stamp = `${issue.updatedAt} ${readyLabel} ${issue.labels.join()}`
  const known = memory.facts.get(key)
  if (!fresh && known?.stamp === stamp) return known.value as Learned
  const [events, comments] = await Promise.all([api.events(place, issue.number), api.comments(place, issue.number)])
  const given = labelledBy(events, readyLabel)
  const permission = given?.actor == null ? 'unknown' : await permissionOf(context, memory, ground, given.actor)
  const trust = trustOf(given, permission)
  const claims = claimsOf(comments)
  const authors = [issue.author, ...comments.map(({ author }) => author)]
  const mayWrite = await writersAmong(context, memory, ground, authors)
  const readyAt = given?.at ?? null
  const value: Learned = {
    trust,
    labelledBy: given?.actor ?? null,
    changedBy: readyAt === null ? null : changedAfter(readyAt, issue, comments, events, mayWrite),
    readyAt,
    comments,
    handedOver: comments.some(
      ({ body, author, createdAt }) =>
        handOver.test(body) && mayWrite(author) && (readyAt === null || createdAt > readyAt),
    ),
    claims,
    writers: [...new Set(authors)].filter(mayWrite),
  }
  if (memory.facts.size >= mostFacts) memory.facts.clear()
  // Trust that could not be learned is asked for again.
  if (trust !== 'unknown') memory.facts.set(key, { stamp, value })
  return value
}

/** Those of its text and the tracker's own. A tracker that has none of its own has told all it can. */
async function openBlockers(
  { api, place }: TrackerGround,
  issue: TrackerIssue,
): Promise<readonly string[] | 'unknown'> {
  const repo = `${place.owner}/${place.name}`
  try {
    const open: string[] = []
    for (const number of blockedBy(issue.body)) {
      if (number === issue.number) continue
      const found = await api.issue(place, number)
      if (found?.state === 'open') open.push(`#${number}`)
    }
    const native = await api.blockers(place, issue.number)
    for (const one of native === 'unknown' ? [] : native) {
      if (one.state === 'unknown') return 'unknown'
      const name = sameRepo(one.repo, repo) ? `#${one.number}` : `${one.repo}#${one.number}`
      if (one.state === 'open' && !open.includes(name)) open.push(name)
    }
    return open
  } catch {
    return 'unknown'
  }
}
