/** Every question that is asked often is answered from an index: SQLite itself says so. */
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Journal } from '#ports/store/journal'
import { launchRecord, sessionRecord, type TempStore, tempStore, turnRecord } from './store-fixture.ts'

let store: TempStore
let journal: Journal
let db: Database.Database
const asked: string[] = []

beforeAll(() => {
  store = tempStore()
  const prepare = Database.prototype.prepare
  const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    sql: string,
  ) {
    db = this
    asked.push(sql)
    return prepare.call(this, sql)
  } as typeof prepare)
  journal = store.open()
  journal.command((tx) => {
    for (let i = 1; i <= 50; i++) {
      tx.insertSession(sessionRecord(`p-${i}`, { phase: i % 10 === 0 ? 'live' : 'ended' }))
      tx.insertLaunch(launchRecord(`l${i}`, `p-${i}`, { state: i % 10 === 0 ? 'running' : 'exited' }))
      tx.insertTurn(turnRecord(`p-${i}`, 1, { state: i % 10 === 0 ? 'running' : 'completed' }))
      tx.appendEvents(`p-${i}`, 1, [{ kind: 'text', text: 'a' }, { kind: 'cancelled' }])
    }
  })
  const { reads } = journal
  for (const includeEnded of [true, false]) {
    reads.sessions({ includeEnded, limit: 10 })
    reads.sessions({ includeEnded, limit: 10, projectId: 'p' })
    reads.sessions({ includeEnded, limit: 10, kind: 'worker' })
    reads.sessions({ includeEnded, limit: 10, projectId: 'p', kind: 'worker' })
  }
  for (const filter of [{}, { projectId: 'p' }, { state: 'landed' as const }, { sessionId: 'p-1' }])
    reads.merges({ ...filter, limit: 10 })
  for (const projectId of [null, 'p']) reads.newestTries(projectId, 10)
  for (const filter of [{}, { projectId: 'p' }, { state: 'ended' as const }]) reads.relays({ ...filter, limit: 10 })
  reads.agentFigures()
  for (const filter of [{ to: 'p-1' }, { from: 'p-1' }, { thread: 1 }, { effortId: 'e-1' }, { about: 'p-1' }])
    reads.mails({ ...filter, limit: 10 })
  spy.mockRestore()
})
afterAll(() => store.remove())

/** Tables that stay small, or that are read whole on purpose. */
const small =
  /FROM (project|bearer|push_subscription|lane|agent_state|task_group|enrolment|t3_project|workspace ORDER|sqlite_sequence)/

const planOf = (sql: string): readonly string[] =>
  db
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...Array.from({ length: (sql.match(/\?/g) ?? []).length }, () => 1))
    .map((row) => row.detail)

describe('query plans', () => {
  it('scan no large table', () => {
    const selects = asked.filter((sql) => /^SELECT/.test(sql) && !small.test(sql) && !/EXISTS/.test(sql))
    expect(selects.length).toBeGreaterThan(25)
    const scans = selects.flatMap((sql) =>
      planOf(sql)
        // A scan of a partial index or of the creation order with a limit reads only what it answers.
        .filter(
          (line) =>
            /^SCAN (?!json_each)/.test(line) &&
            !/USING (COVERING )?INDEX (session_live|turn_running|launch_open|merge_open|relay_open|relay_newest|try_newest|mail_queued|mail_carried|mail_gate|effort_open|effort_newest|heat_newest|heat_busy|job_open|job_call|t3_thread_waiting|t3_thread_newest|trip_open|ring_open|ring_sending|ring_newest)/.test(
              line,
            ),
        )
        .map((line) => `${line}: ${sql}`),
    )
    expect(scans).toEqual([])
  })

  it('are made once: no limit is a bare value, which SQLite would plan for anew at every call', () => {
    expect(asked.filter((sql) => /LIMIT \?(?! \+ 0)/.test(sql))).toEqual([])
  })

  it('page sessions and events in key order without sorting', () => {
    const pages = asked.filter(
      (sql) => /FROM (session( INDEXED BY \w+)? WHERE key|event)/.test(sql) && /ORDER BY key/.test(sql),
    )
    expect(pages.length).toBeGreaterThanOrEqual(11)
    for (const sql of pages) expect([sql, planOf(sql).filter((line) => /TEMP B-TREE/.test(line))]).toEqual([sql, []])
  })

  it('find live sessions and open launches through their partial indexes', () => {
    const plan = (part: string) => planOf(asked.find((sql) => sql.includes(part)) ?? '').join()
    expect(plan("WHERE phase <> 'ended'")).toContain('session_live')
    expect(plan('SELECT count(*) FROM session')).toContain('session_live_project')
    expect(plan("WHERE state <> 'exited'")).toContain('launch_open')
    expect(plan("WHERE state = 'running'")).toContain('turn_running')
    expect(plan('WHERE rare = ?')).toContain('event_rare')
  })

  it('page sessions through the index of their filters', () => {
    const plans = asked
      .filter((sql) => /FROM session( INDEXED BY \w+)? WHERE key/.test(sql))
      .map((sql) => [sql.replace(/^.* WHERE | ORDER.*$/g, ''), planOf(sql).join()])
    expect(Object.fromEntries(plans)).toEqual({
      'key < ?': expect.stringContaining('USING INTEGER PRIMARY KEY'),
      'key < ? AND projectId = ?': expect.stringContaining('INDEX session_project (projectId=? AND rowid<?)'),
      'key < ? AND kind = ?': expect.stringContaining('INDEX session_kind (kind=? AND rowid<?)'),
      'key < ? AND projectId = ? AND kind = ?': expect.stringContaining('INDEX session_project_kind'),
      "key < ? AND phase <> 'ended'": expect.stringContaining('INDEX session_live '),
      "key < ? AND projectId = ? AND phase <> 'ended'": expect.stringContaining('INDEX session_live_project'),
      "key < ? AND kind = ? AND phase <> 'ended'": expect.stringContaining('INDEX session_live '),
      "key < ? AND projectId = ? AND kind = ? AND phase <> 'ended'":
        expect.stringContaining('INDEX session_live_project'),
    })
  })

  it('page sessions newest first with a cursor that ends', () => {
    const seen: string[] = []
    let cursor: number | null | undefined
    do {
      const page = journal.reads.sessions({ includeEnded: true, limit: 7, ...(cursor ? { cursor } : {}) })
      seen.push(...page.sessions.map((session) => session.id))
      cursor = page.next
    } while (cursor !== null)
    expect(seen).toEqual(Array.from({ length: 50 }, (_, i) => `p-${50 - i}`))
    expect(journal.reads.sessions({ includeEnded: false, limit: 9 }).sessions.map((s) => s.id)).toEqual([
      'p-50',
      'p-40',
      'p-30',
      'p-20',
      'p-10',
    ])
    expect(journal.reads.sessions({ includeEnded: true, limit: 9, projectId: 'q' })).toEqual({
      sessions: [],
      next: null,
    })
    expect(journal.reads.sessions({ includeEnded: true, limit: 1, kind: 'orchestrator' }).sessions).toEqual([])
    expect([journal.reads.countLive('p'), journal.reads.liveSessions().length]).toEqual([5, 5])
    expect(journal.reads.openLaunches().map((l) => l.id)).toEqual(['l10', 'l20', 'l30', 'l40', 'l50'])
  })
})
