/**
 * A small fleet in memory that stands in for the engine: two projects, three sessions, two logs with their feed. It keeps
 * the promises that the door builds on (synchronous reads, publish after commit, in order) and records every call.
 */
import type { EventRow } from '#contract/agent-event'
import type { Change } from '#contract/change'
import type { Effort, TaskGroup } from '#contract/effort'
import { DroverError } from '#contract/error'
import type { Heat } from '#contract/heat'
import type { Job } from '#contract/job'
import type { Mail } from '#contract/mail'
import type { Merge } from '#contract/merge'
import type { NotifyTarget } from '#contract/notify'
import type { PullRequest } from '#contract/pr'
import type { Project } from '#contract/project'
import type { Relay } from '#contract/relay'
import type { Review } from '#contract/review'
import type { Session, Snapshot, Turn } from '#contract/session'
import type { Talk } from '#contract/talk'
import type { Task } from '#contract/task'
import { workersSpawnNobody } from '#core/role/spawn-role'
import { decideKind } from '#core/session/spawn'
import { accepted } from '#flows/engine/accepted'
import type { Flows } from '#flows/engine/flows'
import type { HarnessView } from '#flows/harness/harness-flows'
import { fakeTrips } from './fake-trips.ts'

export const at = '2025-01-02T03:04:05.000Z'

const reviewOf = (sessionId: string): Review => ({
  sessionId,
  note: '',
  comments: [],
  rev: 0,
  sent: 0,
  updatedAt: null,
})

export const projectOf = (id: string): Project => ({
  id,
  name: id,
  path: `/repos/${id}`,
  repo: '',
  forge: null,
  defaultBranch: 'main',
  status: 'ok',
  trusted: true,
  createdAt: at,
})

const targetOf = (name: string): NotifyTarget => ({
  name,
  type: 'push',
  where: 'a page',
  kinds: ['question'],
  state: 'idle',
  lastSentAt: null,
  error: null,
  waiting: 0,
  subscription: 1,
})

export const sessionOf = (id: string, more: Partial<Session> = {}): Session => ({
  id,
  projectId: id.replace(/-\d+$/, ''),
  kind: 'worker',
  name: id,
  title: id,
  harness: 'rehearsal',
  mode: 'headless',
  model: null,
  permissions: 'bypass',
  status: 'idle',
  phase: 'live',
  activity: { state: 'idle', since: at },
  branch: `drover/${id}/root`,
  workspace: `/home/worktrees/${id}`,
  baseRef: 'main',
  nativeId: null,
  launch: null,
  turn: null,
  queued: 0,
  totals: { inputTokens: null, outputTokens: null, costUsd: null },
  lastText: null,
  lastActivityAt: at,
  filesChanged: 0,
  landing: null,
  prs: [],
  activitySpark: [],
  request: null,
  trouble: null,
  parkedUntil: null,
  failure: null,
  health: null,
  children: [],
  role: null,
  parentId: null,
  depth: 0,
  effortId: null,
  taskId: null,
  files: [],
  waitingFor: null,
  report: null,
  endReason: null,
  endedBy: null,
  archivedAt: null,
  lastEventId: 0,
  createdAt: at,
  updatedAt: at,
  ...more,
})

const task: Task = {
  id: 't-1',
  projectId: 'shop',
  title: 'A task',
  body: '',
  role: null,
  priority: 0,
  place: 1,
  blockedBy: [],
  tags: [],
  expects: 'change',
  verify: null,
  state: 'ready',
  attempts: 0,
  result: null,
  lease: null,
  createdAt: at,
  updatedAt: at,
}

const relay: Relay = {
  id: 'r-1',
  projectId: 'shop',
  state: 'running',
  endReason: null,
  waitingFor: null,
  prompt: 'Go on.',
  mix: ['rehearsal'],
  routes: {},
  target: 1,
  completed: 0,
  failed: 0,
  parallel: 1,
  land: false,
  inPlace: false,
  branch: 'drover/relay/r-1/root',
  baseRef: 'main',
  baseCommit: 'c0de',
  stopping: null,
  lanes: [],
  notes: [],
  mergeId: null,
  createdAt: at,
  updatedAt: at,
  endedAt: null,
}

const entry = {
  projectId: 'shop',
  sessionId: null,
  taskId: null,
  relayId: null,
  summary: 'Half of it.',
  complete: false,
  followups: [],
  at,
}

const heat: Heat = {
  id: 'h-1',
  projectId: 'shop',
  prompt: 'Sell',
  baseRef: 'main',
  baseCommit: 'c0de',
  state: 'running',
  reason: null,
  members: [{ agent: 'cc', sessionId: 'shop-1', verify: null }],
  keeping: null,
  merge: null,
  verifying: [],
  createdAt: at,
  endedAt: null,
}

const costSum = {
  costUsd: 1,
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  sessions: 1,
  unknownCosts: 0,
  unknownTokens: 0,
}

const effort: Effort = {
  id: 'e-1',
  projectId: 'shop',
  goal: 'A shop that sells',
  state: 'running',
  reason: null,
  rootSessionId: 'shop-1',
  into: 'main',
  permissions: 'bypass',
  budgetUsd: 5,
  sessions: [
    {
      id: 'shop-1',
      name: 'shop-1',
      role: 'coordinator',
      parentId: null,
      depth: 0,
      taskId: null,
      status: 'waiting',
      files: [],
      waitingFor: { for: 'children', taskId: null, until: null, since: at },
      report: null,
      branch: 'drover/shop-1/root',
      turns: 1,
      totals: { inputTokens: 1, outputTokens: 1, costUsd: null },
      createdAt: at,
    },
  ],
  merges: [],
  totals: { inputTokens: 1, outputTokens: 1, costUsd: null, unknownCosts: 1, seconds: 5 },
  landed: [],
  createdAt: at,
  endedAt: null,
}

const group: TaskGroup = {
  id: 'g-1',
  projectId: 'shop',
  name: 'first',
  taskIds: ['t-1'],
  missing: ['t-1'],
  completedAt: null,
  createdAt: at,
}

const merge: Merge = {
  id: 'm-1',
  projectId: 'shop',
  sessionId: 'shop-1',
  branch: 'drover/shop-1/root',
  target: 'main',
  into: 'main',
  state: 'queued',
  reason: null,
  next: null,
  tier: null,
  head: 'c0ffee',
  baseCommit: null,
  base: null,
  conflicts: [],
  mergeBase: null,
  result: null,
  landedCommit: null,
  verify: null,
  proof: null,
  files: null,
  insertions: null,
  deletions: null,
  push: null,
  approval: null,
  needsApproval: [],
  attempts: 0,
  priority: 0,
  worktree: null,
  by: 'operator',
  taskId: null,
  merger: null,
  train: [],
  createdAt: at,
  updatedAt: at,
  landedAt: null,
}

const turn: Turn = {
  n: 1,
  sessionId: 'shop-1',
  state: 'running',
  startedAt: at,
  endedAt: null,
  exitCode: null,
  durationMs: null,
  launchId: null,
  endedBy: null,
  code: null,
}
const snapshot: Snapshot = {
  n: 1,
  sessionId: 'shop-1',
  ref: 'refs/drover/snapshots/shop-1/1',
  commit: 'c0ffee',
  parent: null,
  reason: 'turn',
  turn: 1,
  at,
  files: 1,
  additions: 1,
  deletions: 0,
  skipped: [],
}
const harness: HarnessView = {
  id: 'rehearsal',
  name: 'Rehearsal',
  abilities: {
    resume: true,
    fork: true,
    steer: false,
    interrupt: false,
    permissions: ['bypass'],
    questions: true,
    usage: 'tokens+cost',
    models: true,
    thinking: true,
    deltas: true,
    tools: true,
    instructions: 'file',
    pictures: 'path',
    mcp: false,
    guard: true,
  },
  proven: 'tested',
  testedVersions: 'any',
  install: 'comes with Drover',
  passEnv: [],
  readiness: null,
  probedAt: null,
  custom: false,
}

export interface FakeFleet {
  /** Of deliveries; null: they are not taken. */
  readonly hooks: { secret: string | null }
  readonly flows: Flows
  readonly calls: { readonly name: string; readonly args: readonly unknown[] }[]
  /** Commits rows to a session and publishes them. */
  say(sessionId: string, count: number, text?: (n: number) => string): void
  /** Commits rows and tells nobody. */
  saySilently(sessionId: string, count: number): void
  /** Tells of rows that were committed before. */
  publishAgain(sessionId: string, from: number, to: number): void
  /** Commits changes and publishes them. */
  change(count: number, type?: Change['type']): void
  delta(sessionId: string, text: string): void
  prune(sessionId: string, upTo: number): void
  pruneChanges(keepFrom: number): void
  rows(sessionId: string): readonly EventRow[]
  /** Any flow may be replaced to misbehave. */
  override(name: keyof Flows, with_: unknown): void
  setReady(ready: boolean): void
}

const mailOf = (id: string): Mail => ({
  id,
  projectId: 'shop',
  effortId: null,
  from: 'operator',
  to: 'shop-1',
  subject: 'hello',
  body: 'hello',
  type: 'status',
  payload: null,
  claimed: null,
  priority: 'normal',
  thread: id,
  replyTo: null,
  state: 'queued',
  reason: null,
  createdAt: '2030-01-01T00:00:00.000Z',
  deliveredAt: null,
  readAt: null,
  turn: null,
  launchId: null,
  place: 1,
})

const prOf = (id: string): PullRequest => ({
  ...{ id, projectId: 'shop', sessionId: 'shop-1', forge: 'github', repo: 'ada/shop', number: 7, title: 'Dark mode' },
  ...{ nodeId: 'PR_7', author: 'ada', headRepo: 'ada/shop', threads: [], stackedOn: null },
  ...{ url: 'https://forge.example/ada/shop/pull/7', state: 'open', draft: false, branch: 'b', head: 'a'.repeat(40) },
  ...{ base: 'main', ci: 'none', checks: [], review: 'none', mergeability: 'mergeable', status: 'mergeable' },
  createdAt: '2030-01-01T00:00:00.000Z',
  updatedAt: '2030-01-01T00:00:00.000Z',
  seenAt: '2030-01-01T00:00:00.000Z',
  mergedAt: null,
})
const proposalOf = {
  ...{ title: 'Dark mode', body: '', base: 'main', branch: 'b', head: 'a'.repeat(40), commits: 1, repo: 'ada/shop' },
  left: 0,
}

const unknownSession = (id: string): DroverError =>
  new DroverError('SESSION_NOT_FOUND', `There is no session ${id}.`, { hint: 'Look with `drover session ls`.' })

export function createFakeFleet(): FakeFleet {
  const calls: { name: string; args: readonly unknown[] }[] = []
  const hooks: { secret: string | null } = { secret: 'secret' }
  const sessions = new Map(
    [sessionOf('shop-1'), sessionOf('shop-2', { kind: 'orchestrator' }), sessionOf('blog-1')].map((s) => [s.id, s]),
  )
  const logs = new Map<string, EventRow[]>([...sessions.keys()].map((id) => [id, []]))
  const pruned = new Map<string, number>()
  let changes: Change[] = []
  let lastSeq = 0
  let ready = true
  const rowListeners = new Map<string, Set<Parameters<Flows['feed']['session']>[1]>>()
  const fleetListeners = new Set<(changes: readonly Change[]) => void>()
  const need = (id: string): Session => {
    const session = sessions.get(id)
    if (session === undefined) throw unknownSession(id)
    return { ...session, lastEventId: (pruned.get(id) ?? 0) + (logs.get(id)?.length ?? 0) }
  }
  const needProject = (id: string): Project => {
    if (id !== 'shop' && id !== 'blog') throw new DroverError('PROJECT_NOT_FOUND', `There is no project ${id}.`)
    return projectOf(id)
  }

  const base: Omit<Flows, 'feed' | 'ready'> = {
    ...fakeTrips,
    openTerminal: async (id) => need(id),
    makeHeadless: async (id) => need(id),
    switchAgent: async (id) => need(id),
    terminalDoor: (id) => ({ launchId: need(id).id, argv: ['tmux'], unset: ['TMUX'] }),
    viewTerminal: async () => ({ keys() {}, resize() {}, resume() {}, close() {} }),
    prs: () => [],
    pr: prOf,
    prsOf: (id) => [need(id)].flatMap(() => []),
    proposePr: async (id) => ({ ...proposalOf, left: need(id).queued }),
    openPr: async (id) => ({ pr: { ...prOf('pr-1'), sessionId: need(id).id }, created: true }),
    lookAtPr: async (id) => prOf(id),
    mergePr: async (id) => ({ ok: true, prNumber: 7, method: 'merge', pr: prOf(id) }),
    closePr: async (id) => prOf(id),
    readyPr: async (id) => prOf(id),
    diffPr: async (id) => ({ id, head: 'a'.repeat(40), patch: '', truncated: false }),
    needOwnPr: () => undefined,
    reviewPr: async (id) => ({ pr: prOf(id), url: null, comments: 1 }),
    hookSecret: () => hooks.secret,
    lookSoon: () => true,
    resolveThreads: async (id) => ({ ok: true, resolved: 1, pr: prOf(id) }),
    claimPr: async (sessionId) => ({ ok: true, sessionId, prs: [], branchChanged: true, takenOverFrom: [] }),
    addProject: async (input) => projectOf(input.id ?? 'shop'),
    projects: () => [projectOf('shop'), projectOf('blog')],
    project: needProject,
    updateProject: async (id) => needProject(id),
    archiveProject: async (id) => needProject(id),
    trustView: async (id) => ({
      projectId: id,
      hash: 'h',
      trusted: false,
      needed: true,
      config: {},
      previous: null,
      commands: ['npm ci'],
    }),
    trustProject: async (id) => needProject(id),
    projectConfig: async () => [{ key: 'ports', value: 10, source: 'default' }],
    harnesses: async () => [harness],
    probeHarness: async () => harness,
    problems: () => [],
    doctor: async () => ({
      ok: true,
      failures: 0,
      checks: [{ section: 'Core', name: 'home', level: 'PASS', message: 'fine' }],
    }),
    spawn: async (input, caller) => {
      accepted(decideKind(input.kind ?? 'worker', caller.type === 'session'))
      if (caller.type === 'session' && caller.kind === 'worker') accepted(workersSpawnNobody)
      return need('shop-1')
    },
    sessions: (filter) => ({
      sessions: [...sessions.values()].filter(
        (s) => filter.projectId === undefined || s.projectId === filter.projectId,
      ),
    }),
    session: need,
    wait: need,
    children: () => [],
    dismiss: async (id, caller) => {
      if (caller.type === 'session')
        throw new DroverError('FORBIDDEN_SCOPE', `${caller.sessionId} did not start ${id}.`)
      return need(id)
    },
    changeSession: (id) => need(id),
    startTurn: async (id) => ({ ...turn, sessionId: need(id).id }),
    turn: (id) => ({ ...turn, sessionId: need(id).id }),
    cancelTurn: async (id) => ({ cancelled: true, session: need(id) }),
    send: async (id) => ({ state: 'started', turn: need(id).lastEventId }),
    answer: async (id) => need(id),
    kill: async (id) => need(id),
    restore: async (id) => ({ session: need(id), notices: [] }),
    fork: async (id) => need(id),
    retry: async (id) => ({ delivery: { state: 'started', turn: 2 }, session: need(id) }),
    archive: async (id) => need(id),
    unarchive: (id) => need(id),
    cleanup: async (input) => ({ dryRun: input.dryRun, removed: [], skipped: [] }),
    worktrees: async () => [],
    reportActivity: async (id) => need(id),
    guardCall(id, { tool }) {
      need(id)
      return tool === 'Bash' ? { decision: 'deny', reason: 'It is a "test".' } : { decision: 'allow' }
    },
    events(id, { after, before, limit }) {
      need(id)
      const log = logs.get(id) ?? []
      const gone = pruned.get(id) ?? 0
      if (before !== undefined) {
        return log
          .filter((row) => row.id < before)
          .slice(-limit)
          .reverse()
      }
      const from = Math.max(0, (after ?? 0) - gone)
      return log.slice(from, from + limit)
    },
    eventTexts: (id, page) => {
      const rows = base.events(id, page)
      const json = rows.map((row) => JSON.stringify(row)).join(',')
      return { count: rows.length, last: rows.at(-1)?.id ?? 0, json }
    },
    firstEventId: (id) => pruned.get(id) ?? 0,
    blob: (_, blob) => {
      if (blob !== 'b1') throw new DroverError('BLOB_NOT_FOUND', 'no such blob')
      return 'the whole value'
    },
    raw: async () => ({ text: 'raw', next: 3, size: 3, launch: 1 }),
    changes: (after, limit, types) => {
      const first = changes[0]?.seq ?? lastSeq + 1
      const rest = changes.slice(Math.max(0, after - first + 1))
      return (types === undefined ? rest : rest.filter((one) => types.includes(one.type))).slice(0, limit)
    },
    lastSeq: () => lastSeq,
    firstSeq: () => changes[0]?.seq ?? 0,
    diff: async () => ({ base: 'a', head: 'b', files: [], patch: '', truncated: false }),
    reviewChanges: async () => ({ view: 'all', base: 'a', head: 'b', files: [], parts: null, turns: [], commits: [] }),
    reviewFile: async () => Buffer.from('bytes'),
    review: async (id) => reviewOf(id),
    setReviewNote: async (id, note) => ({ ...reviewOf(id), note }),
    putReviewComment: async (id, { path, line, body }) => ({
      review: reviewOf(id),
      comment: {
        id: 'c-1',
        path,
        side: 'new',
        line,
        endLine: line,
        quote: '',
        body,
        place: 'same',
        nowLine: null,
        createdAt: at,
        updatedAt: at,
      },
    }),
    dropReviewComment: async (id) => reviewOf(id),
    setReviewViewed: (_, { viewed }) => ({ viewed }),
    sendReview: async (id) => ({ delivery: { state: 'started', turn: 1 }, message: 'm', review: reviewOf(id) }),
    files: async () => [{ path: 'a.txt', status: 'added', additions: 1, deletions: 0, binary: false }],
    snapshots: (id) => {
      need(id)
      return [snapshot]
    },
    recover: async (_, input) => ({ snapshot, to: input.to ?? 'worktree', files: 1, left: [] }),
    orchestrators: () => [need('shop-2')],
    orchestrator: (id) => {
      if (need(id).kind !== 'orchestrator') throw unknownSession(id)
      return need(id)
    },
    startOrchestrator: async (projectId) => {
      needProject(projectId)
      return need('shop-2')
    },
    addTask: () => task,
    importTasks: () => [task],
    tasks: () => ({ tasks: [task] }),
    task: () => task,
    changeTask: () => task,
    moveTask: () => task,
    removeTask: () => task,
    claimTask: () => task,
    finishTask: () => task,
    checkRoutes: async () => ({ routes: [], errors: [], warnings: [] }),
    startRelay: async () => relay,
    planRelay: async () => ({
      relay: { projectId: 'shop', prompt: null, mix: [], routes: {}, target: null, parallel: 1, base: 'main' },
      tries: [],
      unusable: [],
    }),
    relays: () => [relay],
    relay: () => relay,
    stopRelay: async () => relay,
    pauseRelay: () => relay,
    resumeRelay: () => relay,
    skipTry: async () => relay,
    landRelay: async () => relay,
    triesOf: () => [],
    tries: () => [],
    tryPrompt: () => 'Go on.',
    agents: () => [],
    resetAgent: () => [],
    addProgress: () => entry,
    progress: () => [entry],
    enqueueMerge: async () => merge,
    predictMerge: async () => ({
      projectId: 'shop',
      sessionId: 'shop-1',
      branch: 'drover/shop-1/root',
      target: 'main',
      head: 'c0ffee',
      baseCommit: 'c0de',
      mergeBase: 'c0de',
      tier: 'clean',
      conflicts: [],
      files: 1,
      insertions: 1,
      deletions: 0,
      needsApproval: [],
      blocked: null,
    }),
    merges: () => ({ merges: [merge] }),
    merge: () => merge,
    mergeDiff: async () => ({ base: 'c0de', head: 'c0ffee', files: [], patch: '', truncated: false }),
    mergeOutput: async () => ({ text: '', next: 0, size: 0 }),
    approveMerge: () => merge,
    retryMerge: async () => merge,
    cancelMerge: async () => merge,
    proposeCommit: async () => ({ message: 'A change', files: ['a.txt'], nested: [], head: 'c0de', stamp: 's' }),
    lookAtLanding: async (id) => ({
      sessionId: id,
      branch: 'drover/demo-1/root',
      target: 'main',
      head: 'c0de',
      ahead: 1,
      behind: 0,
      uncommitted: [],
      remote: 'origin',
      verify: ['make check'],
      merge: null,
      next: 'land',
      steps: [{ step: 'land', blocked: null }],
    }),
    updateFromBase: async () => ({ state: 'updated', target: 'main', commit: 'c0de', commits: 1, conflicts: [] }),
    pushBranch: async () => ({ remote: 'origin', branch: 'drover/demo-1/root', commit: 'c0de', commits: 1 }),
    commitLeftovers: async () => ({ hash: 'c0ffee', message: 'A change', files: ['a.txt'] }),
    startHeat: async () => heat,
    heats: () => [heat],
    heat: async () => ({ heat, sides: [], files: { all: [], some: [], only: [] } }),
    keepOne: async () => heat,
    verifyHeat: () => heat,
    startEffort: async () => effort,
    efforts: () => [effort],
    costs: () => ({
      by: 'project',
      since: at,
      until: at,
      zone: 'UTC',
      total: costSum,
      rows: [{ key: 'shop', label: 'shop', ...costSum }],
      days: [{ key: '2026-01-02', label: '2026-01-02', ...costSum }],
      budgets: [{ scope: 'project_day', projectId: 'shop', limitUsd: 5, spentUsd: 1, state: 'ok' }],
    }),
    effort: () => effort,
    stopEffort: async () => ({ ...effort, state: 'stopped', reason: 'Enough.', endedAt: at }),
    completeEffort: async () => ({ ...effort, state: 'completed', endedAt: at }),
    changeEffort: () => effort,
    createGroup: () => group,
    groups: () => [group],
    group: () => group,
    addToGroup: () => group,
    removeFromGroup: () => group,
    notifyTargets: () => [targetOf('push-1')],
    rings: () => [],
    doorQueue: () => ({ active: 0, queued: 0, capacity: 10, busy: false }),
    isHidden: () => false,
    talks: () => [talkOf()],
    talk: () => talkOf(),
    sayTo: async () => ({ talk: talkOf(), delivery: { state: 'started', turn: 1 }, repeated: false }),
    endTalk: async () => talkOf(),
    doorModels: () => ({ object: 'list', data: [] }),
    doorModel: (id) => ({ status: 200, body: { id, object: 'model', created: 1, owned_by: 'drover' } }),
    chat: async () => ({
      status: 200,
      body: { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'm', choices: [], usage: {} },
    }),
    spoken: async () => ({ status: 200, body: { session_id: 'a', reply: 'hi' } }),
    respond: async () => ({
      status: 200,
      body: { id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: 'm', output: [], usage: {} },
    }),
    pushKey: () => 'BKey',
    metricsText: () => '# HELP a b\n',
    measureToo: () => {},
    telemetry: () => null,
    t3Version: () => '0.0.33',
    t3ReadModel: () => ({ snapshotSequence: 0, projects: [], threads: [], updatedAt: '' }),
    t3Dispatch: async () => ({ sequence: 1 }),
    traceRequest: () => null,
    metricsToken: () => 'metrics-token-metrics-token',
    isPersona: () => false,
    startJob: () => jobOf('queued'),
    job: () => jobOf('completed'),
    jobs: () => ({ jobs: [jobOf('completed')] }),
    cancelJob: async () => ({ cancelled: true, job: jobOf('cancelled') }),
    watchJob: (_, watcher) => {
      watcher.job(jobOf('completed'))
      return () => {}
    },
    actions: () => [
      {
        name: 'status',
        title: 'Status',
        mutating: false,
        confirm: null,
        timeoutSeconds: 60,
        before: null,
        runningSince: null,
      },
    ],
    runAction: async (name) => ({ name, exitCode: 0, stdout: 'up', stderr: '', rejected: false, durationMs: 3 }),
    testNotify: async (to) => [{ name: to ?? 'push-1', error: null }],
    subscribePush: () => targetOf('push-1'),
    unsubscribePush: () => undefined,
    forgetPage: () => undefined,
    mails: () => ({ mail: [mailOf('mail-1')] }),
    mail: (id) => mailOf(id),
    mailThread: (id) => ({ thread: id, mail: [mailOf(id)] }),
    sendMail: async (input) => [{ ...mailOf('mail-1'), to: input.to }],
    replyMail: async (id) => ({ ...mailOf('mail-2'), replyTo: id }),
    readMail: (id) => mailOf(id),
    editMessage: (id, body) => ({ ...mailOf(id), body }),
    cancelMessage: (id) => mailOf(id),
    moveMessage: (id) => mailOf(id),
    paths: async () => ({ paths: ['README.md'], more: false }),
    places: async () => ({ workspace: '/tree', editor: null, ports: { base: 20_000, count: 10, listening: [20_001] } }),
    openEditor: async () => ({ opened: '/tree' }),
    keepAttachment: async (_id, { name, data }) => ({
      id: '0123456789ab-a.png',
      name,
      type: 'image/png',
      bytes: data.length,
    }),
    purgeMail: () => ({ purged: 0 }),
    nudge: (id) => {
      need(id)
      return { nudge: 'started' }
    },
    shutdown: async () => undefined,
  }
  const functions: Record<string, (...args: never[]) => unknown> = { ...base }
  const recorded = Object.fromEntries(
    Object.keys(base).map((name) => [
      name,
      (...args: never[]) => {
        if (name !== 'events' && name !== 'changes' && name !== 'traceRequest') calls.push({ name, args })
        return functions[name]?.(...args)
      },
    ]),
  ) as unknown as typeof base

  const commit = (sessionId: string, count: number, text: (n: number) => string): readonly EventRow[] => {
    const log = logs.get(sessionId) ?? []
    const from = (pruned.get(sessionId) ?? 0) + log.length
    const rows = Array.from({ length: count }, (_, i): EventRow => {
      const id = from + i + 1
      return { id, at, turn: 1, kind: 'text', text: text(id) }
    })
    log.push(...rows)
    return rows
  }

  return {
    calls,
    hooks,
    flows: {
      ...recorded,
      ready: () => ready,
      feed: {
        session(id, listener) {
          const set = rowListeners.get(id) ?? new Set()
          set.add(listener)
          rowListeners.set(id, set)
          return () => set.delete(listener)
        },
        fleet(listener) {
          fleetListeners.add(listener)
          return () => fleetListeners.delete(listener)
        },
      },
    },
    say(sessionId, count, text = (n) => `line ${n}`) {
      const rows = commit(sessionId, count, text)
      for (const listener of rowListeners.get(sessionId) ?? []) listener.rows(rows)
    },
    saySilently(sessionId, count) {
      commit(sessionId, count, (n) => `line ${n}`)
    },
    publishAgain(sessionId, from, to) {
      const rows = (logs.get(sessionId) ?? []).filter((row) => row.id >= from && row.id <= to)
      for (const listener of rowListeners.get(sessionId) ?? []) listener.rows(rows)
    },
    change(count, type = 'session_updated') {
      const fresh = Array.from({ length: count }, (): Change => {
        lastSeq++
        return {
          seq: lastSeq,
          at,
          type,
          projectId: 'shop',
          sessionId: 'shop-1',
          payload: { seq: lastSeq },
        } as unknown as Change
      })
      changes.push(...fresh)
      for (const listener of fleetListeners) listener(fresh)
    },
    delta(sessionId, text) {
      for (const listener of rowListeners.get(sessionId) ?? []) listener.delta({ kind: 'text', text })
    },
    prune(sessionId, upTo) {
      const log = logs.get(sessionId) ?? []
      logs.set(
        sessionId,
        log.filter((row) => row.id > upTo),
      )
      pruned.set(sessionId, upTo)
    },
    pruneChanges(keepFrom) {
      changes = changes.filter((one) => one.seq >= keepFrom)
    },
    rows: (sessionId) => logs.get(sessionId) ?? [],
    override(name, with_) {
      functions[name] = with_ as (...args: never[]) => unknown
    },
    setReady(value) {
      ready = value
    },
  }
}

const talkOf = (): Talk => ({
  persona: 'chef',
  agent: null,
  tools: 'none',
  project: null,
  presets: [{ label: 'Menu', prompt: 'What is there?' }],
  session: null,
})

const jobOf = (status: Job['status']): Job => ({
  job_id: '0a1b2c3d4e5f',
  status,
  persona: null,
  agent: 'cc',
  project: 'shop',
  session_id: 'shop-1',
  branch: 'drover/shop-1',
  output: 'done',
  exit_code: 0,
  usage: { input_tokens: 1, output_tokens: 2 },
  cost_usd: null,
  files_changed: ['a.txt'],
  error: null,
  budget_usd: null,
  timeout_seconds: 2700,
  metadata: null,
  callback: null,
  created_at: '2025-01-02T03:04:05.000Z',
  started_at: null,
  finished_at: null,
})
