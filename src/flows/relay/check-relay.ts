/**
 * Everything that is checked before a relay is written: project, trust, prompt, agents, routes, base. Gathers facts, writes
 * nothing; each refusal has its own code and nothing is started.
 */
import { DroverError } from '#contract/error'
import type { UnusableAgent } from '#contract/relay'
import { entryText, type MixEntry, parseMix, specText } from '#core/relay/agent-spec'
import { decideForeignQueue, type ForeignQueueFacts, lapsFile } from '#core/relay/foreign-queue'
import { mixName } from '#core/relay/routes'
import { decideTrust } from '#core/session/spawn'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { needProject, refreshProject } from '#flows/project/projects'
import { checkPrompt, chooseModel } from '#flows/session/check-spawn'
import { findHarness, locate, settingsFor } from '#flows/session/ground'
import type { EffectiveSettings } from '#ports/settings'
import type { ProjectRecord } from '#ports/store/project'
import { knownIn } from './agents.ts'
import type { RelayInput } from './relay-flows.ts'

/** A relay that passed every check. */
export interface RelayOrder {
  readonly project: ProjectRecord
  readonly settings: EffectiveSettings
  readonly prompt: string | null
  readonly agents: RelayAgents
  readonly target: number | null
  readonly parallel: number
  readonly land: boolean
  readonly inPlace: boolean
  readonly ignoreConfig: boolean
  readonly base: { readonly ref: string; readonly commit: string }
}

export interface RelayAgents {
  readonly mix: readonly string[]
  readonly routes: Readonly<Record<string, readonly string[]>>
  readonly route: string | null
  readonly entries: readonly MixEntry[]
}

export interface RelayGround {
  readonly project: ProjectRecord
  readonly settings: EffectiveSettings
}

/** The project and the configuration that may be applied to it. */
export function relayGround(context: Context, projectId: string, ignoreConfig: boolean): RelayGround {
  const project = needProject(context, projectId)
  const { settings, full, trusted } = settingsFor(context, project, ignoreConfig)
  const { needed, hash, commands } = full.trust
  accepted(decideTrust({ projectId: project.id, needed, trusted, ignored: ignoreConfig, hash, commands }))
  return { project, settings }
}

export async function checkRelay(context: Context, input: RelayInput): Promise<RelayOrder> {
  const ignoreConfig = input.ignoreConfig === true
  const { project: known, settings } = relayGround(context, input.projectId, ignoreConfig)
  const prompt = input.prompt === undefined ? null : checkPrompt(input.prompt)
  const parallel = input.parallel ?? 1
  const inPlace = input.inPlace === true
  if (inPlace && parallel > 1)
    throw new DroverError('INVALID_BODY', 'A relay in place has one lane: there is one checkout.', {
      hint: 'Leave --parallel or --in-place out.',
    })
  if (prompt === null) accepted(decideForeignQueue(await foreignQueue(context, known)))
  const agents = chooseAgents(context, settings, input)
  await needSome(context, settings, agents.entries)
  const project = await refreshProject(context, known)
  const base = await context.workspaces.resolveBase(
    project.path,
    inPlace ? 'HEAD' : (input.base ?? settings.baseBranch ?? project.defaultBranch),
  )
  if (inPlace) await needClean(context, project)
  return {
    project,
    settings,
    prompt,
    agents,
    target: input.iterations ?? null,
    parallel,
    land: !inPlace && (input.land ?? settings.relay.land),
    inPlace,
    ignoreConfig,
    base,
  }
}

const longestQueue = 32 * 1024 * 1024

async function foreignQueue(context: Context, { id, path }: ProjectRecord): Promise<ForeignQueueFacts> {
  const file = `${path}/${lapsFile}`
  const counts = context.journal.reads.countTasks(id)
  const known = Object.values(counts).reduce((sum, one) => sum + one, 0)
  if (known > 0 || !context.exists(file)) return { projectId: id, found: null, known }
  try {
    return { projectId: id, found: { text: (await context.readOwn(file, 0, longestQueue)).text }, known }
  } catch (cause) {
    return { projectId: id, found: { fault: cause instanceof Error ? cause.message : String(cause) }, known }
  }
}

/** What was given by hand, a route by its name, the routes of the configuration, its mix, or the default harness. */
export function chooseAgents(
  context: Context,
  settings: EffectiveSettings,
  input: Pick<RelayInput, 'mix' | 'route'>,
): RelayAgents {
  const read = (specs: readonly string[]): readonly MixEntry[] => {
    const { entries, faults } = parseMix(specs, knownIn(context, settings))
    const [first] = faults
    if (first !== undefined) throw new DroverError(first.code, first.message, { hint: first.hint, details: faults })
    return entries
  }
  if (input.mix !== undefined && input.mix.length > 0) {
    const entries = read(input.mix)
    if (entries.length === 0) throw noAgents('No agent is named.')
    return { mix: entries.map(entryText), routes: {}, route: null, entries }
  }
  const routes = Object.fromEntries(Object.entries(settings.routes).map(([name, specs]) => [name, read(specs)]))
  for (const [name, entries] of Object.entries(routes))
    if (entries.length === 0)
      throw new DroverError('ROUTE_EMPTY', `The route "${name}" names no agent.`, {
        hint: `Name at least one in [routes] ${name}, then look at them all with: drover routes check`,
      })
  const mix = read(settings.relay.mix)
  if (input.route !== undefined && input.route !== mixName && !Object.hasOwn(routes, input.route))
    throw new DroverError('ROUTE_NOT_FOUND', `There is no route "${input.route}".`, {
      hint: `Known: ${Object.keys(routes).join(', ') || 'none'}. See: drover routes check`,
    })
  const fallback = mix.length > 0 || Object.keys(routes).length > 0 ? mix : defaultAgent(settings, read)
  const texts = Object.fromEntries(Object.entries(routes).map(([name, entries]) => [name, entries.map(entryText)]))
  return {
    mix: fallback.map(entryText),
    routes: texts,
    route: input.route ?? null,
    entries: [...fallback, ...Object.values(routes).flat()],
  }
}

function defaultAgent(
  settings: EffectiveSettings,
  read: (specs: readonly string[]) => readonly MixEntry[],
): readonly MixEntry[] {
  if (settings.defaultHarness === null) throw noAgents('No agent is named and no default is set.')
  const model = settings.defaultModel
  return read([model === null ? settings.defaultHarness : `"${settings.defaultHarness}:${model}"`])
}

const noAgents = (message: string): DroverError =>
  new DroverError('UNKNOWN_AGENT_SPEC', message, {
    hint: 'Name agents with -a (such as -a "cc cx"), or set [relay] mix, [routes] or default_harness.',
  })

/** Agents whose program is not there, or whose model is refused. */
export async function findUnusable(
  context: Context,
  settings: EffectiveSettings,
  entries: readonly MixEntry[],
): Promise<readonly UnusableAgent[]> {
  const found: UnusableAgent[] = []
  for (const { spec } of new Map(entries.map((entry) => [specText(entry.spec), entry])).values()) {
    try {
      const harness = findHarness(context, spec.harness, settings)
      const config = settings.harness(harness.id)
      chooseModel(harness, config, spec.model)
      await locate(context, harness, config)
    } catch (cause) {
      if (!(cause instanceof DroverError)) throw cause
      found.push({ agent: specText(spec), until: null, reason: `${cause.message} ${cause.hint ?? ''}`.trim() })
    }
  }
  return found
}

async function needSome(context: Context, settings: EffectiveSettings, entries: readonly MixEntry[]): Promise<void> {
  const unusable = await findUnusable(context, settings, entries)
  const agents = new Set(entries.map(({ spec }) => specText(spec)))
  if (unusable.length < agents.size) return
  throw new DroverError('ALL_AGENTS_UNAVAILABLE', 'All agents are unavailable: none of them can be started here.', {
    hint: unusable.map(({ agent, reason }) => `${agent}: ${reason}`).join('\n'),
    details: { agents: unusable },
  })
}

async function needClean(context: Context, project: ProjectRecord): Promise<void> {
  const { changed } = await context.workspaces.state(project.path)
  if (changed.length === 0) return
  throw new DroverError('WORKSPACE_DIRTY', `${project.path} has changes that are not committed.`, {
    hint: 'Commit or stash them first, or leave --in-place out: then the relay works in a worktree of its own.',
    details: { changed: changed.slice(0, 50) },
  })
}
