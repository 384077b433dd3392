/** The order of the queue and what a move in it asks of the daemon. Pure. */
import type { Task } from '#contract/task'

/** In the order in which they are taken. */
export const inQueueOrder = (tasks: Iterable<Task>): readonly Task[] =>
  [...tasks].sort((a, b) => b.priority - a.priority || a.place - b.place || (a.id < b.id ? -1 : 1))

/** Still to be done, or for somebody to decide on. */
export const isOpen = ({ state }: Pick<Task, 'state'>): boolean => state !== 'done' && state !== 'cancelled'

/** Tasks it still waits for; one that is not there any more blocks nobody. */
export const openBlockers = (task: Task, tasks: ReadonlyMap<string, Task>): readonly string[] =>
  task.blockedBy.filter((id) => {
    const other = tasks.get(id)
    return other !== undefined && isOpen(other)
  })

/** Nobody will take it as things are: what it waits for failed or asks a person. */
export const isStuck = (task: Task, tasks: ReadonlyMap<string, Task>): boolean =>
  openBlockers(task, tasks).some((id) => ['failed', 'needs_user'].includes(tasks.get(id)?.state ?? ''))

export interface Move {
  readonly place: 'head' | { readonly after: string }
  /** The head keeps a task's own priority: to come before a weightier one it must weigh as much. */
  readonly priority: number | null
  /** How it will look, until the daemon has answered. */
  readonly shown: { readonly place: number; readonly priority: number }
}

/** What brings the task at `from` of this list to `to`; null: it stands there already. */
export function moveWithin(list: readonly Task[], from: number, to: number): Move | null {
  const task = list[from]
  if (task === undefined || from === to || to < 0 || to >= list.length) return null
  const others = list.filter((_, i) => i !== from)
  const before = others[to - 1]
  const after = others[to]
  if (before === undefined) {
    const priority = Math.max(after!.priority, task.priority)
    return {
      place: 'head',
      priority: priority === task.priority ? null : priority,
      shown: { place: Math.min(...list.map(({ place }) => place)) - 1, priority },
    }
  }
  const next = after?.priority === before.priority ? after.place : before.place + 1
  return {
    place: { after: before.id },
    priority: null,
    shown: { place: (before.place + next) / 2, priority: before.priority },
  }
}

/** Where in the list a pointer at this height would put something: the number of rows whose middle is above it. */
export const dropAt = (middles: readonly number[], y: number): number => middles.filter((middle) => middle < y).length
