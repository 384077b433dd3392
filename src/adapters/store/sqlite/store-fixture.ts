/** Records and temporary stores for the tests of this folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Journal, LaunchRecord, SessionRecord, TurnRecord } from '#ports/journal'
import { type JournalOptions, openJournal } from './journal.ts'

export const time = '2026-01-02T03:04:05.678Z'

export const sessionRecord = (id: string, more: Partial<SessionRecord> = {}): SessionRecord => ({
  id,
  projectId: id.replace(/-\d+$/, ''),
  kind: 'worker',
  name: id,
  harness: 'rehearsal',
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
  children: [],
  parkedUntil: null,
  endReason: null,
  endedBy: null,
  ignoreConfig: false,
  forkedFrom: null,
  lastEventId: 0,
  createdAt: time,
  updatedAt: time,
  ...more,
})

export const launchRecord = (id: string, sessionId: string, more: Partial<LaunchRecord> = {}): LaunchRecord => ({
  id,
  sessionId,
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
