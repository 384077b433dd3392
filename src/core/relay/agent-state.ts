/**
 * What is thought of an agent spec and of the account behind it: may it be used now, when again, why not. States belong to
 * accounts, not to relays: every relay and every spawn of the home sees the same. Owns the machine; where it is kept and
 * who acts on it is left to the flows. Times are milliseconds since the epoch.
 */
import type { FailureCategory } from '#contract/agent-event'
import type { AgentStateWord } from '#contract/relay'
import { strategyOf } from '#core/failure/categories'

/** Kept per agent spec (pause, freeze, unavailable) and per quota scope (bench). */
export interface AgentState {
  readonly state: AgentStateWord
  readonly until: number | null
  readonly reason: string | null
  /** Probes after a pause, or benches with an unknown reset, that failed since it was last well. */
  readonly probes: number
}

export const active: AgentState = { state: 'active', until: null, reason: null, probes: 0 }

export interface AgentPolicy {
  readonly pauseMs: number
  readonly freezeMs: number
  /** So many failed probes freeze. */
  readonly probes: number
  /** Without a known reset: looked at again after these, the last one repeated. */
  readonly unknownResetMs: readonly number[]
}

const minute = 60_000
export const defaultAgentPolicy: AgentPolicy = {
  pauseMs: 60 * minute,
  freezeMs: 300 * minute,
  probes: 5,
  unknownResetMs: [15 * minute, 30 * minute, 60 * minute, 120 * minute, 240 * minute],
}

/** How a chain of tries of one agent at one task ended. */
export type ChainEnd =
  | { readonly how: 'passed' }
  | {
      readonly how: 'failed'
      readonly category: FailureCategory
      /** Failures of the class infra in this chain. */
      readonly infra: number
      readonly resetAt: number | null
      readonly reason: string
    }

/** The spec's own state after a chain; a usage limit is the scope's business (`benchAfter`) and changes nothing here. */
export function stateAfter(before: AgentState, end: ChainEnd, now: number, policy: AgentPolicy): AgentState {
  if (end.how === 'passed') return active
  const { class: kind } = strategyOf(end.category)
  if (kind === 'operator' || kind === 'quota') return before
  if (isBeyondTime(end.category))
    return { state: 'unavailable', until: null, reason: end.reason, probes: before.probes }
  const seen = stateAt(before, now)
  if (seen.state === 'probation') return kind === 'incomplete' ? active : frozen(end.reason, now, policy)
  if (kind !== 'infra') return before.state === 'paused' ? active : before
  if (before.state === 'paused') {
    const probes = before.probes + 1
    if (probes >= policy.probes) return frozen(end.reason, now, policy)
    return { state: 'paused', until: now + policy.pauseMs, reason: end.reason, probes }
  }
  if (end.infra > 1) return { state: 'paused', until: now + policy.pauseMs, reason: end.reason, probes: 0 }
  return before
}

/** Reasons that no time mends: a sign-in, a program, a model. */
export const isBeyondTime = (category: FailureCategory): boolean =>
  category === 'auth' || category === 'launch' || category === 'invalid_model'

const frozen = (reason: string, now: number, policy: AgentPolicy): AgentState => ({
  state: 'frozen',
  until: now + policy.freezeMs,
  reason,
  probes: 0,
})

/** The scope's bench after a usage limit. A reset that is known is believed; else it is looked at again, ever later. */
export function benchAfter(
  before: AgentState,
  limit: { readonly resetAt: number | null; readonly reason: string },
  now: number,
  policy: AgentPolicy,
): AgentState {
  const known = limit.resetAt !== null && limit.resetAt > now
  const steps = policy.unknownResetMs
  const wait = steps[Math.min(before.probes, steps.length - 1)] ?? 15 * minute
  return {
    state: 'benched',
    until: known ? limit.resetAt : now + wait,
    reason: limit.reason,
    probes: known ? 0 : before.probes + 1,
  }
}

/** The state as it is now: what ends by itself has ended. A pause or a bench that is over lets one probe through. */
export function stateAt(kept: AgentState, now: number): AgentState {
  if (kept.until === null || kept.until > now) return kept
  if (kept.state === 'frozen') return { ...kept, state: 'probation', until: null }
  if (kept.state === 'paused' || kept.state === 'benched') return { ...kept, state: 'active', until: null }
  return kept
}

export type Availability =
  | { readonly usable: true; readonly probe: boolean }
  | { readonly usable: false; readonly until: number | null; readonly reason: string }

/** May this spec be used now? `probing`: somebody is already trying it out after a pause, freeze or bench. */
export function availability(spec: AgentState, scope: AgentState, now: number, probing: boolean): Availability {
  const one = stateAt(spec, now)
  const all = stateAt(scope, now)
  for (const { state, until, reason } of [all, one]) {
    if (state === 'benched' || state === 'paused' || state === 'frozen' || state === 'unavailable')
      return { usable: false, until, reason: reason ?? state }
  }
  const probe = one.state === 'probation' || spec.state !== one.state || scope.state !== all.state
  if (probe && probing) return { usable: false, until: now + 1000, reason: 'it is being tried out' }
  return { usable: true, probe }
}
