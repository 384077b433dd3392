/**
 * Puts the use cases together: one context, one worker, one feed, the object that the doors call, and the followers through
 * which the subjects meet. A new subject adds its line to `createFlows` and its followers to `createFollowerList`.
 */

import { type Actions, createActions } from '#flows/action/action-flows'
import { budgetHolds, watchesBudgets } from '#flows/cost/budgets'
import { costFlows } from '#flows/cost/cost-flows'
import { doorFlows } from '#flows/door/door-flows'
import { createDoors, type Doors } from '#flows/door/doors'
import { doorLimits } from '#flows/door/limits'
import { personaWords } from '#flows/door/persona-words'
import { createDoorQueue } from '#flows/door/queue'
import { createTalk, type TalkDoor } from '#flows/door/talk'
import { whyHeld } from '#flows/effort/budget'
import { effortFlows } from '#flows/effort/effort-flows'
import { completesGroups } from '#flows/effort/groups'
import { sparesReported } from '#flows/effort/spare-reported'
import { createEfforts, type Efforts } from '#flows/effort/watch-efforts'
import { spawnsWithPr } from '#flows/forge/claim-pr'
import { forgeFlows } from '#flows/forge/forge-flows'
import { watchesPrs } from '#flows/forge/watch-prs'
import { harnessFlows } from '#flows/harness/harness-flows'
import { createHarnesses, type Harnesses } from '#flows/harness/harnesses'
import type { DoctorDeps } from '#flows/health/doctor/finding'
import { healthFlows } from '#flows/health/health-flows'
import { watchesHealth } from '#flows/health/watch-health'
import { createHeats, type Heats } from '#flows/heat/heat-flows'
import { createJobs, type Jobs } from '#flows/job/run-jobs'
import { deliversMail } from '#flows/mail/deliver-mail'
import { mailFlows } from '#flows/mail/mail-flows'
import { settlesMail } from '#flows/mail/settle-mail'
import { watchesMail } from '#flows/mail/watch-mail'
import { countsLanding } from '#flows/merge/landing-facts'
import { createLanes, type Lanes } from '#flows/merge/lanes'
import { mergeFlows } from '#flows/merge/merge-flows'
import { notifyFlows } from '#flows/notify/notify-flows'
import { ringsPeople } from '#flows/notify/watch-rings'
import { projectFlows } from '#flows/project/project-flows'
import { benchOf } from '#flows/relay/agents'
import { routeFlows } from '#flows/relay/check-routes'
import { notesLimits } from '#flows/relay/note-limits'
import { relayFlows } from '#flows/relay/relay-flows'
import { createRelays, type Relays } from '#flows/relay/run-relays'
import { reviewFlows } from '#flows/review/review-flows'
import { guardFlows } from '#flows/role/guard-call'
import { keepsContract } from '#flows/role/keep-contract'
import { launchWords } from '#flows/role/launch-words'
import { roleFlows } from '#flows/role/role-flows'
import { endsWaits, watchesDuties } from '#flows/role/watch-duties'
import { looksAfterChildren, tellsQuietFacts } from '#flows/session/quiet-facts'
import { sessionFlows } from '#flows/session/session-flows'
import { createT3Doors, type T3Flows } from '#flows/t3/t3-flows'
import { keepsLeases } from '#flows/task/claim-task'
import { taskFlows } from '#flows/task/task-flows'
import { createExports, type ExportFlows } from '#flows/telemetry/export'
import { createMeter, type Meter } from '#flows/telemetry/meter'
import { leftTerminal, settlesExits } from '#flows/terminal/after-exit'
import { restoresTerminal } from '#flows/terminal/change-mode'
import { dropsScreens } from '#flows/terminal/drop-screens'
import { createTerminalRoom } from '#flows/terminal/room'
import { arrivalOf, terminalFlows, typingRefused } from '#flows/terminal/terminal-flows'
import { typeTo } from '#flows/terminal/type-words'
import { watchesScreens } from '#flows/terminal/watch-screens'
import { createLoop, type LoopRun } from '#flows/trip/run-loop'
import { tripFlows } from '#flows/trip/trip-flows'
import { endsParking } from '#flows/turn/park'
import { savesAfterTurn, settle } from '#flows/turn/settle'
import { remembersTranscript } from '#flows/turn/transcript'
import { turnFlows } from '#flows/turn/turn-flows'
import { createTurnGate } from '#flows/turn/turn-gate'
import { watchesLimits } from '#flows/turn/watch-limits'
import { endsCutOffVerifications } from '#flows/verify/run-verify'
import { workspaceFlows } from '#flows/workspace/workspace-flows'
import type { Context, Deps } from './context.ts'
import { createFeed } from './feed.ts'
import type { EngineFlows, Flows } from './flows.ts'
import { createFollowers, type Follower } from './followers.ts'
import { judgesAgain, reconcile } from './reconcile.ts'
import { forgetsOld } from './retention.ts'
import { shutDown } from './shut-down.ts'
import { startSweep } from './sweep.ts'
import { takesUpAgain } from './take-up-again.ts'
import { createWorker } from './worker.ts'

export interface Engine {
  readonly flows: Flows
  /** Finds running agents again; the API says ready afterwards. */
  boot(): Promise<void>
}

export function createEngine(deps: Deps, daemon: () => DoctorDeps['daemon']): Engine {
  const context = createContext(deps)
  const lanes = createLanes(context)
  const harnesses = createHarnesses(context)
  const relays = createRelays(context, lanes, harnesses)
  const efforts = createEfforts(context, lanes)
  const heats = createHeats(context, lanes)
  const doors = createDoors(context)
  const loop = createLoop(context, lanes)
  const actions = createActions(context)
  const jobs = createJobs(context)
  const meter = createMeter(context)
  const talk = createTalk(context)
  const exports = createExports(context, meter)
  const t3 = createT3Doors(context)
  const followers = createFollowers(
    [
      ...createFollowerList(context, lanes, relays, efforts, heats, doors, loop, actions, jobs, meter, talk),
      t3.follower,
      exports.follower,
    ],
    context.log,
  )
  context.benchOf = (session, model) => benchOf(context, session, model)
  context.launchWords = (session) => personaWords(context, session) ?? launchWords(context, session)
  context.effortHolds = ({ effortId }) => whyHeld(context.journal.reads, effortId)
  context.budgetHolds = (projectId) => budgetHolds(context, projectId)
  context.typeTo = (active, input, also) => typeTo(context, active, input, also)
  context.typingRefused = (id) => typingRefused(context, id)
  context.arrivalOf = (id, turn) => arrivalOf(context, id, turn)
  context.leftTerminal = (id, exit) => leftTerminal(context, id, exit)
  context.settle = (sessionId) => settle(context, followers, sessionId)
  context.journal.onCommit((commit) => {
    context.feed.committed(commit)
    followers.afterChanges(commit.changes)
    if (commit.changes.some((change) => change.type === 'turn_ended')) context.turnGate.wake()
  })
  let ready = false
  let stopSweep = (): void => {}
  const flows = createFlows(
    context,
    lanes,
    relays,
    efforts,
    heats,
    doors,
    loop,
    actions,
    jobs,
    talk,
    { ...meter.flows, ...exports.flows },
    t3.flows,
    harnesses,
    daemon,
    {
      ready: () => ready,
      async shutdown(agents) {
        ready = false
        stopSweep()
        context.closing = true
        await followers.atStop(agents)
        await shutDown(context, agents)
      },
    },
  )
  return {
    flows,
    async boot() {
      await reconcile(context)
      await followers.atBoot()
      ready = true
      stopSweep = startSweep(context, followers)
    },
  }
}

function createFlows(
  context: Context,
  lanes: Lanes,
  relays: Relays,
  efforts: Efforts,
  heats: Heats,
  doors: Doors,
  loop: LoopRun,
  actions: Actions,
  jobs: Jobs,
  talk: TalkDoor,
  telemetry: Meter['flows'] & ExportFlows,
  t3: T3Flows,
  harnesses: Harnesses,
  daemon: () => DoctorDeps['daemon'],
  life: Pick<EngineFlows, 'ready' | 'shutdown'>,
): Flows {
  const { reads } = context.journal
  const notify = notifyFlows(context)
  const sessions = sessionFlows(context)
  return {
    ...life,
    feed: context.feed,
    changes: (after, limit, types) => reads.changesAfter(after, limit, types),
    lastSeq: () => reads.lastSeq(),
    firstSeq: () => reads.firstSeq(),
    ...projectFlows(context),
    ...harnessFlows(harnesses),
    ...healthFlows(context, harnesses, daemon, notify.notifyTargets, telemetry.telemetry),
    ...sessions,
    ...roleFlows(context),
    ...turnFlows(context),
    ...reviewFlows(context),
    ...workspaceFlows(context),
    ...taskFlows(context),
    ...mergeFlows(context, lanes),
    ...forgeFlows(context),
    spawn: (input, caller) => spawnsWithPr(context, sessions.spawn, input, caller),
    ...relayFlows(context, relays, lanes),
    ...routeFlows(context),
    ...effortFlows(context, lanes, efforts),
    ...heats.flows,
    ...tripFlows(context, loop),
    ...costFlows(context),
    ...guardFlows(context),
    ...mailFlows(context),
    ...doorFlows(context, doors),
    ...notify,
    ...actions.flows,
    ...jobs.flows,
    ...telemetry,
    ...t3,
    ...terminalFlows(context),
    restore: (id) => restoresTerminal(context, sessions.restore, id),
    ...talk.flows,
  }
}

/**
 * In the order in which they run. After a turn: the snapshot first, because it saves what was edited between turns; the mail
 * that waits once all is known that its delivery depends on; behind it what nobody waits for.
 */
function createFollowerList(
  context: Context,
  lanes: Lanes,
  relays: Relays,
  efforts: Efforts,
  heats: Heats,
  doors: Doors,
  loop: LoopRun,
  actions: Actions,
  jobs: Jobs,
  meter: Meter,
  talk: TalkDoor,
): readonly Follower[] {
  return [
    endsCutOffVerifications(context),
    savesAfterTurn(context),
    watchesPrs(context),
    remembersTranscript(context),
    relays.follower,
    notesLimits(context),
    settlesMail(context),
    keepsContract(context),
    sparesReported(context),
    deliversMail(context),
    countsLanding(context),
    watchesMail(context),
    tellsQuietFacts(context),
    endsParking(context),
    watchesLimits(context),
    watchesHealth(context),
    endsWaits(context),
    watchesDuties(context),
    judgesAgain(context),
    takesUpAgain(context),
    looksAfterChildren(context),
    keepsLeases(context),
    lanes.follower,
    efforts.follower,
    heats.follower,
    doors.follower,
    loop.follower,
    completesGroups(context),
    ringsPeople(context),
    watchesBudgets(context),
    forgetsOld(context),
    actions.follower,
    jobs.follower,
    meter.follower,
    watchesScreens(context),
    dropsScreens(context),
    settlesExits(context),
    talk.follower,
  ]
}

function createContext(deps: Deps): Context {
  return {
    ...deps,
    worker: createWorker(),
    turnGate: createTurnGate(),
    doorQueue: createDoorQueue(doorLimits(deps.settings)),
    feed: createFeed(),
    active: new Map(),
    starting: new Map(),
    ending: new Map(),
    troubles: new Map(),
    health: new Map(),
    quiet: new Set(),
    unjudged: new Set(),
    heldMail: new Map(),
    fetched: new Map(),
    snapshotNumbers: new Map(),
    forgeTroubles: new Map(),
    lookSoon: () => {},
    terminal: createTerminalRoom(),
    typeTo: async () => false,
    typingRefused: async () => null,
    arrivalOf: (_, turn) => ({ state: 'started', turn }),
    leftTerminal: () => {},
    closing: false,
    settle: () => {},
    benchOf: () => null,
    heard: () => {},
    launchWords: () => null,
    effortHolds: () => null,
    budgetHolds: () => null,
  }
}
