/**
 * What is thought of agents over the whole home: pause, freeze and unavailability of a spec, bench of the account behind it.
 * Read by every relay, spawn and send; written when a chain of tries, or any turn, ends. The machine is core's.
 */
import { DroverError } from '#contract/error'
import type { AgentStanding, UnusableAgent } from '#contract/relay'
import { type AgentSpec, parseMix, quotaScope, specText } from '#core/relay/agent-spec'
import {
  type AgentPolicy,
  type AgentState,
  type Availability,
  active,
  availability,
  benchAfter,
  type ChainEnd,
  defaultAgentPolicy,
  stateAfter,
  stateAt,
} from '#core/relay/agent-state'
import { knownAgents, knownProviders } from '#core/relay/known-agents'
import type { Bench } from '#core/relay/parking'
import { type Context, now } from '#flows/engine/context'
import { settingsFor } from '#flows/session/ground'
import type { EffectiveSettings } from '#ports/settings'
import type { Reads, Tx } from '#ports/store/journal'
import type { ProjectRecord } from '#ports/store/project'
import type { AgentStateRecord } from '#ports/store/relay'
import { readSpec } from './routes-of.ts'

export const agentPolicy = ({ relay }: EffectiveSettings): AgentPolicy => ({
  ...defaultAgentPolicy,
  pauseMs: relay.pauseMs,
  freezeMs: relay.freezeMs,
  probes: relay.probes,
})

/** The names that a spec may use in this configuration. */
export const knownIn = (context: Context, settings: EffectiveSettings) => {
  const harnesses = [...context.registry.all().map((harness) => harness.id), ...settings.customHarnesses]
  return knownAgents({
    harnesses,
    models: settings.models,
    harnessModels: Object.fromEntries(harnesses.map((id) => [id, modelsOf(settings, id)])),
  })
}

function modelsOf(settings: EffectiveSettings, id: string): Readonly<Record<string, string>> {
  const { models } = settings.harness(id)
  if (typeof models !== 'object' || models === null || Array.isArray(models)) return {}
  return Object.fromEntries(
    Object.entries(models).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

export const scopeOf = (context: Context, settings: EffectiveSettings, spec: AgentSpec): string =>
  quotaScope(spec, knownProviders(settings.providers, knownIn(context, settings)))

const kept = (record: AgentStateRecord | null): AgentState => record ?? active

/** May this spec be used now? */
export function availabilityOf(
  context: Context,
  reads: Reads,
  settings: EffectiveSettings,
  spec: AgentSpec,
  probing: boolean,
): Availability {
  const own = kept(reads.agentState('spec', specText(spec)))
  const account = kept(reads.agentState('scope', scopeOf(context, settings, spec)))
  return availability(own, account, context.clock.now().getTime(), probing)
}

/** Is it known to be of no use now, for whoever wants to start it? null: it may be tried. */
export function unusableNow(
  context: Context,
  reads: Reads,
  settings: EffectiveSettings,
  spec: AgentSpec,
): UnusableAgent | null {
  const seen = availabilityOf(context, reads, settings, spec, false)
  if (seen.usable) return null
  return { agent: specText(spec), until: at(seen.until), reason: seen.reason }
}

/** The bench of the account behind an agent, while it lasts. */
export function benchOf(context: Context, session: BenchedAs, model: string | null): Bench | null {
  const { reads } = context.journal
  const project = reads.project(session.projectId)
  const { settings } = settingsFor(context, project, session.ignoreConfig)
  const spec = { harness: session.harness, model }
  const state = stateAt(
    kept(reads.agentState('scope', scopeOf(context, settings, spec))),
    context.clock.now().getTime(),
  )
  if (state.state !== 'benched' || state.until === null) return null
  return { agent: specText(spec), until: state.until, reason: state.reason ?? 'usage limit' }
}

/** What of a session, or of one to come, says whose account it uses. */
export interface BenchedAs {
  readonly projectId: string
  readonly ignoreConfig: boolean
  readonly harness: string
}

const at = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** What a chain of tries says of its agent and of its account. */
export function noteChain(context: Context, tx: Tx, settings: EffectiveSettings, spec: AgentSpec, end: ChainEnd): void {
  const time = context.clock.now().getTime()
  const policy = agentPolicy(settings)
  const name = specText(spec)
  put(context, tx, 'spec', name, kept(tx.agentState('spec', name)), (before) => stateAfter(before, end, time, policy))
  if (end.how === 'passed') clearBench(context, tx, settings, spec)
  else if (end.category === 'usage_limit') noteLimit(context, tx, settings, spec, end)
}

/** A usage limit, seen by whichever turn: the whole account rests until its reset. */
export function noteLimit(
  context: Context,
  tx: Tx,
  settings: EffectiveSettings,
  spec: AgentSpec,
  limit: { readonly resetAt: number | null; readonly reason: string },
): void {
  const scope = scopeOf(context, settings, spec)
  const time = context.clock.now().getTime()
  put(context, tx, 'scope', scope, kept(tx.agentState('scope', scope)), (before) =>
    benchAfter(before, limit, time, agentPolicy(settings)),
  )
}

/** It answered: whatever was thought of its account is over. */
export function clearBench(context: Context, tx: Tx, settings: EffectiveSettings, spec: AgentSpec): void {
  const scope = scopeOf(context, settings, spec)
  if (tx.agentState('scope', scope) !== null) put(context, tx, 'scope', scope, active, () => active)
}

function put(
  context: Context,
  tx: Tx,
  kind: 'spec' | 'scope',
  name: string,
  before: AgentState,
  next: (before: AgentState) => AgentState,
): void {
  const after = next(before)
  const known = tx.agentState(kind, name)
  // Nothing is kept of whom nothing was ever thought. What is over stays with its time: an older failure says nothing against it.
  if (known === null && after.state === 'active') return
  if (known !== null && known.state === after.state && known.until === after.until && known.probes === after.probes)
    return
  const { state, until, reason, probes } = after
  tx.putAgentState({ kind, name, state, until, reason, probes, updatedAt: now(context) })
  tx.appendChange({
    type: 'agent_state_changed',
    projectId: null,
    payload: { agent: name, kind, state: after.state, until: at(after.until), reason: after.reason },
  })
}

/** A person starts it again: what no time mends may have been mended by hand. */
export function forgiveUnavailable(context: Context, tx: Tx, specs: readonly AgentSpec[]): void {
  for (const spec of specs) {
    const name = specText(spec)
    const known = tx.agentState('spec', name)
    if (known?.state === 'unavailable') put(context, tx, 'spec', name, known, () => active)
  }
}

/** Every agent that a configuration names, a try used, or something is thought of. */
export function listAgents(context: Context, filter: { projectId?: string }): readonly AgentStanding[] {
  const { reads } = context.journal
  const project = filter.projectId === undefined ? null : reads.project(filter.projectId)
  const { settings } = settingsFor(context, project, false)
  const figures = new Map(reads.agentFigures().map((one) => [one.agent, one]))
  const written = parseMix(
    [...settings.relay.mix, ...Object.values(settings.routes).flat()],
    knownIn(context, settings),
  )
  const states = reads.agentStates().filter((state) => state.state !== 'active')
  const scopes = states.filter((state) => state.kind === 'scope').map((state) => state.name)
  const names = new Set([
    ...written.entries.map(({ spec }) => specText(spec)),
    ...figures.keys(),
    ...states.filter((state) => state.kind === 'spec').map((state) => state.name),
  ])
  const covered = new Set([...names].flatMap((name) => scopeOfText(context, settings, name) ?? []))
  // An account that no agent of a configuration or a try stands for: it is shown by its own name.
  const bare = new Set(scopes.filter((scope) => !covered.has(scope)))
  return [...new Set([...names, ...bare])].sort().map((name) => {
    const scope = bare.has(name) ? name : (scopeOfText(context, settings, name) ?? name)
    return standingOf(context, name, scope, figures.get(name) ?? null)
  })
}

function scopeOfText(context: Context, settings: EffectiveSettings, name: string): string | null {
  const spec = readSpec(quoted(name))
  return spec === null ? null : scopeOf(context, settings, spec)
}

/** As a spec that is read back whole, whatever its model looks like. */
const quoted = (agent: string): string => (/[\s@]|:\d+(-\d+)?$/.test(agent) ? `"${agent}"` : agent)

type Figures = ReturnType<Reads['agentFigures']>[number]

function standingOf(context: Context, agent: string, scope: string, figures: Figures | null): AgentStanding {
  const { reads } = context.journal
  const time = context.clock.now().getTime()
  const own = stateAt(kept(reads.agentState('spec', agent)), time)
  const account = stateAt(kept(reads.agentState('scope', scope)), time)
  const shown = account.state === 'benched' ? account : own
  return {
    agent,
    state: shown.state,
    until: at(shown.until),
    reason: shown.state === 'active' ? null : shown.reason,
    quotaScope: scope,
    tries: figures?.tries ?? 0,
    successRate: figures === null || figures.ended === 0 ? null : figures.completed / figures.ended,
    medianSeconds: figures?.medianMs == null ? null : Math.round(figures.medianMs / 100) / 10,
    costUsd: figures?.costUsd ?? null,
  }
}

export function resetAgent(context: Context, text: string): readonly AgentStanding[] {
  const { settings } = settingsFor(context, null, false)
  const { entries, faults } = parseMix([text], knownIn(context, settings))
  const states = context.journal.reads.agentStates()
  const named = states.filter((state) => state.name === text)
  if (faults.length > 0 && named.length === 0) {
    const { code, message, hint } = faults[0]!
    throw new DroverError(code, message, { hint })
  }
  context.journal.command((tx) => {
    for (const { kind, name } of named) put(context, tx, kind, name, kept(tx.agentState(kind, name)), () => active)
    for (const { spec } of entries) {
      const name = specText(spec)
      put(context, tx, 'spec', name, kept(tx.agentState('spec', name)), () => active)
      clearBench(context, tx, settings, spec)
    }
  })
  return listAgents(context, {})
}

/** Settings of a project as they apply to its agents; a configuration that does not hold says nothing against anybody. */
export function agentSettings(
  context: Context,
  project: ProjectRecord | null,
  ignoreConfig: boolean,
): EffectiveSettings {
  return settingsFor(context, project, ignoreConfig).settings
}
