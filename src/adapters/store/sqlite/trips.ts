/** Trips and enrolments in the store. What an issue's author wrote may hold anybody's secret: it is kept without. */
import type { Database } from 'better-sqlite3'
import type { EnrolmentRecord, TripReads, TripRecord, TripWrites } from '#ports/store/trip'
import { type Redact, redactDeep } from './redact-value.ts'
import { createTable, type Table, upTo } from './table.ts'

type Row = TripRecord & { readonly key: number }

const tripTable = (db: Database): Table<Row> =>
  createTable<Row>(db, {
    name: 'trip',
    key: ['id'],
    fields: [
      ...([
        'key',
        'id',
        'projectId',
        'repo',
        'issue',
        'title',
        'url',
        'state',
        'phase',
        'landing',
        'sessionId',
      ] as const),
      ...([
        'thread',
        'executor',
        'mergeId',
        'prId',
        'commit',
        'ci',
        'red',
        'attempts',
        'lastAction',
        'reason',
      ] as const),
      ...(['effects', 'notes', 'costUsd', 'own', 'createdAt', 'updatedAt', 'endedAt'] as const),
    ],
    json: ['red', 'effects', 'notes', 'own'],
  })

const enrolmentTable = (db: Database): Table<EnrolmentRecord> =>
  createTable<EnrolmentRecord>(db, {
    name: 'enrolment',
    key: ['repo'],
    fields: ['repo', 'projectId', 'landing', 'agent', 'ci', 'createdAt'],
    json: ['ci'],
  })

const withoutKey = ({ key: _key, ...record }: Row): TripRecord => record

export function createTripReads(db: Database): TripReads {
  const trip = tripTable(db)
  const enrolment = enrolmentTable(db)
  const from = (rest: string) => {
    const statement = db.prepare(`SELECT ${trip.list} FROM trip ${rest}`)
    return (...values: unknown[]): readonly TripRecord[] =>
      statement.all(...values).map((row) => withoutKey(trip.decode(row)))
  }
  const byId = from('WHERE id = ?')
  const newest = from(`WHERE key < ? ORDER BY key DESC ${upTo}`)
  const ofProject = from(`WHERE projectId = ? ORDER BY key DESC ${upTo}`)
  const open = from('INDEXED BY trip_open WHERE endedAt IS NULL')
  const ofSession = from('WHERE sessionId = ? ORDER BY key DESC LIMIT 1')
  const ofIssue = from('WHERE repo = ? AND issue = ? ORDER BY key DESC LIMIT 1')
  const enrolled = db.prepare(`SELECT ${enrolment.list} FROM enrolment ORDER BY repo`)
  const numberOf = ({ id }: TripRecord): number => Number(id.slice('trip-'.length))
  const openTrips = (): readonly TripRecord[] => [...open()].sort((a, b) => numberOf(a) - numberOf(b))
  return {
    trip: (id) => byId(id)[0] ?? null,
    trips({ projectId, open: onlyOpen = false, limit }) {
      // Those under way are few: those of one project are picked from them.
      if (onlyOpen)
        return openTrips()
          .filter((one) => projectId === undefined || one.projectId === projectId)
          .reverse()
          .slice(0, limit)
      return projectId === undefined ? newest(Number.MAX_SAFE_INTEGER, limit) : ofProject(projectId, limit)
    },
    openTrips,
    tripOf: (sessionId) => ofSession(sessionId)[0] ?? null,
    tripAt: (repo, issue) => ofIssue(repo, issue)[0] ?? null,
    enrolments: () => enrolled.all().map(enrolment.decode),
  }
}

export function createTripWrites(
  db: Database,
  tools: { readonly count: (name: string) => number; readonly redact: Redact; readonly now: () => Date },
): TripWrites {
  const trip = tripTable(db)
  const enrolment = enrolmentTable(db)
  const drop = db.prepare('DELETE FROM trip WHERE id = ?')
  const dropEnrolment = db.prepare('DELETE FROM enrolment WHERE repo = ?')
  const { redact } = tools
  const clean = (patch: Partial<TripRecord>): Partial<TripRecord> => ({
    ...patch,
    ...(patch.title === undefined ? {} : { title: redact(patch.title) }),
    ...(patch.reason === undefined ? {} : { reason: redact(patch.reason) }),
    ...(patch.red === undefined ? {} : { red: patch.red.map(redact) }),
    ...(patch.notes === undefined ? {} : { notes: patch.notes.map(redact) }),
    ...(patch.effects === undefined ? {} : { effects: redactDeep(patch.effects, redact) }),
  })
  return {
    nextTripNumber: () => tools.count('trip'),
    insertTrip(record) {
      trip.insert({ ...record, ...clean(record), key: Number(record.id.slice('trip-'.length)) })
    },
    updateTrip(id, patch) {
      const updated = trip.update({ ...clean(patch), updatedAt: tools.now().toISOString() }, [id])
      if (updated === null) throw new Error(`The store has no ${id}`)
      return withoutKey(updated)
    },
    deleteTrip(id) {
      drop.run(id)
    },
    putEnrolment: (record) => enrolment.replace(record),
    deleteEnrolment(repo) {
      dropEnrolment.run(repo)
    },
  }
}
