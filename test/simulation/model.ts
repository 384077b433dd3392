/**
 * The world of the simulation, small enough to run a hundred thousand times: a store that survives a crash, processes and
 * trees that do not notice one, and a memory that does not survive it. Knows no rule; the rules are in `flows.ts`.
 */
import type { AgentEvent } from '#contract/agent-event'
import type { Status } from '#contract/session'
import type { Stopping } from '#core/session/conclude'
import type { ObservedSession, ObservedTurn, SpokenEvent } from '#core/session/observe'

export interface SimSession {
  readonly id: string
  phase: 'starting' | 'live' | 'ended'
  facts: ObservedSession
  launchId: string | null
  turn: number
  /** A kill was promised. */
  killed: boolean
  readonly turns: SimTurn[]
  readonly queue: string[]
  readonly events: { readonly turn: number | null; readonly event: AgentEvent }[]
  /** The status that the fleet was told last. */
  told: Status | null
  treeRemoved: boolean
  restoring: boolean
  cleaning: boolean
  /** Contents of the tree that a snapshot holds. */
  readonly saved: Set<number>
}

export interface SimTurn {
  readonly n: number
  readonly input: string
  state: 'running' | 'completed' | 'error' | 'cancelled' | 'lost'
  stopping: Stopping
  launchId: string | null
  seen: ObservedTurn
}

export interface SimLaunch {
  readonly id: string
  readonly sessionId: string
  readonly turn: number
  state: 'prepared' | 'running' | 'exited'
  recorded: boolean
  offset: number
}

/** What stands in the world whatever the daemon does. */
export interface SimProcess {
  readonly launchId: string
  readonly input: string
  alive: boolean
  /** null: it left no exit behind. */
  exitCode: number | null
  readonly spool: SpokenEvent[]
}

export interface Tree {
  exists: boolean
  content: number
  committed: number
}

export interface Active {
  readonly launchId: string
  stop: boolean
  done: boolean
}

/** A step of a flow: go on at any time, or when the condition holds. */
export type Wait = (() => boolean) | undefined
export type Flow = Generator<Wait, void, void>

export interface Task {
  readonly name: string
  readonly flow: Flow
  wait: Wait
  done: boolean
}

export interface Memory {
  up: 'down' | 'booting' | 'ready'
  readonly tasks: Task[]
  /** One line of work a session. */
  readonly lines: Map<string, Task[]>
  readonly active: Map<string, Active>
  readonly ending: Map<string, { done: boolean }>
  readonly starting: Map<string, { aborted: boolean; done: boolean }>
}

export interface Sim {
  readonly defects: ReadonlySet<string>
  readonly sessions: Map<string, SimSession>
  readonly launches: Map<string, SimLaunch>
  readonly processes: Map<string, SimProcess>
  readonly trees: Map<string, Tree>
  memory: Memory
  /** Sessions whose kill was accepted and that have not ended since. */
  readonly promised: Set<string>
  /** Inputs that were accepted: whose they are, and whether their caller was told that they did not arrive. */
  readonly accepted: Map<string, { readonly sessionId: string; reported: boolean }>
  count: number
  /** The first thing that went wrong. */
  fault: string | null
}

export const freshMemory = (): Memory => ({
  up: 'down',
  tasks: [],
  lines: new Map(),
  active: new Map(),
  ending: new Map(),
  starting: new Map(),
})

export const createSim = (defects: ReadonlySet<string> = new Set()): Sim => ({
  defects,
  sessions: new Map(),
  launches: new Map(),
  processes: new Map(),
  trees: new Map(),
  memory: { ...freshMemory(), up: 'ready' },
  promised: new Set(),
  accepted: new Map(),
  count: 0,
  fault: null,
})

export const blame = (sim: Sim, fault: string): void => {
  sim.fault ??= fault
}

export function begin(sim: Sim, name: string, flow: Flow): Task {
  const task: Task = { name, flow, wait: undefined, done: false }
  sim.memory.tasks.push(task)
  return task
}

/** As a call: the first piece runs before anything else does. */
export function beginNow(sim: Sim, name: string, flow: Flow): void {
  step(sim, begin(sim, name, flow))
}

/** Work in the session's own line: begins when what was accepted before it is done. */
export function enqueue(sim: Sim, sessionId: string, name: string, flow: Flow): Task {
  const line = sim.memory.lines.get(sessionId) ?? []
  const task = begin(sim, name, flow)
  line.push(task)
  sim.memory.lines.set(sessionId, line)
  task.wait = () => line[0] === task
  return task
}

const isOver = (task: Task): boolean => task.done

/** Advances one task by one step. Answers false when it cannot go on now. */
export function step(sim: Sim, task: Task): boolean {
  if (task.wait !== undefined && !task.wait()) return false
  const next = task.flow.next()
  task.wait = next.done === true ? undefined : next.value
  if (next.done !== true) return true
  task.done = true
  for (const line of sim.memory.lines.values()) if (line[0] === task) line.shift()
  const at = sim.memory.tasks.findIndex(isOver)
  if (at >= 0) sim.memory.tasks.splice(at, 1)
  return true
}
