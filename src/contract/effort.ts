/** An effort: a set of sessions that work for one goal. A group: a set of tasks that is done together. */
import { carries } from './carries.ts'
import type { Merge } from './merge.ts'
import type { Report, Role, WaitingFor } from './role.ts'
import type { Session, Status } from './session.ts'

export const effortStates = ['running', 'completed', 'failed', 'stopped'] as const
export type EffortState = (typeof effortStates)[number]

export interface EffortMember {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly parentId: string | null
  readonly depth: number
  readonly taskId: string | null
  readonly status: Status
  readonly files: readonly string[]
  readonly waitingFor: WaitingFor | null
  readonly report: Report | null
  readonly branch: string | null
  /** The number of its last turn; 0: it has not begun. */
  readonly turns: number
  readonly totals: Session['totals']
  readonly createdAt: string
}

/** A merge as far as an effort shows it. */
export type EffortMerge = Pick<
  Merge,
  'id' | 'sessionId' | 'branch' | 'into' | 'state' | 'tier' | 'reason' | 'landedCommit' | 'createdAt' | 'landedAt'
>

export interface EffortTotals {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** The sum of what is known; null: nothing is. */
  readonly costUsd: number | null
  /** Sessions that worked and whose cost nobody told. */
  readonly unknownCosts: number
  readonly seconds: number
}

export interface Effort {
  readonly id: string
  readonly projectId: string
  readonly goal: string
  readonly state: EffortState
  readonly reason: string | null
  readonly rootSessionId: string | null
  /** Where its merges go: fixed at its start, and the consent for them. */
  readonly into: string
  readonly permissions: 'bypass' | 'ask' | 'read-only'
  readonly budgetUsd: number | null
  readonly sessions: readonly EffortMember[]
  /** In the order in which they were asked for. */
  readonly merges: readonly EffortMerge[]
  readonly totals: EffortTotals
  /** Commits that landed, newest last. */
  readonly landed: readonly string[]
  readonly createdAt: string
  readonly endedAt: string | null
}

export interface TaskGroup {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly taskIds: readonly string[]
  /** Tasks of it that are not done. */
  readonly missing: readonly string[]
  readonly completedAt: string | null
  readonly createdAt: string
}

export const effortChanges = {
  effort_started: carries<Effort>(),
  effort_updated: carries<Effort>(),
  effort_completed: carries<Effort>(),
  group_completed: carries<TaskGroup>(),
}

export const effortIdPattern = /^e-[1-9][0-9]{0,9}$/
export const groupIdPattern = /^g-[1-9][0-9]{0,9}$/
