/**
 * Schedules: what happens, in which order, decided by one number. Runs one against the simulated world, checks the
 * invariants after every step and once all is quiet, and makes a failing one short.
 */
import type { SpokenEvent } from '#core/session/observe'
import { type Random, randomFrom } from '../crash/random.ts'
import {
  cancel,
  cleanup,
  kill,
  reconcile,
  restore,
  runningTurn,
  send,
  sessionOf,
  spawn,
  startTurn,
  statusNow,
} from './flows.ts'
import { begin, beginNow, blame, createSim, freshMemory, type Sim, step } from './model.ts'

export type Action =
  | { readonly do: 'spawn' }
  | {
      readonly do: 'step' | 'turn' | 'cancel' | 'kill' | 'restore' | 'cleanup' | 'stale-kill' | 'stale-cancel'
      readonly at: number
    }
  | { readonly do: 'send'; readonly at: number; readonly interrupt: boolean }
  | { readonly do: 'line'; readonly at: number; readonly line: keyof typeof lines }
  | { readonly do: 'exit'; readonly at: number; readonly code: number | null }
  | { readonly do: 'crash' }
  | { readonly do: 'boot' }

const lines = {
  text: { kind: 'text', text: 'x' },
  session: { kind: 'session', nativeId: 'n', model: null },
  ask: { kind: 'request', requestId: 'r', type: 'question', text: '?', options: [] },
  result: { kind: 'result', isError: false, text: '', durationMs: null },
  bad: { kind: 'failure', message: 'no', evidence: [] },
} as const satisfies Record<string, SpokenEvent>

const weights: readonly (readonly [number, (random: Random) => Action])[] = [
  [3, () => ({ do: 'spawn' })],
  [40, (random) => ({ do: 'step', at: random.between(0, 9) })],
  [6, (random) => ({ do: 'turn', at: random.between(0, 2) })],
  [8, (random) => ({ do: 'send', at: random.between(0, 2), interrupt: random.chance(0.3) })],
  [6, (random) => ({ do: 'cancel', at: random.between(0, 2) })],
  [3, (random) => ({ do: random.chance(0.5) ? 'stale-kill' : 'stale-cancel', at: random.between(0, 2) })],
  [3, (random) => ({ do: 'kill', at: random.between(0, 2) })],
  [4, (random) => ({ do: 'restore', at: random.between(0, 2) })],
  [4, (random) => ({ do: 'cleanup', at: random.between(0, 2) })],
  [
    12,
    (random) => ({
      do: 'line',
      at: random.between(0, 3),
      line: random.pick(Object.keys(lines) as (keyof typeof lines)[]),
    }),
  ],
  [8, (random) => ({ do: 'exit', at: random.between(0, 3), code: random.pick([0, 0, 1, null]) })],
  [4, () => ({ do: 'crash' })],
  [4, () => ({ do: 'boot' })],
]
const allWeights = weights.reduce((sum, [weight]) => sum + weight, 0)

/** The schedule of a number. */
export function scheduleOf(seed: number): Action[] {
  const random = randomFrom(Math.imul(seed, 2654435761) ^ 0x5bd1e995)
  const length = random.between(5, 60)
  return Array.from({ length }, () => {
    let ticket = random.next() * allWeights
    for (const [weight, make] of weights) {
      ticket -= weight
      if (ticket < 0) return make(random)
    }
    return { do: 'crash' }
  })
}

/** null, or what went wrong. */
export function run(schedule: readonly Action[], defects: ReadonlySet<string> = new Set()): string | null {
  const sim = createSim(defects)
  try {
    for (const action of schedule) {
      act(sim, action)
      checkAlways(sim)
      if (sim.fault !== null) return sim.fault
    }
    comeToRest(sim)
    if (sim.fault === null) checkAtRest(sim)
  } catch (error) {
    return `it threw: ${error instanceof Error ? error.message : String(error)}`
  }
  return sim.fault
}

const most = 3

function act(sim: Sim, action: Action): void {
  if (action.do === 'crash') {
    sim.memory = freshMemory()
    return
  }
  if (action.do === 'boot') boot(sim)
  else if (action.do === 'line' || action.do === 'exit') actAgent(sim, action)
  else if (action.do === 'step') stepAny(sim, action.at)
  else if (sim.memory.up === 'ready') ask(sim, action)
}

function stepAny(sim: Sim, at: number): void {
  const tasks = sim.memory.tasks.filter((task) => task.wait === undefined || task.wait())
  const task = tasks[at % Math.max(1, tasks.length)]
  if (task !== undefined) step(sim, task)
}

/** A daemon that is not ready answers nothing. */
function ask(sim: Sim, action: Exclude<Action, { do: 'crash' | 'boot' | 'line' | 'exit' | 'step' }>): void {
  if (action.do === 'spawn') {
    if (sim.sessions.size < most) beginNow(sim, 'spawn', spawn(sim, `s${++sim.count}`))
    return
  }
  const session = [...sim.sessions.values()][action.at]
  if (session !== undefined) command(sim, session.id, action)
}

function command(sim: Sim, id: string, action: Action): void {
  const stale = [...sim.launches.values()].find((launch) => launch.id !== sessionOf(sim, id).launchId)?.id ?? 'another'
  if (action.do === 'turn') startTurn(sim, id, undefined)
  else if (action.do === 'send') send(sim, id, action.interrupt)
  else if (action.do === 'cancel') cancel(sim, id, undefined)
  else if (action.do === 'stale-cancel') refused(sim, id, () => cancel(sim, id, stale))
  else if (action.do === 'kill') beginNow(sim, 'kill', kill(sim, id, undefined))
  else if (action.do === 'stale-kill') refused(sim, id, () => beginNow(sim, 'kill', kill(sim, id, stale)))
  else if (action.do === 'restore') restore(sim, id)
  else if (action.do === 'cleanup') cleanup(sim, id)
}

/** A command that names another launch than the current one does nothing at all. */
function refused(sim: Sim, id: string, act: () => void): void {
  const before = JSON.stringify([
    sim.memory.tasks.length,
    runningTurn(sessionOf(sim, id))?.stopping,
    sessionOf(sim, id).killed,
  ])
  act()
  const after = JSON.stringify([
    sim.memory.tasks.length,
    runningTurn(sessionOf(sim, id))?.stopping,
    sessionOf(sim, id).killed,
  ])
  if (before !== after) blame(sim, `a command that named another launch did something to ${id}`)
}

function actAgent(sim: Sim, action: Extract<Action, { do: 'line' | 'exit' }>): void {
  const alive = [...sim.processes.values()].filter((process) => process.alive)
  const process = alive[action.at % Math.max(1, alive.length)]
  if (process === undefined) return
  if (action.do === 'exit') {
    process.alive = false
    process.exitCode = action.code
    return
  }
  process.spool.push(lines[action.line])
  const owner = sim.launches.get(process.launchId)
  const tree = owner === undefined ? undefined : sim.trees.get(owner.sessionId)
  if (tree === undefined) return
  if (action.line === 'text') tree.content = ++sim.count
  if (action.line === 'result') tree.committed = tree.content
}

function boot(sim: Sim): void {
  if (sim.memory.up !== 'down') return
  sim.memory.up = 'booting'
  begin(sim, 'boot', reconcile(sim))
}

/** Everything goes on to its end: tasks run, agents finish, a daemon that is down comes up. */
function comeToRest(sim: Sim): void {
  for (let round = 0; round < 2000; round++) {
    boot(sim)
    if (sim.fault !== null) return
    checkAlways(sim)
    const task = sim.memory.tasks.find((one) => one.wait === undefined || one.wait())
    if (task !== undefined) {
      step(sim, task)
      continue
    }
    const process = [...sim.processes.values()].find((one) => one.alive)
    if (process === undefined) {
      if (sim.memory.tasks.length > 0) blame(sim, `stuck: ${sim.memory.tasks.map((one) => one.name).join(', ')}`)
      return
    }
    process.spool.push(lines.result)
    process.alive = false
    process.exitCode = 0
  }
  blame(sim, 'it never comes to rest')
}

function checkAlways(sim: Sim): void {
  const named = new Map<string, string>()
  for (const session of sim.sessions.values()) {
    if (session.launchId === null) continue
    const other = named.get(session.launchId)
    if (other !== undefined) blame(sim, `launch ${session.launchId} is named by ${other} and ${session.id}`)
    named.set(session.launchId, session.id)
    if (sim.launches.get(session.launchId)?.sessionId !== session.id)
      blame(sim, `${session.id} names launch ${session.launchId}, which is not its own`)
  }
  const running = new Map<string, number>()
  for (const process of sim.processes.values()) {
    if (!process.alive) continue
    const owner = sim.launches.get(process.launchId)?.sessionId
    if (owner === undefined) blame(sim, `process of ${process.launchId} runs and no row names it`)
    else running.set(owner, (running.get(owner) ?? 0) + 1)
  }
  for (const [id, count] of running) if (count > 1) blame(sim, `${id} has ${count} processes at once`)
  if (sim.memory.up === 'ready') checkStatus(sim)
}

/** Nothing shows working without a process, unless its launch is on the way. */
function checkStatus(sim: Sim): void {
  for (const session of sim.sessions.values()) {
    if (statusNow(session) !== 'working') continue
    const process = session.launchId === null ? undefined : sim.processes.get(session.launchId)
    const busy = sim.memory.active.has(session.id) || (sim.memory.lines.get(session.id)?.length ?? 0) > 0
    if (!busy && process?.alive !== true) blame(sim, `${session.id} shows working and nobody works`)
  }
}

function checkAtRest(sim: Sim): void {
  const told = new Map<string, number>()
  for (const process of sim.processes.values()) told.set(process.input, (told.get(process.input) ?? 0) + 1)
  for (const [input, count] of told) if (count > 1) blame(sim, `input ${input} was delivered ${count} times`)
  for (const [input, { sessionId, reported }] of sim.accepted) {
    if (!told.has(input) && !reported && sim.sessions.has(sessionId))
      blame(sim, `input ${input} of ${sessionId} was accepted, never delivered and never reported`)
  }
  for (const session of sim.sessions.values()) {
    if (session.phase === 'starting') blame(sim, `${session.id} is starting for ever`)
    if (sim.promised.has(session.id)) blame(sim, `${session.id} was to be killed and is not`)
    if (session.told !== statusNow(session))
      blame(sim, `${session.id} is ${statusNow(session)} and the fleet was told ${session.told}`)
    if (statusNow(session) === 'working') blame(sim, `${session.id} works for ever`)
    for (const turn of session.turns) checkTurn(sim, session.id, turn.n)
    if (session.phase === 'ended' && session.queue.length > 0) blame(sim, `${session.id} ended with a queue`)
    if (session.phase === 'live' && session.queue.length > 0) blame(sim, `${session.id} leaves its queue waiting`)
    if (session.phase === 'ended' && session.treeRemoved !== (sim.trees.get(session.id)?.exists !== true))
      blame(sim, `the row of ${session.id} and its tree disagree`)
  }
  checkLines(sim)
}

function checkTurn(sim: Sim, id: string, n: number): void {
  const events = sessionOf(sim, id).events.filter((row) => row.turn === n)
  const ends = events.filter((row) => row.event.kind === 'turn_end').length
  if (ends !== 1) blame(sim, `turn ${n} of ${id} has ${ends} ends`)
  else if (events.at(-1)?.event.kind !== 'turn_end') blame(sim, `turn ${n} of ${id} goes on after its end`)
}

/** What agents wrote is stored once and in order. */
function checkLines(sim: Sim): void {
  for (const session of sim.sessions.values()) {
    const wrote = [...sim.launches.values()]
      .filter((launch) => launch.sessionId === session.id)
      .flatMap((launch) => sim.processes.get(launch.id)?.spool ?? [])
      .filter((line) => line.kind === 'text' || line.kind === 'result').length
    const stored = session.events.filter(({ event }) => event.kind === 'text' || event.kind === 'result').length
    if (stored !== wrote) blame(sim, `${session.id} wrote ${wrote} lines and ${stored} are stored`)
  }
}

/** Leaves away whatever the fault does not need. */
export function shrink(schedule: readonly Action[], fails: (schedule: readonly Action[]) => boolean): Action[] {
  let now = [...schedule]
  for (;;) {
    const shorter = shrinkOnce(now, fails)
    if (shorter.length === now.length) return shorter
    now = shorter
  }
}

function shrinkOnce(schedule: readonly Action[], fails: (schedule: readonly Action[]) => boolean): Action[] {
  let now = [...schedule]
  for (let size = Math.ceil(now.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < now.length; ) {
      const shorter = [...now.slice(0, at), ...now.slice(at + size)]
      if (fails(shorter)) now = shorter
      else at += size
    }
  }
  for (let at = 0; at < now.length; at++) {
    const action = now[at]
    if (action === undefined || !('at' in action) || action.at === 0) continue
    const simpler = now.map((one, index) => (index === at ? { ...action, at: 0 } : one))
    if (fails(simpler)) now = simpler
  }
  return now
}

export interface Finding {
  readonly seed: number
  readonly fault: string
  readonly schedule: readonly Action[]
}

/** Runs the schedules of so many numbers; the first that fails comes back short. */
export function search(from: number, count: number, defects: ReadonlySet<string> = new Set()): Finding | null {
  for (let seed = from; seed < from + count; seed++) {
    const fault = run(scheduleOf(seed), defects)
    if (fault === null) continue
    const schedule = shrink(scheduleOf(seed), (shorter) => run(shorter, defects) !== null)
    return { seed, fault: run(schedule, defects) ?? fault, schedule }
  }
  return null
}

export const describeFinding = (found: Finding | null): string =>
  found === null
    ? 'all held'
    : `SIM_SEED=${found.seed}: ${found.fault}\n${found.schedule.map((action, index) => `  ${index + 1}. ${JSON.stringify(action)}`).join('\n')}`
