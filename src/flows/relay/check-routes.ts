/**
 * Whether the routes of a project hold: reads its configuration and looks for the programs of the agents they name. Starts no
 * agent; what is an error and what a warning is decided by core.
 */
import { DroverError } from '#contract/error'
import type { RouteCheck } from '#contract/route'
import { parseMix } from '#core/relay/agent-spec'
import { knownAgents } from '#core/relay/known-agents'
import { checkRoutes, type HarnessFacts, type RouteFacts } from '#core/relay/routes'
import type { Context } from '#flows/engine/context'
import { needProject } from '#flows/project/projects'
import { findHarness, type Settled, settingsFor } from '#flows/session/ground'
import type { EffectiveSettings } from '#ports/settings'

export interface RouteFlows {
  /** null: the operator's own configuration, without a project. */
  checkRoutes(projectId: string | null): Promise<RouteCheck>
}

export const routeFlows = (context: Context): RouteFlows => ({
  checkRoutes: (projectId) => checkProjectRoutes(context, projectId),
})

async function checkProjectRoutes(context: Context, projectId: string | null): Promise<RouteCheck> {
  const project = projectId === null ? null : needProject(context, projectId)
  let settled: Settled
  try {
    settled = settingsFor(context, project, false)
  } catch (error) {
    return unreadable(error)
  }
  const facts = factsOf(context, settled)
  const looked = await lookAt(context, settled.settings, named(facts))
  return checkRoutes({ ...facts, harness: (name) => looked.get(name) ?? null })
}

/** A configuration that does not hold has no routes at all, and says why. */
function unreadable(error: unknown): RouteCheck {
  if (!(error instanceof DroverError) || error.code !== 'INVALID_CONFIG') throw error
  const { code, message, hint = 'Run `drover config check`.' } = error
  return { routes: [], errors: [{ code, route: null, message, hint }], warnings: [] }
}

function factsOf(context: Context, { settings, full }: Settled): Omit<RouteFacts, 'harness'> {
  const harnesses = [...context.registry.all().map((harness) => harness.id), ...settings.customHarnesses]
  const tables = harnesses.map((id) => [id, settings.harness(id).models ?? {}] as const)
  const { relay, routes, roles, providers, models, warnings } = settings
  return {
    relay,
    routes,
    roles,
    providers,
    known: knownAgents({
      harnesses,
      models,
      harnessModels: Object.fromEntries(tables) as Record<string, Record<string, string>>,
    }),
    custom: settings.customHarnesses.map((name) => {
      const { command } = settings.harness(name)
      return { name, command: Array.isArray(command) ? command.map(String) : [] }
    }),
    untrusted: full.customHarnesses.filter((name) => !harnesses.includes(name)),
    fileWarnings: warnings,
  }
}

/** Every harness that a route or the mix names, once. */
function named({ relay, routes, known }: Omit<RouteFacts, 'harness'>): readonly string[] {
  const specs = [...Object.values(routes).flat(), ...relay.mix]
  return [...new Set(parseMix(specs, known).entries.map(({ spec }) => spec.harness))]
}

const probeMs = 15_000
const atOnce = 4

/** A few at once: each may start a program that takes a second to say its version. */
async function lookAt(
  context: Context,
  settings: EffectiveSettings,
  names: readonly string[],
): Promise<ReadonlyMap<string, HarnessFacts>> {
  const found = new Map<string, HarnessFacts>()
  const due = [...names]
  const worker = async (): Promise<void> => {
    for (let name = due.shift(); name !== undefined; name = due.shift())
      found.set(name, await lookAtOne(context, settings, name))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return found
}

async function lookAtOne(context: Context, settings: EffectiveSettings, name: string): Promise<HarnessFacts> {
  try {
    const harness = findHarness(context, name, settings)
    const probed = await harness.probe(context.host, settings.harness(name), AbortSignal.timeout(probeMs))
    const message = probed.hint === undefined ? probed.message : `${probed.message} ${probed.hint}`
    return { state: probed.state, message }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // A table that no program could be started from is wrong, not merely unlooked at.
    const wrong = error instanceof DroverError && error.code === 'INVALID_CONFIG'
    return { state: wrong ? 'wrong' : 'unknown', message }
  }
}
