/** A session (one agent in one workspace), its launch, its turn, and its snapshots, as the API shows them. */
import type { FailureCategory, TurnOutcome } from './agent-event.ts'
import { carries } from './carries.ts'
import type { Landing } from './merge.ts'
import type { Report, Role, WaitingFor } from './role.ts'
import type { Arrival, Mode } from './terminal.ts'

export type SessionKind = 'worker' | 'orchestrator'
export type Phase = 'starting' | 'live' | 'ended'
export type ActivityState = 'working' | 'idle' | 'waiting_input' | 'blocked' | 'unknown'
export type EndReason = 'completed' | 'killed' | 'aborted' | 'stalled' | 'agent_exit' | 'merged' | 'archived'
export type EndedBy = 'operator' | 'agent' | 'reaper' | 'watchdog' | 'daemon'
export type Permissions = 'bypass' | 'ask' | 'read-only'
/** What is thought of a running turn whose agent is silent. */
export type Health = 'alive' | 'slowing' | 'suspect' | 'dead' | 'unknown'
/** What a session's pull request asks for; of several the worst counts. */
export const pullRequestStatuses = [
  'ci_failed',
  'changes_requested',
  'review_pending',
  'draft',
  'mergeable',
  'approved',
  'pr_open',
  'merged',
] as const
export type PullRequestStatus = (typeof pullRequestStatuses)[number]

/** Every word a session is shown with, in the order in which they are tried: the first that holds is shown. */
export const statuses = [
  'ended',
  'starting',
  'needs_input',
  'blocked',
  'working',
  'unknown',
  'parked',
  'failed',
  'waiting',
  ...pullRequestStatuses,
  'reported',
  'idle',
] as const
export type Status = (typeof statuses)[number]

export interface LaunchView {
  readonly id: string
  readonly pid: number | null
  readonly startedAt: string
  /** session: its process takes further prompts, and words into a turn that runs, where its harness can. */
  readonly lifetime: 'turn' | 'session'
}

export interface TurnView {
  readonly n: number
  readonly state: 'running' | TurnOutcome
  readonly startedAt: string
}

/** Why the last turn that failed did so. It stands until a turn completes. */
export interface Failure {
  readonly category: FailureCategory
  readonly code: string
  readonly message: string
  /** What to do about it. */
  readonly hint: string
  readonly at: string
  /** When the provider takes requests again, where it said so. */
  readonly resetAt: string | null
}

export interface LeftoverProcess {
  readonly pid: number
  readonly command: string
  readonly launchId: string
}

/** A pull request of a session, at a glance. */
export interface SessionPr {
  readonly id: string
  readonly number: number
  readonly url: string
  readonly state: 'open' | 'closed' | 'merged'
  /** null: closed without a merge. */
  readonly status: PullRequestStatus | null
}

export interface Session {
  readonly id: string
  readonly projectId: string
  readonly kind: SessionKind
  readonly name: string
  /** What people call it: its name, else the first line of its first prompt, else its id. */
  readonly title: string
  readonly harness: string
  readonly mode: Mode
  readonly model: string | null
  readonly permissions: Permissions
  readonly status: Status
  readonly phase: Phase
  readonly activity: { readonly state: ActivityState; readonly since: string }
  readonly branch: string | null
  readonly workspace: string | null
  readonly baseRef: string | null
  readonly nativeId: string | null
  readonly launch: LaunchView | null
  readonly turn: TurnView | null
  readonly queued: number
  readonly totals: {
    readonly inputTokens: number | null
    readonly outputTokens: number | null
    readonly costUsd: number | null
  }
  readonly lastText: string | null
  readonly lastActivityAt: string
  readonly filesChanged: number | null
  /** Its way to the target; null where there is none to go. */
  readonly landing: Landing | null
  readonly prs: readonly SessionPr[]
  readonly activitySpark: readonly number[]
  readonly request: {
    readonly requestId: string
    readonly type: 'approval' | 'question'
    readonly text: string
    readonly options: readonly string[]
  } | null
  /** Its provider takes nothing before this; what is queued starts then. */
  readonly parkedUntil: string | null
  /** null: the last turn that ended by itself completed, or none has ended. */
  readonly failure: Failure | null
  /** Set while something about this session cannot be written or started; says what to do. */
  readonly trouble: { readonly code: string; readonly message: string } | null
  /** null while no turn runs. */
  readonly health: { readonly state: Health; readonly since: string; readonly why: string } | null
  readonly children: readonly LeftoverProcess[]
  readonly role: Role | null
  readonly parentId: string | null
  readonly depth: number
  readonly effortId: string | null
  readonly taskId: string | null
  /** Globs of what it may write; empty: the whole worktree. */
  readonly files: readonly string[]
  readonly waitingFor: WaitingFor | null
  readonly report: Report | null
  readonly endReason: EndReason | null
  readonly endedBy: EndedBy | null
  /** The persona that it plays for a door: it is in no list unless asked for. */
  readonly persona?: string
  /** When it was put out of sight; null: it was not. */
  readonly archivedAt: string | null
  readonly lastEventId: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** A file that goes with a message, kept beside the session. */
export interface Attachment {
  readonly id: string
  readonly name: string
  /** By its own bytes. */
  readonly type: string
  readonly bytes: number
}

/** The whole story of one turn. */
export interface Turn {
  readonly n: number
  readonly sessionId: string
  readonly state: 'running' | TurnOutcome
  readonly startedAt: string
  readonly endedAt: string | null
  readonly exitCode: number | null
  readonly durationMs: number | null
  readonly launchId: string | null
  readonly endedBy: EndedBy | null
  readonly code: string | null
}

export interface TurnEnded {
  readonly turn: number
  readonly outcome: TurnOutcome
  readonly code: string | null
  readonly exitCode: number | null
}

export const sessionChanges = {
  session_created: carries<Session>(),
  session_updated: carries<Session>(),
  session_ended: carries<Session>(),
  /** A spawn that was taken back, and why. */
  session_removed: carries<{ readonly code: string }>(),
  turn_started: carries<{ readonly turn: number }>(),
  turn_ended: carries<TurnEnded>(),
}

export type Delivery =
  /** `delivery`: into a terminal, by what the CLI itself said of the words. */
  | { readonly state: 'started'; readonly turn: number; readonly delivery?: Arrival }
  /** `until`: its agent is benched; it starts then. */
  | { readonly state: 'queued'; readonly position: number; readonly until?: string }
  | { readonly state: 'refused'; readonly code: string; readonly message: string }

export type SnapshotReason =
  | 'turn'
  | 'kill'
  | 'cleanup'
  | 'restore'
  | 'fork'
  | 'recover'
  | 'stop'
  | 'takeover'
  | 'merge'
  | 'manual'

/**
 * Not read: `too_large`, `too_much` (over the budget in all), `not_a_file`; `too_many`: so many `files` of a directory; `.git`
 * that an agent `replaced` or `removed`.
 */
export interface SkippedFile {
  readonly path: string
  readonly bytes: number
  readonly why: string
  readonly files?: number
}

export interface Snapshot {
  readonly n: number
  readonly sessionId: string
  readonly ref: string
  readonly commit: string
  readonly parent: string | null
  readonly reason: SnapshotReason
  readonly turn: number | null
  readonly at: string
  readonly files: number
  readonly additions: number
  readonly deletions: number
  readonly skipped: readonly SkippedFile[]
  /** Set once its objects were found missing from the repository: it cannot be recovered. */
  readonly lostAt?: string | null
}

export interface CleanupReport {
  readonly dryRun: boolean
  readonly removed: readonly {
    readonly session: string
    readonly workspace: string
    readonly branch: string | null
    readonly branchDeleted: boolean
  }[]
  readonly skipped: readonly {
    readonly session: string
    readonly workspace: string
    readonly reason: CleanupSkip
    readonly message: string
  }[]
}

export type CleanupSkip =
  | 'external'
  | 'dirty'
  | 'held'
  | 'locked'
  | 'live_children'
  | 'snapshot_failed'
  | 'unsaved_file'
  | 'nested_repository'
  | 'failed'
