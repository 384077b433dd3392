/** Merges as requests and answers. What they mean is in `contract/merge`. */
import { z } from '@hono/zod-openapi'
import { approvalReasons, landingSteps, mergeIdPattern, mergeReasons, mergeStates, mergeTiers } from '../merge.ts'
import { at, count } from './common.ts'

export const mergeIdParam = z.string().regex(mergeIdPattern, 'MERGE_NOT_FOUND').openapi({ example: 'm-1' })

const state = z.enum(mergeStates)
const tier = z.enum(mergeTiers)
const approvals = z.array(z.enum(approvalReasons))
const reason = z.object({ code: z.enum(mergeReasons), message: z.string(), paths: z.array(z.string()).optional() })
const lineNumber = z.number().int()

export const landing = z
  .object({
    ahead: z.number().int().nullable(),
    behind: z.number().int().nullable(),
    merge: z.string().nullable(),
    state: state.nullable(),
    landedCommit: z.string().nullable(),
    landedAt: at.nullable(),
  })
  .openapi('Landing')

export const verification = z
  .object({
    ok: z.boolean(),
    command: z.string(),
    exitCode: z.number().int().nullable(),
    durationMs: z.number(),
    timedOut: z.boolean(),
    why: z.string().nullable(),
    bytes: z.number(),
    outputTail: z.string(),
  })
  .openapi('Verification')

const side = z.enum(['target', 'branch'])

export const merge = z
  .object({
    id: z.string(),
    projectId: z.string(),
    sessionId: z.string().nullable(),
    branch: z.string(),
    target: z.string(),
    into: z.string(),
    state,
    reason: reason.nullable(),
    next: z.string().nullable(),
    tier: tier.nullable(),
    head: z.string(),
    baseCommit: z.string().nullable(),
    base: z.string().nullable(),
    conflicts: z.array(z.string()),
    mergeBase: z.string().nullable(),
    result: z.string().nullable(),
    landedCommit: z.string().nullable(),
    verify: verification.nullable(),
    proof: z
      .object({
        dropped: z.array(z.object({ file: z.string(), line: lineNumber, text: z.string(), input: side, from: side })),
        more: z.number().int(),
        markers: z.array(z.object({ file: z.string(), line: lineNumber })),
        ok: z.boolean(),
        verify: z.object({ ok: z.boolean(), output: z.string() }).nullable(),
      })
      .nullable(),
    files: z.number().int().nullable(),
    insertions: z.number().int().nullable(),
    deletions: z.number().int().nullable(),
    push: z.object({ remote: z.string(), ref: z.string(), state: z.enum(['wanted', 'pushing', 'pushed']) }).nullable(),
    approval: z.object({ by: z.string(), at }).nullable(),
    needsApproval: approvals,
    attempts: z.number().int(),
    priority: z.number().int(),
    worktree: z.string().nullable(),
    by: z.enum(['operator', 'session']),
    taskId: z.string().nullable(),
    merger: z.string().nullable(),
    train: z.array(z.string()),
    createdAt: at,
    updatedAt: at,
    landedAt: at.nullable(),
  })
  .openapi('Merge')

export const mergePrediction = z
  .object({
    projectId: z.string(),
    sessionId: z.string().nullable(),
    branch: z.string(),
    target: z.string(),
    head: z.string(),
    baseCommit: z.string(),
    mergeBase: z.string().nullable(),
    tier,
    conflicts: z.array(z.string()),
    files: z.number().int(),
    insertions: z.number().int(),
    deletions: z.number().int(),
    needsApproval: approvals,
    blocked: reason.nullable(),
  })
  .openapi('MergePrediction')

export const mergePayloads = {
  merge_queued: merge,
  merge_updated: merge,
  merge_landed: merge,
  merge_rejected: merge,
}

export const mergeAnswer = z.object({ merge })
export const mergesAnswer = z.object({ merges: z.array(merge), nextCursor: z.string().optional() })
/** With `dryRun` nothing is enqueued, and the prediction is the answer. */
export const enqueuedAnswer = z.object({ merge: merge.optional(), prediction: mergePrediction.optional() })
export const predictionAnswer = z.object({ prediction: mergePrediction })
export const mergeOutputAnswer = z.object({ text: z.string(), next: z.number().int(), size: z.number().int() })
export const proposalAnswer = z.object({
  proposal: z.object({
    message: z.string(),
    files: z.array(z.string()),
    nested: z.array(z.string()),
    head: z.string(),
    stamp: z.string(),
  }),
})
export const committedAnswer = z.object({
  commit: z.object({ hash: z.string(), message: z.string(), files: z.array(z.string()) }).nullable(),
})

const step = z.enum(landingSteps)
export const landingLook = z
  .object({
    sessionId: z.string(),
    branch: z.string(),
    target: z.string().nullable(),
    head: z.string(),
    ahead: z.number().int().nullable(),
    behind: z.number().int().nullable(),
    uncommitted: z.array(z.string()),
    remote: z.string().nullable(),
    verify: z.array(z.string()),
    merge: z.string().nullable(),
    next: step.nullable(),
    steps: z.array(z.object({ step, blocked: z.string().nullable() })),
  })
  .openapi('LandingLook')
export const landingLookAnswer = z.object({ landing: landingLook })
/** The head that the caller was shown; refused with HEAD_CHANGED when the branch has another. */
const shownHead = z
  .string()
  .regex(/^[0-9a-f]{40,64}$/, 'a whole commit hash')
  .optional()
export const updateBody = z.strictObject({ head: shownHead, hand: z.boolean().optional() })
export const updateAnswer = z.object({
  update: z.object({
    state: z.enum(['updated', 'current', 'handed']),
    target: z.string(),
    commit: z.string(),
    commits: z.number().int(),
    conflicts: z.array(z.string()),
  }),
})
export const pushBody = z.strictObject({ head: shownHead, forceWithLease: z.boolean().optional() })
export const pushAnswer = z.object({
  push: z.object({ remote: z.string(), branch: z.string(), commit: z.string(), commits: z.number().int() }),
})

const what = {
  session: z.string().optional(),
  branch: z.string().max(250).optional(),
  projectId: z.string().optional(),
  into: z.string().max(250).optional(),
}
export const mergeBody = z.strictObject({
  ...what,
  priority: z.number().int().min(-100).max(100).optional(),
  push: z.boolean().optional(),
  message: z.string().max(10_000).optional(),
  head: shownHead,
  dryRun: z.boolean().optional(),
})
export const predictBody = z.strictObject(what)
export const commitBody = z.strictObject({
  message: z.string().max(100_000).optional(),
  head: shownHead,
  /** Of the proposal that the caller was shown. */
  stamp: z.string().max(100).optional(),
})

export const mergesQuery = {
  project: z.string().optional(),
  state: state.optional(),
  session: z.string().optional(),
  limit: count.optional(),
  cursor: z.string().optional(),
}
export const mergeDiffQuery = { file: z.string().optional() }
export const mergeOutputQuery = { from: count.optional(), limit: count.optional() }
