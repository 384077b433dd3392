/**
 * A session as a thread of T3: which agent a model selection means, what a runtime mode allows, and what the thread is at, in
 * T3's words. A mode never allows more here than it does there. Pure.
 */
import type { Permissions } from '#contract/session'

const harnesses: Readonly<Record<string, string>> = { claudeAgent: 'claude-code', codex: 'codex' }

/** What is none of T3's instances is an agent by one of its own names. */
export const harnessOf = (instanceId: string): string => harnesses[instanceId] ?? instanceId

/** Two of T3's modes lie between asking for all and for nothing: here they ask. */
export function permissionsOf(runtimeMode: string, interactionMode: string): Permissions {
  if (interactionMode === 'plan') return 'read-only'
  return runtimeMode === 'full-access' ? 'bypass' : 'ask'
}

export interface TurnState {
  readonly n: number
  readonly state: 'running' | 'completed' | 'error' | 'cancelled' | 'lost'
  readonly startedAt: string
  readonly endedAt: string | null
}

export interface ThreadFacts {
  readonly id: string
  /** Words wait that no session has been given. */
  readonly beginning: boolean
  /** Why it could not be begun. */
  readonly failure: string | null
  readonly runtimeMode: string
  readonly instanceId: string
  readonly updatedAt: string
  /** null: it has no session. */
  readonly session: {
    readonly starting: boolean
    readonly ended: boolean
    readonly turn: TurnState | null
    readonly failure: string | null
    readonly asks: 'approval' | 'question' | null
    readonly updatedAt: string
  } | null
}

export const turnWords = {
  running: 'running',
  completed: 'completed',
  error: 'error',
  lost: 'error',
  cancelled: 'interrupted',
} as const satisfies Readonly<Record<TurnState['state'], string>>

export function latestTurnOf({ id, session }: ThreadFacts) {
  const turn = session?.turn ?? null
  if (turn === null) return null
  return {
    turnId: `${id}:${turn.n}`,
    state: turnWords[turn.state],
    requestedAt: turn.startedAt,
    startedAt: turn.startedAt,
    completedAt: turn.endedAt,
    assistantMessageId: null,
  }
}

/** T3's word for the agent's process. */
function statusOf({ beginning, failure, session }: ThreadFacts): string | null {
  if (session === null) return failure !== null ? 'error' : beginning ? 'starting' : null
  if (session.turn?.state === 'running') return 'running'
  // It was ended before it had said a word: whoever waits is told so.
  if (session.ended && session.turn === null && failure !== null) return 'error'
  if (session.starting || (session.turn === null && beginning)) return 'starting'
  if (session.turn?.state === 'error' || session.turn?.state === 'lost') return 'error'
  if (session.turn?.state === 'cancelled') return 'interrupted'
  if (session.ended) return 'stopped'
  return session.turn === null ? 'idle' : 'ready'
}

export function sessionOf(facts: ThreadFacts) {
  const status = statusOf(facts)
  if (status === null) return null
  const { id, session, runtimeMode, instanceId } = facts
  const turn = session?.turn ?? null
  return {
    threadId: id,
    status,
    providerName: instanceId,
    providerInstanceId: instanceId,
    runtimeMode,
    activeTurnId: turn?.state === 'running' ? `${id}:${turn.n}` : null,
    lastError: status === 'error' ? ((turn === null ? facts.failure : session?.failure) ?? 'The turn failed.') : null,
    updatedAt: session?.updatedAt ?? facts.updatedAt,
  }
}
