/**
 * The order of tasks and who may take one: what is ready, what waits for another, whose lease holds. Pure; where tasks are
 * kept is left to the queue's adapters, what a try does with one to the relay.
 */
import type { TaskState } from '#contract/task-state'

export interface TaskFacts {
  readonly id: string
  readonly state: TaskState
  /** Higher comes first. */
  readonly priority: number
  /** Place in the queue among tasks of the same priority; ascending. */
  readonly place: number
  readonly role: string | null
  readonly blockedBy: readonly string[]
  /** null: nobody, or a relay holds it (its lease lives with the relay). */
  readonly leaseUntil: number | null
}

/** In the order in which they are taken. */
export const inOrder = <T extends TaskFacts>(tasks: readonly T[]): readonly T[] =>
  [...tasks].sort((a, b) => b.priority - a.priority || a.place - b.place || (a.id < b.id ? -1 : 1))

/** Tasks it still waits for; one that is not there any more blocks nobody. */
export function openBlockers(task: TaskFacts, byId: ReadonlyMap<string, TaskFacts>): readonly string[] {
  return task.blockedBy.filter((id) => {
    const other = byId.get(id)
    return other !== undefined && other.state !== 'done' && other.state !== 'cancelled'
  })
}

export interface Queue<T extends TaskFacts> {
  /** Those that can be taken now, in order. */
  readonly takeable: readonly T[]
  /** Ready, but waiting for something that still may happen. */
  readonly waiting: readonly T[]
  /** Ready, but waiting for something that failed or asks a person: nobody will take them as things are. */
  readonly stuck: readonly T[]
}

export function lookAtQueue<T extends TaskFacts>(tasks: readonly T[]): Queue<T> {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const takeable: T[] = []
  const waiting: T[] = []
  const stuck: T[] = []
  for (const task of inOrder(tasks)) {
    if (task.state !== 'ready') continue
    const open = openBlockers(task, byId)
    if (open.length === 0) takeable.push(task)
    else if (open.some((id) => isDead(id, byId, new Set()))) stuck.push(task)
    else waiting.push(task)
  }
  return { takeable, waiting, stuck }
}

/** Will this task never be done unless a person acts? */
function isDead(id: string, byId: ReadonlyMap<string, TaskFacts>, seen: ReadonlySet<string>): boolean {
  const task = byId.get(id)
  if (task === undefined) return false
  if (seen.has(id) || task.state === 'failed' || task.state === 'needs_user') return true
  if (task.state !== 'ready') return false
  return openBlockers(task, byId).some((next) => isDead(next, byId, new Set([...seen, id])))
}

/** The ids of a ring that these edges would close, in its order; null when there is none. */
export function findCycle(edges: ReadonlyMap<string, readonly string[]>, from: string): readonly string[] | null {
  const walk = (id: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(id)) return id === from ? [...path, id] : null
    for (const next of edges.get(id) ?? []) {
      const found = walk(next, [...path, id])
      if (found !== null) return found
    }
    return null
  }
  return walk(from, [])
}

export type TaskAct = 'claim' | 'done' | 'fail' | 'handoff' | 'ask' | 'release' | 'cancel' | 'retry'

/** Where an act leads; null: not from here. */
const moves: Record<TaskState, Readonly<Partial<Record<TaskAct, TaskState>>>> = {
  ready: { claim: 'claimed', done: 'done', fail: 'failed', cancel: 'cancelled' },
  claimed: {
    done: 'done',
    fail: 'failed',
    handoff: 'done',
    ask: 'needs_user',
    release: 'ready',
    cancel: 'cancelled',
  },
  needs_user: { retry: 'ready', done: 'done', fail: 'failed', cancel: 'cancelled', claim: 'claimed' },
  failed: { retry: 'ready', done: 'done', cancel: 'cancelled' },
  done: { retry: 'ready' },
  cancelled: { retry: 'ready' },
}

export const moveTask = (state: TaskState, act: TaskAct): TaskState | null => moves[state][act] ?? null

/** A lease that ran out returns the task; one without an end is its relay's. */
export const leaseIsOver = (task: TaskFacts, now: number): boolean =>
  task.state === 'claimed' && task.leaseUntil !== null && task.leaseUntil <= now

export interface Places {
  readonly first: number
  readonly last: number
  /** The place of the task to stand behind, and of the one after it. */
  readonly after: number | null
  readonly next: number | null
}

/** Places for new tasks: at the head, at the tail, or right behind one (follow-ups keep their order). */
export function placesFor(places: Places, where: 'head' | 'tail' | 'after', count: number): readonly number[] {
  const { first, last, after, next } = places
  const each = (place: (n: number) => number): readonly number[] => Array.from({ length: count }, (_, n) => place(n))
  if (where === 'head') return each((n) => first - count + n)
  if (where === 'tail' || after === null) return each((n) => last + 1 + n)
  const end = next ?? after + 1
  return each((n) => after + ((end - after) * (n + 1)) / (count + 1))
}
