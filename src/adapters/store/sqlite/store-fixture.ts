/** Records and temporary stores for the tests of this folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Journal } from '#ports/store/journal'
import type { LaunchRecord } from '#ports/store/launch'
import type { MailRecord } from '#ports/store/mail'
import type { MergeRecord } from '#ports/store/merge'
import type { SessionRecord, TurnRecord } from '#ports/store/session'
import { type JournalOptions, openJournal } from './journal.ts'

export const time = '2026-01-02T03:04:05.678Z'

export const sessionRecord = (id: string, more: Partial<SessionRecord> = {}): SessionRecord => ({
  id,
  projectId: id.replace(/-\d+$/, ''),
  kind: 'worker',
  name: id,
  harness: 'rehearsal',
  runtime: 'process',
  model: null,
  permissions: 'bypass',
  phase: 'live',
  activity: 'idle',
  activitySince: time,
  workspaceId: null,
  nativeId: null,
  launchId: null,
  turn: 0,
  inputTokens: null,
  outputTokens: null,
  costUsd: null,
  lastText: null,
  lastActivityAt: time,
  filesChanged: null,
  spark: [],
  sparkMinute: 0,
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
  visit: false,
  past: [],
  owed: null,
  persona: null,
  archivedAt: null,
  lastEventId: 0,
  createdAt: time,
  updatedAt: time,
  ...more,
})

export const launchRecord = (id: string, sessionId: string, more: Partial<LaunchRecord> = {}): LaunchRecord => ({
  id,
  sessionId,
  runtime: 'process',
  n: 1,
  dir: `/home/sessions/${sessionId}/launches/1`,
  state: 'running',
  lifetime: 'turn',
  pid: 42,
  startTime: '1',
  bootId: 'boot',
  offset: 0,
  inputBytes: 0,
  dialogue: null,
  adapterFaults: 0,
  resumeOf: null,
  tokenHash: `hash-${id}`,
  exitCode: null,
  exitSignal: null,
  startedAt: time,
  endedAt: null,
  terminal: null,
  start: { prompt: 'hello' },
  ...more,
})

export const turnRecord = (sessionId: string, n: number, more: Partial<TurnRecord> = {}): TurnRecord => ({
  sessionId,
  n,
  state: 'running',
  prompt: 'hello',
  source: 'operator',
  from: null,
  model: null,
  launchId: null,
  startedAt: time,
  endedAt: null,
  exitCode: null,
  endedBy: null,
  code: null,
  stopping: null,
  handedOff: false,
  sawResult: 'none',
  sawError: false,
  noise: 0,
  ...more,
})

export const mergeRecord = (id: string, more: Partial<MergeRecord> = {}): MergeRecord => ({
  id,
  projectId: 'p',
  sessionId: null,
  branch: 'drover/p-1/root',
  target: 'main',
  state: 'queued',
  step: 'merge',
  reason: null,
  next: null,
  tier: null,
  head: 'c0ffee',
  baseCommit: null,
  mergeBase: null,
  result: null,
  resolved: null,
  landedCommit: null,
  verify: null,
  proof: null,
  files: null,
  insertions: null,
  deletions: null,
  push: null,
  approval: null,
  approved: null,
  needsApproval: [],
  attempts: 0,
  priority: 0,
  worktree: null,
  saved: null,
  by: 'operator',
  message: null,
  taskId: null,
  merger: null,
  agentTries: 0,
  train: [],
  createdAt: time,
  updatedAt: time,
  landedAt: null,
  ...more,
})

export const mailRecord = (number: number, more: Partial<MailRecord> = {}): MailRecord => ({
  number,
  projectId: 'p',
  effortId: null,
  from: 'operator',
  to: 'p-1',
  subject: 's',
  body: 'b',
  type: 'status',
  payload: null,
  claimed: null,
  priority: 'normal',
  thread: number,
  replyTo: null,
  state: 'queued',
  reason: null,
  source: 'operator',
  model: null,
  attempts: 0,
  notBefore: null,
  key: null,
  createdAt: time,
  deliveredAt: null,
  readAt: null,
  turn: null,
  launchId: null,
  closedAt: null,
  place: number,
  ...more,
})

export interface TempStore {
  readonly dir: string
  readonly path: string
  open(more?: Partial<JournalOptions>): Journal
  remove(): void
}

export function tempStore(): TempStore {
  const dir = mkdtempSync(join(tmpdir(), 'drover-store-'))
  const path = join(dir, 'drover.db')
  const opened: Journal[] = []
  return {
    dir,
    path,
    open(more = {}) {
      const journal = openJournal({ path, now: () => new Date(time), redact: (text) => text, ...more })
      opened.push(journal)
      return journal
    },
    remove() {
      for (const journal of opened) journal.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
