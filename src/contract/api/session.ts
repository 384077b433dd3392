/** Sessions, turns, deliveries, snapshots and diffs as requests and answers. What they mean is in `contract/session`. */
import { z } from '@hono/zod-openapi'
import { pullRequestStatuses, statuses } from '../session.ts'
import { modes } from '../terminal.ts'
import { at, count, flag, launchId } from './common.ts'
import { failureCategory } from './event.ts'
import { landing } from './merge.ts'
import { report, roleFields, waitingFor } from './role.ts'

export const sessionKind = z.enum(['worker', 'orchestrator'])
export const permissions = z.enum(['bypass', 'ask', 'read-only'])
export const status = z.enum(statuses)
const outcome = z.enum(['completed', 'error', 'cancelled', 'lost'])
const turnState = z.enum(['running', ...outcome.options])
const endedBy = z.enum(['operator', 'agent', 'reaper', 'watchdog', 'daemon'])
const endReason = z.enum(['completed', 'killed', 'aborted', 'stalled', 'agent_exit', 'merged', 'archived'])

export const session = z
  .object({
    id: z.string(),
    projectId: z.string(),
    kind: sessionKind,
    name: z.string(),
    title: z.string(),
    harness: z.string(),
    mode: z.enum(modes),
    model: z.string().nullable(),
    permissions,
    status,
    phase: z.enum(['starting', 'live', 'ended']),
    activity: z.object({ state: z.enum(['working', 'idle', 'waiting_input', 'blocked', 'unknown']), since: at }),
    branch: z.string().nullable(),
    workspace: z.string().nullable(),
    baseRef: z.string().nullable(),
    nativeId: z.string().nullable(),
    launch: z
      .object({
        id: z.string(),
        pid: z.number().int().nullable(),
        startedAt: at,
        lifetime: z.enum(['turn', 'session']),
      })
      .nullable(),
    turn: z.object({ n: z.number().int(), state: turnState, startedAt: at }).nullable(),
    queued: z.number().int(),
    totals: z.object({
      inputTokens: z.number().nullable(),
      outputTokens: z.number().nullable(),
      costUsd: z.number().nullable(),
    }),
    lastText: z.string().nullable(),
    lastActivityAt: at,
    filesChanged: z.number().int().nullable(),
    landing: landing.nullable(),
    prs: z.array(
      z.object({
        id: z.string(),
        number: z.number().int(),
        url: z.string(),
        state: z.enum(['open', 'closed', 'merged']),
        status: z.enum(pullRequestStatuses).nullable(),
      }),
    ),
    activitySpark: z.array(z.number()),
    request: z
      .object({
        requestId: z.string(),
        type: z.enum(['approval', 'question']),
        text: z.string(),
        options: z.array(z.string()),
      })
      .nullable(),
    parkedUntil: at.nullable(),
    failure: z
      .object({
        category: failureCategory,
        code: z.string(),
        message: z.string(),
        hint: z.string(),
        at,
        resetAt: at.nullable(),
      })
      .nullable(),
    trouble: z.object({ code: z.string(), message: z.string() }).nullable(),
    health: z
      .object({ state: z.enum(['alive', 'slowing', 'suspect', 'dead', 'unknown']), since: at, why: z.string() })
      .nullable(),
    children: z.array(z.object({ pid: z.number().int(), command: z.string(), launchId: z.string() })),
    role: z.string().nullable(),
    parentId: z.string().nullable(),
    depth: z.number().int(),
    effortId: z.string().nullable(),
    taskId: z.string().nullable(),
    files: z.array(z.string()),
    waitingFor: waitingFor.nullable(),
    report: report.nullable(),
    endReason: endReason.nullable(),
    endedBy: endedBy.nullable(),
    persona: z.string().optional(),
    archivedAt: at.nullable(),
    lastEventId: z.number().int(),
    createdAt: at,
    updatedAt: at,
  })
  .openapi('Session')

export const sessionPayloads = {
  session_created: session,
  session_updated: session,
  session_ended: session,
  session_removed: z.object({ code: z.string() }),
  turn_started: z.object({ turn: z.number().int() }),
  turn_ended: z.object({
    turn: z.number().int(),
    outcome,
    code: z.string().nullable(),
    exitCode: z.number().nullable(),
  }),
}

export const turn = z
  .object({
    n: z.number().int(),
    sessionId: z.string(),
    state: turnState,
    startedAt: at,
    endedAt: at.nullable(),
    exitCode: z.number().int().nullable(),
    durationMs: z.number().nullable(),
    launchId: z.string().nullable(),
    endedBy: endedBy.nullable(),
    code: z.string().nullable(),
  })
  .openapi('Turn')

export const delivery = z
  .discriminatedUnion('state', [
    z.object({
      state: z.literal('started'),
      turn: z.number().int(),
      delivery: z.enum(['confirmed', 'unconfirmed']).optional(),
    }),
    z.object({ state: z.literal('queued'), position: z.number().int(), until: at.optional() }),
    z.object({ state: z.literal('refused'), code: z.string(), message: z.string() }),
  ])
  .openapi('Delivery')

/** Content that was not read: `too_large`, `too_many` (so many `files` of a directory), `too_much`, `not_a_file`, `replaced`, `removed`. */
const skipped = { bytes: z.number(), why: z.string(), files: z.number().int().optional() }

export const snapshot = z
  .object({
    n: z.number().int(),
    sessionId: z.string(),
    ref: z.string(),
    commit: z.string(),
    parent: z.string().nullable(),
    reason: z.enum(['turn', 'kill', 'cleanup', 'restore', 'fork', 'recover', 'stop', 'takeover', 'merge', 'manual']),
    turn: z.number().int().nullable(),
    at,
    files: z.number().int(),
    additions: z.number().int(),
    deletions: z.number().int(),
    skipped: z.array(z.object({ path: z.string(), ...skipped })),
    lostAt: at.nullable().optional(),
  })
  .openapi('Snapshot')

export const diffFile = z
  .object({
    path: z.string(),
    oldPath: z.string().optional(),
    status: z.enum(['added', 'modified', 'deleted', 'renamed', 'type']),
    additions: z.number().int().nullable(),
    deletions: z.number().int().nullable(),
    binary: z.boolean(),
    skipped: z.object(skipped).optional(),
    mark: z.string().optional(),
  })
  .openapi('DiffFile')

export const diffView = z
  .object({
    base: z.string(),
    head: z.string(),
    files: z.array(diffFile),
    patch: z.string(),
    truncated: z.boolean(),
  })
  .openapi('Diff')

const cleanupSkip = z.enum([
  'external',
  'dirty',
  'held',
  'locked',
  'live_children',
  'snapshot_failed',
  'unsaved_file',
  'nested_repository',
  'failed',
])
export const cleanupReport = z
  .object({
    dryRun: z.boolean(),
    removed: z.array(
      z.object({
        session: z.string(),
        workspace: z.string(),
        branch: z.string().nullable(),
        branchDeleted: z.boolean(),
      }),
    ),
    skipped: z.array(
      z.object({ session: z.string(), workspace: z.string(), reason: cleanupSkip, message: z.string() }),
    ),
  })
  .openapi('CleanupReport')

export const worktree = z
  .object({
    path: z.string(),
    projectId: z.string(),
    session: z.string().nullable(),
    branch: z.string().nullable(),
    status: z.enum(['held', 'ended', 'missing', 'orphan']),
  })
  .openapi('Worktree')

export const sessionAnswer = z.object({ session })
/** What the user must know about what was done; the same is in the session's log. */
export const restoredAnswer = z.object({
  session,
  notices: z.array(z.object({ code: z.string(), message: z.string() })),
})
export const sessionsAnswer = z.object({ sessions: z.array(session), nextCursor: z.string().optional() })
export const cancelAnswer = z.object({ cancelled: z.boolean(), session })
export const turnAnswer = z.object({ turn })
export const deliveryAnswer = z.object({ delivery })
export const retryAnswer = z.object({ delivery, session })
export const snapshotsAnswer = z.object({ snapshots: z.array(snapshot) })
/** `left`: present files that are too large to be saved, so nothing took their place. */
export const recoverAnswer = z.object({
  snapshot,
  to: z.string(),
  files: z.number().int(),
  left: z.array(z.string()),
})
export const diffAnswer = z.object({ diff: diffView })
export const placesAnswer = z.object({
  places: z.object({
    workspace: z.string().nullable(),
    editor: z.object({ type: z.enum(['link', 'command']), name: z.string(), href: z.string().nullable() }).nullable(),
    ports: z
      .object({ base: z.number().int(), count: z.number().int(), listening: z.array(z.number().int()) })
      .nullable(),
  }),
})
export const editorBody = z.strictObject({
  file: z.string().min(1).max(4096).optional(),
  line: z.number().int().min(1).optional(),
})
export const editorAnswer = z.object({ opened: z.string() })
export const filesAnswer = z.object({ files: z.array(diffFile) })
export const worktreesAnswer = z.object({ worktrees: z.array(worktree) })
export const orchestratorStartedAnswer = z.object({
  orchestrator: z.object({ id: z.string(), projectId: z.string() }),
})
export const orchestratorSessionAnswer = z.object({ orchestrator: session })
export const orchestratorsAnswer = z.object({ orchestrators: z.array(session) })
export const rawAnswer = z.object({
  text: z.string(),
  next: z.number().int(),
  size: z.number().int(),
  launch: z.number().int(),
})

/** A missing message reaches the flow as '' and is answered with its own code; a spawn without a prompt waits for one. */
export const spawnBody = z
  .strictObject({
    projectId: z.string().nullable().optional(),
    scratch: z.boolean().optional(),
    prompt: z.string().optional(),
    harness: z.string().optional(),
    model: z.string().optional(),
    name: z.string().optional(),
    branch: z.string().optional(),
    base: z.string().optional(),
    kind: sessionKind.optional(),
    permissions: permissions.optional(),
    mode: z.enum(modes).optional(),
    ignoreConfig: z.boolean().optional(),
    noWait: z.boolean().optional(),
    claimPr: z.string().max(2000).optional(),
    allowTakeover: z.boolean().optional(),
    ...roleFields,
  })
  .refine(({ projectId, scratch, role }) => scratch === true || role !== undefined || (projectId ?? '') !== '', {
    path: ['projectId'],
    message: 'name a project, or set scratch',
  })
export const changeBody = z.strictObject({
  name: z.string().optional(),
  model: z.string().min(1).nullable().optional(),
})
export const turnBody = z.strictObject({
  prompt: z.string().default(''),
  model: z.string().optional(),
  launchId: launchId.optional(),
})
export const fenceBody = z.strictObject({ launchId: launchId.optional() })
export const sendBody = z
  .strictObject({
    message: z.string().default(''),
    attachments: z.array(z.string().max(200)).max(20).optional(),
    interrupt: z.boolean().optional(),
    steer: z.boolean().optional(),
    /** For the turn this message becomes; the session's own stays. */
    model: z.string().min(1).optional(),
    noWait: z.boolean().optional(),
    launchId: launchId.optional(),
  })
  .refine((body) => body.steer !== true || body.model === undefined, {
    path: ['model'],
    message: 'words into a running turn go to the model it runs with',
  })
export const attachmentBody = z.strictObject({
  name: z.string().max(1_000),
  data: z.string().openapi({ description: 'the bytes of the file, in base64; at most 10 MB of them' }),
})
export const attachmentAnswer = z.object({
  attachment: z.object({ id: z.string(), name: z.string(), type: z.string(), bytes: z.number().int() }),
})
export const pathsQuery = { q: z.string().max(500).optional(), limit: count.optional() }
export const pathsAnswer = z.object({ paths: z.array(z.string()), more: z.boolean() })
export const answerBody = z
  .strictObject({ requestId: z.string(), decision: z.string().optional(), text: z.string().optional() })
  .refine((body) => (body.decision === undefined) !== (body.text === undefined), {
    path: ['decision'],
    message: 'give either decision or text',
  })
/** `agent` (`harness[:model]`), `harness`, `model`: another agent or model for it; an empty model is the agent's own. */
export const forkBody = z.strictObject({
  prompt: z.string().optional(),
  name: z.string().optional(),
  agent: z.string().min(1).optional(),
  harness: z.string().min(1).optional(),
  model: z.string().optional(),
  permissions: permissions.optional(),
})
/** `sessions`: only these. */
export const cleanupBody = z.strictObject({
  projectId: z.string().optional(),
  sessions: z.array(z.string()).max(1000).optional(),
  dryRun: z.boolean().default(false),
})
/** `end`: one that has not ended is ended first. */
export const archiveBody = z.strictObject({ end: z.boolean().optional() })
/** `agent`: another agent goes on with it, `harness[:model]`. */
export const retryBody = z.strictObject({ agent: z.string().min(1).optional() })
export const recoverBody = z.strictObject({ to: z.string().optional() })
export const activityBody = z.strictObject({ state: z.string().default('') })
export const emptyBody = z.strictObject({})
export const orchestratorBody = z.strictObject({ projectId: z.string() })

export const sessionsQuery = {
  project: z.string().optional(),
  status: status.optional(),
  kind: sessionKind.optional(),
  includeTerminated: flag.optional(),
  includeArchived: flag.optional(),
  includePersonas: flag.optional(),
  limit: count.optional(),
  cursor: z.string().optional(),
}
export const rawQuery = {
  launch: count.optional(),
  from: count.optional(),
  limit: count.optional(),
  channel: z.enum(['stdout', 'stderr']).optional(),
}
export const diffQuery = {
  from: count.optional(),
  to: count.optional(),
  file: z.string().optional(),
  oldFile: z.string().optional(),
  view: z.string().max(80).optional(),
  stat: flag.optional(),
}
