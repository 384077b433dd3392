/** A task: one item of a project's queue, as the API shows it. */
import { carries } from './carries.ts'
import type { TaskState } from './task-state.ts'

export interface TaskLease {
  readonly sessionId: string | null
  readonly launchId: string | null
  readonly relayId: string | null
  /** null: held by its relay through waits and restarts. */
  readonly until: string | null
}

export interface TaskResult {
  readonly outcome: 'done' | 'failed' | 'handoff' | 'needs_user'
  readonly summary: string
  readonly by: string
  readonly followups: readonly string[]
  readonly at: string
}

export interface Task {
  readonly id: string
  readonly projectId: string
  readonly title: string
  readonly body: string
  readonly role: string | null
  readonly priority: number
  /** Among tasks of the same priority, ascending: where it stands in the queue. */
  readonly place: number
  readonly blockedBy: readonly string[]
  readonly tags: readonly string[]
  /** none: may succeed without a change (a review, a question). */
  readonly expects: 'change' | 'none'
  /** Proves that it is done; null: the project's own. */
  readonly verify: string | null
  readonly state: TaskState
  readonly attempts: number
  readonly result: TaskResult | null
  readonly lease: TaskLease | null
  readonly createdAt: string
  readonly updatedAt: string
}

export const taskChanges = {
  task_added: carries<Task>(),
  task_updated: carries<Task>(),
  task_removed: carries<Task>(),
}
