/**
 * An agent's branch offered from inside: once for the same commits however often, to where its effort goes, and never with
 * more rights than its own call would have.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionRecord, type TempStore, tempStore, time } from '#adapters/store/sqlite/store-fixture'
import { createDoorQueue } from '#flows/door/queue'
import type { Context } from '#flows/engine/context'
import { createWorker } from '#flows/engine/worker'
import { effortOf } from '#flows/merge/effort-of'
import { createLanes, type Lanes } from '#flows/merge/lanes'
import { offerMerge } from '#flows/merge/offer-merge'
import { createTurnGate } from '#flows/turn/turn-gate'
import type { Journal } from '#ports/store/journal'
import { simulatedSettings } from '#test/support/simulated/settings'

let store: TempStore
let journal: Journal
let head: string
let effort: { state: string; into: string } | null

/** What an offer touches, with a repository of two lines; the lanes stand still. */
function contextOf(): { context: Context; lanes: Lanes } {
  const session = journal.reads.session('shop-1')
  const reads = {
    ...journal.reads,
    session: (id: string) => (id === 'shop-1' ? { ...session, effortId: effort === null ? null : 'e-1' } : null),
    effort: () => effort,
  }
  const context = {
    journal: { ...journal, reads, command: journal.command.bind(journal) },
    settings: simulatedSettings,
    merging: {
      branches: async (_: string, names: readonly string[]) => names.map((name) => (name === 'work' ? head : 'tip')),
      targetOf: async () => 'main',
      relation: async () => ({ mergeBase: 'base', ahead: 1, behind: 0 }),
    },
    clock: { now: () => new Date(time) },
    faultPoint: () => undefined,
    worker: createWorker(),
    turnGate: createTurnGate(),
    doorQueue: createDoorQueue(() => ({ maxConcurrency: 1, maxQueueDepth: 1 })),
    closing: true,
    quiet: new Set(),
    troubles: new Map(),
    health: new Map(),
    active: new Map(),
    registry: { all: () => [], find: () => null },
    benchOf: () => null,
  } as unknown as Context
  return { context, lanes: createLanes(context) }
}

beforeEach(() => {
  store = tempStore()
  journal = store.open()
  head = 'one'
  effort = null
  journal.command((tx) => {
    tx.putProject({
      id: 'shop',
      name: 'shop',
      path: '/shop',
      repo: '',
      defaultBranch: 'main',
      settings: {},
      archivedAt: null,
      createdAt: time,
    })
    const { id } = tx.insertWorkspace({
      projectId: 'shop',
      path: '/w',
      repoPath: '/shop',
      branch: 'work',
      madeBranch: true,
      baseRef: 'main',
      baseCommit: 'base',
      heldBy: 'shop-1',
      portBase: null,
      removedAt: null,
      createdAt: time,
    })
    tx.insertSession(sessionRecord('shop-1', { workspaceId: id }))
  })
})
afterEach(() => store.remove())

const offer = (taskId?: string) => {
  const { context, lanes } = contextOf()
  return offerMerge(context, lanes, { sessionId: 'shop-1', by: 'agent', ...(taskId === undefined ? {} : { taskId }) })
}

it('is one merge for the same commits, in whatever state it is', async () => {
  const first = await offer('t-1')
  expect([first.id, first.by, first.target, first.taskId, first.head]).toEqual(['m-1', 'session', 'main', 't-1', 'one'])
  expect((await offer('t-1')).id).toBe('m-1')
  journal.command((tx) => tx.updateMerge('m-1', { state: 'landed', step: 'end' }))
  expect(await offer()).toMatchObject({ id: 'm-1', state: 'landed' })
  head = 'two'
  expect((await offer()).id).toBe('m-2')
})

it('goes to the target of its effort while that runs', async () => {
  effort = { state: 'running', into: 'next' }
  expect((await offer()).target).toBe('next')
  effort = { state: 'stopped', into: 'next' }
  expect((await offer()).target).toBe('main')
})

it('is refused for a session that is not there', async () => {
  const { context, lanes } = contextOf()
  await expect(offerMerge(context, lanes, { sessionId: 'shop-9', by: 'agent' })).rejects.toMatchObject({
    code: 'SESSION_NOT_FOUND',
  })
})

it('an effort is known by its session alone; a store without efforts has none', () => {
  expect(effortOf(journal.reads, null)).toBeNull()
  expect(effortOf(journal.reads, journal.reads.session('shop-1'))).toBeNull()
  const stray = { ...sessionRecord('shop-1'), effortId: 'e-1' }
  expect(effortOf(journal.reads, stray)).toBeNull()
})
