/** Fills a world's store with many sessions or one very long one, before its daemon starts. Writes through the real journal. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openJournal } from '#adapters/store/sqlite/journal'
import type { AgentEvent } from '#contract/agent-event'
import type { Journal } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'
import type { World } from '#test/support/world'

const minutesAgo = (n: number): string => new Date(Date.now() - n * 60_000).toISOString()

const record = (id: string, fields: Partial<SessionRecord>): SessionRecord => ({
  id,
  projectId: 'demo',
  kind: 'worker',
  name: id,
  harness: 'rehearsal',
  runtime: 'process',
  model: 'fast',
  permissions: 'bypass',
  phase: 'live',
  activity: 'idle',
  activitySince: minutesAgo(7),
  workspaceId: null,
  nativeId: null,
  launchId: null,
  turn: 0,
  inputTokens: null,
  outputTokens: null,
  costUsd: null,
  lastText: null,
  lastActivityAt: minutesAgo(7),
  filesChanged: null,
  spark: [],
  sparkMinute: Math.floor(Date.now() / 60_000),
  request: null,
  trouble: null,
  failure: null,
  children: [],
  parkedUntil: null,
  endReason: null,
  endedBy: null,
  ignoreConfig: false,
  forkedFrom: null,
  role: null,
  parentId: null,
  depth: 0,
  effortId: null,
  taskId: null,
  files: [],
  waiting: null,
  report: null,
  duties: null,
  spawnKey: null,
  opening: null,
  archivedAt: null,
  lastEventId: 0,
  createdAt: minutesAgo(60),
  updatedAt: minutesAgo(7),
  ...fields,
})

function withJournal(world: World, work: (journal: Journal) => void): void {
  mkdirSync(world.home, { recursive: true, mode: 0o700 })
  const journal = openJournal({ path: join(world.home, 'drover.db'), now: () => new Date(), redact: (text) => text })
  try {
    work(journal)
  } finally {
    journal.close()
  }
}

function putProject(journal: Journal, world: World): void {
  journal.command((tx) =>
    tx.putProject({
      id: 'demo',
      name: 'Demo shop',
      path: world.repo.path,
      repo: '',
      defaultBranch: 'main',
      settings: {},
      archivedAt: null,
      createdAt: minutesAgo(600),
    }),
  )
}

const words = ['checkout', 'invoice', 'basket', 'search', 'login', 'refund', 'stock', 'mail', 'export', 'import']
const verbs = ['Fix', 'Speed up', 'Test', 'Document', 'Split', 'Harden', 'Translate']
const spark = (n: number): number[] => Array.from({ length: 24 }, (_, i) => (n * 7 + i * i) % 13)

/** `demo-1` … `demo-N` in every state; the one named "The needle in the haystack" is in the middle. */
export function seedFleet(world: World, total: number): void {
  withJournal(world, (journal) => {
    putProject(journal, world)
    for (let from = 1; from <= total; from += 100) {
      journal.command((tx) => {
        for (let n = from; n < Math.min(total + 1, from + 100); n++) {
          tx.nextSessionNumber('demo')
          tx.insertSession(record(`demo-${n}`, fleetFields(n, total)))
        }
      })
    }
  })
}

function fleetFields(n: number, total: number): Partial<SessionRecord> {
  const common = {
    name: n === Math.ceil(total / 2) ? 'The needle in the haystack' : `${verbs[n % 7]} the ${words[n % 10]} ${n}`,
    lastText: `Step ${n}: the ${words[(n * 3) % 10]} tests pass, two are left. I look at the ${words[(n * 7) % 10]} next.`,
    filesChanged: n % 9,
    costUsd: n % 3 === 0 ? n / 100 : null,
    spark: spark(n),
    activitySince: minutesAgo(n % 300),
    createdAt: minutesAgo(n),
  }
  if (n % 5 === 0) return { ...common, phase: 'ended', endReason: 'completed', endedBy: 'operator' }
  if (n % 41 === 0) {
    const request = {
      requestId: `q${n}`,
      type: 'approval' as const,
      text: 'May I run npm publish?',
      options: ['allow', 'deny'],
    }
    return { ...common, activity: 'waiting_input', request }
  }
  return common
}

/** One session `demo-1` with this many text rows. */
export function seedLong(world: World, events: number): void {
  withJournal(world, (journal) => {
    putProject(journal, world)
    journal.command((tx) => {
      tx.nextSessionNumber('demo')
      tx.insertSession(record('demo-1', { name: 'A very long session' }))
    })
    const size = 20_000
    for (let from = 1; from <= events; from += size) {
      journal.ingest((tx) => {
        const rows: AgentEvent[] = []
        for (let n = from; n < Math.min(events + 1, from + size); n++)
          rows.push({ kind: 'text', text: `Line ${n} of the long log.` })
        tx.appendEvents('demo-1', 1, rows)
      })
    }
  })
}

/** An effort `e-1` in the middle of its work: a coordinator, a lead, builders, a reviewer, a merge, a question to the operator. */
export function seedEffort(world: World): void {
  const waiting = { for: 'children', taskId: null, until: null, since: minutesAgo(9) } as const
  const member = (n: number, fields: Partial<SessionRecord>): SessionRecord =>
    record(`demo-${n}`, { effortId: 'e-1', turn: 1, createdAt: minutesAgo(30 - n), ...fields })
  const tokens = { inputTokens: 48_200, outputTokens: 3_900 }
  const owed = { state: 'owed', mailId: null, at: minutesAgo(20) } as const
  withJournal(world, (journal) => {
    putProject(journal, world)
    journal.command((tx) => {
      for (let n = 1; n <= 6; n++) tx.nextSessionNumber('demo')
      tx.nextEffortNumber()
      tx.insertEffort({
        id: 'e-1',
        projectId: 'demo',
        goal: 'Prices are rounded half to even everywhere: the till, the ledger and the invoices. With tests.',
        state: 'running',
        reason: null,
        rootSessionId: 'demo-1',
        into: 'main',
        permissions: 'bypass',
        budgetUsd: 5,
        budgetAskedAt: null,
        offeredUpTo: 0,
        refusals: [],
        createdAt: minutesAgo(30),
        endedAt: null,
      })
      tx.insertSession(member(1, { role: 'coordinator', waiting, ...tokens, costUsd: 0.42, permissions: 'read-only' }))
      const lead = { role: 'lead', parentId: 'demo-1', depth: 1, waiting, report: owed } as const
      tx.insertSession(member(2, { ...lead, name: 'Lead of the rounding', ...tokens, costUsd: 0.31 }))
      const builder = { role: 'builder', parentId: 'demo-2', depth: 2, files: ['src/till/**', 'test/till/**'] } as const
      const reported = { state: 'reported', mailId: 'mail-1', at: minutesAgo(3) } as const
      tx.insertSession(member(3, { ...builder, taskId: 't-1', report: reported, ...tokens, costUsd: 0.27 }))
      const request = { requestId: 'q1', type: 'question', text: 'Which ledger?', options: [] } as const
      const asks = { activity: 'waiting_input', request, report: owed } as const
      tx.insertSession(member(4, { ...builder, ...asks, files: ['src/ledger/**'], taskId: 't-2', ...tokens }))
      const died = { phase: 'ended', endReason: 'aborted', endedBy: 'daemon' } as const
      const missing = { state: 'missing', mailId: null, at: minutesAgo(5) } as const
      tx.insertSession(member(5, { ...builder, ...died, files: ['src/invoice/**'], report: missing }))
      tx.insertSession(member(6, { role: 'reviewer', parentId: 'demo-2', depth: 2, report: owed, turn: 0 }))
    })
  })
}
