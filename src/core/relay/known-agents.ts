/**
 * Which agents a spec may name: the harnesses there are and the short names of their models, out of a configuration. Owns
 * how they are put together; the grammar is `agent-spec`.
 */
import { nearest as nearestWord } from '#core/nearest'
import { type KnownAgents, parseMix, specText } from './agent-spec.ts'

export interface AgentSources {
  /** Built in, templates and custom ones; twice does no harm. */
  readonly harnesses: readonly string[]
  /** `[models]`. */
  readonly models: Readonly<Record<string, string>>
  /** `[harness.NAME.models]`. */
  readonly harnessModels: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly nearest?: KnownAgents['nearest']
}

/** A number stands for a quota in the older spelling, so a harness that begins with one cannot be named in a mix. */
export const isAgentName = (name: string): boolean => /^[a-z]/i.test(name)

export function knownAgents({ harnesses, models, harnessModels, nearest = nearestWord }: AgentSources): KnownAgents {
  const tables = Object.entries(harnessModels).map(([harness, table]) => [harness, plain(table)] as const)
  return {
    harnesses: [...new Set(harnesses)].filter(isAgentName),
    models: plain(Object.fromEntries([['*', plain(models)], ...tables])),
    nearest,
  }
}

/** Without the words that every object inherits: a model may be called `constructor`. */
const plain = <T>(table: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null), table)

/** What a short name of `[harness.NAME.models]` stands for; any other name is the model's own. */
export function longName(models: unknown, name: string): string {
  const table = typeof models === 'object' && models !== null ? (models as Record<string, unknown>) : {}
  const found = Object.hasOwn(table, name) ? table[name] : name
  return typeof found === 'string' ? found : name
}

/** `[providers]` with every alias written out, so that members can be compared with specs. What names nobody is left out. */
export function knownProviders(
  providers: Readonly<Record<string, readonly string[]>>,
  known: KnownAgents,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(providers).map(([name, members]) => [
      name,
      parseMix(members, known).entries.map(({ spec }) => specText(spec)),
    ]),
  )
}
