/**
 * The fleet as the page knows it: sessions, projects, merges and the tasks that ask for somebody, folded from one list and the changes after it. Pure; a change that
 * is older than what is known does nothing, so replays and doubles are harmless.
 */
import type { Change } from '#contract/change'
import type { Merge } from '#contract/merge'
import type { Project } from '#contract/project'
import type { Session } from '#contract/session'
import type { Task } from '#contract/task'

export interface Fleet {
  readonly seq: number
  readonly sessions: ReadonlyMap<string, Session>
  readonly projects: ReadonlyMap<string, Project>
  /** Merges: all that are not over, and the newest of those that are. */
  readonly merges: ReadonlyMap<string, Merge>
  /** Tasks that need a person or failed: whatever else is in the queues is the relay page's to read. */
  readonly asking: ReadonlyMap<string, Task>
  /** Why a session that was being made is gone: code by session id. */
  readonly removed: ReadonlyMap<string, string>
}

export const emptyFleet: Fleet = {
  seq: 0,
  sessions: new Map(),
  projects: new Map(),
  merges: new Map(),
  asking: new Map(),
  removed: new Map(),
}

/** Applies changes in order, skipping those already counted. The maps are copied once for the batch. */
export function applyChanges(fleet: Fleet, changes: readonly Change[]): Fleet {
  const fresh = changes.filter((change) => change.seq > fleet.seq)
  const last = fresh.at(-1)
  if (!last) return fleet
  const sessions = new Map(fleet.sessions)
  const projects = new Map(fleet.projects)
  const merges = new Map(fleet.merges)
  const removed = new Map(fleet.removed)
  let { asking } = fleet
  for (const change of fresh) {
    switch (change.type) {
      case 'project_added':
      case 'project_updated':
        projects.set(change.payload.id, change.payload)
        break
      case 'project_archived':
        projects.delete(change.payload.id)
        break
      case 'session_created':
      case 'session_updated':
      case 'session_ended':
        sessions.set(change.payload.id, change.payload)
        break
      case 'merge_queued':
      case 'merge_updated':
      case 'merge_landed':
      case 'merge_rejected':
        merges.set(change.payload.id, change.payload)
        break
      case 'task_added':
      case 'task_updated':
      case 'task_removed':
        asking = withAsking(asking, change.payload, change.type !== 'task_removed')
        break
      case 'session_removed':
        if (change.sessionId === undefined) break
        sessions.delete(change.sessionId)
        removed.set(change.sessionId, change.payload.code)
    }
  }
  return { seq: last.seq, sessions, projects, merges, asking, removed }
}

export const asksForSomebody = ({ state }: Pick<Task, 'state'>): boolean => state === 'needs_user' || state === 'failed'

function withAsking(asking: ReadonlyMap<string, Task>, task: Task, there: boolean): ReadonlyMap<string, Task> {
  if (there && asksForSomebody(task)) return new Map(asking).set(task.id, task)
  if (!asking.has(task.id)) return asking
  const rest = new Map(asking)
  rest.delete(task.id)
  return rest
}

/** The lists as read at some moment not before `seq`; changes that arrived meanwhile are applied on top by the caller. */
export function fromLists(
  seq: number,
  sessions: readonly Session[],
  projects: readonly Project[],
  merges: readonly Merge[] = [],
  asking: readonly Task[] = [],
): Fleet {
  return {
    seq,
    sessions: new Map(sessions.map((s) => [s.id, s])),
    projects: new Map(projects.map((p) => [p.id, p])),
    merges: new Map(merges.map((m) => [m.id, m])),
    asking: new Map(asking.map((t) => [t.id, t])),
    removed: new Map(),
  }
}

/** One session as an action's answer gave it; an answer older than what the stream already told is dropped. */
export function withSession(fleet: Fleet, session: Session): Fleet {
  const known = fleet.sessions.get(session.id)
  if (known && known.updatedAt > session.updatedAt) return fleet
  return { ...fleet, sessions: new Map(fleet.sessions).set(session.id, session) }
}

/** Whoever plays a persona is in the fleet only while its own page is open: `own`, or nobody. */
export function withoutPersonas(fleet: Fleet, own: string | null): Fleet {
  const others = [...fleet.sessions.values()].filter(({ id, persona }) => persona !== undefined && id !== own)
  if (others.length === 0) return fleet
  const sessions = new Map(fleet.sessions)
  for (const { id } of others) sessions.delete(id)
  return { ...fleet, sessions }
}

/** The same for a merge. */
export function withMerge(fleet: Fleet, merge: Merge): Fleet {
  const known = fleet.merges.get(merge.id)
  if (known && known.updatedAt > merge.updatedAt) return fleet
  return { ...fleet, merges: new Map(fleet.merges).set(merge.id, merge) }
}
