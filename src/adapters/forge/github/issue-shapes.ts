/** The few fields of GitHub's issues that the loop reads, checked: what does not fit is an error, never a guess. */
import { z } from 'zod'
import type { TrackerComment, TrackerEvent, TrackerIssue, TrackerPermission } from '#ports/tracker'

const user = z.object({ login: z.string() }).nullable()
const labelWord = z.union([z.string(), z.object({ name: z.string().nullable().optional() })])

export const issue = z.object({
  number: z.int(),
  html_url: z.string(),
  title: z.string(),
  body: z.string().nullable().optional(),
  state: z.string(),
  user,
  labels: z.array(labelWord),
  created_at: z.string(),
  updated_at: z.string(),
  /** There for pull requests alone: GitHub lists them as issues. */
  pull_request: z.unknown().optional(),
})
export const issues = z.array(issue)

export const toIssue = (found: z.output<typeof issue>): TrackerIssue => ({
  number: found.number,
  url: found.html_url,
  title: found.title,
  body: found.body ?? '',
  state: found.state === 'closed' ? 'closed' : 'open',
  labels: found.labels.flatMap((one) => (typeof one === 'string' ? [one] : (one.name ?? []))),
  author: found.user?.login ?? 'ghost',
  createdAt: found.created_at,
  updatedAt: found.updated_at,
})

export const comment = z.object({
  id: z.number(),
  html_url: z.string(),
  body: z.string().optional(),
  user,
  created_at: z.string(),
  updated_at: z.string(),
})
export const comments = z.array(comment)

export const toComment = (found: z.output<typeof comment>): TrackerComment => ({
  id: String(found.id),
  author: found.user?.login ?? 'ghost',
  body: found.body ?? '',
  url: found.html_url,
  createdAt: found.created_at,
  updatedAt: found.updated_at,
})

/** Every kind of entry has other fields; only these are read. */
const event = z.object({
  event: z.string().optional(),
  label: z.object({ name: z.string() }).optional(),
  actor: user.optional(),
  user: user.optional(),
  author_association: z.string().optional(),
  created_at: z.string().optional(),
  submitted_at: z.string().optional(),
})
export const timeline = z.array(event)

const kinds: Readonly<Record<string, TrackerEvent['kind']>> = {
  labeled: 'labeled',
  unlabeled: 'unlabeled',
  closed: 'closed',
  reopened: 'reopened',
}

/** null: an entry without a time, such as a commit, which says nothing about labels. */
export function toEvent(found: z.output<typeof event>): TrackerEvent | null {
  const at = found.created_at ?? found.submitted_at
  if (at === undefined) return null
  return {
    kind: kinds[found.event ?? ''] ?? 'other',
    label: found.label?.name ?? null,
    actor: found.actor?.login ?? found.user?.login ?? null,
    association: found.author_association ?? null,
    at,
  }
}

export const permission = z.object({ permission: z.string() })
const permissions: Readonly<Record<string, TrackerPermission>> = {
  admin: 'admin',
  maintain: 'write',
  write: 'write',
  triage: 'read',
  read: 'read',
  none: 'none',
}
export const toPermission = (word: string): TrackerPermission => permissions[word] ?? 'unknown'

export const blockers = z.array(z.object({ number: z.int(), state: z.string(), repository_url: z.string().optional() }))
export const self = z.object({ login: z.string() })
