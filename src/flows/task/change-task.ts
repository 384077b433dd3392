/** Changes a person makes to the queue: words, order, what a task waits for, and taking one out. */
import type { Task } from '#contract/task'
import { cleanMessage } from '#core/session/message'
import { decideRemove, decideState, type HeldFacts } from '#core/task/decide'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import type { Tx } from '#ports/store/journal'
import type { TaskRecord } from '#ports/store/task'
import { isBlocked, placesIn, refuseCycle } from './add-task.ts'
import { needTask, tellTask, viewTask } from './read-tasks.ts'
import type { Place } from './task-flows.ts'

export interface TaskPatch {
  readonly title?: string
  readonly body?: string
  readonly role?: string | null
  readonly priority?: number
  readonly blockedBy?: readonly string[]
  readonly tags?: readonly string[]
  readonly expects?: 'change' | 'none'
  readonly verify?: string | null
  /** ready: once more; cancelled: never mind. */
  readonly state?: 'ready' | 'cancelled'
}

export function changeTask(context: Context, id: string, patch: TaskPatch): Task {
  return context.journal.command((tx) => {
    const task = needTask(tx, id)
    if (patch.blockedBy !== undefined) {
      for (const other of patch.blockedBy) needTask(tx, other)
      refuseCycle(tx, id, patch.blockedBy)
    }
    const { state: wanted, title, body, ...rest } = patch
    const state =
      wanted === undefined || wanted === task.state
        ? task.state
        : accepted(decideState(heldFacts(context, task), wanted))
    const blockedBy = patch.blockedBy ?? task.blockedBy
    const updated = tx.updateTask(id, {
      ...rest,
      ...(title === undefined ? {} : { title: cleanMessage(title).replace(/\s+/g, ' ').trim() || task.title }),
      ...(body === undefined ? {} : { body: cleanMessage(body) }),
      blocked: isBlocked(tx, blockedBy),
      ...(state === task.state ? {} : { state, ...noLease, ...(state === 'ready' ? { result: null } : {}) }),
    })
    tellTask(tx, updated, 'task_updated')
    if (state !== task.state) unblock(tx, updated)
    return viewTask(updated)
  })
}

const heldFacts = (context: Context, task: TaskRecord): HeldFacts => {
  const { id, state, leaseRelay, leaseSession, leaseLaunch } = task
  const holderGone = leaseSession === null || context.active.get(leaseSession)?.launchId !== leaseLaunch
  return { id, state, relay: leaseRelay, holder: leaseSession, holderGone }
}

export const noLease = { leaseSession: null, leaseLaunch: null, leaseRelay: null, leaseUntil: null } as const

/** Those that waited for this one may be free now, or must wait again. */
export function unblock(tx: Tx, task: TaskRecord): void {
  for (const other of tx.waitingFor(task.projectId, task.id)) {
    const blocked = isBlocked(tx, other.blockedBy)
    if (blocked !== other.blocked) tellTask(tx, tx.updateTask(other.id, { blocked }), 'task_updated')
  }
}

export function moveInQueue(context: Context, id: string, place: Place): Task {
  return context.journal.command((tx) => {
    const task = needTask(tx, id)
    if (typeof place === 'object' && place.after === id) return viewTask(task)
    const [at] = placesIn(tx, task.projectId, place, 1)
    // A task moved behind another is to come next after it, whatever the two were worth before.
    const priority = typeof place === 'object' ? needTask(tx, place.after).priority : task.priority
    const updated = tx.updateTask(id, { place: at!, priority })
    tellTask(tx, updated, 'task_updated')
    return viewTask(updated)
  })
}

export function removeTask(context: Context, id: string): Task {
  return context.journal.command((tx) => {
    const task = needTask(tx, id)
    accepted(decideRemove(heldFacts(context, task)))
    const waiting = tx.waitingFor(task.projectId, id)
    tx.deleteTask(id)
    tellTask(tx, task, 'task_removed')
    for (const other of waiting)
      tellTask(tx, tx.updateTask(other.id, { blocked: isBlocked(tx, other.blockedBy) }), 'task_updated')
    return viewTask(task)
  })
}
