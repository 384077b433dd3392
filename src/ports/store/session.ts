/** Sessions and their turns. */
import type { TurnOutcome } from '#contract/agent-event'
import type { Report, Role, WaitingFor } from '#contract/role'
import type {
  ActivityState,
  EndedBy,
  EndReason,
  Failure,
  LeftoverProcess,
  Permissions,
  Phase,
  SessionKind,
} from '#contract/session'
import type { PastConversation } from '#contract/terminal'

/** A failure as it is kept; what to do about it is derived. */
export interface FailureRecord extends Omit<Failure, 'hint'> {
  readonly turn: number
}

export interface SessionRecord {
  readonly id: string
  readonly projectId: string
  readonly kind: SessionKind
  readonly name: string
  readonly harness: string
  /** Where its processes live: the name of a runtime. */
  readonly runtime: string
  /** Its terminal was opened from a headless session, which it is again once the interface is left. */
  readonly visit?: boolean
  /** Conversations with other agents in this session, which can be gone back to. */
  readonly past?: readonly PastConversation[]
  /** Its agent took over from another and was not yet told what happened after this turn; null: it knows. */
  readonly owed?: number | null
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
  /** Of the last turn that failed; null again once one completed. */
  readonly failure: FailureRecord | null
  readonly children: readonly LeftoverProcess[]
  /** The provider takes no requests before this; null again when that has passed or a turn was accepted. */
  readonly parkedUntil: string | null
  readonly endReason: EndReason | null
  readonly endedBy: EndedBy | null
  /** Spawned with --ignore-config: the repository's privileged settings stay unapplied for its life. */
  readonly ignoreConfig: boolean
  readonly forkedFrom: string | null
  /** null: a session on its own, that owes nobody a report. */
  readonly role: Role | null
  readonly parentId: string | null
  readonly depth: number
  readonly effortId: string | null
  readonly taskId: string | null
  /** Globs of what it may write; empty: the whole worktree. */
  readonly files: readonly string[]
  /** It agreed to wait, at the end of its last turn or during this one. */
  readonly waiting: WaitingFor | null
  readonly report: Report | null
  readonly duties: Duties | null
  /** The key of the call by which its parent spawned it. */
  readonly spawnKey: string | null
  /** The first line of its first prompt. */
  readonly opening: string | null
  /** The persona that it plays for a door; null or left out: it is nobody's but the fleet's. */
  readonly persona?: string | null
  /** When it was put out of sight; null: it was not. */
  readonly archivedAt: string | null
  readonly lastEventId: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** What the turn contract remembers of a session with a role. */
export interface Duties {
  /** The number of its last terminal mail: only newer ones count. */
  readonly lastTerminal: number
  /** Reminders it was given since. */
  readonly reminders: number
  /** Its parent was told that it died. */
  readonly died: boolean
  /** The version of the role's text and of the prompt it was started with. */
  readonly version: string
  /** What the watchdog last did about it, and when. */
  readonly watched: { readonly step: number; readonly at: string } | null
  /** Files outside its scope that were told already. */
  readonly strayed: readonly string[]
  /** Commands whose doings no guard sees that were told already. */
  readonly unguarded: readonly string[]
  /** `.drover/profiles/NAME.md`, and the file that says what is to be done. */
  readonly profile: string | null
  readonly spec: string | null
  /** Sessions whose scope meets its own, allowed on purpose. */
  readonly overlaps: readonly string[]
}

/** Where a session stands: written by moves only. */
export type SessionStanding = Pick<SessionRecord, 'phase' | 'activity' | 'activitySince'>
export type SessionPatch = Partial<Omit<SessionRecord, keyof SessionStanding>>

export interface TurnRecord {
  readonly sessionId: string
  readonly n: number
  readonly state: 'running' | TurnOutcome
  readonly prompt: string
  readonly source: 'operator' | 'session' | 'queue' | 'daemon'
  readonly from: string | null
  /** The model this turn runs with, as it was accepted; null: the harness's own. */
  readonly model: string | null
  readonly launchId: string | null
  readonly startedAt: string
  readonly endedAt: string | null
  readonly exitCode: number | null
  readonly endedBy: EndedBy | null
  readonly code: string | null
  /** Asked to stop: by whom and why, so that a restart concludes the same. */
  readonly stopping: 'cancel' | 'timeout' | 'stall' | 'limit' | 'kill' | 'adapter' | 'stop' | null
  /** A fresh start with a hand-off was already tried for this turn. */
  readonly handedOff: boolean
  readonly sawResult: 'none' | 'ok' | 'error'
  readonly sawError: boolean
  readonly noise: number
}

/** What has to be known every second about a turn that runs: nothing long. */
export interface TurnWatch extends Pick<TurnRecord, 'sessionId' | 'n' | 'launchId' | 'stopping' | 'startedAt'> {
  readonly projectId: string
  readonly ignoreConfig: boolean
  /** Somebody is asked for an answer. */
  readonly asks: boolean
  readonly lastActivityAt: string
}

export interface SessionQuery {
  readonly projectId?: string
  readonly kind?: SessionKind
  readonly includeEnded: boolean
  /** false: without those that were put out of sight. */
  readonly archived?: boolean
  /** false: without those that play a persona for a door. */
  readonly personas?: boolean
  readonly limit: number
  /** Sessions created before this (opaque: created order number). */
  readonly cursor?: number
}

export interface SessionReads {
  session(id: string): SessionRecord | null
  /** Newest first; `next` is the cursor of the following page. Statuses are filtered by the caller, which derives them. */
  sessions(query: SessionQuery): { readonly sessions: readonly SessionRecord[]; readonly next: number | null }
  /** Every session that has not ended. */
  liveSessions(): readonly SessionRecord[]
  countLive(projectId: string): number
  /** Sessions that have not ended and whose `parkedUntil` is this or earlier. */
  unparked(by: string): readonly SessionRecord[]
  /** Every session that this one spawned, ended ones too, oldest first. */
  childrenOf(parentId: string): readonly SessionRecord[]
  /** Every session of an effort, oldest first. */
  effortSessions(effortId: string): readonly SessionRecord[]
  /** Those that have not ended and agreed to wait. */
  waitingSessions(): readonly SessionRecord[]
  /** What this session spawned by that call. */
  spawnedBy(parentId: string, key: string): SessionRecord | null
  turn(sessionId: string, n: number): TurnRecord | null
  runningTurns(): readonly TurnRecord[]
  /** The same for whoever asks every second, by session id. */
  turnWatches(): ReadonlyMap<string, TurnWatch>
}

export interface SessionWrites {
  /** The next number of a project's sessions; never given twice. */
  nextSessionNumber(projectId: string): number
  insertSession(session: SessionRecord): void
  /** Sets `updatedAt` too. */
  updateSession(id: string, patch: SessionPatch): SessionRecord
  /** The same for one that moves; only `flows/session/move-session` asks for it. */
  standSession(id: string, standing: Partial<SessionStanding>, patch: SessionPatch): SessionRecord
  /** Only for a spawn that failed: its row, turns, launches, events. */
  deleteSession(id: string): void
  insertTurn(turn: TurnRecord): void
  updateTurn(sessionId: string, n: number, patch: Partial<TurnRecord>): TurnRecord
}
