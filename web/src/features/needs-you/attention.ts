/**
 * What waits for a person, derived from facts and nothing else: an item is there while its cause is, and leaves with it.
 * Pure; the page and the notifications read the same list.
 */
import type { Project, TrustView } from '#contract/project'
import type { Session } from '#contract/session'
import type { DoctorReport } from '../../api/shapes.ts'

export type AttentionKind =
  | 'question'
  | 'approval'
  | 'failed'
  | 'blocked'
  | 'unknown'
  | 'trouble'
  | 'silent'
  | 'parked'
  | 'trust'
  | 'doctor'

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
  /** How to mend it, where the daemon says so. */
  readonly hint: string | null
}

/** The last turn ended badly and nothing has been asked since. */
export const turnFailed = (s: Session): boolean =>
  s.phase === 'live' && s.status === 'idle' && s.queued === 0 && (s.turn?.state === 'error' || s.turn?.state === 'lost')

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
  if (s.status === 'parked')
    return { kind: 'parked', reason: s.lastText ?? 'Parked until its quota resets.', mark: s.activity.since }
  if (turnFailed(s))
    return {
      kind: 'failed',
      reason:
        s.turn?.state === 'lost'
          ? 'The agent’s process vanished in the middle of a turn.'
          : 'The last turn ended with an error.',
      mark: String(s.turn?.n),
    }
  return null
}

export function attentionOf(s: Session): Attention | null {
  const found = what(s)
  if (!found) return null
  const { kind, reason, mark } = found
  return {
    key: `${s.id}/${kind}/${mark}`,
    kind,
    title: s.name,
    reason,
    since: kind === 'silent' ? s.lastActivityAt : s.activity.since,
    path: `/sessions/${encodeURIComponent(s.id)}`,
    session: s,
    hint: null,
  }
}

export function attentionQueue(input: {
  readonly sessions: Iterable<Session>
  readonly projects: ReadonlyMap<string, Project>
  readonly trusts: readonly TrustView[]
  readonly doctor: DoctorReport | null
}): readonly Attention[] {
  const items: Attention[] = []
  for (const session of input.sessions) {
    const item = attentionOf(session)
    if (item) items.push(item)
  }
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
  blocked: 1,
  trouble: 1,
  silent: 1,
  failed: 2,
  unknown: 2,
  parked: 3,
  trust: 4,
  doctor: 5,
}
