/** Efforts and groups of tasks as they are kept; who belongs to an effort stands in the sessions' rows. */
import type { Effort, TaskGroup } from '#contract/effort'

export interface EffortRecord extends Omit<Effort, 'sessions' | 'merges' | 'totals' | 'landed'> {
  /** The budget was reached and the operator was asked, once. */
  readonly budgetAskedAt: string | null
  /** Up to this mail every branch that was said to be ready has been offered to the merge queue. */
  readonly offeredUpTo: number
  /** Of each session whose last word that its branch is ready was refused: why, and when. */
  readonly refusals: readonly RefusedOffer[]
}

export interface RefusedOffer {
  readonly sessionId: string
  readonly at: string
  readonly message: string
}

export type GroupRecord = Omit<TaskGroup, 'missing'>

export interface EffortReads {
  effort(id: string): EffortRecord | null
  /** Newest first. */
  efforts(query: { readonly projectId?: string; readonly limit: number }): readonly EffortRecord[]
  openEfforts(): readonly EffortRecord[]
  /** Ended or not, without a root: still being started, or cut off before there was one. */
  rootlessEfforts(): readonly EffortRecord[]
  group(id: string): GroupRecord | null
  groupByName(projectId: string, name: string): GroupRecord | null
  groups(projectId: string | null): readonly GroupRecord[]
}

export interface EffortWrites {
  nextEffortNumber(): number
  insertEffort(effort: EffortRecord): void
  updateEffort(id: string, patch: Partial<EffortRecord>): EffortRecord
  /** Only for one whose root session could not be started. */
  deleteEffort(id: string): void
  nextGroupNumber(): number
  insertGroup(group: GroupRecord): void
  updateGroup(id: string, patch: Partial<GroupRecord>): GroupRecord
}
