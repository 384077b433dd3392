/**
 * What must hold of relays. At every commit: a task is taken in its order and by one lane, is done once and by a try that
 * completed, a try has one outcome, its number rises, its task has budget left and its agent is not benched, and only what
 * completed is counted. At rest: every relay has ended with a reason or waits for a person, and holds nothing any more.
 */
import type { Change } from '#contract/change'
import type { Relay, Try } from '#contract/relay'
import type { Task } from '#contract/task'
import { inOrder, openBlockers, type TaskFacts } from '#core/relay/queue'
import type { RelayRecord } from '#ports/store/relay'
import type { TaskRecord } from '#ports/store/task'
import { project } from '../support/engine.ts'
import { limits } from '../support/simulated/settings.ts'
import type { Story } from './story.ts'

export const relays = ({ home }: Story): readonly RelayRecord[] => home.store.reads.relays({ limit: 100 }).toReversed()
export const open = (story: Story): RelayRecord | null =>
  relays(story).findLast(({ state }) => state !== 'ended') ?? null
export const tasks = ({ home }: Story): readonly TaskRecord[] => home.store.reads.taskPage(project, {}, null, 100)

interface Watched {
  /** The last number of a try. */
  number: number
  readonly started: Map<number, Try>
  readonly ended: Map<number, Try>
  /** Tasks as they were told. */
  readonly tasks: Map<string, Task>
  /** Tries that count, of the claim that holds a task now. */
  readonly tries: Map<string, number>
  /** Turns of tries whose words reached a process. */
  readonly given: Map<string, string>
}
const watched = new WeakMap<Story, Watched>()

/** Its agent did not know the conversation: the same words are given to a fresh one. */
export function forgive(story: Story, sessionId: string): void {
  const turn = story.home.store.reads.session(sessionId)?.turn
  watched.get(story)?.given.delete(`turn ${turn} of ${sessionId}`)
}

export function watch(story: Story): void {
  const state: Watched = {
    number: 0,
    started: new Map(),
    ended: new Map(),
    tasks: new Map(),
    tries: new Map(),
    given: new Map(),
  }
  watched.set(story, state)
  story.home.store.watch = ({ changes }) => {
    for (const change of changes) checkChange(story, state, change)
  }
  watchProcesses(story, state)
}

/** What a relay says to its agents, and whom it ends, is its own; all else is a person's and judged by the other subjects. */
function watchProcesses(story: Story, state: Watched): void {
  const { machine, store } = story.home
  const { prompted, ended } = machine.watch
  machine.watch = {
    ...machine.watch,
    prompted(process, text) {
      if (story.inputOf(text) !== null || !story.ofRelay(process.sessionId)) return prompted(process, text)
      const turn = `turn ${store.reads.session(process.sessionId)?.turn} of ${process.sessionId}`
      const before = state.given.get(turn)
      if (before !== undefined) story.blame(`${turn} was given to ${before} and ${process.launchId}`)
      state.given.set(turn, process.launchId)
    },
    ended(process) {
      const one = store.reads.session(process.sessionId)
      const turn = one === null ? null : store.reads.turn(one.id, one.turn)
      if (one === null || !story.ofRelay(one.id)) return ended(process)
      if (one.endReason === 'completed') return
      const run = store.reads.openTry(one.id)
      const lane = run === null ? undefined : relays(story).find(({ id }) => id === run.relayId)?.lanes[run.lane - 1]
      if (turn?.stopping === 'cancel' && lane?.calledOff != null) return
      ended(process)
    },
  }
}

function checkChange(story: Story, state: Watched, change: Change): void {
  if (change.type === 'try_started') checkStarted(story, state, change.payload)
  else if (change.type === 'try_ended') checkEnded(story, state, change.payload)
  else if (change.type === 'task_added' || change.type === 'task_updated') checkTask(story, state, change.payload)
  else if (change.type === 'relay_updated' || change.type === 'relay_ended') checkCount(story, state, change.payload)
}

/** Numbers rise, one try of a task at a time, and nobody who is benched. */
function checkStarted(story: Story, state: Watched, one: Try): void {
  if (one.n <= state.number) story.blame(`try ${one.n} began after try ${state.number}`)
  state.number = Math.max(state.number, one.n)
  state.started.set(one.n, one)
  for (const other of state.started.values())
    if (other.n !== one.n && other.taskId !== null && other.taskId === one.taskId && !state.ended.has(other.n))
      story.blame(`tries ${other.n} and ${one.n} of ${one.taskId} run at once`)
  const [scope = ''] = one.agent.split(':')
  const bench = story.home.store.reads.agentState('scope', scope)
  const ms = (bench?.until ?? 0) - story.home.scheduler.now().getTime()
  if (bench?.state === 'benched' && ms > 0)
    story.blame(`try ${one.n} used ${one.agent} while ${scope} was benched for ${ms} ms`)
}

/** One outcome each, and never more of them than the budget; spent quotas and people aside. */
function checkEnded(story: Story, state: Watched, one: Try): void {
  if (one.outcome === null || one.endedAt === null) story.blame(`try ${one.n} ended without an outcome`)
  if (!state.started.has(one.n)) story.blame(`try ${one.n} ended and never began`)
  if (state.ended.has(one.n)) story.blame(`try ${one.n} ended twice`)
  state.ended.set(one.n, one)
  if (one.taskId === null || one.outcome === 'cancelled' || one.outcome === 'parked') return
  const count = (state.tries.get(one.taskId) ?? 0) + 1
  state.tries.set(one.taskId, count)
  if (count > limits.relay.tries) story.blame(`${one.taskId} had ${count} tries`)
}

const factsOf = (task: Task): TaskFacts => ({ ...task, leaseUntil: null })

function checkTask(story: Story, state: Watched, task: Task): void {
  const before = state.tasks.get(task.id)
  state.tasks.set(task.id, task)
  if (task.state === 'claimed' && before?.state !== 'claimed') {
    state.tries.set(task.id, 0)
    if (task.lease?.relayId != null) checkClaim(story, state, task)
  }
  if (task.state !== 'done' || before === undefined) return
  if (before.state === 'done') return
  if (before.state !== 'claimed') story.blame(`${task.id} was ${before.state} and is done`)
  // One that a session took by itself is done when that says so.
  if (before.lease?.relayId === null) return
  const passed = [...state.ended.values()].some((one) => one.taskId === task.id && one.outcome === 'completed')
  if (!passed) story.blame(`${task.id} is done and no try completed it`)
}

/** The first of those that could be taken. */
function checkClaim(story: Story, state: Watched, task: Task): void {
  const all = [...state.tasks.values()].map((one) => factsOf(one.id === task.id ? { ...one, state: 'ready' } : one))
  const byId = new Map(all.map((one) => [one.id, one]))
  const [first] = inOrder(all).filter((one) => one.state === 'ready' && openBlockers(one, byId).length === 0)
  if (first?.id !== task.id) story.blame(`${task.id} was taken before ${first?.id}`)
}

/** Completed tries only, never more than wanted, and an end says why. */
function checkCount(story: Story, state: Watched, relay: Relay): void {
  const passed = [...state.ended.values()].filter((one) => one.relayId === relay.id && one.outcome === 'completed')
  if (relay.completed > passed.length)
    story.blame(`${relay.id} counts ${relay.completed} of ${passed.length} completed`)
  if ((relay.state === 'ended') !== (relay.endReason !== null))
    story.blame(`${relay.id} is ${relay.state} and says ${relay.endReason}`)
  if (relay.state === 'waiting' && relay.waitingFor === null) story.blame(`${relay.id} waits for nothing`)
}

/** Two lanes never have one task, and a task that a relay holds is in one of its lanes. */
export function holders(story: Story): void {
  const all = relays(story)
  const by = new Map<string, string>()
  for (const { id, state, lanes } of all)
    for (const { n, taskId, at } of lanes) {
      if (taskId === null) continue
      const here = `lane ${n} of ${id}`
      const other = by.get(taskId)
      if (other !== undefined) story.blame(`${taskId} is in ${other} and in ${here}`)
      by.set(taskId, here)
      if (state === 'ended' || at === 'free') story.blame(`${here} is ${state}, ${at} and has ${taskId}`)
    }
  for (const { id, state, leaseRelay, leaseSession } of tasks(story)) {
    const own =
      leaseRelay === null && leaseSession !== null && story.home.store.reads.session(leaseSession)?.role != null
    if ((state === 'claimed') !== (leaseRelay !== null || own))
      story.blame(`${id} is ${state} and held by ${leaseRelay}`)
    if (leaseRelay !== null && by.get(id)?.endsWith(` of ${leaseRelay}`) !== true)
      story.blame(`${id} is held by ${leaseRelay} and is in ${by.get(id) ?? 'no lane'}`)
  }
}

export function atRest(story: Story): void {
  const { reads } = story.home.store
  const state = watched.get(story)
  for (const [n, one] of state?.started ?? [])
    if (reads.try(project, n)?.outcome === null) story.blame(`try ${n} of ${one.relayId} runs for ever`)
  for (const one of relays(story)) checkRelay(story, one)
}

function checkRelay(story: Story, relay: RelayRecord): void {
  const { reads } = story.home.store
  const { id, state, lanes } = relay
  if (state !== 'ended' && state !== 'paused') story.blame(`${id} is ${state} for ever`)
  for (const { n, at, step } of lanes) if (at === 'busy') story.blame(`lane ${n} of ${id} is at ${step} for ever`)
  const own = lanes.map((lane) => (lane.workspaceId === null ? null : reads.workspace(lane.workspaceId)))
  for (const row of own) {
    const holder = row?.heldBy ?? null
    if (row === null || holder === null) continue
    const known = holder === id ? state !== 'ended' : reads.session(holder)?.phase === 'live'
    if (!known) story.blame(`${row.path} of ${id} (${state}) is held by ${holder}`)
  }
  if (state !== 'ended') return
  const passed = reads.triesOf(id).filter((one) => one.outcome === 'completed').length
  if (relay.parallel === 1 && relay.completed !== passed)
    story.blame(`${id} counted ${relay.completed} and ${passed} tries completed`)
  for (const sessionId of new Set(reads.triesOf(id).map((one) => one.sessionId)))
    if (reads.session(sessionId)?.phase === 'live') story.blame(`${id} ended and ${sessionId} lives`)
}
