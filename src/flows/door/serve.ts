/** Who serves a request of a door, from the configuration as it is now: personas, aliases and the agents there are. Reads only. */
import type { Permissions } from '#contract/session'
import { type ModelFacts, resolveModel, type Served, supportedModels, type Unsupported } from '#core/door/model'
import { bareAgent, bareName, type Persona, personasOf } from '#core/door/persona'
import { parseSpec } from '#core/relay/agent-spec'
import { decidePermissions } from '#core/session/spawn'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { knownIn } from '#flows/relay/agents'

/** Who plays a persona that names nobody. */
const usualHarness = 'claude-code'

function factsNow(context: Context): ModelFacts {
  const settings = context.settings.of(null)
  const known = knownIn(context, settings)
  return {
    personas: personasOf(settings.doors.personas),
    fallback: settings.doors.default,
    aliases: settings.models,
    harnesses: known.harnesses,
    modelsOf: (harness) => Object.keys(known.models[harness] ?? {}),
    spec: (word) => {
      const parsed = parseSpec(word, known)
      // A quota means something in a mix only.
      return 'code' in parsed || parsed.quota.kind !== 'times' || parsed.quota.most !== 1 ? null : parsed.spec
    },
    defaultHarness: settings.defaultHarness ?? usualHarness,
  }
}

/** What its session may do; undefined: what the configuration says of any. Throws where the harness cannot honour it. */
export function permissionsOf(context: Context, { persona, agent }: Served): Permissions | undefined {
  if (persona.permissions === null) return undefined
  const harness = context.registry.get(agent.harness)
  if (harness === null) return persona.permissions
  return accepted(decidePermissions({ id: harness.id, permissions: harness.can.permissions }, persona.permissions))
}

/** INVALID_CONFIG where the file does not hold. */
export const servedBy = (context: Context, model: string | null): Served | Unsupported =>
  resolveModel(model, factsNow(context))

export const modelNames = (context: Context): readonly string[] => supportedModels(factsNow(context))

/** The persona of a session; null: the configuration does not have it (any more). */
export function personaNamed(context: Context, name: string): Persona | null {
  return name === bareName ? bareAgent : (personasOf(context.settings.of(null).doors.personas).get(name) ?? null)
}
