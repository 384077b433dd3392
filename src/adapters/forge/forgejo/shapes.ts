/** The few fields of Forgejo's and Gitea's answers that Drover reads, checked: what does not fit is an error, never a guess. */
import { z } from 'zod'
import type { CheckState, Mergeability, PrCheck } from '#contract/pr'
import type { ForgePr } from '#ports/forge'

export const user = z.object({ login: z.string() }).nullable().optional()
const branch = z.object({
  ref: z.string(),
  sha: z.string(),
  repo: z.object({ full_name: z.string() }).nullable().optional(),
})

export const pull = z.object({
  number: z.int(),
  html_url: z.string(),
  title: z.string(),
  state: z.enum(['open', 'closed']),
  draft: z.boolean().nullable().optional(),
  merged: z.boolean().nullable().optional(),
  merged_at: z.string().nullable().optional(),
  mergeable: z.boolean().nullable().optional(),
  requested_reviewers: z.array(z.unknown()).nullable().optional(),
  requested_reviewers_teams: z.array(z.unknown()).nullable().optional(),
  head: branch,
  base: z.object({ ref: z.string() }),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Pull = z.output<typeof pull>
export const pulls = z.array(pull)

export const reviews = z.array(
  z.object({ user, state: z.string(), dismissed: z.boolean().nullable().optional(), id: z.number() }),
)

/** `status` is its own word for what GitHub calls `state`. */
export const combined = z.object({
  statuses: z
    .array(z.object({ context: z.string(), status: z.string(), target_url: z.string().nullable().optional() }))
    .nullable(),
  total_count: z.int().optional(),
})

const statuses: Readonly<Record<string, CheckState>> = {
  success: 'passed',
  failure: 'failed',
  error: 'failed',
  // No branch that requires the check takes it for a success.
  warning: 'failed',
  pending: 'pending',
  skipped: 'skipped',
}

export const toChecks = (found: readonly NonNullable<z.output<typeof combined>['statuses']>[number][]): PrCheck[] =>
  found.map(({ context, status, target_url: url }) => ({
    name: context,
    state: statuses[status] ?? 'unknown',
    url: url ? url : null,
    tail: null,
  }))

/** It says only whether it can be merged now: not whether that is a conflict, or that it has yet to work it out. */
const mergeabilityOf = ({ mergeable, state }: Pull): Mergeability =>
  state !== 'open' || mergeable == null ? 'unknown' : mergeable ? 'mergeable' : 'blocked'

const reviewWords: Readonly<Record<string, string>> = { REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' }

export const toForgePr = (
  found: Pull,
  checks: readonly PrCheck[],
  given: Readonly<z.output<typeof reviews>>,
): ForgePr => ({
  number: found.number,
  url: found.html_url,
  title: found.title,
  state: found.state === 'open' ? 'open' : found.merged === true ? 'merged' : 'closed',
  draft: found.draft ?? isDraftTitle(found.title),
  branch: found.head.ref,
  head: found.head.sha,
  base: found.base.ref,
  mergeability: mergeabilityOf(found),
  checks,
  // Somebody who was asked is no reviewer yet.
  reviews: given
    .filter(({ state }) => state !== 'REQUEST_REVIEW')
    .map(({ user: by, state, dismissed }) => ({
      by: by?.login ?? 'ghost',
      state: dismissed === true ? 'DISMISSED' : (reviewWords[state] ?? state),
    })),
  asked: (found.requested_reviewers?.length ?? 0) + (found.requested_reviewers_teams?.length ?? 0),
  createdAt: found.created_at,
  updatedAt: found.updated_at,
  mergedAt: found.merged === true ? (found.merged_at ?? found.updated_at) : null,
})

/** A draft is a title that begins so. */
const draftWords = /^(?:wip:|\[wip\])\s*/i
export const isDraftTitle = (title: string): boolean => draftWords.test(title)
export const toTitle = (title: string, draft: boolean): string => {
  const plain = title.replace(draftWords, '')
  return draft ? `WIP: ${plain}` : plain
}
