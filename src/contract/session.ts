/** A session (one agent in one workspace), its launch, its turn, and its snapshots, as the API shows them. */
import type { TurnOutcome } from './agent-event.ts'

export type SessionKind = 'worker' | 'orchestrator'
export type Phase = 'starting' | 'live' | 'ended'
export type ActivityState = 'working' | 'idle' | 'waiting_input' | 'blocked' | 'unknown'
export type EndReason = 'completed' | 'killed' | 'aborted' | 'stalled' | 'agent_exit' | 'merged' | 'archived'
export type EndedBy = 'operator' | 'agent' | 'reaper' | 'watchdog' | 'daemon'
export type Permissions = 'bypass' | 'ask' | 'read-only'
/** What is thought of a running turn whose agent is silent. */
export type Health = 'alive' | 'slowing' | 'suspect' | 'dead' | 'unknown'
export type Status = 'starting' | 'working' | 'idle' | 'needs_input' | 'blocked' | 'parked' | 'unknown' | 'ended'

export interface LaunchView {
  readonly id: string
  readonly pid: number | null
  readonly startedAt: string
}

export interface TurnView {
  readonly n: number
  readonly state: 'running' | TurnOutcome
  readonly startedAt: string
}

export interface LeftoverProcess {
  readonly pid: number
  readonly command: string
  readonly launchId: string
}

export interface Session {
  readonly id: string
  readonly projectId: string
  readonly kind: SessionKind
  readonly name: string
  readonly harness: string
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
  readonly activitySpark: readonly number[]
  readonly request: {
    readonly requestId: string
    readonly type: 'approval' | 'question'
    readonly text: string
    readonly options: readonly string[]
  } | null
  /** Set while something about this session cannot be written or started; says what to do. */
  readonly trouble: { readonly code: string; readonly message: string } | null
  /** null while no turn runs. */
  readonly health: { readonly state: Health; readonly since: string; readonly why: string } | null
  readonly children: readonly LeftoverProcess[]
  readonly endReason: EndReason | null
  readonly endedBy: EndedBy | null
  readonly lastEventId: number
  readonly createdAt: string
  readonly updatedAt: string
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

export type Delivery =
  | { readonly state: 'started'; readonly turn: number }
  | { readonly state: 'queued'; readonly position: number }
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
  | 'manual'

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
  readonly skipped: readonly { readonly path: string; readonly bytes: number; readonly why: string }[]
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
  | 'dirty'
  | 'held'
  | 'locked'
  | 'live_children'
  | 'snapshot_failed'
  | 'unsaved_file'
  | 'nested_repository'
  | 'failed'
