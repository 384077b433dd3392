/**
 * Folds what an agent was heard saying into facts: which events are stored, what the session looks like now, what the
 * turn has shown of its end. Pure; the flow commits the result together with the spool offset it came from.
 */
import type { AgentEvent, Evidence, FailureCategory } from '#contract/agent-event'
import type { ActivityState } from '#contract/session'
import { countSpark, type Spark } from './spark.ts'

export type SpokenEvent =
  | Exclude<AgentEvent, { kind: 'error' | 'turn_end' | 'cancelled' | 'user' | 'request_resolved' }>
  | {
      readonly kind: 'failure'
      readonly code?: string
      readonly message: string
      readonly evidence: readonly Evidence[]
    }

export interface ObservedSession {
  readonly activity: ActivityState
  readonly nativeId: string | null
  readonly model: string | null
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly costUsd: number | null
  readonly lastText: string | null
  readonly request: OpenRequest | null
  readonly spark: Spark
}

export interface OpenRequest {
  readonly requestId: string
  readonly type: 'approval' | 'question'
  readonly text: string
  readonly options: readonly string[]
}

export interface ObservedTurn {
  readonly sawResult: 'none' | 'ok' | 'error'
  readonly sawError: boolean
  /** The category of the last failure heard. */
  readonly category: FailureCategory | null
}

export interface ObserveContext {
  /** The conversation that was asked for, when another answer would be a surprise. */
  readonly asked: string | null
  readonly nowMs: number
  readonly classify: (evidence: readonly Evidence[]) => FailureCategory
  /** Is a turn running? Words outside a turn change no activity. */
  readonly inTurn: boolean
}

export interface Observed {
  readonly events: readonly AgentEvent[]
  readonly session: ObservedSession
  readonly turn: ObservedTurn
  /** Something the fleet must see at once changed (not only text, tokens or the sparkline). */
  readonly loud: boolean
}

const lastTextLength = 400

export function observe(
  session: ObservedSession,
  turn: ObservedTurn,
  heard: readonly SpokenEvent[],
  context: ObserveContext,
): Observed {
  const events: AgentEvent[] = []
  let next = session
  let turnNext = turn
  let loud = false
  for (const event of heard) {
    switch (event.kind) {
      case 'session': {
        if (event.nativeId === next.nativeId && context.asked === null && event.model === next.model) break
        if (context.asked !== null && event.nativeId !== context.asked)
          events.push(mismatch(context.asked, event.nativeId))
        events.push(event)
        if (next.nativeId !== event.nativeId) loud = true
        next = { ...next, nativeId: event.nativeId, model: event.model ?? next.model }
        break
      }
      case 'failure': {
        const category = context.classify(event.evidence)
        events.push({
          kind: 'error',
          code: event.code ?? 'AGENT_FAILED',
          category,
          message: event.message,
          evidence: event.evidence,
        })
        turnNext = { ...turnNext, sawError: true, category }
        break
      }
      case 'result':
        events.push(event)
        turnNext = { ...turnNext, sawResult: event.isError ? 'error' : 'ok' }
        break
      case 'request':
        events.push(event)
        next = { ...next, activity: 'waiting_input', request: next.request ?? openRequest(event) }
        loud = true
        break
      case 'usage':
        events.push(event)
        next = {
          ...next,
          inputTokens: plus(next.inputTokens, event.input),
          outputTokens: plus(next.outputTokens, event.output),
          costUsd: plus(next.costUsd, event.costUsd),
        }
        break
      case 'text':
        events.push(event)
        next = { ...next, lastText: lastWords(event.text) ?? next.lastText }
        break
      case 'notice': {
        events.push(event)
        const requestId = withdrawnBy(event)
        if (requestId === null) break
        events.push({ kind: 'request_resolved', requestId, decision: 'withdrawn', by: 'policy' })
        if (next.request?.requestId === requestId) next = { ...next, request: null }
        loud = true
        break
      }
      default:
        events.push(event)
    }
  }
  if (context.inTurn && next.request === null && next.activity !== 'working' && events.length > 0) {
    next = { ...next, activity: 'working' }
    loud = true
  }
  return {
    events,
    session: { ...next, spark: countSpark(next.spark, events.length, context.nowMs) },
    turn: turnNext,
    loud,
  }
}

const openRequest = (event: Extract<AgentEvent, { kind: 'request' }>): OpenRequest => ({
  requestId: event.requestId,
  type: event.type,
  text: event.text,
  options: event.options,
})

/** An agent that no longer waits for an answer says which request that was. */
const withdrawnBy = (event: Extract<AgentEvent, { kind: 'notice' }>): string | null =>
  event.code === 'request_withdrawn' && typeof event.requestId === 'string' ? event.requestId : null

const mismatch = (asked: string, observed: string): AgentEvent => ({
  kind: 'notice',
  code: 'resume_mismatch',
  message: `The agent went on as ${observed} although ${asked} was asked for.`,
  asked,
  observed,
})

const plus = (sum: number | null, more: number | null): number | null =>
  more === null ? sum : Math.round(((sum ?? 0) + more) * 1e9) / 1e9

function lastWords(text: string): string | null {
  const words = text.trim()
  if (words === '') return null
  return words.length <= lastTextLength ? words : `${words.slice(0, lastTextLength - 1)}…`
}
