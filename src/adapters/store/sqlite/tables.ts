/** The record tables of the store: which fields each has, which of them are JSON and which are flags. */
import type { Database } from 'better-sqlite3'
import type { BearerRecord } from '#ports/store/access'
import type { HeatRecord } from '#ports/store/heat'
import type { JobRecord } from '#ports/store/job'
import type { LaunchRecord, OutboxRecord } from '#ports/store/launch'
import type { MailRecord } from '#ports/store/mail'
import type { ProjectRecord, TrustRecord } from '#ports/store/project'
import type { SessionRecord, TurnRecord } from '#ports/store/session'
import type { TaskRecord } from '#ports/store/task'
import type { TranscriptMark } from '#ports/store/transcript'
import type { SnapshotRecord, WorkspaceRecord } from '#ports/store/workspace'
import { type EffortTables, effortTables } from './efforts.ts'
import { heatTable } from './heats.ts'
import { jobTable } from './jobs.ts'
import { mailTable } from './mails.ts'
import { type RelayTables, relayTables } from './relays.ts'
import { type ReviewTables, reviewTables } from './reviews.ts'
import { type NotifyTables, notifyTables } from './rings.ts'
import { type T3Tables, t3Tables } from './t3.ts'
import { createTable, type Table } from './table.ts'
import { taskTable } from './tasks.ts'

/** The row of a launch; its `start` lives in a table of its own. */
export type LaunchRow = Omit<LaunchRecord, 'start'>

export interface Tables {
  readonly project: Table<ProjectRecord>
  readonly workspace: Table<WorkspaceRecord>
  readonly session: Table<SessionRecord>
  readonly turn: Table<TurnRecord>
  readonly launch: Table<LaunchRow>
  readonly outbox: Table<OutboxRecord>
  readonly snapshot: Table<SnapshotRecord>
  readonly transcriptMark: Table<TranscriptMark>
  readonly trust: Table<TrustRecord>
  readonly bearer: Table<BearerRecord>
  readonly task: Table<TaskRecord>
  readonly reviews: ReviewTables
  readonly relays: RelayTables
  readonly mail: Table<MailRecord>
  readonly efforts: EffortTables
  readonly heat: Table<HeatRecord>
  readonly job: Table<JobRecord>
  readonly t3: T3Tables
  readonly notify: NotifyTables
}

const words = <R>(text: string): readonly (keyof R & string)[] =>
  text.trim().split(/\s+/) as unknown as readonly (keyof R & string)[]

export function createTables(db: Database): Tables {
  return {
    project: createTable<ProjectRecord>(db, {
      name: 'project',
      key: ['id'],
      fields: words('id name path repo defaultBranch settings archivedAt createdAt'),
      json: ['settings'],
    }),
    workspace: createTable<WorkspaceRecord>(db, {
      name: 'workspace',
      key: ['id'],
      fields: words(
        'id projectId path repoPath branch madeBranch baseRef baseCommit heldBy portBase external removedAt createdAt',
      ),
      flags: ['madeBranch', 'external'],
    }),
    session: createTable<SessionRecord>(db, {
      name: 'session',
      key: ['id'],
      fields:
        words(`id projectId kind name harness runtime visit past owed model permissions phase activity activitySince workspaceId nativeId
        launchId turn inputTokens outputTokens costUsd lastText lastActivityAt filesChanged spark sparkMinute request
        trouble failure children parkedUntil endReason endedBy ignoreConfig forkedFrom role parentId depth effortId taskId
        files waiting report duties spawnKey opening persona archivedAt lastEventId createdAt updatedAt`),
      json: ['spark', 'request', 'trouble', 'failure', 'children', 'files', 'waiting', 'report', 'duties', 'past'],
      flags: ['ignoreConfig', 'visit'],
    }),
    turn: createTable<TurnRecord>(db, {
      name: 'turn',
      key: ['sessionId', 'n'],
      fields:
        words(`sessionId n state prompt source from model launchId startedAt endedAt exitCode endedBy code stopping
        handedOff sawResult sawError noise`),
      flags: ['handedOff', 'sawError'],
    }),
    launch: createTable<LaunchRow>(db, {
      name: 'launch',
      key: ['id'],
      fields:
        words(`id sessionId runtime n dir state lifetime pid startTime bootId offset inputBytes dialogue adapterFaults
        resumeOf tokenHash exitCode exitSignal startedAt endedAt terminal`),
      json: ['dialogue', 'terminal'],
    }),
    outbox: createTable<OutboxRecord>(db, {
      name: 'outbox',
      key: ['launchId', 'at'],
      fields: ['launchId', 'at', 'text'],
    }),
    snapshot: createTable<SnapshotRecord>(db, {
      name: 'snapshot',
      key: ['sessionId', 'n'],
      fields: words('sessionId n repoPath ref commit parent reason turn at files additions deletions skipped lostAt'),
      json: ['skipped'],
    }),
    transcriptMark: createTable<TranscriptMark>(db, {
      name: 'transcript_mark',
      key: ['nativeId'],
      fields: words('nativeId sessionId bytes unreadable'),
    }),
    trust: createTable<TrustRecord>(db, {
      name: 'trust',
      key: ['projectId'],
      fields: words('projectId hash content at'),
    }),
    bearer: createTable<BearerRecord>(db, {
      name: 'bearer',
      key: ['id'],
      fields: words('id hash label createdAt lastUsedAt revokedAt'),
    }),
    task: taskTable(db),
    reviews: reviewTables(db),
    relays: relayTables(db),
    mail: mailTable(db),
    efforts: effortTables(db),
    heat: heatTable(db),
    job: jobTable(db),
    t3: t3Tables(db),
    notify: notifyTables(db),
  }
}
