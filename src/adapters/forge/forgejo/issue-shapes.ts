/** The few fields of Forgejo's and Gitea's issues that the loop reads, checked: what does not fit is an error, never a guess. */
import { z } from 'zod'
import type { TrackerComment, TrackerEvent, TrackerIssue, TrackerPermission } from '#ports/tracker'
import { user } from './shapes.ts'

export const label = z.object({ id: z.int(), name: z.string() })
export const labels = z.array(label).nullable()

export const issue = z.object({
  number: z.int(),
  html_url: z.string(),
  title: z.string(),
  body: z.string().nullable().optional(),
  state: z.string(),
  user,
  labels: z
    .array(z.object({ name: z.string() }))
    .nullable()
    .optional(),
  created_at: z.string(),
  updated_at: z.string(),
  /** There for pull requests alone: they are listed as issues. */
  pull_request: z.unknown().optional(),
  repository: z.object({ full_name: z.string() }).nullable().optional(),
})
export const issues = z.array(issue)

export const isPull = (found: z.output<typeof issue>): boolean => found.pull_request != null

export const toIssue = (found: z.output<typeof issue>): TrackerIssue => ({
  number: found.number,
  url: found.html_url,
  title: found.title,
  body: found.body ?? '',
  state: found.state === 'closed' ? 'closed' : 'open',
  labels: (found.labels ?? []).map(({ name }) => name),
  author: found.user?.login ?? 'ghost',
  createdAt: found.created_at,
  updatedAt: found.updated_at,
})

export const comment = z.object({
  id: z.int(),
  html_url: z.string(),
  body: z.string().nullable().optional(),
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
  type: z.string(),
  label: z.object({ name: z.string() }).nullable().optional(),
  body: z.string().nullable().optional(),
  user,
  created_at: z.string(),
})
export const timeline = z.array(event).nullable()

const kinds: Readonly<Record<string, TrackerEvent['kind']>> = { close: 'closed', reopen: 'reopened' }

export function toEvent(found: z.output<typeof event>): TrackerEvent {
  // One type for both: a body of 1 says that the label was given, none that it was taken away.
  const ofLabel = found.body === '1' ? 'labeled' : 'unlabeled'
  return {
    kind: found.type === 'label' ? ofLabel : (kinds[found.type] ?? 'other'),
    label: found.type === 'label' ? (found.label?.name ?? null) : null,
    actor: found.user?.login ?? null,
    association: null,
    at: found.created_at,
  }
}

export const permission = z.object({ permission: z.string() })
const permissions: Readonly<Record<string, TrackerPermission>> = {
  owner: 'admin',
  admin: 'admin',
  write: 'write',
  read: 'read',
  none: 'none',
}
export const toPermission = (word: string): TrackerPermission => permissions[word] ?? 'unknown'

export const self = z.object({ login: z.string() })
