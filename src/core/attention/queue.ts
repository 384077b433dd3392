/**
 * What waits for a person, derived from facts and nothing else: an item is there while its cause is, and leaves with it.
 * Pure; the page, its notifications and the daemon's notifier read the same list. Who is told how is theirs.
 */
import type { Mail } from '#contract/mail'
import type { Merge } from '#contract/merge'
import type { Project, TrustView } from '#contract/project'
import type { Session } from '#contract/session'
import type { Task } from '#contract/task'
import type { Trip } from '#contract/trip'
import type { Report } from '../doctor/checks.ts'
import { waitsForSomebody } from '../merge/waits.ts'

export const attentionKinds = [
  'question',
  'approval',
  'failed',
  'blocked',
  'unknown',
  'trouble',
  'silent',
  'parked',
  'merge',
  'gate',
  'escalation',
  'task',
  'trip',
  'trust',
  'doctor',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

export interface Attention {
  /** Names this occurrence: a second question of the same session is another item. */
  readonly key: string
  readonly kind: AttentionKind
  readonly title: string
  readonly reason: string
  /** When it began; null where nobody can know, and the page says when it noticed. */
  readonly since: string | null
  readonly path: string
  readonly session: Session | null
  /** The mail that asks; its options are answered where it stands. */
  readonly mail?: Mail
  /** How to mend it, where the daemon says so. */
  readonly hint: string | null
}

/** Its last failure is what people see of it now. */
export const standsFailed = (s: Session): boolean => s.status === 'failed' || s.status === 'parked'

/** The relay that a session works for, told by the branch that it works on. */
export const relayOf = ({ branch }: Pick<Session, 'branch'>): string | null =>
  /^drover\/relay\/(r-\d+)\//.exec(branch ?? '')?.[1] ?? null

/** A running turn whose agent has been silent for too long. */
export const isSuspect = (s: Session): boolean => s.health?.state === 'suspect' || s.health?.state === 'dead'

function what(s: Session): (Pick<Attention, 'kind' | 'reason'> & { readonly mark: string }) | null {
  if (s.phase === 'ended') return null
  if (s.request) return { kind: s.request.type, reason: s.request.text, mark: s.request.requestId }
  if (s.trouble) return { kind: 'trouble', reason: s.trouble.message, mark: s.trouble.code }
  if (isSuspect(s))
    return { kind: 'silent', reason: `The agent may hang: ${s.health?.why}.`, mark: s.health?.since ?? '' }
  if (s.status === 'needs_input')
    return { kind: 'question', reason: 'The agent waits for input.', mark: s.activity.since }
  if (s.status === 'blocked')
    return { kind: 'blocked', reason: 'The agent reports that it is blocked.', mark: s.activity.since }
  if (s.status === 'unknown')
    return { kind: 'unknown', reason: 'Drover cannot tell whether this agent still works.', mark: s.activity.since }
  // With more queued, or in a relay, the next turn or agent is about to begin: nobody needs to come.
  if (standsFailed(s) && s.queued === 0 && relayOf(s) === null)
    return {
      kind: s.status === 'parked' ? 'parked' : 'failed',
      reason: s.failure?.message ?? 'Parked until the provider takes requests again.',
      mark: s.failure?.at ?? s.activity.since,
    }
  return null
}

/** A dialog of the interface itself is answered where it stands. */
const isAskedInTerminal = (kind: AttentionKind, s: Session): boolean =>
  s.mode === 'terminal' && (kind === 'question' || kind === 'approval' || kind === 'blocked')

export function attentionOf(s: Session): Attention | null {
  const found = what(s)
  if (!found) return null
  const { kind, reason, mark } = found
  return {
    key: `${s.id}/${kind}/${mark}`,
    kind,
    title: s.title,
    reason,
    since: kind === 'silent' ? s.lastActivityAt : s.activity.since,
    path: `/sessions/${encodeURIComponent(s.id)}${isAskedInTerminal(kind, s) ? '/terminal' : ''}`,
    session: s,
    hint: kind === 'failed' || kind === 'parked' ? (s.failure?.hint ?? null) : null,
  }
}

/** `title`: what people call its session. */
export const attentionOfMerge = (merge: Merge, title: string | null = null): Attention => ({
  key: `${merge.id}/merge/${merge.state}/${merge.attempts}`,
  kind: 'merge',
  title: `${title ?? merge.sessionId ?? merge.branch} → ${merge.target}`,
  reason: merge.reason?.message ?? 'The merge is proven and waits for your approval.',
  since: merge.updatedAt,
  path: `/merges/${encodeURIComponent(merge.id)}`,
  session: null,
  hint: merge.next,
})

export const attentionOfTask = (task: Task): Attention => ({
  key: `${task.id}/task/${task.state}/${task.result?.at ?? task.updatedAt}`,
  kind: 'task',
  title: task.title,
  reason:
    task.result?.summary ||
    (task.state === 'failed' ? 'The task failed; nobody tries it again.' : 'The task needs a person.'),
  since: task.updatedAt,
  path: `/relay/queue?project=${encodeURIComponent(task.projectId)}`,
  session: null,
  hint: null,
})

/** A deadline that passes is told by the daemon; until the operator has spoken it stands here. */
export const attentionOfMail = (mail: Mail): Attention => ({
  key: `${mail.id}/mail`,
  kind: mail.type === 'escalation' ? 'escalation' : 'gate',
  title: mail.subject,
  reason: mail.body,
  since: mail.createdAt,
  path: `/inbox/${encodeURIComponent(mail.thread)}`,
  session: null,
  mail,
  hint: null,
})

/** The loop gave it up to a person; it leaves once somebody dealt with the issue or put its session away. */
export const attentionOfTrip = (trip: Trip): Attention => ({
  key: `${trip.id}/trip/${trip.state}`,
  kind: 'trip',
  title: `#${trip.issue} ${trip.title}`,
  reason: trip.reason,
  since: trip.endedAt ?? trip.updatedAt,
  path: `/trips/${encodeURIComponent(trip.id)}`,
  session: null,
  hint: `${trip.repo}: what was tried stands on the issue. Give it its ready label anew to have it tried again, close it, or archive its session.`,
})

/** Its trip says what came of it; a question of its agent stands for itself. */
const isToldByTrip = ({ kind }: Attention): boolean => kind === 'failed' || kind === 'parked'

export function attentionQueue(input: {
  readonly sessions: Iterable<Session>
  readonly projects: ReadonlyMap<string, Project>
  readonly merges: Iterable<Merge>
  readonly asking: Iterable<Task>
  /** Decisions and escalations that nobody has answered. */
  readonly questions?: Iterable<Mail>
  /** Trips that were given to a person. */
  readonly trips?: Iterable<Trip>
  readonly trusts: readonly TrustView[]
  readonly doctor: Report | null
}): readonly Attention[] {
  const items: Attention[] = []
  const titles = new Map<string | null, string>()
  const trips = [...(input.trips ?? [])]
  const ofTrips = new Set(trips.map(({ sessionId }) => sessionId))
  for (const session of input.sessions) {
    titles.set(session.id, session.title)
    const item = attentionOf(session)
    if (item && !(ofTrips.has(session.id) && isToldByTrip(item))) items.push(item)
  }
  for (const trip of trips) items.push(attentionOfTrip(trip))
  for (const merge of input.merges)
    if (waitsForSomebody(merge)) items.push(attentionOfMerge(merge, titles.get(merge.sessionId)))
  for (const task of input.asking) items.push(attentionOfTask(task))
  for (const mail of input.questions ?? []) items.push(attentionOfMail(mail))
  items.sort((a, b) => rank[a.kind] - rank[b.kind] || (a.since ?? '').localeCompare(b.since ?? ''))
  for (const trust of input.trusts) {
    const project = input.projects.get(trust.projectId)
    if (!project || project.trusted || trust.trusted || !trust.needed) continue
    items.push({
      key: `${trust.projectId}/trust/${trust.hash}`,
      kind: 'trust',
      title: project.name,
      reason:
        'The repository brings commands or settings that nobody has approved. Sessions cannot start until you decide.',
      since: null,
      path: `/projects/${encodeURIComponent(trust.projectId)}`,
      session: null,
      hint: null,
    })
  }
  for (const check of input.doctor?.checks ?? []) {
    if (check.level !== 'FAIL') continue
    items.push({
      key: `doctor/${check.section}/${check.name}`,
      kind: 'doctor',
      title: check.name,
      reason: check.message,
      since: null,
      path: '/settings',
      session: null,
      hint: check.hint ?? null,
    })
  }
  return items
}

/** Questions first: an agent stands still until they are answered. */
const rank: Readonly<Record<AttentionKind, number>> = {
  approval: 0,
  question: 0,
  gate: 0,
  escalation: 0,
  blocked: 1,
  trouble: 1,
  silent: 1,
  failed: 2,
  unknown: 2,
  parked: 3,
  merge: 2,
  task: 2,
  trip: 2,
  trust: 4,
  doctor: 5,
}
