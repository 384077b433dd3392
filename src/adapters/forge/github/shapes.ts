/** The few fields of GitHub's answers that Drover reads, checked: what does not fit is an error, never a guess. */
import { z } from 'zod'
import type { CheckState, Mergeability, PrCheck } from '#contract/pr'
import type { ForgePr } from '#ports/forge'

const branch = z.object({ ref: z.string(), sha: z.string(), repo: z.object({ full_name: z.string() }).nullable() })

export const listedPull = z.object({ number: z.int(), updated_at: z.string(), head: branch })
export const listedPulls = z.array(listedPull)

export const pull = z.object({
  number: z.int(),
  html_url: z.string(),
  title: z.string(),
  state: z.enum(['open', 'closed']),
  draft: z.boolean().optional(),
  merged_at: z.string().nullable(),
  mergeable: z.boolean().nullable().optional(),
  mergeable_state: z.string().optional(),
  requested_reviewers: z.array(z.unknown()).nullable().optional(),
  requested_teams: z.array(z.unknown()).nullable().optional(),
  head: branch,
  base: z.object({ ref: z.string() }),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Pull = z.output<typeof pull>

export const reviews = z.array(z.object({ user: z.object({ login: z.string() }).nullable(), state: z.string() }))

export const checkRuns = z.object({
  total_count: z.int(),
  check_runs: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      conclusion: z.string().nullable(),
      html_url: z.string().nullable(),
      id: z.number(),
    }),
  ),
})
export const combinedStatus = z.object({
  statuses: z.array(z.object({ context: z.string(), state: z.string(), target_url: z.string().nullable() })),
})

const conclusions: Readonly<Record<string, CheckState>> = {
  success: 'passed',
  neutral: 'passed',
  failure: 'failed',
  timed_out: 'failed',
  action_required: 'failed',
  startup_failure: 'failed',
  cancelled: 'cancelled',
  skipped: 'skipped',
  stale: 'skipped',
}
const statuses: Readonly<Record<string, CheckState>> = {
  success: 'passed',
  failure: 'failed',
  error: 'failed',
  pending: 'pending',
}

export const checksOf = (
  runs: z.output<typeof checkRuns>,
  combined: z.output<typeof combinedStatus>,
): readonly PrCheck[] => [
  ...runs.check_runs.map((run) => ({
    name: run.name,
    state: run.status === 'completed' ? (conclusions[run.conclusion ?? ''] ?? 'unknown') : 'pending',
    url: run.html_url,
    tail: null,
  })),
  ...combined.statuses.map((status) => ({
    name: status.context,
    state: statuses[status.state] ?? 'unknown',
    url: status.target_url,
    tail: null,
  })),
]

const states: Readonly<Record<string, Mergeability>> = {
  clean: 'mergeable',
  has_hooks: 'mergeable',
  // It may be merged although a check that nobody requires is red or runs.
  unstable: 'mergeable',
  dirty: 'conflicting',
  behind: 'behind',
  blocked: 'blocked',
  draft: 'blocked',
}

/** GitHub works it out after it was asked: until then nothing is known. */
const mergeabilityOf = ({ mergeable, mergeable_state: word = '' }: Pull): Mergeability =>
  mergeable == null ? 'unknown' : mergeable === false ? 'conflicting' : (states[word] ?? 'unknown')

export const toForgePr = (found: Pull, checks: readonly PrCheck[], given: z.output<typeof reviews>): ForgePr => ({
  number: found.number,
  url: found.html_url,
  title: found.title,
  state: found.state === 'open' ? 'open' : found.merged_at === null ? 'closed' : 'merged',
  draft: found.draft ?? false,
  branch: found.head.ref,
  head: found.head.sha,
  base: found.base.ref,
  mergeability: mergeabilityOf(found),
  checks,
  reviews: given.map(({ user, state }) => ({ by: user?.login ?? 'ghost', state })),
  asked: (found.requested_reviewers?.length ?? 0) + (found.requested_teams?.length ?? 0),
  createdAt: found.created_at,
  updatedAt: found.updated_at,
  mergedAt: found.merged_at,
})
