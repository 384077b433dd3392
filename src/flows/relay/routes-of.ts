/** The routes of a relay, read again from the words they were kept as: who is in them, and which one a task takes. */
import type { AgentSpec, MixEntry } from '#core/relay/agent-spec'
import { parseSpec, specText } from '#core/relay/agent-spec'
import { freshMix, type MixState } from '#core/relay/mix'
import type { Route } from '#core/relay/next'
import { mixName, routeFor } from '#core/relay/routes'
import type { EffectiveSettings } from '#ports/settings'
import type { RelayRecord } from '#ports/store/relay'

export interface RouteEntry extends MixEntry {
  /** `harness[:model]`. */
  readonly agent: string
}

/** Kept in their full words, so nothing has to be known to read them. */
export function readEntry(text: string): RouteEntry | null {
  const harness = /^["']?([^:@"']+)/.exec(text)?.[1] ?? ''
  const parsed = parseSpec(text, { harnesses: [harness], models: {}, nearest: () => null })
  return 'code' in parsed ? null : { ...parsed, agent: specText(parsed.spec) }
}

export function readSpec(text: string): AgentSpec | null {
  return readEntry(text)?.spec ?? null
}

export const entriesOf = (relay: Pick<RelayRecord, 'mix' | 'routes'>, route: string): readonly RouteEntry[] =>
  (route === mixName ? relay.mix : (relay.routes[route] ?? [])).flatMap((text) => readEntry(text) ?? [])

/** Every agent of a relay once. */
export function agentsOf(relay: Pick<RelayRecord, 'mix' | 'routes'>): readonly RouteEntry[] {
  const all = [...relay.mix, ...Object.values(relay.routes).flat()].flatMap((text) => readEntry(text) ?? [])
  return [...new Map(all.map((entry) => [entry.agent, entry])).values()]
}

/** A mix given by hand is for every task; a route asked for by name too; else the role decides. */
export function routeOf(relay: RelayRecord, settings: EffectiveSettings, role: string | null): Route {
  const name = nameOf(relay, settings, role)
  const state: MixState = relay.cursors[name] ?? freshMix
  return { name, entries: entriesOf(relay, name), state }
}

function nameOf(relay: RelayRecord, settings: EffectiveSettings, role: string | null): string {
  if (relay.route !== null) return relay.route
  if (Object.keys(relay.routes).length === 0) return mixName
  const { name } = routeFor(role, { relay: { mix: relay.mix }, routes: relay.routes, roles: settings.roles })
  if (name !== mixName || relay.mix.length > 0) return name
  // No default, no mix: any route is better than none.
  return Object.keys(relay.routes)[0]!
}
