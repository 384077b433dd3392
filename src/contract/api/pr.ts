/** Pull requests as requests and answers. What they mean is in `contract/pr`. */
import { z } from '@hono/zod-openapi'
import {
  checkStates,
  ciStates,
  forgeKinds,
  mergeabilities,
  mergeMethods,
  prIdPattern,
  prStates,
  reviewStates,
  threadAuthors,
} from '../pr.ts'
import { pullRequestStatuses } from '../session.ts'
import { at, count, flag } from './common.ts'

const check = z
  .object({ name: z.string(), state: z.enum(checkStates), url: z.string().nullable(), tail: z.string().nullable() })
  .openapi('PullRequestCheck')

const thread = z
  .object({
    id: z.string(),
    path: z.string().nullable(),
    line: z.number().int().nullable(),
    author: z.string(),
    by: z.enum(threadAuthors),
    body: z.string(),
    url: z.string().nullable(),
    resolved: z.boolean(),
    outdated: z.boolean(),
  })
  .openapi('PullRequestThread')

export const pullRequest = z
  .object({
    id: z.string(),
    projectId: z.string(),
    sessionId: z.string(),
    forge: z.enum(forgeKinds),
    nodeId: z.string().nullable(),
    repo: z.string(),
    number: z.number().int(),
    url: z.string(),
    title: z.string(),
    author: z.string().nullable(),
    state: z.enum(prStates),
    draft: z.boolean(),
    branch: z.string(),
    headRepo: z.string().nullable(),
    head: z.string(),
    base: z.string(),
    ci: z.enum(ciStates),
    checks: z.array(check),
    review: z.enum(reviewStates),
    threads: z.array(thread).nullable(),
    mergeability: z.enum(mergeabilities),
    stackedOn: z.string().nullable(),
    status: z.enum(pullRequestStatuses).nullable(),
    createdAt: at,
    updatedAt: at,
    seenAt: at,
    mergedAt: at.nullable(),
  })
  .openapi('PullRequest')

const threadChange = z.object({ id: z.string(), thread })

export const prPayloads = {
  pr_created: pullRequest,
  pr_updated: pullRequest,
  pr_check_recorded: z.object({ id: z.string(), head: z.string(), check }),
  pr_review_thread_added: threadChange,
  pr_review_thread_resolved: threadChange,
  pr_review_thread_reopened: threadChange,
  pr_session_changed: z.object({ id: z.string(), from: z.string().nullable(), to: z.string() }),
}

const proposal = z
  .object({
    title: z.string(),
    body: z.string(),
    base: z.string(),
    branch: z.string(),
    head: z.string(),
    commits: z.number().int(),
    repo: z.string(),
    left: z.number().int(),
  })
  .openapi('PullRequestProposal')

export const prIdParam = z.string().regex(prIdPattern)
export const prAnswer = z.object({ pr: pullRequest })
export const openedAnswer = z.object({ pr: pullRequest, created: z.boolean() })
export const sessionPrsAnswer = z.object({ sessionId: z.string(), prs: z.array(pullRequest) })
export const prsAnswer = z.object({ prs: z.array(pullRequest) })
export const prProposalAnswer = z.object({ proposal })

export const prsQuery = { project: z.string().optional(), open: flag.optional(), limit: count.optional() }

export const openPrBody = z.strictObject({
  title: z.string().trim().min(1).max(256).optional(),
  body: z.string().max(60_000).optional(),
  base: z.string().min(1).max(255).optional(),
  draft: z.boolean().optional(),
  forceWithLease: z.boolean().optional(),
  /** The commit that was shown: another one is refused. */
  head: z.string().min(1).max(64).optional(),
})
export const mergePrBody = z.strictObject({
  /** Its address, where the caller wants to be sure which one it is. */
  prUrl: z.string().max(2000).optional(),
  expectedHeadSha: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/)
    .optional(),
  method: z.enum(mergeMethods).optional(),
})
export const mergedPrAnswer = z.object({
  ok: z.literal(true),
  prNumber: z.number().int(),
  method: z.enum(mergeMethods),
  pr: pullRequest,
})

export const claimBody = z.strictObject({ pr: z.string().max(2000).default(''), allowTakeover: z.boolean().optional() })
export const claimAnswer = z.object({
  ok: z.literal(true),
  sessionId: z.string(),
  prs: z.array(pullRequest),
  branchChanged: z.boolean(),
  takenOverFrom: z.array(z.string()),
})
export const resolveBody = z.strictObject({ commentIds: z.array(z.string().min(1).max(200)).max(500).optional() })
export const resolvedAnswer = z.object({ ok: z.literal(true), resolved: z.number().int(), pr: pullRequest })
export const prDiffAnswer = z.object({ id: z.string(), head: z.string(), patch: z.string(), truncated: z.boolean() })

export const hookAnswer = z.object({ ok: z.literal(true), looks: z.boolean() })
export const reviewPrBody = z.strictObject({ rev: z.number().int().optional(), pr: prIdParam.optional() })
export const reviewPrAnswer = z.object({ pr: pullRequest, url: z.string().nullable(), comments: z.number().int() })
