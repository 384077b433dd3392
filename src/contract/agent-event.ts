/**
 * What an agent says and does, in the one vocabulary that every harness is translated into. A stored row is an event with
 * its number, time and turn, flat; these shapes are the wire format of the session stream.
 */

/** Why an agent failed: the one list. */
export const failureCategories = [
  'usage_limit',
  'rate_limit',
  'overloaded',
  'transient',
  'stalled',
  'launch',
  'auth',
  'invalid_model',
  'context_lost',
  'incomplete',
  'no_change',
  'agent_error',
  'unknown',
  'cancelled',
] as const
export type FailureCategory = (typeof failureCategories)[number]

/** Facts about a failure from channels that agents write no prose into. Classified in core, never by an adapter's guess. */
export interface Evidence {
  /** Where it was seen. */
  readonly channel: 'exit' | 'event' | 'stderr' | 'http' | 'log' | 'runtime'
  readonly exitCode?: number | null
  readonly signal?: string | null
  readonly status?: number
  /** The tool's own machine word: `overloaded_error`, `insufficient_quota`, ENOENT … */
  readonly type?: string
  readonly message?: string
  readonly retryAfterSeconds?: number
  readonly resetsAt?: string
  /** Headers of the refused answer that speak of limits, names in small letters. */
  readonly headers?: Readonly<Record<string, string>>
  /** A category that the harness's protocol states outright (not parsed from prose). */
  readonly stated?: FailureCategory
  /** What else the adapter knows, such as the binary that was not found. */
  readonly details?: unknown
}

export type UserSource = 'operator' | 'session' | 'queue' | 'daemon'

export type AgentEvent =
  | { readonly kind: 'user'; readonly text: string; readonly source: UserSource; readonly from?: string }
  | { readonly kind: 'session'; readonly nativeId: string; readonly model: string | null }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | { readonly kind: 'tool'; readonly callId: string; readonly name: string; readonly input: unknown }
  | {
      readonly kind: 'tool_result'
      readonly callId: string
      readonly ok: boolean
      readonly output: string
      readonly truncated: boolean
    }
  | {
      readonly kind: 'usage'
      readonly input: number | null
      readonly output: number | null
      readonly cacheRead: number | null
      readonly cacheWrite: number | null
      readonly costUsd: number | null
    }
  | {
      readonly kind: 'request'
      readonly requestId: string
      readonly type: 'approval' | 'question'
      readonly text: string
      readonly options: readonly string[]
    }
  | {
      readonly kind: 'request_resolved'
      readonly requestId: string
      readonly decision: string
      readonly by: 'operator' | 'policy' | 'timeout'
    }
  | { readonly kind: 'result'; readonly isError: boolean; readonly text: string; readonly durationMs: number | null }
  | {
      readonly kind: 'error'
      readonly code: string
      readonly category: FailureCategory
      readonly message: string
      readonly evidence: readonly Evidence[]
    }
  | { readonly kind: 'notice'; readonly code: string; readonly message: string; readonly [field: string]: unknown }
  | { readonly kind: 'cancelled' }
  | {
      readonly kind: 'turn_end'
      readonly turn: number
      readonly outcome: TurnOutcome
      readonly exitCode: number | null
      readonly durationMs: number | null
    }

export type EventKind = AgentEvent['kind']
export type TurnOutcome = 'completed' | 'error' | 'cancelled' | 'lost'

/** Live only: part of a message that will arrive whole. Never stored, never numbered. */
export interface Delta {
  readonly kind: 'text' | 'thinking'
  readonly text: string
}

export interface BlobRef {
  readonly blob: string
  readonly bytes: number
}

/** A stored event, as the API gives it. `refs` names fields whose whole value lives aside. */
export type EventRow = {
  readonly id: number
  readonly at: string
  readonly turn: number | null
  readonly refs?: Readonly<Record<string, BlobRef>>
} & AgentEvent
