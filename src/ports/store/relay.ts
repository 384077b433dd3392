/** Relays with their lanes, the tries they counted, what is thought of agents over the whole home, and what agents said of their progress. */
import type { FailureCategory } from '#contract/agent-event'
import type { AgentStateWord, Relay, RelayState, Try } from '#contract/relay'

/** What a lane is at, with everything that the next daemon needs to go on. */
export interface LaneState {
  readonly n: number
  readonly branch: string | null
  readonly workspaceId: number | null
  /** Git wrote every file of the worktree: nobody works in one that a crash left half made. */
  readonly whole: boolean
  /** The worktree stands and its setup ran. */
  readonly made: boolean
  readonly at: 'free' | 'busy' | 'again' | 'rotate'
  /** While busy: the try is made ready, runs, is judged, what follows is done, its work goes its way by a merge. */
  readonly step: 'prepare' | 'run' | 'judge' | 'settle' | 'join' | 'land' | null
  /** What was decided to follow the try that was judged. */
  readonly next: 'done' | 'again' | 'rotate' | 'give-up' | 'ask' | 'stop' | 'rest' | null
  readonly taskId: string | null
  readonly role: string | null
  /** The commit of the branch when the task began: where it is put back to when it is given up. */
  readonly tip: string | null
  readonly route: string | null
  /** The place in the route of the agent that is at it. */
  readonly entry: number | null
  readonly sessionId: string | null
  readonly tryN: number | null
  /** Tries of this task in this relay. */
  readonly tries: number
  /** Why the tries of the same agent in a row ended. */
  readonly chain: readonly FailureCategory[]
  /** How the same agent goes on. */
  readonly mode: 'resume' | 'fresh' | 'guided' | null
  /** What the next try is told of the last one. */
  readonly guidance: string | null
  /** Not before this, in milliseconds since the epoch. */
  readonly from: number | null
  /** The merge that is waited for. */
  readonly mergeId: string | null
  /** The running try was called off: by a skip, a stop, or a person at the session. */
  readonly calledOff: 'skip' | 'stop' | null
}

/** Where a route stands, by its name: whose turn it is. */
export interface MixCursor {
  readonly at: number
  readonly row: number
  readonly spent: boolean
}

export interface RelayRecord extends Omit<Relay, 'lanes'> {
  readonly lanes: readonly LaneState[]
  readonly cursors: Readonly<Record<string, MixCursor>>
  readonly ignoreConfig: boolean
  /** The route that was asked for by name. */
  readonly route: string | null
}

export interface TryRecord extends Try {
  /** The branch's commit when it began. */
  readonly headBefore: string | null
  /** The composed prompt, redacted. */
  readonly prompt: string
}

/** Of an agent spec (pause, freeze, unavailable) or a quota scope (bench). Times are milliseconds since the epoch. */
export interface AgentStateRecord {
  readonly kind: 'spec' | 'scope'
  readonly name: string
  readonly state: AgentStateWord
  readonly until: number | null
  readonly reason: string | null
  readonly probes: number
  readonly updatedAt: string
}

/** What an agent's tries came to, over the home. */
export interface AgentFigures {
  readonly agent: string
  readonly tries: number
  readonly completed: number
  /** Of those that ended otherwise than by a person. */
  readonly ended: number
  readonly medianMs: number | null
  readonly costUsd: number | null
}

export interface ProgressRecord {
  readonly id: number
  readonly projectId: string
  readonly sessionId: string | null
  readonly taskId: string | null
  readonly relayId: string | null
  readonly summary: string
  readonly complete: boolean
  readonly followups: readonly string[]
  readonly at: string
}

export interface RelayReads {
  relay(id: string): RelayRecord | null
  /** Newest first. */
  relays(query: {
    readonly projectId?: string
    readonly state?: RelayState
    readonly limit: number
  }): readonly RelayRecord[]
  /** Those that have not ended, oldest first. */
  openRelays(): readonly RelayRecord[]
  try(projectId: string, n: number): TryRecord | null
  /** Oldest first. */
  triesOf(relayId: string): readonly TryRecord[]
  /** Of one task in one relay, oldest first. */
  triesAt(relayId: string, taskId: string | null): readonly TryRecord[]
  /** Newest first. */
  newestTries(projectId: string | null, limit: number): readonly TryRecord[]
  /** The one that this session is in. */
  openTry(sessionId: string): TryRecord | null
  agentState(kind: 'spec' | 'scope', name: string): AgentStateRecord | null
  agentStates(): readonly AgentStateRecord[]
  agentFigures(): readonly AgentFigures[]
  /** Newest first. */
  progressOf(projectId: string, limit: number): readonly ProgressRecord[]
}

export interface RelayWrites {
  nextRelayNumber(): number
  insertRelay(relay: RelayRecord): void
  /** Sets `updatedAt` too. */
  updateRelay(id: string, patch: Partial<RelayRecord>): RelayRecord
  /** The next number of a project's tries; never given twice. */
  nextTryNumber(projectId: string): number
  insertTry(one: TryRecord): void
  updateTry(projectId: string, n: number, patch: Partial<TryRecord>): TryRecord
  putAgentState(state: AgentStateRecord): void
  putProgress(entry: Omit<ProgressRecord, 'id'>): ProgressRecord
}
