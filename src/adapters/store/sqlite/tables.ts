/** The record tables of the store: which fields each has, which of them are JSON and which are flags. */
import type { Database } from 'better-sqlite3'
import type {
  BearerRecord,
  LaunchRecord,
  MessageRecord,
  OutboxRecord,
  ProjectRecord,
  SessionRecord,
  SnapshotRecord,
  TrustRecord,
  TurnRecord,
  WorkspaceRecord,
} from '#ports/journal'
import { createTable, type Table } from './table.ts'

/** The row of a launch; its `start` lives in a table of its own. */
export type LaunchRow = Omit<LaunchRecord, 'start'>

export interface Tables {
  readonly project: Table<ProjectRecord>
  readonly workspace: Table<WorkspaceRecord>
  readonly session: Table<SessionRecord>
  readonly turn: Table<TurnRecord>
  readonly launch: Table<LaunchRow>
  readonly outbox: Table<OutboxRecord>
  readonly message: Table<MessageRecord>
  readonly snapshot: Table<SnapshotRecord>
  readonly trust: Table<TrustRecord>
  readonly bearer: Table<BearerRecord>
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
        'id projectId path repoPath branch madeBranch baseRef baseCommit heldBy portBase removedAt createdAt',
      ),
      flags: ['madeBranch'],
    }),
    session: createTable<SessionRecord>(db, {
      name: 'session',
      key: ['id'],
      fields: words(`id projectId kind name harness model permissions phase activity activitySince workspaceId nativeId
        launchId turn inputTokens outputTokens costUsd lastText lastActivityAt filesChanged spark sparkMinute request
        trouble children parkedUntil endReason endedBy ignoreConfig forkedFrom lastEventId createdAt updatedAt`),
      json: ['spark', 'request', 'trouble', 'children'],
      flags: ['ignoreConfig'],
    }),
    turn: createTable<TurnRecord>(db, {
      name: 'turn',
      key: ['sessionId', 'n'],
      fields: words(`sessionId n state prompt source from launchId startedAt endedAt exitCode endedBy code stopping
        handedOff sawResult sawError noise`),
      flags: ['handedOff', 'sawError'],
    }),
    launch: createTable<LaunchRow>(db, {
      name: 'launch',
      key: ['id'],
      fields: words(`id sessionId n dir state lifetime pid startTime bootId offset inputBytes dialogue adapterFaults
        resumeOf tokenHash exitCode exitSignal startedAt endedAt`),
      json: ['dialogue'],
    }),
    outbox: createTable<OutboxRecord>(db, {
      name: 'outbox',
      key: ['launchId', 'at'],
      fields: ['launchId', 'at', 'text'],
    }),
    message: createTable<MessageRecord>(db, {
      name: 'message',
      key: ['id'],
      fields: words('id sessionId text source from createdAt'),
    }),
    snapshot: createTable<SnapshotRecord>(db, {
      name: 'snapshot',
      key: ['sessionId', 'n'],
      fields: words('sessionId n repoPath ref commit parent reason turn at files additions deletions skipped'),
      json: ['skipped'],
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
  }
}
