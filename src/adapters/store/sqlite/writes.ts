/**
 * Every write of a transaction; those of events, launches, merges and tasks are in their own files. Redacts what an agent or
 * a prompt said before it reaches the file. Texts of the outbox must reach the agent whole: they are kept as they come and
 * wiped once they were delivered.
 */
import type { Database } from 'better-sqlite3'
import type { Change } from '#contract/change'
import type { Reads, Tx } from '#ports/store/journal'
import type { NewRows } from '#ports/store/log'
import type { SessionRecord, TurnRecord } from '#ports/store/session'
import { createDoorWrites } from './doors.ts'
import { createEffortWrites } from './efforts.ts'
import { createEventWrites } from './events.ts'
import { createHeatWrites } from './heats.ts'
import { createJobWrites } from './jobs.ts'
import { createLaunchWrites, type LaunchReads } from './launches.ts'
import { createMailWrites } from './mails.ts'
import { createMergeWrites } from './merges.ts'
import { createPrWrites } from './prs.ts'
import { type Redact, redactDeep, type Suspects } from './redact-value.ts'
import { createRelayWrites } from './relays.ts'
import { createReviewWrites } from './reviews.ts'
import { createNotifyWrites } from './rings.ts'
import { createT3Writes } from './t3.ts'
import type { Tables } from './tables.ts'
import { createTaskWrites } from './tasks.ts'
import { createTripWrites } from './trips.ts'

/** What the transaction under way has to tell. */
export interface Outcome {
  readonly changes: Change[]
  readonly rows: NewRows[]
  /** What is to be done once it is told. */
  readonly after: (() => void)[]
  /** A text with a secret was kept as given. */
  secretIn: boolean
  /** Texts kept as given were removed: their last copy is in the WAL. */
  textOut: boolean
}

export interface WriteTools {
  readonly db: Database
  readonly tables: Tables
  readonly reads: Reads
  readonly launches: LaunchReads
  readonly now: () => Date
  readonly redact: Redact
  readonly suspects: Suspects
  /** The outcome of the open transaction; throws when there is none. */
  outcome(): Outcome
  /** From now on the transaction can only be rolled back. */
  spoil(error: unknown): void
}

type Writes = Omit<Tx, keyof Reads>

function found<R>(record: R | null, what: string): R {
  if (record === null) throw new Error(`The store has no ${what}`)
  return record
}

export function createWrites(tools: WriteTools): Writes {
  const { db, tables } = tools
  const count = createCounter(db)
  return {
    ...recordWrites(tools, count),
    ...sessionWrites(tools),
    ...passingWrites(tools),
    ...mergeWrites(tools),
    ...prWrites(tools),
    ...logWrites(tools),
    ...createTaskWrites(db, tables.task, { ...tools, count }),
    ...createRelayWrites(tables.relays, { ...tools, count }),
    ...createMailWrites(db, tables.mail, { ...tools, count }),
    ...createEffortWrites(db, tables.efforts, { ...tools, count }),
    ...createReviewWrites(db, tables.reviews, tools),
    ...createTripWrites(db, { ...tools, count }),
    ...createHeatWrites(db, tables.heat, { ...tools, count }),
    ...createDoorWrites(db),
    ...createJobWrites(tools.db, tables.job, tools.redact),
    ...createT3Writes(db, tables.t3, tools.redact),
    ...createNotifyWrites(db, tables.notify, tools),
  }
}

/** Numbers that are never given twice. */
function createCounter(db: Database): (name: string) => number {
  const next = db
    .prepare<[string], number>(
      'INSERT INTO counter (name, n) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET n = n + 1 RETURNING n',
    )
    .pluck()
  return (name) => next.get(name)!
}

type RecordWrites = Pick<
  Writes,
  | 'putProject'
  | 'insertWorkspace'
  | 'updateWorkspace'
  | 'deleteWorkspace'
  | 'putSnapshot'
  | 'nextSnapshotNumber'
  | 'nextSessionNumber'
  | 'deleteSnapshots'
  | 'putTranscriptMark'
  | 'putTrust'
  | 'deleteTrust'
  | 'insertBearer'
  | 'updateBearer'
  | 'setMeta'
  | 'afterCommit'
>

function recordWrites(
  { db, tables, reads, redact, outcome }: WriteTools,
  count: (name: string) => number,
): RecordWrites {
  const dropWorkspace = db.prepare('DELETE FROM workspace WHERE id = ?')
  const dropSnapshot = db.prepare('DELETE FROM snapshot WHERE sessionId = ? AND n = ?')
  const dropTrust = db.prepare('DELETE FROM trust WHERE projectId = ?')
  const putMeta = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)')
  return {
    putProject: (project) => tables.project.replace({ ...project, name: redact(project.name) }),
    nextSessionNumber: (projectId) => count(`session:${projectId}`),
    nextSnapshotNumber: (sessionId) => count(`snapshot:${sessionId}`),
    insertWorkspace: (workspace) => found(reads.workspace(tables.workspace.insert(workspace)), 'new workspace'),
    updateWorkspace(id, patch) {
      found(tables.workspace.update(patch, [id]), `workspace ${id}`)
    },
    deleteWorkspace(id) {
      dropWorkspace.run(id)
    },
    putSnapshot: (snapshot) => tables.snapshot.replace(snapshot),
    deleteSnapshots(sessionId, numbers) {
      for (const n of numbers) dropSnapshot.run(sessionId, n)
    },
    putTranscriptMark: (mark) => tables.transcriptMark.replace(mark),
    putTrust: (trust) => tables.trust.replace({ ...trust, content: redact(trust.content) }),
    deleteTrust(projectId) {
      dropTrust.run(projectId)
    },
    insertBearer: (bearer) => ({ ...bearer, id: tables.bearer.insert(bearer) }),
    updateBearer(id, patch) {
      found(tables.bearer.update(patch, [id]), `bearer ${id}`)
    },
    setMeta(key, value) {
      putMeta.run(key, value)
    },
    afterCommit(act) {
      outcome().after.push(act)
    },
  }
}

type SessionWrites = Pick<
  Writes,
  | 'insertSession'
  | 'updateSession'
  | 'standSession'
  | 'deleteSession'
  | 'insertTurn'
  | 'updateTurn'
  | 'insertLaunch'
  | 'updateLaunch'
  | 'advanceLaunch'
>

function sessionWrites({ db, tables, launches, now, redact, outcome }: WriteTools): SessionWrites {
  const launchWrites = createLaunchWrites(db, tables, launches, redact)
  const drop = db.prepare<[string], number>('DELETE FROM session WHERE id = ? RETURNING key').pluck()
  const free = db.prepare('UPDATE workspace SET heldBy = NULL WHERE heldBy = ?')
  const dropEvents = db.prepare('DELETE FROM event WHERE key > ? * 4294967296 AND key < (? + 1) * 4294967296')
  const dropBlobs = db.prepare('DELETE FROM blob WHERE key > ? * 4294967296 AND key < (? + 1) * 4294967296')

  const cleanSession = (patch: Partial<SessionRecord>): Partial<SessionRecord> => {
    const { name, opening, lastText, request, trouble, failure } = patch
    if (!name && !opening && !lastText && !request && !trouble && !failure) return patch
    return {
      ...patch,
      ...(name ? { name: redact(name) } : {}),
      ...(opening ? { opening: redact(opening) } : {}),
      ...(lastText ? { lastText: redact(lastText) } : {}),
      ...(request ? { request: redactDeep(request, redact) } : {}),
      ...(trouble ? { trouble: redactDeep(trouble, redact) } : {}),
      ...(failure ? { failure: { ...failure, message: redact(failure.message) } } : {}),
    }
  }
  const cleanTurn = (patch: Partial<TurnRecord>): Partial<TurnRecord> =>
    patch.prompt === undefined ? patch : { ...patch, prompt: redact(patch.prompt) }

  const update = (id: string, patch: Partial<SessionRecord>): SessionRecord => {
    const timed = { ...cleanSession(patch), updatedAt: now().toISOString() }
    return found(tables.session.update(timed, [id]), `session ${id}`)
  }

  return {
    insertSession(session) {
      tables.session.insert(cleanSession(session))
    },
    updateSession: update,
    standSession: (id, standing, patch) => update(id, { ...patch, ...standing }),
    deleteSession(id) {
      const key = drop.get(id)
      if (key === undefined) return
      free.run(id)
      dropEvents.run(key, key)
      dropBlobs.run(key, key)
      outcome().textOut = true
    },
    insertTurn(turn) {
      tables.turn.insert(cleanTurn(turn))
    },
    updateTurn: (sessionId, n, patch) =>
      found(tables.turn.update(cleanTurn(patch), [sessionId, n]), `turn ${n} of ${sessionId}`),
    insertLaunch: launchWrites.insert,
    updateLaunch: (id, patch) => found(launchWrites.update(id, patch), `launch ${id}`),
    advanceLaunch: launchWrites.advance,
  }
}

type PassingWrites = Pick<Writes, 'putOutbox' | 'clearOutbox'>

function passingWrites({ db, tables, redact, outcome }: WriteTools): PassingWrites {
  const clear = db.prepare('DELETE FROM outbox WHERE launchId = ? AND at < ?')
  const coming = (text: string): void => {
    if (redact(text) !== text) outcome().secretIn = true
  }
  const gone = (changed: number): void => {
    if (changed > 0) outcome().textOut = true
  }
  return {
    putOutbox(entry) {
      coming(entry.text)
      tables.outbox.replace(entry)
    },
    clearOutbox: (launchId, through = Number.MAX_SAFE_INTEGER) => gone(clear.run(launchId, through).changes),
  }
}

const mergeWrites = ({ db, now, redact }: WriteTools) => createMergeWrites(db, now, redact)
const prWrites = ({ db, redact }: WriteTools) => createPrWrites(db, redact)

type LogWrites = Pick<Writes, 'appendEvents' | 'appendChange' | 'pruneEvents' | 'pruneChanges'>

function logWrites({ db, reads, now, redact, suspects, outcome, spoil }: WriteTools): LogWrites {
  const events = createEventWrites(db, now, { redact, suspects })
  const insert = db.prepare('INSERT INTO change_log (at, type, projectId, sessionId, payload) VALUES (?, ?, ?, ?, ?)')
  const prune = db.prepare('DELETE FROM change_log WHERE seq < ?')
  const setFirst = db.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('first_seq', ?)")
  return {
    appendEvents(sessionId, turn, list) {
      try {
        const appended = events.append(sessionId, turn, list)
        if (appended.count > 0) outcome().rows.push(appended)
        return appended
      } catch (error) {
        // Some of its rows may be in: only the whole transaction can be taken back.
        spoil(error)
        throw error
      }
    },
    appendChange(change) {
      const time = now()
      const payload = redactDeep(change.payload ?? null, redact)
      const { type, projectId, sessionId } = change
      const result = insert.run(time.getTime(), type, projectId, sessionId ?? null, JSON.stringify(payload))
      const seq = Number(result.lastInsertRowid)
      const made = {
        seq,
        at: time.toISOString(),
        type,
        projectId,
        ...(sessionId === undefined ? {} : { sessionId }),
        payload,
      } as Change
      outcome().changes.push(made)
      return made
    },
    pruneEvents: (sessionId, upTo) => events.prune(sessionId, upTo),
    pruneChanges(keepFrom) {
      const first = Math.min(Math.max(keepFrom, reads.firstSeq()), reads.lastSeq() + 1)
      if (prune.run(first).changes > 0) setFirst.run(String(first))
    },
  }
}
