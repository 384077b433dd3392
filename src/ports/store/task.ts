/** Tasks of the projects' queues, each with its place and its lease. */
import type { Task } from '#contract/task'
import type { TaskState } from '#contract/task-state'

export interface TaskRecord extends Omit<Task, 'lease'> {
  /** Something it waits for is not done yet; kept so that the next one is found without reading the whole queue. */
  readonly blocked: boolean
  /** Who wrote it: `operator`, or the id of a session, whose words raise nobody's rights. */
  readonly author: string
  readonly leaseSession: string | null
  readonly leaseLaunch: string | null
  readonly leaseRelay: string | null
  readonly leaseUntil: string | null
}

/** Behind this task in the order of the queue. */
export interface TaskCursor {
  readonly priority: number
  readonly place: number
  readonly id: string
}

export interface TaskReads {
  task(id: string): TaskRecord | null
  /** In the order of the queue. */
  taskPage(
    projectId: string,
    filter: { readonly state?: TaskState; readonly role?: string },
    after: TaskCursor | null,
    limit: number,
  ): readonly TaskRecord[]
  /** The first that can be taken, in the order of the queue. */
  takeableTasks(projectId: string, limit: number): readonly TaskRecord[]
  /** Ready, but waiting for another. */
  blockedTasks(projectId: string): readonly TaskRecord[]
  /** Tasks that name this one among those they wait for. */
  waitingFor(projectId: string, id: string): readonly TaskRecord[]
  /** The places before the first, behind the last, and right behind one. */
  taskPlaces(
    projectId: string,
    after: string | null,
  ): { readonly first: number; readonly last: number; readonly next: number | null }
  /** Those that somebody holds, over all projects. */
  claimedTasks(): readonly TaskRecord[]
  countTasks(projectId: string): Readonly<Record<TaskState, number>>
}

export interface TaskWrites {
  /** Never given twice. */
  nextTaskNumber(): number
  insertTask(task: TaskRecord): void
  /** Sets `updatedAt` too. */
  updateTask(id: string, patch: Partial<TaskRecord>): TaskRecord
  deleteTask(id: string): void
}
