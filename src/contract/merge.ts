/** A merge: one branch on its way to a target, from the queue to the commit that landed, as the API shows it. */
import { carries } from './carries.ts'
import type { Verification } from './verify.ts'

export const mergeStates = [
  'queued',
  'merging',
  'resolving',
  'verifying',
  'ready',
  'landed',
  'rejected',
  'needs_human',
] as const
export type MergeState = (typeof mergeStates)[number]

/** How far git alone got: by itself, by a union that was asked for, with an agent that resolved the rest, or only with a person. */
export const mergeTiers = ['clean', 'mechanical', 'agent', 'human'] as const
export type MergeTier = (typeof mergeTiers)[number]

/** Why a merge stopped. */
export const mergeReasons = [
  'agent_failed',
  'cancelled',
  'checkout_refused',
  'checked_out_twice',
  'conflict',
  'conflict_markers',
  'failed',
  'index_locked',
  'local_behind',
  'local_commits',
  'nothing_to_merge',
  'not_trusted',
  'operation_under_way',
  'push_refused',
  'remote_unreachable',
  'session_working',
  'snapshot_failed',
  'source_missing',
  'superseded',
  'target_dirty',
  'target_missing',
  'target_moved',
  'unrelated_histories',
  'unstaged_resolution',
  'untracked_in_the_way',
  'verify_failed',
  'wrong_parents',
] as const
export type MergeReasonCode = (typeof mergeReasons)[number]

export interface MergeReason {
  readonly code: MergeReasonCode
  readonly message: string
  readonly paths?: readonly string[]
}

/** Why a proven merge waits for the operator's word. */
export const approvalReasons = ['agent', 'drover_config', 'workflows', 'dropped_lines'] as const
export type ApprovalReason = (typeof approvalReasons)[number]

/** The two sides of a merge: what was on the target, and what comes from the branch. */
export type MergeInput = 'target' | 'branch'

/** A line that an input had added and that the result does not hold. Line 0: the whole file (binary, mode, submodule). */
export interface DroppedLine {
  readonly file: string
  readonly line: number
  readonly text: string
  readonly input: MergeInput
}

export interface MergeProof {
  readonly dropped: readonly DroppedLine[]
  /** Dropped lines beyond those that are listed. */
  readonly more: number
  readonly markers: readonly { readonly file: string; readonly line: number }[]
  /** Nothing dropped, no marker, the right parents. */
  readonly ok: boolean
}

/** A proof as it is shown: with where each line was to come from, and what the verification said. */
export interface ShownProof extends MergeProof {
  readonly dropped: readonly (DroppedLine & { readonly from: MergeInput })[]
  readonly verify: { readonly ok: boolean; readonly output: string } | null
}

export interface MergePush {
  readonly remote: string
  readonly ref: string
  readonly state: 'wanted' | 'pushing' | 'pushed'
}

export interface Merge {
  readonly id: string
  readonly projectId: string
  readonly sessionId: string | null
  readonly branch: string
  readonly target: string
  /** The target, by the name it is asked for with. */
  readonly into: string
  readonly state: MergeState
  readonly reason: MergeReason | null
  /** The next command for a person. */
  readonly next: string | null
  readonly tier: MergeTier | null
  /** The branch's commit that is merged. */
  readonly head: string
  /** The target's commit that it was merged onto. */
  readonly baseCommit: string | null
  /** The same, in the short word. */
  readonly base: string | null
  /** Paths that a person must settle. */
  readonly conflicts: readonly string[]
  readonly mergeBase: string | null
  readonly result: string | null
  readonly landedCommit: string | null
  /** null: nothing was run; then it lands unverified. */
  readonly verify: Verification | null
  readonly proof: ShownProof | null
  readonly files: number | null
  readonly insertions: number | null
  readonly deletions: number | null
  readonly push: MergePush | null
  readonly approval: { readonly by: string; readonly at: string } | null
  readonly needsApproval: readonly ApprovalReason[]
  readonly attempts: number
  readonly priority: number
  /** The tree kept for a person. */
  readonly worktree: string | null
  readonly by: 'operator' | 'session'
  /** The task that it brings to the target, where one is known. */
  readonly taskId: string | null
  /** The session that resolves its conflicts, or was the last to try. */
  readonly merger: string | null
  /** Merges that were verified together with it, in their order, itself among them; empty: it goes alone. */
  readonly train: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
  readonly landedAt: string | null
}

export const mergeChanges = {
  merge_queued: carries<Merge>(),
  merge_updated: carries<Merge>(),
  merge_landed: carries<Merge>(),
  merge_rejected: carries<Merge>(),
}

/** What a merge would come to, without doing it. */
export interface MergePrediction {
  readonly projectId: string
  readonly sessionId: string | null
  readonly branch: string
  readonly target: string
  readonly head: string
  readonly baseCommit: string
  readonly mergeBase: string | null
  readonly tier: MergeTier
  readonly conflicts: readonly string[]
  readonly files: number
  readonly insertions: number
  readonly deletions: number
  readonly needsApproval: readonly ApprovalReason[]
  /** What stands in the way of landing right now. */
  readonly blocked: MergeReason | null
}

/** Where a merge stands on its way, kept so that the next daemon goes on from there. */
export const mergeSteps = [
  'merge',
  'call',
  'agent',
  'resolve',
  'prove',
  'verify',
  'push',
  'land',
  'wait',
  'end',
] as const
export type MergeStep = (typeof mergeSteps)[number]

/** What the operator saw when approving. */
export interface MergeApproved {
  readonly reasons: readonly ApprovalReason[]
  readonly dropped: readonly DroppedLine[]
}

/** What a session's page needs to know of its way to the target, kept after each turn and each merge. */
export interface Landing {
  /** Commits of the branch that the target does not have, and the other way round; null where not known. */
  readonly ahead: number | null
  readonly behind: number | null
  /** Its newest merge. */
  readonly merge: string | null
  readonly state: MergeState | null
  readonly landedCommit: string | null
  /** When its newest merge landed. */
  readonly landedAt: string | null
}

/** What can be done with a session's work on its way to the target, the most sensible first where several can. */
export const landingSteps = ['watch', 'approve', 'resolve', 'land', 'update', 'commit', 'push'] as const
export type LandingStep = (typeof landingSteps)[number]

/** A session's work as it stands in git now, and what can be done with it. */
export interface LandingLook {
  readonly sessionId: string
  readonly branch: string
  /** null: its base is no branch. */
  readonly target: string | null
  readonly head: string
  readonly ahead: number | null
  readonly behind: number | null
  readonly uncommitted: readonly string[]
  readonly remote: string | null
  /** What the project's verify runs before anything lands; empty: nothing is verified. */
  readonly verify: readonly string[]
  readonly merge: string | null
  /** The one sensible step; null: there is nothing to do. */
  readonly next: LandingStep | null
  /** Every step that means something here; `blocked` says why not right now. */
  readonly steps: readonly { readonly step: LandingStep; readonly blocked: string | null }[]
}

export const mergeIdPattern = /^m-[1-9][0-9]{0,9}$/
export const isMergeId = (word: string): boolean => mergeIdPattern.test(word)

/** States after which nothing more happens by itself or by a person, but a retry. */
export const isEnded = (state: MergeState): boolean => state === 'landed' || state === 'rejected'
