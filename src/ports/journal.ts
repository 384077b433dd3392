/**
 * The store as the flows see it: facts in, facts out, synchronously. One function of work is one transaction; changes and
 * event rows written in it reach listeners after the commit, in order, exactly once.
 */
import type { AgentEvent, EventRow, TurnOutcome } from '#contract/agent-event'
import type { Change, ChangeType, NewChange } from '#contract/journal-event'
import type {
  ActivityState,
  EndedBy,
  EndReason,
  LeftoverProcess,
  Permissions,
  Phase,
  SessionKind,
  SnapshotReason,
} from '#contract/session'
import type { Json } from '#ports/harness'

export interface ProjectRecord {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly repo: string
  readonly defaultBranch: string
  /** Settings given by `project set`: override the repository's file. */
  readonly settings: { readonly [key: string]: Json }
  readonly archivedAt: string | null
  readonly createdAt: string
}

export interface WorkspaceRecord {
  readonly id: number
  readonly projectId: string
  readonly path: string
  /** null for scratch. */
  readonly repoPath: string | null
  readonly branch: string | null
  /** This workspace made its branch (so that an undo may take it back). */
  readonly madeBranch: boolean
  readonly baseRef: string | null
  readonly baseCommit: string | null
  /** The session that holds it and has not ended. */
  readonly heldBy: string | null
  readonly portBase: number | null
  readonly removedAt: string | null
  readonly createdAt: string
}

export interface SessionRecord {
  readonly id: string
  readonly projectId: string
  readonly kind: SessionKind
  readonly name: string
  readonly harness: string
  readonly model: string | null
  readonly permissions: Permissions
  readonly phase: Phase
  readonly activity: ActivityState
  readonly activitySince: string
  readonly workspaceId: number | null
  readonly nativeId: string | null
  /** The launch that is running or was last running. */
  readonly launchId: string | null
  /** Number of the last turn, 0 before the first. */
  readonly turn: number
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly costUsd: number | null
  readonly lastText: string | null
  readonly lastActivityAt: string
  readonly filesChanged: number | null
  /** Events a minute, newest last, at most 30 numbers, and the minute of the last one. */
  readonly spark: readonly number[]
  readonly sparkMinute: number
  readonly request: {
    readonly requestId: string
    readonly type: 'approval' | 'question'
    readonly text: string
    readonly options: readonly string[]
  } | null
  readonly trouble: { readonly code: string; readonly message: string } | null
  readonly children: readonly LeftoverProcess[]
  readonly parkedUntil: string | null
  readonly endReason: EndReason | null
  readonly endedBy: EndedBy | null
  /** Spawned with --ignore-config: the repository's privileged settings stay unapplied for its life. */
  readonly ignoreConfig: boolean
  readonly forkedFrom: string | null
  readonly lastEventId: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface TurnRecord {
  readonly sessionId: string
  readonly n: number
  readonly state: 'running' | TurnOutcome
  readonly prompt: string
  readonly source: 'operator' | 'session' | 'queue' | 'daemon'
  readonly from: string | null
  readonly launchId: string | null
  readonly startedAt: string
  readonly endedAt: string | null
  readonly exitCode: number | null
  readonly endedBy: EndedBy | null
  readonly code: string | null
  /** Asked to stop: by whom and why, so that a restart concludes the same. */
  readonly stopping: 'cancel' | 'timeout' | 'stall' | 'kill' | 'adapter' | 'stop' | null
  /** A fresh start with a hand-off was already tried for this turn. */
  readonly handedOff: boolean
  readonly sawResult: 'none' | 'ok' | 'error'
  readonly sawError: boolean
  readonly noise: number
}

/** What has to be known every second about a turn that runs: nothing long. */
export interface TurnWatch extends Pick<TurnRecord, 'sessionId' | 'n' | 'stopping' | 'startedAt'> {
  readonly projectId: string
  readonly ignoreConfig: boolean
  /** Somebody is asked for an answer. */
  readonly asks: boolean
  readonly lastActivityAt: string
}

export interface LaunchRecord {
  readonly id: string
  readonly sessionId: string
  /** Counts per session, names its directory. */
  readonly n: number
  readonly dir: string
  readonly state: 'prepared' | 'running' | 'exited'
  readonly lifetime: 'turn' | 'session'
  readonly pid: number | null
  readonly startTime: string | null
  readonly bootId: string | null
  /** Bytes of the spool whose events are stored. */
  readonly offset: number
  /** Bytes of input committed to the outbox. */
  readonly inputBytes: number
  readonly dialogue: Json
  /** How many times the adapter threw in this launch. */
  readonly adapterFaults: number
  readonly resumeOf: string | null
  readonly tokenHash: string
  readonly exitCode: number | null
  readonly exitSignal: string | null
  readonly startedAt: string
  readonly endedAt: string | null
  /** What `plan` and `open` were given, so that a restart opens the same dialogue. */
  readonly start: Json
}

export interface OutboxRecord {
  readonly launchId: string
  readonly at: number
  readonly text: string
}

export interface MessageRecord {
  readonly id: number
  readonly sessionId: string
  readonly text: string
  readonly source: 'operator' | 'session' | 'daemon'
  readonly from: string | null
  readonly createdAt: string
}

export interface SnapshotRecord {
  readonly sessionId: string
  readonly n: number
  readonly repoPath: string
  readonly ref: string
  readonly commit: string
  readonly parent: string | null
  readonly reason: SnapshotReason
  readonly turn: number | null
  readonly at: string
  readonly files: number
  readonly additions: number
  readonly deletions: number
  readonly skipped: readonly { readonly path: string; readonly bytes: number; readonly why: string }[]
}

export interface TrustRecord {
  readonly projectId: string
  readonly hash: string
  /** The content as it was approved, for showing what changed. */
  readonly content: string
  readonly at: string
}

export interface BearerRecord {
  readonly id: number
  readonly hash: string
  readonly label: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

export interface SessionQuery {
  readonly projectId?: string
  readonly kind?: SessionKind
  readonly includeEnded: boolean
  readonly limit: number
  /** Sessions created before this (opaque: created order number). */
  readonly cursor?: number
}

/** `after` ascending, else `before` descending, else from the beginning. */
export interface EventPage {
  readonly after?: number
  readonly before?: number
  readonly limit: number
}

/** A stored row as the API gives it, already written: `json` is a whole EventRow. */
export interface EventText {
  readonly id: number
  readonly json: string
}

export interface Reads {
  project(id: string): ProjectRecord | null
  projectByPath(path: string): ProjectRecord | null
  projects(includeArchived: boolean): readonly ProjectRecord[]
  session(id: string): SessionRecord | null
  /** Newest first; `next` is the cursor of the following page. Statuses are filtered by the caller, which derives them. */
  sessions(query: SessionQuery): { readonly sessions: readonly SessionRecord[]; readonly next: number | null }
  /** Every session that has not ended. */
  liveSessions(): readonly SessionRecord[]
  countLive(projectId: string): number
  workspace(id: number): WorkspaceRecord | null
  workspaceByPath(path: string): WorkspaceRecord | null
  workspaces(projectId: string | null): readonly WorkspaceRecord[]
  /** Those that a session holds. */
  heldWorkspaces(): readonly WorkspaceRecord[]
  turn(sessionId: string, n: number): TurnRecord | null
  runningTurns(): readonly TurnRecord[]
  /** The same for whoever asks every second, by session id. */
  turnWatches(): ReadonlyMap<string, TurnWatch>
  launch(id: string): LaunchRecord | null
  launches(sessionId: string): readonly LaunchRecord[]
  /** Of all its launches, without the rest of their rows: a session may have had thousands. */
  launchIds(sessionId: string): readonly string[]
  newestLaunch(sessionId: string): LaunchRecord | null
  /** Launches that have not exited. */
  openLaunches(): readonly LaunchRecord[]
  launchByToken(hash: string): LaunchRecord | null
  outbox(launchId: string): readonly OutboxRecord[]
  messages(sessionId: string): readonly MessageRecord[]
  countMessages(sessionId: string): number
  snapshots(sessionId: string): readonly SnapshotRecord[]
  snapshot(sessionId: string, n: number): SnapshotRecord | null
  trust(projectId: string): TrustRecord | null
  bearers(): readonly BearerRecord[]
  bearerByHash(hash: string): BearerRecord | null
  /** Ascending from `after` (exclusive). */
  eventsAfter(sessionId: string, after: number, limit: number): readonly EventRow[]
  /** Descending from `before` (exclusive). */
  eventsBefore(sessionId: string, before: number, limit: number): readonly EventRow[]
  /** The same two pages as the JSON that was stored, for doors that only pass it on. null: no such session. */
  eventTexts(sessionId: string, page: EventPage): readonly EventText[] | null
  lastEventOf(sessionId: string, kind: string): EventRow | null
  blob(sessionId: string, blob: string): string | null
  /** Ascending from `after` (exclusive). */
  changesAfter(after: number, limit: number, types?: readonly ChangeType[]): readonly Change[]
  lastSeq(): number
  /** The oldest change still kept, 0 when none was ever pruned. */
  firstSeq(): number
  meta(key: string): string | null
  schemaVersion(): number
}

/** Everything a transaction can do. `at` comes from the clock given to the store. */
export interface Tx extends Reads {
  putProject(project: ProjectRecord): void
  /** The next number of a project's sessions; never given twice. */
  nextSessionNumber(projectId: string): number
  insertWorkspace(workspace: Omit<WorkspaceRecord, 'id'>): WorkspaceRecord
  updateWorkspace(id: number, patch: Partial<WorkspaceRecord>): void
  deleteWorkspace(id: number): void
  insertSession(session: SessionRecord): void
  /** Sets `updatedAt` too. */
  updateSession(id: string, patch: Partial<SessionRecord>): SessionRecord
  /** Only for a spawn that failed: its row, turns, launches, events, messages. */
  deleteSession(id: string): void
  insertTurn(turn: TurnRecord): void
  updateTurn(sessionId: string, n: number, patch: Partial<TurnRecord>): TurnRecord
  insertLaunch(launch: LaunchRecord): void
  updateLaunch(id: string, patch: Partial<LaunchRecord>): LaunchRecord
  /** How far the spool is stored, with the dialogue's state; at every chunk, hence without reading the row back. */
  advanceLaunch(id: string, offset: number, dialogue: Json): void
  putOutbox(entry: OutboxRecord): void
  /** Entries that begin before `through`; all of them without it. */
  clearOutbox(launchId: string, through?: number): void
  pushMessage(message: Omit<MessageRecord, 'id'>): MessageRecord
  takeMessage(id: number): void
  putSnapshot(snapshot: SnapshotRecord): void
  /** The next number of a session's snapshots; never given twice, also after pruning. */
  nextSnapshotNumber(sessionId: string): number
  deleteSnapshots(sessionId: string, numbers: readonly number[]): void
  putTrust(trust: TrustRecord): void
  deleteTrust(projectId: string): void
  insertBearer(bearer: Omit<BearerRecord, 'id'>): BearerRecord
  updateBearer(id: number, patch: Partial<BearerRecord>): void
  setMeta(key: string, value: string): void
  /** Numbers the events, puts large values aside, updates the session's lastEventId. `at` defaults to now. */
  appendEvents(sessionId: string, turn: number | null, events: readonly AgentEvent[]): NewRows
  appendChange(change: NewChange): Change
  /** Retention: drops events and blobs of a session up to an id (its numbers are never reused). */
  pruneEvents(sessionId: string, upTo: number): void
  pruneChanges(keepFrom: number): void
}

/** What was appended to one session. `rows` are made when they are asked for. */
export interface NewRows {
  readonly sessionId: string
  readonly count: number
  readonly rows: readonly EventRow[]
}

export interface Commit {
  readonly changes: readonly Change[]
  readonly rows: readonly NewRows[]
}

export interface Journal {
  readonly reads: Reads
  /** Commands: durable when it returns (synchronous=FULL). Throwing rolls back and publishes nothing. Not nestable. */
  command<T>(work: (tx: Tx) => T): T
  /** Ingest: events, facts, offset, dialogue and outbox together (synchronous=NORMAL). */
  ingest<T>(work: (tx: Tx) => T): T
  /** Called after each commit, in commit order. A listener that throws is logged and harms nobody. */
  onCommit(listener: (commit: Commit) => void): () => void
  /** false after a write failed for want of space or rights, until one succeeds again. */
  readonly writable: boolean
  close(): void
}
