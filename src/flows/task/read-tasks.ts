/** Tasks as the API shows them, and the lists of them. Writes nothing. */
import { DroverError } from '#contract/error'
import type { Task } from '#contract/task'
import type { Caller } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import { needProject } from '#flows/project/projects'
import type { Reads, Tx } from '#ports/store/journal'
import type { TaskCursor, TaskRecord } from '#ports/store/task'
import type { TaskFilter } from './task-flows.ts'

export function viewTask(record: TaskRecord): Task {
  const { blocked: _blocked, author: _author, leaseSession, leaseLaunch, leaseRelay, leaseUntil, ...shown } = record
  const lease =
    record.state === 'claimed'
      ? { sessionId: leaseSession, launchId: leaseLaunch, relayId: leaseRelay, until: leaseUntil }
      : null
  return { ...shown, lease }
}

/** Tells the fleet how a task looks now. */
export function tellTask(tx: Tx, record: TaskRecord, type: 'task_added' | 'task_updated' | 'task_removed'): void {
  tx.appendChange({ type, projectId: record.projectId, payload: viewTask(record) })
}

export function needTask(reads: Reads, id: string): TaskRecord {
  const task = reads.task(id)
  if (task !== null) return task
  throw new DroverError('TASK_NOT_FOUND', `There is no task "${id}".`, { hint: 'List tasks with: drover task ls' })
}

/** The task that is meant: by its id, or the one that the calling session holds. */
export function taskMeant(reads: Reads, id: string, caller: Caller): TaskRecord {
  if (id !== 'current') {
    const task = needTask(reads, id)
    if (caller.type === 'session' && task.projectId !== caller.projectId) return needTask(reads, '')
    return task
  }
  const own =
    caller.type === 'session' ? reads.claimedTasks().find((task) => task.leaseSession === caller.sessionId) : undefined
  if (own !== undefined) return own
  throw new DroverError('TASK_NOT_FOUND', 'This session holds no task.', {
    hint: 'Name one by its id; list them with: drover task ls',
  })
}

export const getTask = (context: Context, id: string, caller: Caller): Task =>
  viewTask(taskMeant(context.journal.reads, id, caller))

const pageLimit = 100

export function listTasks(context: Context, filter: TaskFilter): { tasks: readonly Task[]; nextCursor?: string } {
  const { reads } = context.journal
  const limit = Math.min(Math.max(filter.limit ?? pageLimit, 1), 1000)
  const projects =
    filter.projectId === undefined
      ? reads.projects(false).map((project) => project.id)
      : [needProject(context, filter.projectId).id]
  const from = filter.cursor === undefined ? null : readCursor(filter.cursor)
  const found: TaskRecord[] = []
  for (const projectId of from === null ? projects : projects.slice(Math.max(0, projects.indexOf(from.projectId)))) {
    const after = from !== null && from.projectId === projectId ? from.task : null
    found.push(...reads.taskPage(projectId, filter, after, limit + 1 - found.length))
    if (found.length > limit) break
  }
  const tasks = found.slice(0, limit)
  const last = tasks.at(-1)
  return {
    tasks: tasks.map(viewTask),
    ...(found.length > limit && last !== undefined ? { nextCursor: writeCursor(last) } : {}),
  }
}

const writeCursor = ({ projectId, priority, place, id }: TaskRecord): string =>
  Buffer.from(JSON.stringify([projectId, priority, place, id])).toString('base64url')

function readCursor(text: string): { readonly projectId: string; readonly task: TaskCursor } {
  try {
    const [projectId, priority, place, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    if (
      typeof projectId === 'string' &&
      typeof priority === 'number' &&
      typeof place === 'number' &&
      typeof id === 'string'
    )
      return { projectId, task: { priority, place, id } }
  } catch {
    // said below
  }
  throw new DroverError('INVALID_CURSOR', 'This cursor is not one of ours.', {
    hint: 'Use the nextCursor of the page before, or leave it out.',
  })
}
