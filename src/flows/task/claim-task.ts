/**
 * Who holds a task, and what they report of it. A claim is a lease: renewed while its launch lives, returned to the queue
 * when its owner is gone, with the attempt counted. A claim made by a relay lives with the relay.
 */
import type { Task, TaskResult } from '#contract/task'
import type { TaskAct } from '#core/relay/queue'
import { cleanMessage } from '#core/session/message'
import { decideClaim, decideReport, decideSettle } from '#core/task/decide'
import type { Caller } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import type { Tx } from '#ports/store/journal'
import type { TaskRecord } from '#ports/store/task'
import { openBlockers, placesIn } from './add-task.ts'
import { noLease, unblock } from './change-task.ts'
import { taskMeant, tellTask, viewTask } from './read-tasks.ts'

const leaseMs = 5 * 60_000

export function claimTask(context: Context, id: string, caller: Caller): Task {
  return context.journal.command((tx) => {
    const task = taskMeant(tx, id, caller)
    const waitsFor = openBlockers(tx, task.blockedBy)
    const facts = { id: task.id, state: task.state, holder: task.leaseSession, waitsFor }
    const decision = accepted(decideClaim(facts, caller.type === 'session' ? caller.sessionId : null))
    if (decision === 'held' || caller.type !== 'session') return viewTask(task)
    const until = new Date(context.clock.now().getTime() + leaseMs).toISOString()
    const updated = tx.updateTask(task.id, {
      state: 'claimed',
      leaseSession: caller.sessionId,
      leaseLaunch: caller.launchId,
      leaseUntil: until,
    })
    tellTask(tx, updated, 'task_updated')
    return viewTask(updated)
  })
}

export interface Report {
  readonly outcome: 'done' | 'failed' | 'handoff' | 'needs_user'
  readonly summary?: string
  /** Titles of further work, in order; placed right behind this task. */
  readonly followups?: readonly string[]
}

const actOf: Record<Report['outcome'], TaskAct> = {
  done: 'done',
  failed: 'fail',
  handoff: 'handoff',
  needs_user: 'ask',
}

/**
 * What its holder or a person says of it. An agent's word inside a relay is a claim only: it is kept as the result, and the
 * relay moves the task when it has seen for itself.
 */
export function finishTask(context: Context, id: string, report: Report, caller: Caller): Task {
  return context.journal.command((tx) => {
    const task = taskMeant(tx, id, caller)
    const session = caller.type === 'session' ? caller.sessionId : null
    accepted(decideReport({ id: task.id, holder: task.leaseSession }, session))
    const result: TaskResult = {
      outcome: report.outcome,
      summary: cleanMessage(report.summary ?? ''),
      by: session ?? 'operator',
      followups: report.followups ?? [],
      at: now(context),
    }
    addFollowups(context, tx, task, result.followups, result.by)
    if (caller.type === 'session' && task.leaseRelay !== null) {
      const claimed = tx.updateTask(task.id, { result })
      tellTask(tx, claimed, 'task_updated')
      return viewTask(claimed)
    }
    return viewTask(settleTask(tx, task, actOf[report.outcome], result))
  })
}

/** Moves a task as the table allows and frees whoever waited for it. */
export function settleTask(tx: Tx, task: TaskRecord, act: TaskAct, result: TaskResult | null): TaskRecord {
  const state = accepted(decideSettle(task, act))
  const updated = tx.updateTask(task.id, { state, ...noLease, ...(result === null ? {} : { result }) })
  tellTask(tx, updated, 'task_updated')
  unblock(tx, updated)
  return updated
}

/** In their order, with their full titles and the role of the task they come from. */
function addFollowups(context: Context, tx: Tx, task: TaskRecord, titles: readonly string[], author: string): void {
  const wanted = titles.map((title) => cleanMessage(title).trim()).filter((title) => title !== '')
  const places = placesIn(tx, task.projectId, { after: task.id }, wanted.length)
  const at = now(context)
  wanted.forEach((title, index) => {
    const [head = title, ...body] = title.split('\n')
    const record: TaskRecord = {
      ...task,
      ...noLease,
      id: `t-${tx.nextTaskNumber()}`,
      author,
      title: head,
      body: body.join('\n').trim(),
      place: places[index]!,
      blockedBy: [],
      blocked: false,
      state: 'ready',
      attempts: 0,
      result: null,
      createdAt: at,
      updatedAt: at,
    }
    tx.insertTask(record)
    tellTask(tx, record, 'task_added')
  })
}

/** Leases of sessions: renewed while their launch lives, over when it does not. Leases of relays have no end. */
export const keepsLeases = (context: Context): Follower => ({
  name: 'leases of tasks',
  atTick(round) {
    if (round % 10 !== 0) return
    const held = context.journal.reads.claimedTasks().filter((task) => task.leaseUntil !== null)
    if (held.length === 0) return
    const at = context.clock.now().getTime()
    context.journal.command((tx) => {
      for (const task of held) {
        const active = task.leaseSession === null ? undefined : context.active.get(task.leaseSession)
        if (active?.launchId === task.leaseLaunch)
          tx.updateTask(task.id, { leaseUntil: new Date(at + leaseMs).toISOString() })
        else if (Date.parse(task.leaseUntil!) <= at) {
          const released = settleTask(tx, task, 'release', null)
          tx.updateTask(released.id, { attempts: task.attempts + 1 })
        }
      }
    })
  },
})
