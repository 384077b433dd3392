/**
 * How a turn ended, and the one author of `turn_end`. Success is never decided by the exit code alone: it takes a successful final word and nothing against
 * it. A stop that was asked for names the outcome whatever the process did last.
 */
import type { AgentEvent, Evidence, FailureCategory, TurnOutcome } from '#contract/agent-event'
import type { EndedBy } from '#contract/session'
import type { ObservedTurn } from './observe.ts'

export type Stopping = 'cancel' | 'timeout' | 'stall' | 'limit' | 'kill' | 'adapter' | 'stop' | null

export interface EndFacts {
  readonly n: number
  readonly turn: ObservedTurn
  readonly stopping: Stopping
  /** null: a long-lived process finished the turn and lives on. */
  readonly exit: {
    readonly code: number | null
    readonly signal: string | null
    readonly how: 'exited' | 'vanished'
    readonly stderrTail: string
  } | null
  /** The harness itself accepted this exit as a success (its closing words held a good result). */
  readonly exitAccepted: boolean
  /** The agent had told a result or a failure before its process ended; what is made of its end comes after that. */
  readonly toldBefore: boolean
  /** Set where no process of the turn came to be. */
  readonly unlaunched: Unlaunched | null
  readonly durationMs: number | null
  readonly noise: number
  readonly classify: (evidence: readonly Evidence[]) => FailureCategory
}

/** Why a turn could not be launched. */
export interface Unlaunched {
  readonly code: string
  readonly message: string
  readonly details?: unknown
}

export interface Conclusion {
  readonly outcome: TurnOutcome
  readonly code: string | null
  readonly endedBy: EndedBy | null
  readonly exitCode: number | null
  /** The closing events, `turn_end` last. */
  readonly events: readonly AgentEvent[]
}

export function conclude(facts: EndFacts): Conclusion {
  const exitCode = facts.exit?.code ?? null
  const before: AgentEvent[] = facts.noise > 0 ? [noise(facts.noise)] : []
  const close = (
    outcome: TurnOutcome,
    code: string | null,
    endedBy: EndedBy | null,
    ...more: AgentEvent[]
  ): Conclusion => ({
    outcome,
    code,
    endedBy,
    exitCode,
    events: [...before, ...more, { kind: 'turn_end', turn: facts.n, outcome, exitCode, durationMs: facts.durationMs }],
  })

  if (facts.unlaunched !== null) return close('error', facts.unlaunched.code, 'daemon', notLaunched(facts.unlaunched))
  if (facts.stopping === 'cancel' || facts.stopping === 'kill')
    return close('cancelled', null, 'operator', { kind: 'cancelled' })
  if (facts.stopping === 'stop') return close('cancelled', null, 'daemon', { kind: 'cancelled' })
  if (facts.stopping === 'timeout') {
    return close(
      'error',
      'TURN_TIMEOUT',
      'daemon',
      error('TURN_TIMEOUT', 'stalled', 'The turn ran longer than turn_timeout allows and was stopped.', []),
    )
  }
  // What was seen of the silence was stored with the decision to end it.
  if (facts.stopping === 'stall') return close('error', 'AGENT_STALLED', 'watchdog')
  // So was what the agent's own log told of a spent quota.
  if (facts.stopping === 'limit') return close('error', 'AGENT_FAILED', 'watchdog')
  if (facts.stopping === 'adapter') {
    return close(
      'error',
      'ADAPTER_FAILED',
      'daemon',
      error(
        'ADAPTER_FAILED',
        'unknown',
        'The harness adapter failed twice; the launch was stopped. The raw lines are kept.',
        [],
      ),
    )
  }
  const good = facts.turn.sawResult === 'ok' && !facts.turn.sawError
  if (facts.exit?.how === 'vanished') {
    return good ? close('completed', null, 'agent') : close('lost', null, 'reaper')
  }
  const badExit = facts.exit !== null && facts.exit.code !== 0 && !facts.exitAccepted
  if (good && !badExit) return close('completed', null, 'agent')
  const signal = facts.toldBefore ? null : (facts.exit?.signal ?? null)
  const code = signal === null ? 'AGENT_FAILED' : 'AGENT_CRASHED'
  const endedBy = signal !== null && fromOutside.has(signal) ? 'reaper' : 'agent'
  if (facts.turn.sawError) return close('error', code, endedBy)
  const evidence = exitEvidence(facts)
  const category = facts.classify(evidence)
  return close('error', code, endedBy, error(code, category, sayWhy(facts), evidence))
}

/** Signals that a process does not raise by a fault of its own: somebody, or the system, ended it. */
const fromOutside: ReadonlySet<string> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'])

const noise = (lines: number): AgentEvent => ({
  kind: 'notice',
  code: 'noise',
  message: `${lines} line${lines === 1 ? ' was' : 's were'} not what the harness promises; they are kept in the raw log.`,
  lines,
})

const error = (
  code: string,
  category: FailureCategory,
  message: string,
  evidence: readonly Evidence[],
): AgentEvent => ({
  kind: 'error',
  code,
  category,
  message,
  evidence,
})

function notLaunched({ code, message, details }: Unlaunched): AgentEvent {
  const evidence = { channel: 'runtime', type: code, message, ...(details === undefined ? {} : { details }) } as const
  return error(code, 'launch', message, [evidence])
}

function exitEvidence(facts: EndFacts): Evidence[] {
  const evidence: Evidence[] = []
  if (facts.exit !== null) evidence.push({ channel: 'exit', exitCode: facts.exit.code, signal: facts.exit.signal })
  const tail = facts.exit?.stderrTail.trim() ?? ''
  if (tail !== '') evidence.push({ channel: 'stderr', message: tail.slice(-2000) })
  return evidence
}

function sayWhy(facts: EndFacts): string {
  if (facts.turn.sawResult === 'error') return 'The agent reported that it failed.'
  const exit = facts.exit
  if (exit === null) return 'The agent ended the turn without a result.'
  const how = exit.signal !== null ? `by signal ${exit.signal}` : `with exit code ${exit.code ?? 'unknown'}`
  if (facts.turn.sawResult === 'ok') return `The agent reported success but its process ended ${how}.`
  return `The agent's process ended ${how} without a final result.`
}
