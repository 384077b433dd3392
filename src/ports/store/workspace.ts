/** Workspaces and their snapshots. */
import type { SkippedFile, SnapshotReason } from '#contract/session'

export interface WorkspaceRecord {
  readonly id: number
  readonly projectId: string
  readonly path: string
  /** null for scratch. */
  readonly repoPath: string | null
  readonly branch: string | null
  /** This workspace made its branch (so that an undo may take it back). */
  readonly madeBranch: boolean
  readonly baseRef: string | null
  readonly baseCommit: string | null
  /** The session that holds it and has not ended. */
  readonly heldBy: string | null
  readonly portBase: number | null
  /** Not ours: the user's own checkout. Never removed, reset or switched. */
  readonly external?: boolean
  readonly removedAt: string | null
  readonly createdAt: string
}

export interface SnapshotRecord {
  readonly sessionId: string
  readonly n: number
  readonly repoPath: string
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
  /** Since when it is known that its objects are gone; the row stays to say so. */
  readonly lostAt?: string | null
}

export interface WorkspaceReads {
  workspace(id: number): WorkspaceRecord | null
  workspaceByPath(path: string): WorkspaceRecord | null
  workspaces(projectId: string | null): readonly WorkspaceRecord[]
  /** Those that a session holds. */
  heldWorkspaces(): readonly WorkspaceRecord[]
  snapshots(sessionId: string): readonly SnapshotRecord[]
  snapshot(sessionId: string, n: number): SnapshotRecord | null
}

export interface WorkspaceWrites {
  insertWorkspace(workspace: Omit<WorkspaceRecord, 'id'>): WorkspaceRecord
  updateWorkspace(id: number, patch: Partial<WorkspaceRecord>): void
  deleteWorkspace(id: number): void
  putSnapshot(snapshot: SnapshotRecord): void
  /** The next number of a session's snapshots; never given twice, also after pruning. */
  nextSnapshotNumber(sessionId: string): number
  deleteSnapshots(sessionId: string, numbers: readonly number[]): void
}
