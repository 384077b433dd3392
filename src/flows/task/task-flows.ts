/** What the doors may ask about the queue. */
import type { Task } from '#contract/task'
import type { TaskState } from '#contract/task-state'
import type { Caller } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import { addTask, importFile, type TaskInput } from './add-task.ts'
import { changeTask, moveInQueue, removeTask, type TaskPatch } from './change-task.ts'
import { claimTask, finishTask, type Report } from './claim-task.ts'
import { getTask, listTasks } from './read-tasks.ts'

export interface TaskFilter {
  readonly projectId?: string
  readonly state?: TaskState
  readonly role?: string
  readonly limit?: number
  /** Opaque; INVALID_CURSOR when it is not one of ours. */
  readonly cursor?: string
}

export interface TaskFlows {
  addTask(input: TaskInput, caller: Caller): Task
  /** QUEUE_UNREADABLE when the text is no list of tasks. */
  importTasks(input: { projectId: string; text: string }): readonly Task[]
  tasks(filter: TaskFilter): { tasks: readonly Task[]; nextCursor?: string }
  /** `current`: the one that the calling session holds. */
  task(id: string, caller: Caller): Task
  changeTask(id: string, patch: TaskPatch): Task
  moveTask(id: string, place: Place): Task
  removeTask(id: string): Task
  claimTask(id: string, caller: Caller): Task
  finishTask(id: string, report: Report, caller: Caller): Task
}

export type Place = 'head' | 'tail' | { readonly after: string }

export const taskFlows = (context: Context): TaskFlows => ({
  addTask: (input, caller) => addTask(context, input, caller),
  importTasks: (input) => importFile(context, input),
  tasks: (filter) => listTasks(context, filter),
  task: (id, caller) => getTask(context, id, caller),
  changeTask: (id, patch) => changeTask(context, id, patch),
  moveTask: (id, place) => moveInQueue(context, id, place),
  removeTask: (id) => removeTask(context, id),
  claimTask: (id, caller) => claimTask(context, id, caller),
  finishTask: (id, report, caller) => finishTask(context, id, report, caller),
})
