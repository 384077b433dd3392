/** The few fields of Forgejo's and Gitea's answers that Drover reads, checked: what does not fit is an error, never a guess. */
import { z } from 'zod'
import type { CheckState, Mergeability, PrThread } from '#contract/pr'
import type { ForgeCheck, ForgePr, ForgeRepo, ListedPr } from '#ports/forge'

export const user = z.object({ login: z.string() }).nullable().optional()
const branch = z.object({
  ref: z.string(),
  sha: z.string(),
  repo: z
    .object({ full_name: z.string(), permissions: z.object({ push: z.boolean().optional() }).nullable().optional() })
    .nullable()
    .optional(),
})

export const pull = z.object({
  number: z.int(),
  html_url: z.string(),
  title: z.string(),
  state: z.enum(['open', 'closed']),
  draft: z.boolean().nullable().optional(),
  merged: z.boolean().nullable().optional(),
  merged_at: z.string().nullable().optional(),
  merge_commit_sha: z.string().nullable().optional(),
  mergeable: z.boolean().nullable().optional(),
  requested_reviewers: z.array(z.unknown()).nullable().optional(),
  requested_reviewers_teams: z.array(z.unknown()).nullable().optional(),
  user,
  allow_maintainer_edit: z.boolean().nullable().optional(),
  head: branch,
  base: branch.omit({ sha: true }),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Pull = z.output<typeof pull>
export const pulls = z.array(pull)

export const reviews = z.array(
  z.object({
    user,
    state: z.string(),
    dismissed: z.boolean().nullable().optional(),
    id: z.number(),
    body: z.string().nullable().optional(),
    html_url: z.string().nullable().optional(),
    comments_count: z.int().nullable().optional(),
  }),
)
export const review = z.object({ html_url: z.string().nullable().optional() })

export const reviewComments = z
  .array(
    z.object({
      id: z.number(),
      path: z.string(),
      position: z.int().nullable().optional(),
      original_position: z.int().nullable().optional(),
      body: z.string(),
      html_url: z.string().nullable().optional(),
      resolver: user,
      user,
    }),
  )
  .nullable()
type Comments = readonly NonNullable<z.output<typeof reviewComments>>[number][]

const longestBody = 2000

/** Comments on one line of one file are one thread. Nothing says who is a bot. */
export function toThreads(comments: Comments): readonly PrThread[] {
  const lines = new Map<string, Comments[number][]>()
  for (const one of [...comments].sort((a, b) => a.id - b.id)) {
    const key = `${one.path}\n${one.position || -(one.original_position ?? 0)}`
    lines.set(key, [...(lines.get(key) ?? []), one])
  }
  return [...lines.values()].flatMap((said) => {
    const [first] = said
    if (first === undefined) return []
    return {
      id: String(first.id),
      path: first.path,
      line: first.position || null,
      author: first.user?.login ?? 'ghost',
      by: 'unknown' as const,
      body: first.body.slice(0, longestBody),
      url: first.html_url || null,
      resolved: said.every(({ resolver }) => resolver != null),
      outdated: !first.position,
    }
  })
}

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

export const toChecks = (found: readonly NonNullable<z.output<typeof combined>['statuses']>[number][]): ForgeCheck[] =>
  found.map(({ context, status, target_url: url }) => ({
    name: context,
    state: statuses[status] ?? 'unknown',
    url: url ? url : null,
    job: null,
  }))

/** It says only whether it can be merged now: not whether that is a conflict, or that it has yet to work it out. */
const mergeabilityOf = ({ mergeable, state }: Pull): Mergeability =>
  state !== 'open' || mergeable == null ? 'unknown' : mergeable ? 'mergeable' : 'blocked'

const reviewWords: Readonly<Record<string, string>> = { REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' }

const sameRepo = ({ head, base }: Pull): boolean =>
  head.repo != null && head.repo.full_name.toLowerCase() === base.repo?.full_name.toLowerCase()

/** Where it is now: a repository that was renamed answers by its old name too. */
const repoOf = ({ base }: Pull, asked: ForgeRepo): ForgeRepo => {
  const [owner, name] = base.repo?.full_name.split('/') ?? []
  return owner === undefined || name === undefined ? asked : { owner, name }
}

export const toListed = (found: Pull): ListedPr => ({
  nodeId: null,
  number: found.number,
  branch: found.head.ref,
  head: found.head.sha,
  own: sameRepo(found),
  updatedAt: found.updated_at,
})

export const toForgePr = (
  asked: ForgeRepo,
  found: Pull,
  checks: readonly ForgeCheck[],
  given: Readonly<z.output<typeof reviews>>,
  threads: readonly PrThread[],
): ForgePr => ({
  nodeId: null,
  repo: repoOf(found, asked),
  author: found.user?.login ?? null,
  headRepo: found.head.repo?.full_name ?? null,
  threads,
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
  pushable: found.head.repo?.permissions?.push === true || (found.allow_maintainer_edit ?? null),
  createdAt: found.created_at,
  updatedAt: found.updated_at,
  mergedAt: found.merged === true ? (found.merged_at ?? found.updated_at) : null,
  mergeCommit: found.merged === true ? (found.merge_commit_sha ?? null) : null,
})

/** A draft is a title that begins so. */
const draftWords = /^(?:wip:|\[wip\])\s*/i
export const isDraftTitle = (title: string): boolean => draftWords.test(title)
export const toTitle = (title: string, draft: boolean): string => {
  const plain = title.replace(draftWords, '')
  return draft ? `WIP: ${plain}` : plain
}
