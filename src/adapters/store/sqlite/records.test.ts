/** Every record comes back as it was put, numbers are never given twice, a failed spawn leaves nothing. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Journal } from '#ports/store/journal'
import type { MailRecord } from '#ports/store/mail'
import type { ProjectRecord } from '#ports/store/project'
import type { SnapshotRecord, WorkspaceRecord } from '#ports/store/workspace'
import {
  launchRecord,
  mailRecord,
  sessionRecord,
  type TempStore,
  tempStore,
  time,
  turnRecord,
} from './store-fixture.ts'

let store: TempStore
let journal: Journal
beforeEach(() => {
  store = tempStore()
  journal = store.open()
})
afterEach(() => store.remove())

const project = (id: string, more: Partial<ProjectRecord> = {}): ProjectRecord => ({
  id,
  name: id,
  path: `/repos/${id}`,
  repo: '',
  defaultBranch: 'main',
  settings: { 'setup.run': ['a'], ports: 3 },
  archivedAt: null,
  createdAt: time,
  ...more,
})
const workspace = (path: string, more: Partial<WorkspaceRecord> = {}): Omit<WorkspaceRecord, 'id'> => ({
  projectId: 'p',
  path,
  repoPath: '/repos/p',
  branch: 'drover/p-1/root',
  madeBranch: true,
  baseRef: 'main',
  baseCommit: 'c0ffee',
  heldBy: null,
  portBase: 20000,
  external: false,
  removedAt: null,
  createdAt: time,
  ...more,
})
const snapshot = (sessionId: string, n: number): SnapshotRecord => ({
  sessionId,
  n,
  repoPath: '/repos/p',
  ref: `refs/drover/snapshots/${sessionId}/${n}`,
  commit: 'abc',
  parent: null,
  reason: 'turn',
  turn: 1,
  at: time,
  files: 1,
  additions: 2,
  deletions: 3,
  skipped: [{ path: 'big', bytes: 9, why: 'size' }],
  lostAt: null,
})

describe('records', () => {
  it('gives back projects, workspaces, sessions, turns, launches exactly', () => {
    const session = sessionRecord('p-1', {
      turn: 1,
      request: { requestId: 'r', type: 'approval', text: 'may I?', options: ['allow', 'deny'] },
      trouble: { code: 'X', message: 'm' },
      children: [{ pid: 7, command: 'vite', launchId: 'l' }],
      spark: [1, 2, 3],
      costUsd: 0.25,
      ignoreConfig: true,
      lastText: 'nul \0 and 😀',
    })
    const launch = launchRecord('l', 'p-1', { dialogue: { open: ['t1'], n: 1 }, start: { prompt: 'x', deep: [1] } })
    const turn = turnRecord('p-1', 1, { from: 'p-9', handedOff: true, sawError: true })
    const placed = journal.command((tx) => {
      tx.putProject(project('p'))
      const made = tx.insertWorkspace(workspace('/w/p-1', { heldBy: 'p-1' }))
      tx.insertSession({ ...session, workspaceId: made.id })
      tx.insertTurn(turn)
      tx.insertLaunch(launch)
      tx.putSnapshot(snapshot('p-1', 1))
      tx.putTrust({ projectId: 'p', hash: 'h', content: '{}', at: time })
      return made
    })
    const { reads } = journal
    expect(reads.project('p')).toEqual(project('p'))
    expect(reads.projectByPath('/repos/p')?.id).toBe('p')
    expect(reads.workspace(placed.id)).toEqual({ id: placed.id, ...workspace('/w/p-1', { heldBy: 'p-1' }) })
    expect(reads.workspaceByPath('/w/p-1')?.id).toBe(placed.id)
    expect(reads.session('p-1')).toEqual({ ...session, workspaceId: placed.id })
    expect(reads.turn('p-1', 1)).toEqual(turn)
    expect(reads.runningTurns()).toEqual([turn])
    expect([...reads.turnWatches().values()]).toEqual([
      {
        sessionId: 'p-1',
        n: 1,
        launchId: turn.launchId,
        stopping: turn.stopping,
        startedAt: turn.startedAt,
        projectId: session.projectId,
        ignoreConfig: true,
        asks: session.request !== null,
        lastActivityAt: session.lastActivityAt,
      },
    ])
    expect(reads.launch('l')).toEqual(launch)
    expect(reads.launchByToken('hash-l')).toEqual(launch)
    expect([reads.launchIds('p-1'), reads.launchIds('nobody')]).toEqual([['l'], []])
    expect([reads.newestLaunch('p-1'), reads.newestLaunch('nobody')]).toEqual([launch, null])
    expect({ ...reads.openLaunches()[0] }).toEqual(launch)
    expect(reads.snapshots('p-1')).toEqual([snapshot('p-1', 1)])
    expect(reads.trust('p')).toEqual({ projectId: 'p', hash: 'h', content: '{}', at: time })
    expect(reads.session('nobody')).toBeNull()
  })

  it('knows the launches of a session by their order', () => {
    journal.command((tx) => {
      tx.insertSession(sessionRecord('p-1'))
      for (const n of [2, 10, 1]) tx.insertLaunch(launchRecord(`l${n}`, 'p-1', { n }))
    })
    expect(journal.reads.launchIds('p-1')).toEqual(['l1', 'l2', 'l10'])
    expect(journal.reads.newestLaunch('p-1')?.id).toBe('l10')
  })

  it('updates only what the patch names and answers the whole', () => {
    journal.command((tx) => {
      tx.insertSession(sessionRecord('p-1', { lastText: 'before', updatedAt: 'long ago' }))
      tx.insertLaunch(launchRecord('l', 'p-1'))
      tx.insertTurn(turnRecord('p-1', 1))
      const session = tx.standSession('p-1', { activity: 'working' }, { spark: [4] })
      expect(session).toEqual(sessionRecord('p-1', { lastText: 'before', activity: 'working', spark: [4] }))
      expect(tx.updateLaunch('l', { offset: 99, dialogue: [1] })).toEqual(
        launchRecord('l', 'p-1', { offset: 99, dialogue: [1] }),
      )
      expect(tx.updateLaunch('l', {}).offset).toBe(99)
      expect(tx.updateLaunch('l', { start: { other: true } }).start).toEqual({ other: true })
      expect(tx.updateTurn('p-1', 1, { sawResult: 'ok' })).toEqual(turnRecord('p-1', 1, { sawResult: 'ok' }))
      expect(() => tx.updateSession('p-2', { name: 'x' })).toThrow('no session p-2')
      expect(() => tx.updateSession('p-1', { nonsense: 1 } as never)).toThrow('no field nonsense')
    })
    expect(journal.reads.session('p-1')?.updatedAt).toBe(time)
  })

  it('keeps an open project ahead of an archived one on the same path', () => {
    journal.command((tx) => {
      tx.putProject(project('old', { path: '/r', archivedAt: time, createdAt: '2027' }))
      tx.putProject(project('new', { path: '/r' }))
    })
    expect(journal.reads.projectByPath('/r')?.id).toBe('new')
    expect(journal.reads.projects(false).map((p) => p.id)).toEqual(['new'])
    expect(journal.reads.projects(true)).toHaveLength(2)
  })

  it('queues mail in order, takes each once, and finds what a turn carries until it is settled', () => {
    journal.command((tx) => {
      tx.insertSession(sessionRecord('p-1'))
      for (const body of ['one', 'two', 'three'])
        tx.insertMail(mailRecord(tx.nextMailNumber(), { body, type: 'message' }))
      tx.insertMail(mailRecord(tx.nextMailNumber(), { to: 'operator', from: 'p-1', key: 'k' }))
      tx.updateMail(1, { state: 'delivered', turn: 1, deliveredAt: time })
      tx.updateMail(2, { state: 'delivered', turn: 2, deliveredAt: time })
    })
    const { reads } = journal
    expect(reads.queuedMail('p-1').map((mail) => mail.body)).toEqual(['three'])
    expect([reads.countQueued('p-1'), reads.countQueued('operator')]).toEqual([1, 1])
    expect(reads.queuedReceivers()).toEqual(['operator', 'p-1'])
    expect([reads.carriedMail('p-1', 2), reads.unsettledMail('p-1'), reads.unsettledMail()]).toMatchObject([
      [{ number: 2 }],
      [{ number: 1 }, { number: 2 }],
      [{ number: 1 }, { number: 2 }],
    ])
    journal.command((tx) => tx.updateMail(1, { reason: 'its turn failed' }))
    expect(reads.unsettledMail('p-1')).toMatchObject([{ number: 2 }])
    expect(reads.mailByKey('p-1', 'k')).toMatchObject([{ number: 4 }])
  })

  it('knows the turns that only mail of sessions began, and the gates that are open', () => {
    journal.command((tx) => {
      tx.insertSession(sessionRecord('p-1'))
      const carried = (turn: number, source: 'operator' | 'session', more: Partial<MailRecord> = {}) =>
        tx.insertMail(mailRecord(tx.nextMailNumber(), { source, state: 'read', turn, deliveredAt: time, ...more }))
      for (const n of [1, 2, 3, 4, 5]) tx.insertTurn(turnRecord('p-1', n, { startedAt: time }))
      carried(1, 'session')
      carried(1, 'session')
      carried(2, 'session')
      carried(2, 'operator')
      carried(3, 'session', { type: 'message' })
      // Words into a turn that ran already began none.
      carried(4, 'session', { deliveredAt: '2999-01-01T00:00:00.000Z' })
      carried(5, 'session', { deliveredAt: '2000-01-01T00:00:00.000Z' })
      tx.insertMail(mailRecord(tx.nextMailNumber(), { type: 'decision_gate' }))
      tx.insertMail(mailRecord(tx.nextMailNumber(), { type: 'decision_gate', closedAt: time }))
      tx.insertMail(mailRecord(tx.nextMailNumber(), { type: 'decision_gate', state: 'undeliverable' }))
    })
    expect(journal.reads.wakesSince('p-1', '2001-01-01T00:00:00.000Z')).toEqual([time])
    expect(journal.reads.openGates().map((mail) => mail.number)).toEqual([8])
  })

  it('keeps outbox entries by byte position and clears those before a position', () => {
    journal.command((tx) => {
      tx.insertSession(sessionRecord('p-1'))
      tx.insertLaunch(launchRecord('l', 'p-1'))
      for (const at of [20, 0, 10]) tx.putOutbox({ launchId: 'l', at, text: `at ${at}` })
      tx.putOutbox({ launchId: 'l', at: 10, text: 'again' })
    })
    expect(journal.reads.outbox('l').map((o) => o.text)).toEqual(['at 0', 'again', 'at 20'])
    journal.ingest((tx) => tx.clearOutbox('l', 20))
    expect(journal.reads.outbox('l').map((o) => o.at)).toEqual([20])
    journal.ingest((tx) => tx.clearOutbox('l'))
    expect(journal.reads.outbox('l')).toEqual([])
  })

  it('finds bearers by hash and marks them', () => {
    const made = journal.command((tx) =>
      tx.insertBearer({ hash: 'h', label: 'phone', createdAt: time, lastUsedAt: null, revokedAt: null }),
    )
    journal.command((tx) => tx.updateBearer(made.id, { revokedAt: time }))
    expect(journal.reads.bearerByHash('h')).toEqual({ ...made, revokedAt: time })
    expect(journal.reads.bearers()).toHaveLength(1)
  })
})

describe('numbers', () => {
  it('gives no session or snapshot number twice, also after deletion and a restart', () => {
    const numbers = journal.command((tx) => {
      const a = tx.nextSessionNumber('p')
      tx.insertSession(sessionRecord(`p-${a}`))
      const s = [tx.nextSnapshotNumber('p-1'), tx.nextSnapshotNumber('p-1')]
      tx.putSnapshot(snapshot('p-1', 2))
      tx.deleteSnapshots('p-1', [2])
      tx.deleteSession('p-1')
      return [a, tx.nextSessionNumber('p'), tx.nextSessionNumber('q'), ...s]
    })
    expect(numbers).toEqual([1, 2, 1, 1, 2])
    journal.close()
    const again = store.open()
    expect(again.command((tx) => [tx.nextSessionNumber('p'), tx.nextSnapshotNumber('p-1')])).toEqual([3, 3])
  })

  it('gives a number of a rolled-back transaction again, because nobody saw it', () => {
    expect(() =>
      journal.command((tx) => {
        tx.nextSessionNumber('p')
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(journal.command((tx) => tx.nextSessionNumber('p'))).toBe(1)
  })

  it('never reuses the event space of a deleted session', () => {
    journal.command((tx) => {
      tx.insertSession(sessionRecord('p-1'))
      tx.appendEvents('p-1', 1, [{ kind: 'text', text: 'x'.repeat(70_000) }])
      tx.insertTurn(turnRecord('p-1', 1))
      tx.insertLaunch(launchRecord('l', 'p-1'))
      tx.putOutbox({ launchId: 'l', at: 0, text: 'x' })
      const { id } = tx.insertWorkspace(workspace('/w', { heldBy: 'p-1' }))
      tx.updateSession('p-1', { workspaceId: id })
      tx.deleteSession('p-1')
      tx.insertSession(sessionRecord('p-2'))
    })
    const { reads } = journal
    expect(reads.eventsAfter('p-2', 0, 10)).toEqual([])
    expect(reads.blob('p-2', 'b1-0')).toBeNull()
    expect([reads.turn('p-1', 1), reads.launch('l'), reads.outbox('l')]).toEqual([null, null, []])
    expect(reads.workspaceByPath('/w')?.heldBy).toBeNull()
  })

  it('lets a session outlive its workspace row', () => {
    journal.command((tx) => {
      const { id } = tx.insertWorkspace(workspace('/w'))
      tx.insertSession(sessionRecord('p-1', { workspaceId: id }))
      tx.deleteWorkspace(id)
    })
    expect(journal.reads.session('p-1')?.workspaceId).toBeNull()
  })
})
