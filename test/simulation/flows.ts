/**
 * The order of effects of the real flows, restated step by step: each piece between two `yield`s is one transaction or one
 * act on the world, and a crash may come at any `yield`. Every decision is made by the real core. Planted defects change
 * one order each, so that tests can show that the invariants see it.
 */
import type { AgentEvent, TurnOutcome } from '#contract/agent-event'
import { conclude } from '#core/session/conclude'
import {
  decideCancel,
  decideFence,
  decideKill,
  decideRestore,
  decideSend,
  decideTurn,
  isRefusal,
  mayMove,
  type SessionFacts,
} from '#core/session/decide'
import { observe } from '#core/session/observe'
import { statusOf } from '#core/session/status'
import {
  type Active,
  begin,
  beginNow,
  blame,
  enqueue,
  type Flow,
  type Sim,
  type SimLaunch,
  type SimSession,
  type SimTurn,
} from './model.ts'

const nowMs = 60_000
const classify = () => 'agent_error' as const

export const sessionOf = (sim: Sim, id: string): SimSession => {
  const session = sim.sessions.get(id)
  if (session === undefined) throw new Error(`no session ${id}`)
  return session
}
const launchOf = (sim: Sim, id: string): SimLaunch => {
  const launch = sim.launches.get(id)
  if (launch === undefined) throw new Error(`no launch ${id}`)
  return launch
}
const treeOf = (sim: Sim, id: string) => {
  const tree = sim.trees.get(id)
  if (tree === undefined) throw new Error(`no tree of ${id}`)
  return tree
}
const lastTurn = (session: SimSession): SimTurn | null => session.turns.at(-1) ?? null
export const runningTurn = (session: SimSession): SimTurn | null => {
  const turn = lastTurn(session)
  return turn?.state === 'running' ? turn : null
}
export const statusNow = (session: SimSession) =>
  statusOf({
    phase: session.phase,
    activity: session.facts.activity,
    parkedUntil: null,
    hasRequest: session.facts.request !== null,
  })

export function factsOf(sim: Sim, session: SimSession): SessionFacts {
  const launch = session.launchId === null ? null : launchOf(sim, session.launchId)
  return {
    id: session.id,
    phase: session.phase,
    activity: session.facts.activity,
    turnRunning: runningTurn(session) !== null,
    launchId: launch === null || launch.state === 'exited' ? null : launch.id,
  }
}

const tell = (session: SimSession): void => {
  session.told = statusNow(session)
}

function move(sim: Sim, session: SimSession, to: SimSession['phase'], by: 'restore' | 'other' = 'other'): void {
  if (!mayMove(session.phase, to)) blame(sim, `${session.id} moved from ${session.phase} to ${to}`)
  if (session.phase === 'ended' && by !== 'restore') blame(sim, `${session.id} came back without a restore`)
  session.phase = to
  if (to === 'ended') sim.promised.delete(session.id)
}

/** The end of a process by somebody's wish: the wish must have named it. */
function endProcess(sim: Sim, launchId: string, by: string, named: (launch: SimLaunch) => boolean): void {
  const process = sim.processes.get(launchId)
  if (process === undefined || !process.alive) return
  if (!named(launchOf(sim, launchId))) blame(sim, `${by} ended launch ${launchId}, which it did not name`)
  process.alive = false
  process.exitCode = 143
}

const save = (sim: Sim, session: SimSession): void => {
  const tree = treeOf(sim, session.id)
  if (tree.exists) session.saved.add(tree.content)
}

// ---- turns ----

function acceptTurn(session: SimSession, input: string): void {
  session.turn += 1
  session.turns.push({
    n: session.turn,
    input,
    state: 'running',
    stopping: null,
    launchId: null,
    seen: { sawResult: 'none', sawError: false, category: null },
  })
  session.facts = { ...session.facts, activity: 'working', request: null }
  session.events.push({ turn: session.turn, event: { kind: 'user', text: input, source: 'operator' } })
  tell(session)
}

function closeTurn(
  sim: Sim,
  session: SimSession,
  turn: SimTurn,
  outcome: TurnOutcome,
  events: readonly AgentEvent[],
): void {
  for (const event of events) session.events.push({ turn: turn.n, event })
  turn.state = outcome
  const accepted = sim.accepted.get(turn.input)
  if (accepted !== undefined && outcome !== 'completed') accepted.reported = true
  if (session.phase === 'live') session.facts = { ...session.facts, activity: 'idle', request: null }
  tell(session)
}

function endTurn(sim: Sim, session: SimSession, exit: { code: number | null; how: 'exited' | 'vanished' }): void {
  const turn = runningTurn(session)
  if (turn === null) {
    if (session.phase === 'live') session.facts = { ...session.facts, activity: 'idle', request: null }
    tell(session)
    return
  }
  const end = conclude({
    n: turn.n,
    turn: turn.seen,
    stopping: turn.stopping,
    exit: { ...exit, signal: null, stderrTail: '' },
    exitAccepted: false,
    durationMs: 0,
    noise: 0,
    classify,
  })
  closeTurn(sim, session, turn, end.outcome, end.events)
}

/** Reads a launch to its end. */
function* drive(sim: Sim, sessionId: string, active: Active): Flow {
  const session = sessionOf(sim, sessionId)
  const launch = launchOf(sim, active.launchId)
  const process = sim.processes.get(launch.id)
  if (process === undefined) throw new Error('a launch without a process is not read')
  for (;;) {
    yield () => process.spool.length > launch.offset || !process.alive
    if (process.spool.length > launch.offset) {
      const lines = process.spool.slice(launch.offset)
      if (sim.defects.has('offset-first')) {
        launch.offset += lines.length
        yield
      }
      const turn = runningTurn(session)
      const seen = observe(session.facts, turn?.seen ?? { sawResult: 'none', sawError: false, category: null }, lines, {
        asked: null,
        nowMs,
        classify,
        inTurn: turn !== null,
      })
      for (const event of seen.events) session.events.push({ turn: turn?.n ?? null, event })
      session.facts = seen.session
      if (turn !== null) turn.seen = seen.turn
      if (!sim.defects.has('offset-first')) launch.offset += lines.length
      if (seen.loud) tell(session)
      continue
    }
    launch.state = 'exited'
    endTurn(sim, session, { code: process.exitCode, how: process.exitCode === null ? 'vanished' : 'exited' })
    active.done = true
    if (sim.memory.active.get(sessionId) === active) sim.memory.active.delete(sessionId)
    settle(sim, sessionId)
    return
  }
}

function attach(sim: Sim, sessionId: string, launchId: string): Active {
  const active: Active = { launchId, stop: false, done: false }
  sim.memory.active.set(sessionId, active)
  begin(sim, `read ${launchId}`, drive(sim, sessionId, active))
  return active
}

/** From an accepted turn to a running process. */
export function* launchTurn(sim: Sim, sessionId: string): Flow {
  const session = sessionOf(sim, sessionId)
  const turn = runningTurn(session)
  // Two jobs of the line may want to launch the same turn: the first one does.
  if (turn === null || (turn.launchId !== null && !sim.defects.has('launch-twice'))) return
  yield
  if (runningTurn(session) !== turn) return
  if (turn.stopping !== null) {
    const end: AgentEvent = { kind: 'turn_end', turn: turn.n, outcome: 'cancelled', exitCode: null, durationMs: null }
    closeTurn(sim, session, turn, 'cancelled', [{ kind: 'cancelled' }, end])
    settle(sim, sessionId)
    return
  }
  const id = `l${++sim.count}`
  const launch: SimLaunch = { id, sessionId, turn: turn.n, state: 'prepared', recorded: false, offset: 0 }
  const write = (): void => {
    sim.launches.set(id, launch)
    turn.launchId = id
    session.launchId = id
  }
  const exec = (): void => {
    sim.processes.set(id, { launchId: id, input: turn.input, alive: true, exitCode: null, spool: [] })
  }
  if (sim.defects.has('exec-first')) {
    exec()
    yield
    write()
  } else {
    write()
    yield
    exec()
  }
  yield
  launch.state = 'running'
  launch.recorded = true
  tell(session)
  attach(sim, sessionId, id)
}

/** What follows a turn: a launch that is due, the snapshot, the next message. */
export function settle(sim: Sim, sessionId: string): void {
  enqueue(sim, sessionId, 'settle', settling(sim, sessionId))
}

function* settling(sim: Sim, sessionId: string): Flow {
  const session = sessionOf(sim, sessionId)
  if (sim.memory.ending.has(sessionId)) return
  const turn = runningTurn(session)
  if (turn !== null) {
    if (turn.launchId === null && !sim.memory.active.has(sessionId)) yield* launchTurn(sim, sessionId)
    return
  }
  if (session.phase === 'live') save(sim, session)
  yield
  if (sim.memory.ending.has(sessionId) || session.phase !== 'live' || runningTurn(session) !== null) return
  const next = session.queue[0]
  if (next === undefined) return
  session.queue.shift()
  acceptTurn(session, next)
  yield
  yield* launchTurn(sim, sessionId)
}

// ---- commands ----

const newInput = (sim: Sim, sessionId: string): string => {
  const input = `i${++sim.count}`
  sim.accepted.set(input, { sessionId, reported: false })
  return input
}

export function* spawn(sim: Sim, id: string): Flow {
  const session: SimSession = {
    id,
    phase: 'starting',
    facts: {
      activity: 'unknown',
      nativeId: null,
      model: null,
      inputTokens: null,
      outputTokens: null,
      costUsd: null,
      lastText: null,
      request: null,
      spark: { counts: [], minute: 0 },
    },
    launchId: null,
    turn: 0,
    killed: false,
    turns: [],
    queue: [],
    events: [],
    told: null,
    treeRemoved: false,
    restoring: false,
    cleaning: false,
    saved: new Set(),
  }
  sim.sessions.set(id, session)
  tell(session)
  const start = { aborted: false, done: false }
  sim.memory.starting.set(id, start)
  yield
  sim.trees.set(id, { exists: true, content: 0, committed: 0 })
  yield
  if (!start.aborted) {
    // The spawn answers only after the launch: until then its prompt is not accepted.
    const input = `i${++sim.count}`
    acceptTurn(session, input)
    yield
    const launch = enqueue(sim, id, 'launch', launchTurn(sim, id))
    yield () => launch.done
    if (session.phase === 'starting') move(sim, session, 'live')
    if (runningTurn(session) === null) session.facts = { ...session.facts, activity: 'idle' }
    tell(session)
    sim.accepted.set(input, { sessionId: id, reported: runningTurn(session) === null })
    // What came while it was starting waits for nobody else.
    settle(sim, id)
    yield
  }
  if (start.aborted) yield* endInPlace(sim, session)
  start.done = true
  sim.memory.starting.delete(id)
}

function* endInPlace(sim: Sim, session: SimSession): Flow {
  const ending = { done: false }
  sim.memory.ending.set(session.id, ending)
  const turn = runningTurn(session)
  if (turn !== null) turn.stopping ??= 'kill'
  const active = sim.memory.active.get(session.id)
  if (active !== undefined) yield* stop(sim, session.id, active, 'kill', () => true)
  if (runningTurn(session) !== null) endTurn(sim, session, { code: null, how: 'exited' })
  ending.done = true
  sim.memory.ending.delete(session.id)
  for (const input of session.queue.splice(0)) report(sim, input)
  move(sim, session, 'ended')
  session.facts = { ...session.facts, activity: 'idle', request: null }
  tell(session)
}

const report = (sim: Sim, input: string): void => {
  const accepted = sim.accepted.get(input)
  if (accepted !== undefined) accepted.reported = true
}

export function startTurn(sim: Sim, id: string, launchId: string | undefined): void {
  const session = sessionOf(sim, id)
  const facts = factsOf(sim, session)
  if (isRefusal(decideFence(facts, launchId)) || isRefusal(decideTurn(facts)) || sim.memory.ending.has(id)) return
  acceptTurn(session, newInput(sim, id))
  enqueue(sim, id, 'launch', launchTurn(sim, id))
}

export function send(sim: Sim, id: string, interrupt: boolean): void {
  const session = sessionOf(sim, id)
  const facts = factsOf(sim, session)
  const decision = sim.memory.ending.has(id)
    ? decideSend({ ...facts, phase: 'ended' }, 0, false)
    : decideSend(facts, session.queue.length, interrupt)
  if (isRefusal(decision)) return
  const input = newInput(sim, id)
  if (decision === 'start') {
    acceptTurn(session, input)
    enqueue(sim, id, 'launch', launchTurn(sim, id))
    return
  }
  session.queue.push(input)
  const turn = runningTurn(session)
  if (decision === 'interrupt' && turn !== null) {
    turn.stopping ??= 'cancel'
    beginNow(sim, 'interrupt', halt(sim, id, turn.n))
  } else settle(sim, id)
}

export function cancel(sim: Sim, id: string, launchId: string | undefined): void {
  const session = sessionOf(sim, id)
  const facts = factsOf(sim, session)
  const turn = runningTurn(session)
  if (isRefusal(decideFence(facts, launchId)) || isRefusal(decideCancel(facts)) || turn === null) return
  turn.stopping ??= 'cancel'
  beginNow(sim, 'cancel', halt(sim, id, turn.n))
}

/** Ends the turn that was named, and no later one. */
function* halt(sim: Sim, id: string, n: number): Flow {
  const session = sessionOf(sim, id)
  const named = (launch: SimLaunch): boolean => launch.turn === n
  const active = sim.memory.active.get(id)
  if (active !== undefined) {
    yield* stop(sim, id, active, 'cancel', named)
    return
  }
  const tail = sim.memory.lines.get(id)?.at(-1)
  yield () => tail === undefined || tail.done
  const late = sim.memory.active.get(id)
  const mine = runningTurn(session)?.n === n || sim.defects.has('late-cancel')
  if (late !== undefined && mine) yield* stop(sim, id, late, 'cancel', named)
}

function* stop(sim: Sim, id: string, active: Active, by: string, named: (launch: SimLaunch) => boolean): Flow {
  active.stop = true
  yield
  endProcess(sim, active.launchId, `${by} of ${id}`, named)
  yield () => active.done
}

export function* kill(sim: Sim, id: string, launchId: string | undefined): Flow {
  const session = sessionOf(sim, id)
  const decision = decideKill(factsOf(sim, session), launchId)
  if (isRefusal(decision) || decision === 'already') return
  if (decision === 'abort-start') {
    const starting = sim.memory.starting.get(id)
    if (starting !== undefined) {
      starting.aborted = true
      yield () => starting.done
      if (sessionOf(sim, id).phase === 'ended') return
    }
  }
  yield* endSession(sim, id)
}

export function* endSession(sim: Sim, id: string): Flow {
  const under = sim.memory.ending.get(id)
  if (under !== undefined) {
    yield () => under.done
    return
  }
  const session = sessionOf(sim, id)
  if (session.phase === 'ended') return
  const ending = { done: false }
  sim.memory.ending.set(id, ending)
  const turn = runningTurn(session)
  if (turn !== null) turn.stopping ??= 'kill'
  if (!sim.defects.has('kill-forgotten')) session.killed = true
  sim.promised.add(id)
  yield
  const active = sim.memory.active.get(id)
  if (active !== undefined) yield* stop(sim, id, active, 'kill', () => true)
  const last = enqueue(sim, id, 'end', endInLine(sim, session))
  yield () => last.done
  ending.done = true
  sim.memory.ending.delete(id)
}

function* endInLine(sim: Sim, session: SimSession): Flow {
  const { id } = session
  const late = sim.memory.active.get(id)
  if (late !== undefined) yield* stop(sim, id, late, 'kill', () => true)
  for (const launch of sim.launches.values())
    if (launch.sessionId === id) endProcess(sim, launch.id, `kill of ${id}`, (one) => one.sessionId === id)
  yield
  save(sim, session)
  yield
  if (session.phase === 'ended') return
  for (const input of session.queue.splice(0)) report(sim, input)
  move(sim, session, 'ended')
  session.facts = { ...session.facts, activity: 'idle', request: null }
  session.killed = false
  tell(session)
}

export function restore(sim: Sim, id: string): void {
  enqueue(sim, id, 'restore', restoring(sim, id))
}

function* restoring(sim: Sim, id: string): Flow {
  const session = sessionOf(sim, id)
  const tree = sim.trees.get(id)
  const workspace = tree === undefined ? 'none' : session.treeRemoved ? 'removed' : tree.exists ? 'present' : 'missing'
  const decision = decideRestore({ session: factsOf(sim, session), workspace, heldByOther: null })
  if (isRefusal(decision) || decision === 'already' || tree === undefined) return
  if (decision === 'readd') {
    session.restoring = true
    yield
    tree.exists = true
    yield
  }
  move(sim, session, 'live', 'restore')
  session.treeRemoved = false
  session.restoring = false
  session.killed = false
  session.facts = { ...session.facts, activity: 'idle' }
  tell(session)
}

export function cleanup(sim: Sim, id: string): void {
  enqueue(sim, id, 'cleanup', cleaning(sim, id))
}

function* cleaning(sim: Sim, id: string): Flow {
  const session = sessionOf(sim, id)
  const tree = sim.trees.get(id)
  if (session.phase !== 'ended' || session.treeRemoved || tree === undefined) return
  yield
  if (tree.exists && tree.content !== tree.committed) return
  if (!sim.defects.has('unsaved-removal')) save(sim, session)
  session.cleaning = true
  yield
  removeTree(sim, session)
  yield
  session.treeRemoved = true
  session.cleaning = false
}

function removeTree(sim: Sim, session: SimSession): void {
  const tree = treeOf(sim, session.id)
  if (tree.exists && !session.saved.has(tree.content))
    blame(sim, `the tree of ${session.id} was removed without a snapshot of its content`)
  tree.exists = false
}

// ---- boot ----

/** Every launch is looked for; what a crash cut in two is finished or taken back; then the API answers. */
export function* reconcile(sim: Sim): Flow {
  for (const session of sim.sessions.values()) {
    const tree = sim.trees.get(session.id)
    if (session.restoring && tree !== undefined) {
      if (session.treeRemoved) tree.exists = false
      session.restoring = false
    }
    if (session.cleaning && tree !== undefined) {
      if (!tree.exists) session.treeRemoved = true
      session.cleaning = false
    }
  }
  yield
  for (const launch of [...sim.launches.values()]) {
    if (launch.state === 'exited') continue
    const process = sim.processes.get(launch.id)
    if (process === undefined) {
      launch.state = 'exited'
      const turn = runningTurn(sessionOf(sim, launch.sessionId))
      if (turn?.launchId === launch.id) turn.launchId = null
    } else {
      launch.recorded = true
      const gone = !process.alive
      const active = attach(sim, launch.sessionId, launch.id)
      if (gone) yield () => active.done
    }
    yield
  }
  for (const session of [...sim.sessions.values()]) {
    if (session.phase !== 'starting') continue
    if (lastTurn(session)?.launchId != null) {
      move(sim, session, 'live')
      session.facts = { ...session.facts, activity: runningTurn(session) === null ? 'idle' : 'working' }
      tell(session)
    } else undoSpawn(sim, session)
    yield
  }
  for (const session of sim.sessions.values()) {
    if (session.phase !== 'live') continue
    const turn = runningTurn(session)
    if (session.killed) beginNow(sim, 'kill again', endSession(sim, session.id))
    else if (turn !== null && turn.stopping !== null && sim.memory.active.has(session.id))
      beginNow(sim, 'stop again', halt(sim, session.id, turn.n))
    if (!sim.memory.active.has(session.id)) settleLoose(sim, session, turn)
  }
  sim.memory.up = 'ready'
}

function undoSpawn(sim: Sim, session: SimSession): void {
  for (const input of session.queue) report(sim, input)
  sim.sessions.delete(session.id)
  sim.trees.delete(session.id)
  for (const launch of [...sim.launches.values()]) if (launch.sessionId === session.id) sim.launches.delete(launch.id)
}

function settleLoose(sim: Sim, session: SimSession, turn: SimTurn | null): void {
  if (turn !== null && turn.launchId === null && turn.stopping === null) {
    enqueue(sim, session.id, 'launch', launchTurn(sim, session.id))
    return
  }
  if (turn !== null) endTurn(sim, session, { code: null, how: 'vanished' })
  else if (session.facts.activity === 'working') session.facts = { ...session.facts, activity: 'idle' }
  tell(session)
  settle(sim, session.id)
}
