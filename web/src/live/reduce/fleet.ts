/**
 * The fleet as the page knows it: sessions and projects, folded from one list and the changes after it. Pure; a change that
 * is older than what is known does nothing, so replays and doubles are harmless.
 */
import type { Change } from '#contract/journal-event'
import type { Project } from '#contract/project'
import type { Session } from '#contract/session'

export interface Fleet {
  readonly seq: number
  readonly sessions: ReadonlyMap<string, Session>
  readonly projects: ReadonlyMap<string, Project>
  /** Why a session that was being made is gone: code by session id. */
  readonly removed: ReadonlyMap<string, string>
}

export const emptyFleet: Fleet = { seq: 0, sessions: new Map(), projects: new Map(), removed: new Map() }

const has = (value: unknown, key: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && key in value

/** A payload that is the whole thing, given as itself or wrapped under its name. */
function whole<T>(payload: unknown, name: string, mark: string): T | null {
  const inner = has(payload, name) ? payload[name] : payload
  return has(inner, 'id') && has(inner, mark) ? (inner as T) : null
}

const reasonOf = (payload: unknown): string => (has(payload, 'code') ? String(payload.code) : 'removed')

/** Applies changes in order, skipping those already counted. The maps are copied once for the batch. */
export function applyChanges(fleet: Fleet, changes: readonly Change[]): Fleet {
  const fresh = changes.filter((change) => change.seq > fleet.seq)
  const last = fresh.at(-1)
  if (!last) return fleet
  const sessions = new Map(fleet.sessions)
  const projects = new Map(fleet.projects)
  const removed = new Map(fleet.removed)
  for (const { type, payload, sessionId, projectId } of fresh) {
    if (type === 'session_removed' && sessionId !== undefined) {
      sessions.delete(sessionId)
      removed.set(sessionId, reasonOf(payload))
    } else if (type === 'project_archived' && projectId !== null) {
      projects.delete(projectId)
    } else if (type.startsWith('project_')) {
      const project = whole<Project>(payload, 'project', 'defaultBranch')
      if (project) projects.set(project.id, project)
    } else {
      const session = whole<Session>(payload, 'session', 'activity')
      if (session) sessions.set(session.id, session)
    }
  }
  return { seq: last.seq, sessions, projects, removed }
}

/** The lists as read at some moment not before `seq`; changes that arrived meanwhile are applied on top by the caller. */
export function fromLists(seq: number, sessions: readonly Session[], projects: readonly Project[]): Fleet {
  return {
    seq,
    sessions: new Map(sessions.map((s) => [s.id, s])),
    projects: new Map(projects.map((p) => [p.id, p])),
    removed: new Map(),
  }
}

/** One session as an action's answer gave it; an answer older than what the stream already told is dropped. */
export function withSession(fleet: Fleet, session: Session): Fleet {
  const known = fleet.sessions.get(session.id)
  if (known && known.updatedAt > session.updatedAt) return fleet
  return { ...fleet, sessions: new Map(fleet.sessions).set(session.id, session) }
}
