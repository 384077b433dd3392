/** The two logs: what agents said and did, and what happened to the things of the home. */
import type { AgentEvent, EventRow } from '#contract/agent-event'
import type { Change, ChangeType, NewChange } from '#contract/change'

/** `after` ascending, else `before` descending, else from the beginning. */
export interface EventPage {
  readonly after?: number
  readonly before?: number
  readonly limit: number
}

/** A page of stored rows as the API gives them, already written: `json` is whole EventRows with commas between them. */
export interface EventTexts {
  readonly count: number
  /** The number of the page's last row; 0 where it has none. */
  readonly last: number
  readonly json: string
}

/** What was appended to one session. `rows` are made when they are asked for. */
export interface NewRows {
  readonly sessionId: string
  readonly count: number
  readonly rows: readonly EventRow[]
}

export interface LogReads {
  /** Ascending from `after` (exclusive). */
  eventsAfter(sessionId: string, after: number, limit: number): readonly EventRow[]
  /** Descending from `before` (exclusive). */
  eventsBefore(sessionId: string, before: number, limit: number): readonly EventRow[]
  /** The same two pages as the JSON that was stored, for doors that only pass it on. null: no such session. */
  eventTexts(sessionId: string, page: EventPage): EventTexts | null
  lastEventOf(sessionId: string, kind: string): EventRow | null
  blob(sessionId: string, blob: string): string | null
  /** Ascending from `after` (exclusive). */
  changesAfter(after: number, limit: number, types?: readonly ChangeType[]): readonly Change[]
  lastSeq(): number
  /** The oldest change still kept, 0 when none was ever pruned. */
  firstSeq(): number
}

export interface LogWrites {
  /** Numbers the events, puts large values aside, updates the session's lastEventId. `at` defaults to now. */
  appendEvents(sessionId: string, turn: number | null, events: readonly AgentEvent[]): NewRows
  appendChange(change: NewChange): Change
  /** Retention: drops events and blobs of a session up to an id (its numbers are never reused). */
  pruneEvents(sessionId: string, upTo: number): void
  pruneChanges(keepFrom: number): void
}
