/** New tasks: from people, from files, from agents that found more to do. */
import { DroverError } from '#contract/error'
import type { Task } from '#contract/task'
import { importTasks, type TaskDraft } from '#core/relay/import-tasks'
import { findCycle, placesFor } from '#core/relay/queue'
import { cleanMessage } from '#core/session/message'
import { decideAdd } from '#core/task/decide'
import type { Caller } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import { needProject } from '#flows/project/projects'
import type { Reads, Tx } from '#ports/store/journal'
import type { TaskRecord } from '#ports/store/task'
import { needTask, tellTask, viewTask } from './read-tasks.ts'
import type { Place } from './task-flows.ts'

export interface TaskInput {
  readonly projectId: string
  readonly title: string
  readonly body?: string
  readonly role?: string | null
  readonly priority?: number
  readonly blockedBy?: readonly string[]
  readonly tags?: readonly string[]
  readonly expects?: 'change' | 'none'
  readonly verify?: string | null
  readonly place?: Place
}

export function addTask(context: Context, input: TaskInput, caller: Caller): Task {
  const { id: projectId } = needProject(context, input.projectId)
  const agent = caller.type === 'session'
  const ownProject = agent && caller.projectId === projectId
  accepted(decideAdd({ agent, ownProject, saysVerify: input.verify != null }))
  return context.journal.command((tx) => {
    for (const id of input.blockedBy ?? []) needTask(tx, id)
    const [place] = placesIn(tx, projectId, input.place ?? 'tail', 1)
    const author = caller.type === 'session' ? caller.sessionId : 'operator'
    return viewTask(insert(context, tx, projectId, draftOf(input), input.blockedBy ?? [], place!, author))
  })
}

/** A file as a whole: every task of it or none. */
export function importFile(context: Context, input: { projectId: string; text: string }): readonly Task[] {
  const { id: projectId } = needProject(context, input.projectId)
  const read = importTasks(input.text)
  if ('fault' in read)
    throw new DroverError('QUEUE_UNREADABLE', `The tasks cannot be read: ${read.fault}.`, {
      hint: 'Give a Markdown list (`- [ ] title`), a laps.json, or what `drover task export` wrote.',
    })
  const drafts = read.drafts.filter((draft) => !draft.done)
  return context.journal.command((tx) => {
    const places = placesIn(tx, projectId, 'tail', drafts.length)
    const made = drafts.map((draft, index) => insert(context, tx, projectId, draft, [], places[index]!))
    const idOf = new Map<string, string>()
    drafts.forEach((draft, index) => {
      for (const key of [draft.key, draft.title]) if (key !== null && !idOf.has(key)) idOf.set(key, made[index]!.id)
    })
    const done = new Set(read.drafts.filter((draft) => draft.done).flatMap(({ key, title }) => [key ?? title, title]))
    return made.map((task, index) => {
      const blockedBy = drafts[index]!.blockedBy.filter((key) => !done.has(key)).map((key) => idOf.get(key) ?? key)
      if (blockedBy.length === 0) return viewTask(task)
      for (const id of blockedBy) needTask(tx, id)
      refuseCycle(tx, task.id, blockedBy)
      return viewTask(tx.updateTask(task.id, { blockedBy, blocked: isBlocked(tx, blockedBy) }))
    })
  })
}

function insert(
  context: Context,
  tx: Tx,
  projectId: string,
  draft: Omit<TaskDraft, 'blockedBy' | 'key' | 'done'>,
  blockedBy: readonly string[],
  place: number,
  author = 'operator',
): TaskRecord {
  const at = now(context)
  const { title, body, role, priority, tags, expects, verify } = draft
  const task: TaskRecord = {
    title,
    body,
    role,
    priority,
    tags,
    expects,
    verify,
    id: `t-${tx.nextTaskNumber()}`,
    projectId,
    place,
    blockedBy,
    blocked: isBlocked(tx, blockedBy),
    state: 'ready',
    attempts: 0,
    author,
    result: null,
    leaseSession: null,
    leaseLaunch: null,
    leaseRelay: null,
    leaseUntil: null,
    createdAt: at,
    updatedAt: at,
  }
  tx.insertTask(task)
  tellTask(tx, task, 'task_added')
  return task
}

function draftOf(input: TaskInput): Omit<TaskDraft, 'blockedBy' | 'key' | 'done'> {
  const title = cleanMessage(input.title).replace(/\s+/g, ' ').trim()
  if (title === '')
    throw new DroverError('NAME_REQUIRED', 'The task has no title.', {
      hint: 'Say in one line what is to be done: --title "…"',
    })
  return {
    title,
    body: cleanMessage(input.body ?? ''),
    role: input.role ?? null,
    priority: input.priority ?? 0,
    tags: input.tags ?? [],
    expects: input.expects ?? 'change',
    verify: input.verify ?? null,
  }
}

export function placesIn(reads: Reads, projectId: string, place: Place, count: number): readonly number[] {
  if (typeof place === 'string') {
    return placesFor({ ...reads.taskPlaces(projectId, null), after: null }, place, count)
  }
  const { place: after } = needTask(reads, place.after)
  return placesFor({ ...reads.taskPlaces(projectId, place.after), after }, 'after', count)
}

/** Is something of this not done yet? One that is gone blocks nobody. */
export const isBlocked = (reads: Reads, blockedBy: readonly string[]): boolean =>
  openBlockers(reads, blockedBy).length > 0

export const openBlockers = (reads: Reads, blockedBy: readonly string[]): readonly string[] =>
  blockedBy.filter((id) => {
    const other = reads.task(id)
    return other !== null && other.state !== 'done' && other.state !== 'cancelled'
  })

export function refuseCycle(reads: Reads, id: string, blockedBy: readonly string[]): void {
  const edges = new Map<string, readonly string[]>([[id, blockedBy]])
  const reach = [...blockedBy]
  for (let next = reach.pop(); next !== undefined; next = reach.pop()) {
    if (edges.has(next)) continue
    const more = reads.task(next)?.blockedBy ?? []
    edges.set(next, more)
    reach.push(...more)
  }
  const cycle = findCycle(edges, id)
  if (cycle === null) return
  throw new DroverError('TASK_CYCLE', `These tasks would wait for each other: ${cycle.join(' → ')}.`, {
    hint: 'Leave one of them out of --blocked-by.',
    details: { cycle },
  })
}
