/**
 * Tells listeners what was committed, and the live-only parts of messages. It keeps no history: a listener subscribes in
 * the same tick in which it finds no further stored row, so nothing falls between.
 */
import type { Delta, EventRow } from '#contract/agent-event'
import type { Change } from '#contract/change'
import type { Commit } from '#ports/store/journal'
import type { Feed } from './flows.ts'

export interface FeedHub extends Feed {
  committed(commit: Commit): void
  delta(sessionId: string, delta: Delta): void
}

interface SessionListener {
  rows(rows: readonly EventRow[]): void
  delta(delta: Delta): void
}

export function createFeed(): FeedHub {
  const sessions = new Map<string, Set<SessionListener>>()
  const fleet = new Set<(changes: readonly Change[]) => void>()

  return {
    session(sessionId, listener) {
      const listeners = sessions.get(sessionId) ?? new Set()
      listeners.add(listener)
      sessions.set(sessionId, listeners)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && sessions.get(sessionId) === listeners) sessions.delete(sessionId)
      }
    },
    fleet(listener) {
      fleet.add(listener)
      return () => fleet.delete(listener)
    },
    committed(commit) {
      for (const appended of commit.rows) {
        for (const listener of [...(sessions.get(appended.sessionId) ?? [])]) listener.rows(appended.rows)
      }
      if (commit.changes.length > 0) for (const listener of [...fleet]) listener(commit.changes)
    },
    delta(sessionId, delta) {
      for (const listener of [...(sessions.get(sessionId) ?? [])]) listener.delta(delta)
    },
  }
}
