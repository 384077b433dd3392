/**
 * The routes of a project: which one a task takes, and whether all of them hold. Pure; what is installed and what a file
 * said of its version are facts that are given in. Whose turn it is in a route is `mix`.
 */
import type { ResolvedRoute, RouteCheck, RouteError, RouteWarning } from '#contract/route'
import { entryText, type KnownAgents, type MixEntry, parseMix, type Quota, specText } from './agent-spec.ts'
import { isAgentName } from './known-agents.ts'
import { opensTerminal } from './opens-terminal.ts'

/** The part of a configuration that says who runs. */
export interface RouteSettings {
  readonly relay: { readonly mix: readonly string[] }
  readonly routes: Readonly<Record<string, readonly string[]>>
  readonly roles: Readonly<Record<string, { readonly route: string | null }>>
}

/** The name under which `[relay] mix` goes. */
export const mixName = 'mix'

export interface ChosenRoute {
  readonly name: string
  /** Specs as they were written. */
  readonly specs: readonly string[]
}

/** The route of a task: its role's own, the one of its role's name, `default`, the mix. Case makes no difference. */
export function routeFor(role: string | null, { relay, routes, roles }: RouteSettings): ChosenRoute {
  const own = role === null ? null : find(roles, role)
  const wanted = own === null ? [] : [roles[own]!.route]
  for (const name of [...wanted, role, 'default']) {
    const found = name === null ? null : find(routes, name)
    if (found !== null) return { name: found, specs: routes[found]! }
  }
  return { name: mixName, specs: relay.mix }
}

function find(table: Readonly<Record<string, unknown>>, name: string): string | null {
  if (Object.hasOwn(table, name)) return name
  return Object.keys(table).find((key) => key.toLowerCase() === name.toLowerCase()) ?? null
}

/** What is known of a harness on this machine. */
export interface HarnessFacts {
  /** wrong: its table in the configuration does not hold. */
  readonly state: 'ready' | 'missing' | 'signed-out' | 'wrong' | 'unknown'
  readonly message: string
}

export interface RouteFacts extends RouteSettings {
  readonly providers: Readonly<Record<string, readonly string[]>>
  readonly known: KnownAgents
  /** null: it was not looked at. */
  readonly harness: (name: string) => HarnessFacts | null
  /** Harnesses of the configuration's own, with their commands. */
  readonly custom: readonly { readonly name: string; readonly command: readonly string[] }[]
  /** Harnesses that the repository brings and that nobody trusted. */
  readonly untrusted: readonly string[]
  /** What is worth a word about the files themselves: a `schema_version` that is not known. */
  readonly fileWarnings: readonly string[]
}

export function checkRoutes(facts: RouteFacts): RouteCheck {
  const read = listed(facts).map(({ name, specs }) => ({ name, ...parseMix(specs, facts.known) }))
  return {
    routes: read.map(({ name, entries }) => resolved(name, entries, facts)),
    errors: [
      ...badHarnessNames(facts),
      ...caseClashes(facts),
      ...read.flatMap(({ name, entries, faults }) => routeErrors(name, entries.length, faults, facts)),
      ...missingRoutes(facts),
      ...wrongTables(read, facts),
      ...badProviders(facts),
    ],
    warnings: [
      ...facts.fileWarnings.map((message) => ({ route: null, message })),
      ...withoutDefault(facts),
      ...read.flatMap(({ name, entries, faults }) => (faults.length > 0 ? [] : singleAgent(name, entries))),
      ...unusable(read, facts),
      ...terminals(facts),
    ],
  }
}

/** `[routes]` in their order, then roles that name another one, then the mix. */
function listed(facts: RouteFacts): readonly ChosenRoute[] {
  const roles = Object.entries(facts.roles).flatMap(([role, { route }]) => {
    const found = route === null ? null : find(facts.routes, route)
    return found === null ? [] : [{ name: `role.${role}`, specs: facts.routes[found]! }]
  })
  const mix = facts.relay.mix.length === 0 ? [] : [{ name: mixName, specs: facts.relay.mix }]
  return [...Object.entries(facts.routes).map(([name, specs]) => ({ name, specs })), ...roles, ...mix]
}

/** A role shows another route; what is wrong with that one is told there. */
const isOwn = (name: string): boolean => !name.startsWith('role.')

function resolved(name: string, entries: readonly MixEntry[], facts: RouteFacts): ResolvedRoute {
  return {
    name,
    entries: entries.map(entryText),
    agents: entries.map(({ spec, quota }) => ({
      agent: specText(spec),
      model: spec.model,
      quota: quotaText(quota),
      found: foundOf(facts.harness(spec.harness)),
    })),
  }
}

function quotaText(quota: Quota): string {
  if (quota.kind === 'until-fails') return '*'
  return quota.least === quota.most ? String(quota.least) : `${quota.least}-${quota.most}`
}

const found: Record<HarnessFacts['state'], boolean | null> = {
  ready: true,
  'signed-out': true,
  missing: false,
  wrong: null,
  unknown: null,
}
const foundOf = (facts: HarnessFacts | null): boolean | null => (facts === null ? null : found[facts.state])

function badHarnessNames({ custom }: RouteFacts): readonly RouteError[] {
  return custom
    .filter(({ name }) => !isAgentName(name))
    .map(({ name }) => ({
      code: 'INVALID_CONFIG',
      route: null,
      message: `[harness.${name}] cannot be named in a route: the name of a harness begins with a letter.`,
      hint: 'Give the table a name that begins with a letter.',
    }))
}

function caseClashes({ routes, roles }: RouteFacts): readonly RouteError[] {
  return [...clashes('routes', Object.keys(routes)), ...clashes('role', Object.keys(roles)), ...mixClash(routes)]
}

function clashes(table: string, names: readonly string[]): readonly RouteError[] {
  return names.flatMap((name, index) => {
    const other = names.slice(0, index).find((one) => one.toLowerCase() === name.toLowerCase())
    if (other === undefined) return []
    return [
      {
        code: 'INVALID_CONFIG',
        route: table === 'routes' ? name : null,
        message: `${table}.${other} and ${table}.${name} differ only in case.`,
        hint: 'Keep one of them, or give one another name: roles are matched without case.',
      },
    ]
  })
}

function mixClash(routes: RouteFacts['routes']): readonly RouteError[] {
  const name = find(routes, mixName)
  if (name === null) return []
  const message = `routes.${name} has the name under which [relay] mix is shown.`
  return [{ code: 'INVALID_CONFIG', route: name, message, hint: 'Give the route another name.' }]
}

function routeErrors(
  name: string,
  entries: number,
  faults: ReturnType<typeof parseMix>['faults'],
  { untrusted }: RouteFacts,
): readonly RouteError[] {
  if (!isOwn(name)) return []
  if (entries === 0 && faults.length === 0) {
    const hint = 'Name at least one agent, such as ["cc@2", "cx"], or remove the route.'
    return [{ code: 'ROUTE_EMPTY', route: name, message: `Route "${name}" names no agent.`, hint }]
  }
  return faults.map(({ code, text, message, hint }) => ({
    code,
    route: name,
    message,
    hint: untrusted.includes(text.split(/[:@]/, 1)[0]!)
      ? 'The repository defines this harness and is not trusted: look at it with `drover project trust`.'
      : hint,
  }))
}

function missingRoutes({ roles, routes, known }: RouteFacts): readonly RouteError[] {
  return Object.entries(roles).flatMap(([role, { route }]) => {
    if (route === null || find(routes, route) !== null) return []
    const near = known.nearest(route, Object.keys(routes))
    return [
      {
        code: 'ROUTE_NOT_FOUND',
        route,
        message: `role.${role} names the route "${route}", which does not exist.`,
        hint: near === null ? `Add it to [routes], or remove role.${role}.route.` : `Did you mean "${near}"?`,
      },
    ]
  })
}

function badProviders({ providers, known }: RouteFacts): readonly RouteError[] {
  return Object.entries(providers).flatMap(([name, members]) =>
    parseMix(members, known).faults.map(({ code, message, hint }) => ({
      code,
      route: null,
      message: `providers.${name}: ${message}`,
      hint,
    })),
  )
}

function withoutDefault({ routes, relay }: RouteFacts): readonly RouteWarning[] {
  if (find(routes, 'default') !== null) return []
  const none = Object.keys(routes).length === 0
  if (none && relay.mix.length > 0) return []
  const rest = relay.mix.length > 0 ? 'take [relay] mix' : 'have no agent unless the relay names one with --agent'
  const what = none
    ? 'There are no routes and no [relay] mix: tasks'
    : 'There is no default route: tasks of other roles'
  return [{ route: null, message: `${what} ${rest}.` }]
}

function singleAgent(name: string, entries: readonly MixEntry[]): readonly RouteWarning[] {
  const agents = new Set(entries.map(({ spec }) => specText(spec)))
  if (agents.size !== 1 || !isOwn(name)) return []
  const [only] = agents
  return [{ route: name, message: `"${name}" has a single agent, ${only}: nobody takes over when it fails or is out.` }]
}

type Read = readonly { readonly name: string; readonly entries: readonly MixEntry[] }[]

/** Every harness once, with the routes that want it. */
function wanted(read: Read): readonly (readonly [string, readonly string[]])[] {
  const routes = new Map<string, Set<string>>()
  for (const { name, entries } of read.filter((route) => isOwn(route.name)))
    for (const { spec } of entries) routes.set(spec.harness, (routes.get(spec.harness) ?? new Set()).add(name))
  return [...routes].map(([harness, names]) => [harness, [...names]])
}

const onlyOne = (names: readonly string[]): string | null => (names.length === 1 ? names[0]! : null)

const unusableWords: Record<HarnessFacts['state'], string | null> = {
  ready: null,
  missing: 'is missing here',
  'signed-out': 'is signed out',
  wrong: null,
  unknown: null,
}

function unusable(read: Read, facts: RouteFacts): readonly RouteWarning[] {
  return wanted(read).flatMap(([harness, names]) => {
    const known = facts.harness(harness)
    const words = known === null ? null : unusableWords[known.state]
    if (known === null || words === null) return []
    return [{ route: onlyOne(names), message: `${harness} (${names.join(', ')}) ${words}: ${known.message}` }]
  })
}

/** A table that no program could be started from; opencode without `run` is a warning of its own. */
function wrongTables(read: Read, facts: RouteFacts): readonly RouteError[] {
  return wanted(read).flatMap(([harness, names]) => {
    const known = facts.harness(harness)
    const terminal = facts.custom.some(({ name, command }) => name === harness && opensTerminal(command))
    if (known?.state !== 'wrong' || terminal) return []
    const hint = `Mend [harness.${harness}]; see \`drover config check\`.`
    return [{ code: 'INVALID_CONFIG', route: onlyOne(names), message: known.message, hint }]
  })
}

function terminals({ custom }: RouteFacts): readonly RouteWarning[] {
  return custom
    .filter(({ command }) => opensTerminal(command))
    .map(({ name }) => ({
      route: null,
      message: `[harness.${name}] command: opencode without "run" opens its terminal interface and never ends a turn.`,
    }))
}
