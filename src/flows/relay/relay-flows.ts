/** What the doors may ask about relays, tries, agents and progress. */
import { DroverError } from '#contract/error'
import type { AgentStanding, Relay, RelayState, Try, UnusableAgent } from '#contract/relay'
import type { Caller } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import type { Lanes } from '#flows/merge/lanes'
import { needProject } from '#flows/project/projects'
import type { ProgressRecord } from '#ports/store/relay'
import { listAgents, resetAgent } from './agents.ts'
import { landRelay, pauseRelay, resumeRelay, skipTry, stopRelay } from './change-relay.ts'
import { planRelay } from './plan-relay.ts'
import { addProgress, listProgress } from './progress.ts'
import type { Relays } from './run-relays.ts'
import { startRelay } from './start-relay.ts'
import { needRelay, viewRelay, viewTry } from './views.ts'

export interface RelayInput {
  readonly projectId: string
  readonly prompt?: string
  readonly iterations?: number
  readonly mix?: readonly string[]
  readonly route?: string
  readonly parallel?: number
  readonly land?: boolean
  readonly inPlace?: boolean
  readonly base?: string
  readonly mode?: 'new' | 'resume'
  readonly relay?: string
  readonly ignoreConfig?: boolean
}

/** What a relay would do, without doing it. */
export interface RelayPlan {
  readonly relay: {
    readonly projectId: string
    readonly prompt: string | null
    readonly mix: readonly string[]
    readonly routes: Readonly<Record<string, readonly string[]>>
    readonly target: number | null
    readonly parallel: number
    readonly base: string | null
  }
  readonly tries: readonly {
    readonly agent: string
    readonly route: string
    readonly taskId: string | null
    readonly title: string
    readonly argv: readonly string[]
    readonly prompt: string
  }[]
  readonly unusable: readonly UnusableAgent[]
}

export interface ProgressInput {
  readonly projectId?: string
  readonly summary: string
  readonly complete?: boolean
  readonly followups?: readonly string[]
}

export type ProgressEntry = Omit<ProgressRecord, 'id'>

export interface RelayFlows {
  /** RELAY_UNFINISHED when one is under way and no mode is given. */
  startRelay(input: RelayInput): Promise<Relay>
  planRelay(input: RelayInput): Promise<RelayPlan>
  relays(filter: { projectId?: string; state?: RelayState; limit?: number }): readonly Relay[]
  relay(id: string): Relay
  stopRelay(id: string, now: boolean): Promise<Relay>
  pauseRelay(id: string): Relay
  resumeRelay(id: string): Relay
  /** Calls the running tries off; their tasks go to the next agent. */
  skipTry(id: string): Promise<Relay>
  /** Brings the relay's branch to its base through the merge queue. */
  landRelay(id: string): Promise<Relay>
  triesOf(relayId: string): readonly Try[]
  tries(filter: { projectId?: string; n?: number; limit?: number }): readonly Try[]
  tryPrompt(relayId: string, n: number): string
  agents(filter: { projectId?: string }): readonly AgentStanding[]
  resetAgent(agent: string): readonly AgentStanding[]
  addProgress(input: ProgressInput, caller: Caller): ProgressEntry
  progress(filter: { projectId?: string; limit?: number }, caller: Caller): readonly ProgressEntry[]
}

export const relayFlows = (context: Context, relays: Relays, merges: Lanes): RelayFlows => {
  const { reads } = context.journal
  const triesOf = (relayId: string): readonly Try[] => {
    needRelay(reads, relayId)
    return reads.triesOf(relayId).map((one) => viewTry(reads, one))
  }
  return {
    startRelay: (input) => startRelay(context, relays, input),
    planRelay: (input) => planRelay(context, input),
    relays: ({ limit = 100, projectId, ...filter }) =>
      reads
        .relays({
          ...filter,
          ...(projectId === undefined ? {} : { projectId: needProject(context, projectId).id }),
          limit: Math.min(Math.max(limit, 1), 1000),
        })
        .map((relay) => viewRelay(reads, relay)),
    relay: (id) => viewRelay(reads, needRelay(reads, id)),
    stopRelay: (id, now) => stopRelay(context, relays, id, now),
    pauseRelay: (id) => pauseRelay(context, id),
    resumeRelay: (id) => resumeRelay(context, relays, id),
    skipTry: (id) => skipTry(context, relays, id),
    landRelay: (id) => landRelay(context, merges, id),
    triesOf,
    tries({ projectId, n, limit = 20 }) {
      const project = projectId === undefined ? null : needProject(context, projectId).id
      if (n !== undefined && project !== null) {
        const one = reads.try(project, n)
        return one === null ? [] : [viewTry(reads, one)]
      }
      return reads.newestTries(project, Math.min(Math.max(limit, 1), 1000)).map((one) => viewTry(reads, one))
    },
    tryPrompt(relayId, n) {
      const relay = needRelay(reads, relayId)
      const one = reads.try(relay.projectId, n)
      if (one !== null && one.relayId === relayId) return one.prompt
      throw new DroverError('TRY_NOT_FOUND', `Relay ${relayId} has no try ${n}.`, {
        hint: `List its tries with: drover relay get ${relayId}`,
      })
    },
    agents(filter) {
      if (filter.projectId !== undefined) needProject(context, filter.projectId)
      return listAgents(context, filter)
    },
    resetAgent: (agent) => resetAgent(context, agent),
    addProgress: (input, caller) => addProgress(context, input, caller),
    progress: (filter, caller) => listProgress(context, filter, caller),
  }
}
