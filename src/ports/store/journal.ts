/**
 * The store as the flows see it: facts in, facts out, synchronously. One function of work is one transaction; changes and
 * event rows written in it reach listeners after the commit, in order, exactly once. What is kept of each subject stands in
 * its own file beside this one: a transaction is their intersection.
 */
import type { Change } from '#contract/change'
import type { AccessReads, AccessWrites } from '#ports/store/access'
import type { CostReads } from '#ports/store/cost'
import type { DoorReads, DoorWrites } from '#ports/store/door'
import type { EffortReads, EffortWrites } from '#ports/store/effort'
import type { HeatReads, HeatWrites } from '#ports/store/heat'
import type { JobReads, JobWrites } from '#ports/store/job'
import type { LaunchReads, LaunchWrites } from '#ports/store/launch'
import type { LogReads, LogWrites, NewRows } from '#ports/store/log'
import type { MailReads, MailWrites } from '#ports/store/mail'
import type { MergeReads, MergeWrites } from '#ports/store/merge'
import type { NotifyReads, NotifyWrites } from '#ports/store/notify'
import type { PrReads, PrWrites } from '#ports/store/pr'
import type { ProjectReads, ProjectWrites } from '#ports/store/project'
import type { RelayReads, RelayWrites } from '#ports/store/relay'
import type { ReviewReads, ReviewWrites } from '#ports/store/review'
import type { SessionReads, SessionWrites } from '#ports/store/session'
import type { T3Reads, T3Writes } from '#ports/store/t3'
import type { TaskReads, TaskWrites } from '#ports/store/task'
import type { TranscriptReads, TranscriptWrites } from '#ports/store/transcript'
import type { TripReads, TripWrites } from '#ports/store/trip'
import type { WorkspaceReads, WorkspaceWrites } from '#ports/store/workspace'

/** What belongs to no subject. */
interface HomeReads {
  meta(key: string): string | null
  schemaVersion(): number
}

interface HomeWrites {
  setMeta(key: string, value: string): void
  /** Done once the transaction is committed and published, never when it is rolled back. A throw is logged and harms nobody. */
  afterCommit(act: () => void): void
}

export interface Reads
  extends HomeReads,
    ProjectReads,
    AccessReads,
    WorkspaceReads,
    SessionReads,
    LaunchReads,
    MergeReads,
    PrReads,
    TranscriptReads,
    LogReads,
    TaskReads,
    RelayReads,
    MailReads,
    EffortReads,
    ReviewReads,
    HeatReads,
    DoorReads,
    JobReads,
    T3Reads,
    NotifyReads,
    TripReads,
    CostReads {}

/** Everything a transaction can do. `at` comes from the clock given to the store. */
export interface Tx
  extends Reads,
    HomeWrites,
    ProjectWrites,
    AccessWrites,
    WorkspaceWrites,
    SessionWrites,
    LaunchWrites,
    MergeWrites,
    PrWrites,
    TranscriptWrites,
    LogWrites,
    TaskWrites,
    RelayWrites,
    MailWrites,
    EffortWrites,
    ReviewWrites,
    HeatWrites,
    DoorWrites,
    JobWrites,
    T3Writes,
    TripWrites,
    NotifyWrites {}

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
  /** How long each transaction took that was kept. Called before those who hear of the commit; does nothing that costs. */
  onTimed(listener: (kind: 'command' | 'ingest', ms: number) => void): void
  /** false after a write failed for want of space or rights, until one succeeds again. */
  readonly writable: boolean
  /** The file that was opened is not in its place any more: every write is refused until it is back. */
  readonly lost: 'removed' | 'replaced' | null
  /** Writes all that is held to a file: the store's own place where nothing stands, else one beside it. Answers which. */
  writeDown(): string
  close(): void
}
