/** Merges on their way, the lanes that carry them, and what is known of each session's way to its target. */
import type { Merge, MergeApproved, MergeProof, MergeState, MergeStep } from '#contract/merge'

/** What is derived for those who look is not kept. */
export interface MergeRecord extends Omit<Merge, 'into' | 'base' | 'conflicts' | 'proof'> {
  readonly proof: MergeProof | null
  /** Where it stands; the next daemon goes on from there. */
  readonly step: MergeStep
  /** How often an agent was called to resolve it, since it last began from the branch. */
  readonly agentTries: number
  /** The commit of whoever resolved it, a person or an agent: later attempts merge this one instead of the head. */
  readonly resolved: string | null
  readonly approved: MergeApproved | null
  /** The first line of the merge commit, where somebody gave one. */
  readonly message: string | null
  /** A tree that a person worked in, saved before it went. */
  readonly saved: string | null
}

/** One target of one project. At most one merge is in it at a time: the lease that a crash does not end. */
export interface LaneRecord {
  readonly projectId: string
  readonly target: string
  /** The merge that it works on. */
  readonly mergeId: string | null
  /** Its scratch worktree, kept for the next merge. */
  readonly worktree: string | null
  /** Several that are verified together, in the parts that are left to be tried; null: one after the other. */
  readonly train: TrainRecord | null
  readonly usedAt: string
}

export interface TrainRecord {
  readonly parts: readonly {
    readonly members: readonly string[]
    /** Together with the part before it did not hold. */
    readonly suspect: boolean
  }[]
}

export interface LandingRecord {
  readonly sessionId: string
  readonly ahead: number | null
  readonly behind: number | null
  readonly merge: string | null
  readonly state: MergeState | null
  readonly landedCommit: string | null
}

export interface MergeQuery {
  readonly projectId?: string
  readonly state?: MergeState
  readonly sessionId?: string
  readonly limit: number
  /** Merges with a smaller number than this. */
  readonly cursor?: number
}

export interface MergeReads {
  merge(id: string): MergeRecord | null
  /** Newest first; `next` is the cursor of the following page. */
  merges(query: MergeQuery): { readonly merges: readonly MergeRecord[]; readonly next: number | null }
  /** Those that have neither landed nor been rejected, oldest first. */
  openMerges(): readonly MergeRecord[]
  lanes(): readonly LaneRecord[]
  lane(projectId: string, target: string): LaneRecord | null
  landing(sessionId: string): LandingRecord | null
}

export interface MergeWrites {
  /** The next number of all merges; never given twice. */
  nextMergeNumber(): number
  insertMerge(merge: MergeRecord): void
  /** Sets `updatedAt` too. */
  updateMerge(id: string, patch: Partial<MergeRecord>): MergeRecord
  putLane(lane: LaneRecord): void
  deleteLane(projectId: string, target: string): void
  putLanding(landing: LandingRecord): void
}
