/**
 * Prepares a store as years of use would leave it: sessions that ended, with workspaces, turns and launches, one of them
 * with very many events. Goes through the product's own store, so that its shape is the real one.
 */
import { join } from 'node:path'
import { openJournal } from '#adapters/store/sqlite/journal'
import type { AgentEvent } from '#contract/agent-event'
import { blankSession } from '#flows/session/write-session'
import type { Journal, Tx } from '#ports/store/journal'
import { agentLine } from './lines.ts'

export interface Seed {
  readonly db: string
  readonly home: string
  readonly repo: string
  readonly sessions: number
  /** Events of the first session; the others have ten each. */
  readonly events: number
}

const time = '2026-01-02T03:04:05.678Z'
const batch = 2_000
const eventsOfOthers = 10

export function seed(wanted: Seed): void {
  const journal = openJournal({ path: wanted.db, now: () => new Date(time), redact: (text) => text })
  try {
    journal.command((tx) =>
      tx.putProject({
        id: 'demo',
        name: 'demo',
        path: wanted.repo,
        repo: '',
        defaultBranch: 'main',
        settings: {},
        archivedAt: null,
        createdAt: time,
      }),
    )
    for (let from = 0; from < wanted.sessions; from += batch) {
      journal.ingest((tx) => {
        for (let i = from; i < Math.min(from + batch, wanted.sessions); i++) putSession(tx, wanted)
      })
    }
    putEvents(journal, wanted)
  } finally {
    journal.close()
  }
}

function putSession(tx: Tx, { home, repo }: Seed): void {
  const n = tx.nextSessionNumber('demo')
  const id = `demo-${n}`
  const launchId = `l_${String(n).padStart(24, '0')}`
  const workspace = tx.insertWorkspace({
    projectId: 'demo',
    path: join(home, 'worktrees', 'demo', id),
    repoPath: repo,
    branch: `drover/${id}/root`,
    madeBranch: true,
    baseRef: 'main',
    baseCommit: '0'.repeat(40),
    heldBy: null,
    portBase: 20_000,
    removedAt: time,
    createdAt: time,
  })
  tx.insertSession({
    ...blankSession,
    forkedFrom: null,
    id,
    projectId: 'demo',
    kind: 'worker',
    name: id,
    harness: 'script',
    runtime: 'process',
    model: null,
    permissions: 'bypass',
    phase: 'ended',
    activity: 'idle',
    activitySince: time,
    workspaceId: workspace.id,
    launchId,
    turn: 1,
    inputTokens: 1200,
    outputTokens: 340,
    costUsd: 0.12,
    lastText: 'All tests pass; the change is committed on the branch.',
    lastActivityAt: time,
    filesChanged: 3,
    endReason: 'completed',
    endedBy: 'operator',
    ignoreConfig: false,
    createdAt: time,
    updatedAt: time,
  })
  tx.insertTurn({
    sessionId: id,
    n: 1,
    state: 'completed',
    prompt: 'Mend the parser and prove it.',
    source: 'operator',
    from: null,
    model: null,
    launchId,
    startedAt: time,
    endedAt: time,
    exitCode: 0,
    endedBy: null,
    code: null,
    stopping: null,
    handedOff: false,
    sawResult: 'ok',
    sawError: false,
    noise: 0,
  })
  tx.insertLaunch({
    id: launchId,
    sessionId: id,
    runtime: 'process',
    n: 1,
    dir: join(home, 'sessions', id, 'launches', '1'),
    state: 'exited',
    lifetime: 'turn',
    pid: 4_000_000 + n,
    startTime: '1',
    bootId: 'an-earlier-boot',
    offset: 0,
    inputBytes: 0,
    dialogue: null,
    adapterFaults: 0,
    resumeOf: null,
    tokenHash: `hash-${n}`,
    exitCode: 0,
    exitSignal: null,
    startedAt: time,
    endedAt: time,
    start: null,
  })
  if (n > 1) tx.appendEvents(id, 1, events(0, eventsOfOthers))
}

function putEvents(journal: Journal, { events: count }: Seed): void {
  for (let from = 0; from < count; from += batch) {
    const some = events(from, Math.min(batch, count - from))
    journal.ingest((tx) => tx.appendEvents('demo-1', 1, some))
  }
}

/** What the lines of an agent become. */
function events(from: number, count: number): AgentEvent[] {
  const made: AgentEvent[] = []
  for (let n = from; n < from + count; n++) {
    const line = JSON.parse(agentLine(n)) as Record<string, unknown>
    if (line.type === 'text') made.push({ kind: 'text', text: String(line.text) })
    else if (line.type === 'tool')
      made.push({ kind: 'tool', callId: String(line.id), name: 'shell', input: line.input as object })
    else
      made.push({
        kind: 'tool_result',
        callId: String(line.id),
        ok: true,
        output: String(line.output),
        truncated: false,
      })
  }
  return made
}
