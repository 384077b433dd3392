/**
 * One project's queue, relays and tries, and what is thought of the agents, as the page knows them: folded from lists and
 * the changes after them. Pure; a change that is older than what is known does nothing, so replays and doubles are harmless.
 */
import type { Change } from '#contract/change'
import type { AgentStanding, Relay, Try } from '#contract/relay'
import type { Task } from '#contract/task'

export interface Board {
  readonly projectId: string
  readonly seq: number
  readonly tasks: ReadonlyMap<string, Task>
  readonly relays: ReadonlyMap<string, Relay>
  /** By their number; of the relays that were opened, and whatever happened since. */
  readonly tries: ReadonlyMap<number, Try>
  readonly agents: ReadonlyMap<string, AgentStanding>
  /** Grows whenever figures of agents may have changed that no change carries. */
  readonly agentsRound: number
}

export function boardOf(
  projectId: string,
  seq: number,
  lists: {
    readonly tasks: readonly Task[]
    readonly relays: readonly Relay[]
    readonly agents: readonly AgentStanding[]
  },
): Board {
  return {
    projectId,
    seq,
    tasks: new Map(lists.tasks.map((task) => [task.id, task])),
    relays: new Map(lists.relays.map((relay) => [relay.id, relay])),
    tries: new Map(),
    agents: new Map(lists.agents.map((agent) => [agent.agent, agent])),
    agentsRound: 0,
  }
}

/** Applies changes in order, skipping those already counted and those of other projects. */
export function applyToBoard(board: Board, changes: readonly Change[]): Board {
  const last = changes.at(-1)
  if (!last || last.seq <= board.seq) return board
  let next: Board = { ...board, seq: last.seq }
  for (const change of changes) {
    if (change.seq > board.seq) next = applied(next, change)
  }
  return next
}

function applied(board: Board, change: Change): Board {
  if (change.type === 'agent_state_changed') return withState(board, change.payload)
  if (change.projectId !== board.projectId) return board
  switch (change.type) {
    case 'task_added':
    case 'task_updated':
      return { ...board, tasks: new Map(board.tasks).set(change.payload.id, change.payload) }
    case 'task_removed': {
      const tasks = new Map(board.tasks)
      tasks.delete(change.payload.id)
      return { ...board, tasks }
    }
    case 'relay_started':
    case 'relay_updated':
    case 'relay_ended':
      return { ...board, relays: new Map(board.relays).set(change.payload.id, change.payload) }
    case 'try_started':
      return { ...board, tries: new Map(board.tries).set(change.payload.n, change.payload) }
    case 'try_ended':
      return {
        ...board,
        tries: new Map(board.tries).set(change.payload.n, change.payload),
        agentsRound: board.agentsRound + 1,
      }
    default:
      return board
  }
}

type StateChange = Extract<Change, { type: 'agent_state_changed' }>['payload']

/** Shown at once; the list is read again, for a spec may be both paused and on a benched account. */
function withState(board: Board, { agent, kind, state, until, reason }: StateChange): Board {
  const agents = new Map(board.agents)
  for (const standing of agents.values()) {
    if ((kind === 'spec' ? standing.agent : standing.quotaScope) === agent)
      agents.set(standing.agent, { ...standing, state, until, reason })
  }
  return { ...board, agents, agentsRound: board.agentsRound + 1 }
}

/** One task as an action's answer gave it; an answer older than what the stream already told is dropped. */
export function withTask(board: Board, task: Task): Board {
  const known = board.tasks.get(task.id)
  if (task.projectId !== board.projectId || (known && known.updatedAt > task.updatedAt)) return board
  return { ...board, tasks: new Map(board.tasks).set(task.id, task) }
}

/** The same for a relay. */
export function withRelay(board: Board, relay: Relay): Board {
  const known = board.relays.get(relay.id)
  if (relay.projectId !== board.projectId || (known && known.updatedAt > relay.updatedAt)) return board
  return { ...board, relays: new Map(board.relays).set(relay.id, relay) }
}

/** The tries of a relay as they were read; one that is known to be over stays over. */
export function withTries(board: Board, list: readonly Try[]): Board {
  const tries = new Map(board.tries)
  for (const one of list) {
    if (one.projectId === board.projectId && tries.get(one.n)?.outcome == null) tries.set(one.n, one)
  }
  return { ...board, tries }
}

export const withAgents = (board: Board, list: readonly AgentStanding[]): Board => ({
  ...board,
  agents: new Map(list.map((agent) => [agent.agent, agent])),
})

/** Those of an action's answer, which may be fewer or more than the project's. */
export function withSomeAgents(board: Board, list: readonly AgentStanding[]): Board {
  const agents = new Map(board.agents)
  for (const agent of list) if (agents.has(agent.agent)) agents.set(agent.agent, agent)
  return { ...board, agents }
}
