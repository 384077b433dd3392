/** Every read of the store, as prepared statements over its tables. Writes nothing. */
import type { Database } from 'better-sqlite3'
import type { Change, ChangeType } from '#contract/change'
import type { Reads } from '#ports/store/journal'
import type { TurnWatch } from '#ports/store/session'
import { createDoorReads } from './doors.ts'
import { createEffortReads } from './efforts.ts'
import { createEventReads } from './events.ts'
import { createHeatReads } from './heats.ts'
import { createJobReads } from './jobs.ts'
import type { LaunchReads } from './launches.ts'
import { createMailReads } from './mails.ts'
import { createMergeReads } from './merges.ts'
import { versionOf } from './migrate.ts'
import { createPrReads } from './prs.ts'
import { createRelayReads } from './relays.ts'
import { createReviewReads } from './reviews.ts'
import { createNotifyReads } from './rings.ts'
import { createSessionReads } from './sessions.ts'
import { createT3Reads } from './t3.ts'
import { type Table, upTo } from './table.ts'
import type { Tables } from './tables.ts'
import { createTaskReads } from './tasks.ts'
import { createTripReads } from './trips.ts'
import { createCostReads } from './usages.ts'

interface StoredChange {
  readonly seq: number
  readonly at: number
  readonly type: ChangeType
  readonly projectId: string | null
  readonly sessionId: string | null
  readonly payload: string
}

export function createReads(db: Database, tables: Tables, launches: LaunchReads): Reads {
  const events = createEventReads(db)
  const sessions = createSessionReads(db, tables)
  const from = <R>(table: Table<R>, rest: string) => {
    const statement = db.prepare(`SELECT ${table.list} FROM ${rest}`)
    return {
      one: (...values: unknown[]): R | null => {
        const row = statement.get(...values)
        return row === undefined ? null : table.decode(row)
      },
      all: (...values: unknown[]): readonly R[] => statement.all(...values).map(table.decode),
    }
  }
  const { project, workspace, turn, outbox, snapshot, transcriptMark, trust, bearer } = tables
  const projectById = from(project, 'project WHERE id = ?')
  const projectByPath = from(project, 'project WHERE path = ? ORDER BY archivedAt IS NOT NULL, createdAt DESC LIMIT 1')
  const allProjects = from(project, 'project ORDER BY createdAt, id')
  const openProjects = from(project, 'project WHERE archivedAt IS NULL ORDER BY createdAt, id')
  const workspaceById = from(workspace, 'workspace WHERE id = ?')
  const workspaceByPath = from(workspace, 'workspace WHERE path = ?')
  const allWorkspaces = from(workspace, 'workspace ORDER BY id')
  const heldWorkspaces = from(workspace, 'workspace WHERE heldBy IS NOT NULL ORDER BY heldBy')
  const projectWorkspaces = from(workspace, 'workspace WHERE projectId = ? ORDER BY id')
  const turnByNumber = from(turn, 'turn WHERE sessionId = ? AND n = ?')
  const runningTurns = from(turn, "turn INDEXED BY turn_running WHERE state = 'running' ORDER BY rowid")
  const outboxOf = from(outbox, 'outbox WHERE launchId = ? ORDER BY at')
  const snapshotsOf = from(snapshot, 'snapshot WHERE sessionId = ? ORDER BY n')
  const snapshotByNumber = from(snapshot, 'snapshot WHERE sessionId = ? AND n = ?')
  const markOf = from(transcriptMark, 'transcript_mark WHERE nativeId = ?')
  const trustOf = from(trust, 'trust WHERE projectId = ?')
  const allBearers = from(bearer, 'bearer ORDER BY id')
  const bearerByHash = from(bearer, 'bearer WHERE hash = ?')
  const metaOf = db.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck()
  const lastSeq = db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'change_log'").pluck()
  const changes = createChangeReads(db)

  return {
    ...createMergeReads(db),
    ...createPrReads(db),
    ...createTripReads(db),
    project: (id) => projectById.one(id),
    projectByPath: (path) => projectByPath.one(path),
    projects: (includeArchived) => (includeArchived ? allProjects : openProjects).all(),
    session: sessions.get,
    sessions: sessions.page,
    liveSessions: sessions.live,
    countLive: sessions.countLive,
    unparked: sessions.unparked,
    childrenOf: sessions.childrenOf,
    effortSessions: sessions.ofEffort,
    waitingSessions: sessions.waiting,
    spawnedBy: sessions.spawnedBy,
    workspace: (id) => workspaceById.one(id),
    workspaceByPath: (path) => workspaceByPath.one(path),
    heldWorkspaces: () => heldWorkspaces.all(),
    workspaces: (projectId) => (projectId === null ? allWorkspaces.all() : projectWorkspaces.all(projectId)),
    turn: (sessionId, n) => turnByNumber.one(sessionId, n),
    runningTurns: () => runningTurns.all(),
    turnWatches: createTurnWatches(db),
    launch: launches.get,
    launches: launches.ofSession,
    launchIds: launches.idsOfSession,
    newestLaunch: launches.newest,
    openLaunches: launches.open,
    launchByToken: launches.byToken,
    hasRuntime: launches.hasRuntime,
    outbox: (launchId) => outboxOf.all(launchId),
    snapshots: (sessionId) => snapshotsOf.all(sessionId),
    snapshot: (sessionId, n) => snapshotByNumber.one(sessionId, n),
    transcriptMark: (nativeId) => markOf.one(nativeId),
    trust: (projectId) => trustOf.one(projectId),
    bearers: () => allBearers.all(),
    bearerByHash: (hash) => bearerByHash.one(hash),
    eventsAfter: events.after,
    eventsBefore: events.before,
    eventTexts: events.texts,
    lastEventOf: events.lastOf,
    blob: events.blob,
    changesAfter: changes,
    lastSeq: () => lastSeq.get() ?? 0,
    firstSeq: () => Number(metaOf.get('first_seq') ?? 0),
    ...createTaskReads(db, tables.task),
    ...createRelayReads(db, tables.relays),
    ...createMailReads(db, tables.mail),
    ...createEffortReads(db, tables.efforts),
    ...createReviewReads(db, tables.reviews),
    ...createHeatReads(db, tables.heat),
    ...createDoorReads(db),
    ...createJobReads(db, tables.job),
    ...createT3Reads(db, tables.t3),
    ...createNotifyReads(db, tables.notify),
    ...createCostReads(db),
    meta: (key) => metaOf.get(key) ?? null,
    schemaVersion: () => versionOf(db),
  }
}

function createChangeReads(db: Database): Reads['changesAfter'] {
  const columns = 'SELECT seq, at, type, projectId, sessionId, payload FROM change_log WHERE seq > ?'
  const all = db.prepare<unknown[], StoredChange>(`${columns} ORDER BY seq ${upTo}`)
  const typed = db.prepare<unknown[], StoredChange>(
    `${columns} AND type IN (SELECT value FROM json_each(?)) ORDER BY seq ${upTo}`,
  )
  const decode = ({ seq, at, type, projectId, sessionId, payload }: StoredChange): Change =>
    ({
      seq,
      at: new Date(at).toISOString(),
      type,
      projectId,
      ...(sessionId === null ? {} : { sessionId }),
      payload: JSON.parse(payload) as unknown,
    }) as Change
  return (after, limit, types) =>
    (types === undefined ? all.all(after, limit) : typed.all(after, JSON.stringify(types), limit)).map(decode)
}

function createTurnWatches(db: Database): Reads['turnWatches'] {
  type Row = Omit<TurnWatch, 'ignoreConfig' | 'asks'> & { readonly ignoreConfig: number; readonly asks: number }
  const running = db.prepare<[], Row>(
    `SELECT turn.sessionId, turn.n, turn.launchId, turn.stopping, turn.startedAt, session.projectId, session.ignoreConfig,
       session.request <> 'null' AS asks, session.lastActivityAt
     FROM turn INDEXED BY turn_running JOIN session ON session.id = turn.sessionId AND session.turn = turn.n
     WHERE turn.state = 'running'`,
  )
  return () =>
    new Map(
      running
        .all()
        .map((row) => [row.sessionId, { ...row, ignoreConfig: row.ignoreConfig === 1, asks: row.asks === 1 }] as const),
    )
}
