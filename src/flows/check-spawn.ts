/**
 * Everything that is checked before a session is written: project, harness, model, permissions, trust, limits, base and
 * branch, each with its own code. Writes nothing.
 */
import { DroverError } from '#contract/error'
import { scratchProject } from '#contract/ids'
import type { Permissions, SessionKind } from '#contract/session'
import { decideText, isRefusal } from '#core/session/decide'
import { cleanMessage } from '#core/session/message'
import type { Harness, HarnessConfig } from '#ports/harness'
import type { ProjectRecord } from '#ports/journal'
import type { EffectiveSettings } from '#ports/settings'
import type { Context } from './context.ts'
import type { Caller, SpawnInput } from './flows.ts'
import { findHarness, locate, settingsFor } from './ground.ts'
import { needProject, refreshProject } from './projects.ts'

/** A spawn that passed every check. */
export interface Order {
  readonly project: ProjectRecord | null
  readonly settings: EffectiveSettings
  readonly harness: Harness
  readonly config: HarnessConfig
  readonly prompt: string
  readonly model: string | null
  readonly name: string | null
  readonly kind: SessionKind
  readonly permissions: Permissions
  readonly ignoreConfig: boolean
  readonly base: { readonly ref: string; readonly commit: string } | null
  readonly branch: { readonly name: string; readonly existing: boolean } | null
  readonly caller: Caller
}
export async function checkSpawn(context: Context, input: SpawnInput, caller: Caller): Promise<Order> {
  const prompt = cleanMessage(input.prompt)
  const text = decideText(prompt, { empty: 'PROMPT_REQUIRED', long: 'PROMPT_TOO_LONG' })
  if (isRefusal(text)) throw DroverError.of(text)
  if (input.name !== undefined) checkName(input.name)
  const scratch = input.scratch === true
  let project = scratch ? null : needProject(context, requireProject(input.projectId))
  const ignoreConfig = input.ignoreConfig === true
  const { settings, trusted } = settingsFor(context, project, ignoreConfig)
  const full = context.settings.of(project)
  const { harness, config } = chooseHarness(context, input, full, settings, trusted || ignoreConfig)
  const permissions = choosePermissions(harness, input.permissions)
  refuseMoreThanLead(context, caller, permissions)
  const model = chooseModel(harness, config, input.model ?? modelFor(input, settings))
  await locate(context, harness, config)
  checkLimit(context, project, settings)
  if (full.trust.needed && !trusted && !ignoreConfig && project !== null) {
    throw new DroverError(
      'SETUP_NOT_TRUSTED',
      `What the repository of "${project.id}" brings is not trusted yet: ${full.trust.commands.join('; ') || 'its configuration'}.`,
      {
        hint: `Read and approve it: drover project trust ${project.id} — or go on without it: --ignore-config`,
        details: { hash: full.trust.hash, commands: full.trust.commands },
      },
    )
  }
  if (project === null) {
    return {
      project,
      settings,
      harness,
      config,
      prompt,
      model,
      name: input.name ?? null,
      kind: input.kind ?? 'worker',
      permissions,
      ignoreConfig,
      base: null,
      branch: null,
      caller,
    }
  }
  project = await refreshProject(context, project)
  const base = await context.workspaces.resolveBase(
    project.path,
    input.base ?? settings.baseBranch ?? project.defaultBranch,
  )
  const branch =
    input.branch === undefined
      ? null
      : {
          name: input.branch,
          existing: (await context.workspaces.checkBranch(project.path, input.branch)) === 'existing',
        }
  return {
    project,
    settings,
    harness,
    config,
    prompt,
    model,
    name: input.name ?? null,
    kind: input.kind ?? 'worker',
    permissions,
    ignoreConfig,
    base,
    branch,
    caller,
  }
}

export function checkName(name: string): void {
  if (name.trim() === '')
    throw new DroverError('NAME_REQUIRED', 'The name is empty.', {
      hint: 'Give a name with at least one visible character.',
    })
  if (name.length > 200)
    throw new DroverError('INVALID_NAME', 'The name has more than 200 characters.', { hint: 'Give a shorter name.' })
}

function requireProject(id: string | null): string {
  if (id === null || id === '') {
    throw new DroverError('PROJECT_NOT_FOUND', 'No project was named.', {
      hint: 'Register this repository with: drover project add — or use --scratch.',
    })
  }
  return id
}

function chooseHarness(
  context: Context,
  input: SpawnInput,
  full: EffectiveSettings,
  settings: EffectiveSettings,
  allowed: boolean,
): { harness: Harness; config: HarnessConfig } {
  const id = input.harness ?? settings.defaultHarness
  if (id === null || id === undefined) {
    throw new DroverError('UNKNOWN_HARNESS', 'No harness was named and no default is set.', {
      hint: 'Name one with --harness (drover harness ls lists them), or set default_harness in the configuration.',
    })
  }
  if (
    !allowed &&
    context.registry.get(id) === null &&
    full.customHarnesses.includes(id) &&
    !settings.customHarnesses.includes(id)
  ) {
    throw new DroverError(
      'SETUP_NOT_TRUSTED',
      `The harness "${id}" comes from the repository and is not trusted yet.`,
      {
        hint: 'Read and approve it with: drover project trust <id>',
      },
    )
  }
  const harness = findHarness(context, id, settings)
  return { harness, config: settings.harness(harness.id) }
}

/** A default model belongs to the default harness; it is not handed to another one that was asked for. */
function modelFor(input: SpawnInput, settings: EffectiveSettings): string | null {
  if (input.harness !== undefined && input.harness !== settings.defaultHarness) return null
  return settings.defaultModel
}

function choosePermissions(harness: Harness, asked: Permissions | undefined): Permissions {
  const mode = asked ?? (harness.can.permissions.includes('bypass') ? 'bypass' : harness.can.permissions[0]) ?? 'bypass'
  if (asked !== undefined && !harness.can.permissions.includes(asked)) {
    throw new DroverError('ABILITY_MISSING', `Harness "${harness.id}" cannot run with permissions "${asked}".`, {
      hint: `It can: ${harness.can.permissions.join(', ') || 'none'}.`,
      details: { harness: harness.id, ability: `permissions:${asked}` },
    })
  }
  return mode
}

const reach: Record<Permissions, number> = { 'read-only': 0, ask: 1, bypass: 2 }

/** A session that an agent spawns may do no more than that agent. */
function refuseMoreThanLead(context: Context, caller: Caller, asked: Permissions): void {
  if (caller.type === 'operator') return
  const lead = context.journal.reads.session(caller.sessionId)
  if (lead === null || reach[asked] <= reach[lead.permissions]) return
  throw new DroverError(
    'FORBIDDEN_SCOPE',
    `Session ${lead.id} runs with permissions "${lead.permissions}" and cannot give "${asked}".`,
    {
      hint: `Spawn with --permissions ${lead.permissions}, or ask the operator.`,
    },
  )
}

export function chooseModel(harness: Harness, config: HarnessConfig, model: string | null): string | null {
  const chosen = model ?? (typeof config.model === 'string' ? config.model : null)
  if (chosen === null) return null
  if (!harness.can.models) {
    throw new DroverError('ABILITY_MISSING', `Harness "${harness.id}" takes no model.`, {
      hint: 'Leave the model out.',
      details: { harness: harness.id, ability: 'models' },
    })
  }
  const why = harness.refuseModel(chosen, config)
  if (why !== null)
    throw new DroverError('UNSUPPORTED_MODEL', `Harness "${harness.id}" does not take the model "${chosen}": ${why}`, {
      hint: 'Name another model, or leave it out for the default.',
    })
  return chosen
}

export function checkLimit(
  context: Context,
  project: ProjectRecord | null,
  settings: EffectiveSettings,
  live = context.journal.reads.countLive(project?.id ?? scratchProject),
): void {
  if (live < settings.maxSessions) return
  throw new DroverError(
    'SESSION_LIMIT',
    `${project?.id ?? scratchProject} already has ${live} of ${settings.maxSessions} sessions.`,
    {
      hint: 'End one with drover session kill <id>, or raise max_sessions.',
      details: { live, limit: settings.maxSessions },
    },
  )
}
