/** A relay (a campaign over tasks or one prompt), its tries, and what is thought of the agents it uses, as the API shows them. */
import type { Evidence, FailureCategory } from './agent-event.ts'
import { carries } from './carries.ts'
import type { Verification } from './verify.ts'

export const relayStates = ['running', 'waiting', 'paused', 'ended'] as const
export type RelayState = (typeof relayStates)[number]

/** Why a relay ended. */
export const relayEndReasons = [
  'target_met',
  'queue_empty',
  'queue_stuck',
  'all_agents_unavailable',
  'stopped',
  'replaced',
  'failed',
] as const
export type RelayEndReason = (typeof relayEndReasons)[number]

/** An agent that cannot be used now. `until` null: no time mends it. */
export interface UnusableAgent {
  readonly agent: string
  readonly until: string | null
  readonly reason: string
}

export interface Relay {
  readonly id: string
  readonly projectId: string
  readonly state: RelayState
  readonly endReason: RelayEndReason | null
  readonly waitingFor: { readonly until: string; readonly agents: readonly UnusableAgent[] } | null
  /** null: the project's queue. */
  readonly prompt: string | null
  /** As they were given, in their order; the route `mix` when nothing else fits. */
  readonly mix: readonly string[]
  readonly routes: Readonly<Record<string, readonly string[]>>
  /** Completed tasks or rounds that are wanted; null: until the queue is empty, or once. */
  readonly target: number | null
  readonly completed: number
  readonly failed: number
  readonly parallel: number
  readonly land: boolean
  readonly inPlace: boolean
  readonly branch: string | null
  readonly baseRef: string | null
  readonly baseCommit: string | null
  /** after: no further try begins. now: the running ones are being ended too. */
  readonly stopping: 'after' | 'now' | null
  readonly lanes: readonly RelayLane[]
  /** For people: why it waits, rests or ended, a line a reason. */
  readonly notes: readonly string[]
  /** The newest merge that brings its branch to the base. */
  readonly mergeId: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly endedAt: string | null
}

/** One worktree of a relay and what it is at. */
export interface RelayLane {
  readonly n: number
  readonly branch: string | null
  readonly workspace: string | null
  readonly at: 'free' | 'busy' | 'again' | 'rotate'
  readonly taskId: string | null
  readonly agent: string | null
  readonly sessionId: string | null
  /** The number of the try that runs, or ran last. */
  readonly tryN: number | null
  /** Not before this. */
  readonly from: string | null
}

export const tryOutcomes = [
  'completed',
  'failed',
  'incomplete',
  'no_change',
  'needs_user',
  'cancelled',
  'parked',
] as const
export type TryOutcome = (typeof tryOutcomes)[number]

export interface TryCommit {
  readonly hash: string
  readonly subject: string
  readonly by: 'agent' | 'drover'
}

/** One launch that a relay counts. Numbered per project from 1. */
export interface Try {
  readonly n: number
  readonly projectId: string
  readonly relayId: string
  readonly lane: number
  readonly taskId: string | null
  readonly title: string
  readonly sessionId: string
  readonly launchId: string | null
  readonly turn: number
  /** `harness[:model]`, as it stands in the mix. */
  readonly agent: string
  /** The model that it ran with; null: the harness's own default. */
  readonly model: string | null
  readonly cliVersion: string | null
  readonly role: string | null
  readonly route: string
  /** null while it runs. */
  readonly outcome: TryOutcome | null
  readonly category: FailureCategory | null
  readonly evidence: readonly Evidence[]
  /** For people: why it did not complete. */
  readonly reason: string | null
  readonly exitCode: number | null
  readonly commits: readonly TryCommit[]
  readonly filesChanged: number | null
  readonly insertions: number | null
  readonly deletions: number | null
  readonly verify: { readonly ok: boolean; readonly output: string; readonly command: string } | null
  readonly totals: TryTotals
  /** What the agent itself said of it. */
  readonly summary: string | null
  /** The words that brought it up to date, set at its start; null: it needed none. */
  readonly handoff: string | null
  readonly promptHash: string
  readonly promptBytes: number
  readonly nativeId: string | null
  readonly startedAt: string
  readonly endedAt: string | null
}

export interface TryTotals {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly costUsd: number | null
  readonly toolCalls: number
}

export type TryVerification = Pick<Verification, 'ok' | 'command'> & { readonly output: string }

export const agentStateWords = ['active', 'paused', 'benched', 'frozen', 'probation', 'unavailable'] as const
export type AgentStateWord = (typeof agentStateWords)[number]

/** What is thought of an agent spec, over all projects of the home. */
export interface AgentStanding {
  readonly agent: string
  readonly state: AgentStateWord
  readonly until: string | null
  readonly reason: string | null
  readonly quotaScope: string
  readonly tries: number
  readonly successRate: number | null
  readonly medianSeconds: number | null
  readonly costUsd: number | null
}

export const relayChanges = {
  relay_started: carries<Relay>(),
  relay_updated: carries<Relay>(),
  relay_ended: carries<Relay>(),
  try_started: carries<Try>(),
  try_ended: carries<Try>(),
  agent_state_changed: carries<{
    /** An agent spec, or a quota scope. */
    readonly agent: string
    readonly kind: 'spec' | 'scope'
    readonly state: AgentStateWord
    readonly until: string | null
    readonly reason: string | null
  }>(),
}

export const relayIdPattern = /^r-[1-9][0-9]{0,9}$/
export const isRelayId = (word: string): boolean => relayIdPattern.test(word)
