/** Puts the use cases together: one context, one worker, one feed, and the object that the doors call. */
import { DroverError } from '#contract/error'
import { isSessionId } from '#contract/ids'
import { answer, reportActivity } from './answer-request.ts'
import { checkName } from './check-spawn.ts'
import { runningTurn } from './close-turn.ts'
import type { Context, Deps } from './context.ts'
import { createDoctor } from './doctor/doctor.ts'
import type { DoctorDeps } from './doctor/finding.ts'
import { cleanup, killSession } from './end-session.ts'
import { createFeed } from './feed.ts'
import type { Flows } from './flows.ts'
import { createHarnesses } from './harnesses.ts'
import { changedFiles, diffSession, listSnapshots, recoverSnapshot, saveAfterTurn } from './keep-snapshots.ts'
import { runTurn } from './launch-turn.ts'
import { getOrchestrator, listOrchestrators, startOrchestrator } from './orchestrators.ts'
import {
  addProject,
  archiveProject,
  needProject,
  projectConfig,
  trustProject,
  trustView,
  updateProject,
} from './projects.ts'
import {
  firstEventId,
  listSessions,
  listWorktrees,
  pageEvents,
  pageEventTexts,
  readBlob,
  readRaw,
} from './read-sessions.ts'
import { reconcile } from './reconcile.ts'
import { forkSession, restoreSession } from './restore-session.ts'
import { forgetOld } from './retention.ts'
import { shutDown } from './shut-down.ts'
import { spawnSession } from './spawn-session.ts'
import { startSweep } from './sweep.ts'
import { cancelTurn, needSession, noSession, send, startTurn, takeNext } from './take-turn.ts'
import { tellSession, viewProject, viewSession, viewTurn } from './views.ts'
import { createWorker } from './worker.ts'

export interface Engine {
  readonly flows: Flows
  /** Finds running agents again; the API says ready afterwards. */
  boot(): Promise<void>
}

export function createEngine(deps: Deps, daemon: () => DoctorDeps['daemon']): Engine {
  const context = createContext(deps)
  let ready = false
  let sweep: ReturnType<typeof startSweep> | null = null
  let daily: NodeJS.Timeout | null = null
  const harnesses = createHarnesses(context)
  const { reads } = context.journal
  const session = (id: string) => viewSession(context, reads, need(context, id))

  const flows: Flows = {
    feed: context.feed,
    ready: () => ready,
    addProject: (input) => addProject(context, input),
    projects: () => reads.projects(false).map((project) => viewProject(context, project)),
    project: (id) => viewProject(context, needProject(context, id)),
    updateProject: (id, patch) => updateProject(context, id, patch),
    archiveProject: (id) => archiveProject(context, id),
    trustView: (id) => trustView(context, id),
    trustProject: (id, hash) => trustProject(context, id, hash),
    projectConfig: (id) => projectConfig(context, id),
    harnesses: () => harnesses.listProbed(),
    probeHarness: (id) => harnesses.probe(id),
    doctor: (options) =>
      createDoctor({
        ...deps,
        daemon: daemon(),
        harnesses: () => harnesses.list(),
        probeHarness: (id) => harnesses.probe(id),
      })(options),
    spawn: (input, caller) => spawnSession(context, input, caller),
    sessions: (filter) => listSessions(context, filter),
    session,
    renameSession: (id, name) => rename(context, id, name),
    startTurn: (id, input, caller) => startTurn(context, id, input, caller),
    turn: (id, n) => {
      const turn = reads.turn(need(context, id).id, n)
      if (turn === null)
        throw new DroverError('TURN_NOT_FOUND', `Session ${id} has no turn ${n}.`, {
          hint: `It has ${need(context, id).turn}.`,
        })
      return viewTurn(turn)
    },
    cancelTurn: (id, fence) => cancelTurn(context, id, fence),
    send: (id, input, caller) => send(context, id, input, caller),
    answer: (id, input) => answer(context, id, input),
    kill: (id, fence) => killSession(context, id, fence),
    restore: (id) => restoreSession(context, id),
    fork: (id, input) => forkSession(context, id, input),
    cleanup: (input) => cleanup(context, input),
    worktrees: () => listWorktrees(context),
    reportActivity: (id, state, caller) => reportActivity(context, id, state, caller),
    events: (id, page) => pageEvents(context, id, page),
    eventTexts: (id, page) => pageEventTexts(context, id, page),
    firstEventId: (id) => firstEventId(context, id),
    blob: (id, blob) => readBlob(context, id, blob),
    raw: (id, options) => readRaw(context, id, options),
    changes: (after, limit, types) => reads.changesAfter(after, limit, types),
    lastSeq: () => reads.lastSeq(),
    firstSeq: () => reads.firstSeq(),
    diff: (id, options) => diffSession(context, id, options),
    files: (id) => changedFiles(context, id),
    snapshots: (id) => listSnapshots(context, id),
    recover: (id, input) => recoverSnapshot(context, id, input),
    orchestrators: () => listOrchestrators(context),
    orchestrator: (id) => getOrchestrator(context, id),
    startOrchestrator: (projectId) => startOrchestrator(context, projectId),
    async shutdown(agents) {
      ready = false
      sweep?.stop()
      if (daily !== null) clearInterval(daily)
      await shutDown(context, agents)
    },
  }

  return {
    flows,
    async boot() {
      await reconcile(context)
      ready = true
      sweep = startSweep(context)
      daily = setInterval(() => void forget(context), 3_600_000)
      daily.unref()
      setTimeout(() => void forget(context), 60_000).unref()
    },
  }
}

const forget = (context: Context): Promise<void> =>
  forgetOld(context).catch((cause: unknown) => context.log.error('forgetting old data failed', { cause }))

function createContext(deps: Deps): Context {
  const feed = createFeed()
  const context: Context = {
    ...deps,
    worker: createWorker(),
    feed,
    active: new Map(),
    starting: new Map(),
    ending: new Map(),
    troubles: new Map(),
    health: new Map(),
    quiet: new Set(),
    unjudged: new Set(),
    fetched: new Map(),
    snapshotNumbers: new Map(),
    closing: false,
    settle: (sessionId) => settle(context, sessionId),
  }
  deps.journal.onCommit((commit) => feed.committed(commit))
  return context
}

/** What follows a turn, in the session's own line: a fresh start that is due, the snapshot, the next message. */
function settle(context: Context, sessionId: string): void {
  if (context.closing) return
  void context.worker
    .run(sessionId, async () => {
      const session = context.journal.reads.session(sessionId)
      if (session === null || context.ending.has(sessionId) || context.closing) return
      const turn = runningTurn(context.journal.reads, session)
      if (turn !== null) {
        if (turn.launchId === null && !context.active.has(sessionId)) await runTurn(context, sessionId)
        return
      }
      await saveAfterTurn(context, sessionId)
      await takeNext(context, sessionId)
    })
    .catch((cause: unknown) => context.log.error('what follows a turn failed', { session: sessionId, cause }))
}

function need(context: Context, id: string) {
  if (!isSessionId(id)) throw noSession(id)
  return needSession(context, id)
}

function rename(context: Context, id: string, name: string) {
  checkName(name)
  context.journal.command((tx) => {
    tx.updateSession(need(context, id).id, { name: name.trim() })
    tellSession(context, tx, id)
  })
  return viewSession(context, context.journal.reads, need(context, id))
}
