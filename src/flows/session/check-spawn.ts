/**
 * Everything that is checked before a session is written. Gathers the facts (project, configuration, harness, base, branch)
 * and has core decide on them, one by one, each refusal with its own code. Writes nothing.
 */
import { scratchProject } from '#contract/ids'
import type { Permissions, SessionKind } from '#contract/session'
import { longName } from '#core/relay/known-agents'
import { decideBench } from '#core/relay/parking'
import { decideText } from '#core/session/decide'
import { cleanMessage } from '#core/session/message'
import {
  decideHarness,
  decideKind,
  decideLimit,
  decideModel,
  decideName,
  decidePermissions,
  decidePlace,
  decideReach,
  decideTrust,
} from '#core/session/spawn'
import { decideMode } from '#core/terminal/change-mode'
import type { Caller } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { defaultRuntime, terminalRuntime } from '#flows/engine/runtimes'
import { needProject, refreshProject } from '#flows/project/projects'
import { checkRole, type RoleOrder } from '#flows/role/check-role'
import type { SpawnInput } from '#flows/session/session-flows'
import { needTool } from '#flows/terminal/need-tool'
import { needSide } from '#flows/terminal/side'
import type { Harness, HarnessConfig } from '#ports/harness'
import type { EffectiveSettings } from '#ports/settings'
import type { Tx } from '#ports/store/journal'
import type { ProjectRecord } from '#ports/store/project'
import type { SessionRecord } from '#ports/store/session'
import { findHarness, locate, type Settled, settingsFor } from './ground.ts'
import { noneUsed, type Used } from './session-number.ts'

/** A spawn that passed every check. */
export interface Order {
  readonly project: ProjectRecord | null
  readonly settings: EffectiveSettings
  readonly harness: Harness
  readonly config: HarnessConfig
  /** null: it waits for its first message. */
  readonly prompt: string | null
  readonly model: string | null
  readonly name: string | null
  readonly kind: SessionKind
  readonly permissions: Permissions
  /** Where its process lives. */
  readonly runtime: string
  readonly ignoreConfig: boolean
  readonly base: { readonly ref: string; readonly commit: string } | null
  readonly branch: { readonly name: string; readonly existing: boolean } | null
  /** Numbers that a session whose branch is named after it cannot have. */
  readonly used: Used
  /** null: a session on its own. */
  readonly role: RoleOrder | null
  readonly caller: Caller
  readonly persona: string | null
  readonly written: ((tx: Tx, session: SessionRecord) => void) | null
}

export async function checkSpawn(context: Context, given: SpawnInput, caller: Caller): Promise<Order> {
  const placed = accepted(decidePlace(given.projectId ?? homeOf(context, given, caller), given.scratch === true))
  const kind = given.kind ?? 'worker'
  accepted(decideKind(kind, caller.type === 'session'))
  const prompt = given.prompt === undefined ? null : checkPrompt(given.prompt)
  if (given.name !== undefined) accepted(decideName(given.name))
  const project = placed === null ? null : needProject(context, placed)
  const ignoreConfig = given.ignoreConfig === true
  const settled = settingsFor(context, project, ignoreConfig)
  const { settings, full, trusted } = settled
  const { role, input } = checkRole(context, given, caller, { project, settings })
  const needed = input.harness === undefined && settings.defaultHarness === null
  const installed = needed ? await installedIn(context, settings) : []
  const { harness, config } = chooseHarness(context, input, settled, { ignoreConfig, installed })
  const permissions = accepted(
    decidePermissions({ id: harness.id, permissions: harness.can.permissions }, input.permissions),
  )
  if (role === null) accepted(decideReach(leadOf(context, caller), permissions))
  const model = chooseModel(harness, config, input.model ?? modelFor(input, settings))
  await locate(context, harness, config)
  const runtime = await runtimeFor(context, given, caller, harness, config)
  const projectId = project?.id ?? scratchProject
  const bench = context.benchOf({ projectId, ignoreConfig, harness: harness.id }, model)
  accepted(decideBench(bench, input.noWait === true))
  accepted(context.budgetHolds(projectId) ?? 'accept')
  accepted(decideLimit(projectId, context.journal.reads.countLive(projectId), settings.maxSessions))
  const { needed: asksTrust, hash, commands } = full.trust
  accepted(
    decideTrust({ projectId: project?.id ?? null, needed: asksTrust, trusted, ignored: ignoreConfig, hash, commands }),
  )
  const chosen = {
    settings,
    harness,
    config,
    prompt,
    model,
    name: input.name ?? null,
    kind,
    permissions,
    runtime,
    ignoreConfig,
    role,
    persona: given.persona ?? null,
    written: given.written ?? null,
  }
  if (project === null) return { ...chosen, project, base: null, branch: null, used: noneUsed, caller }
  return { ...chosen, ...(await checkGround(context, project, input, settings)), caller }
}

/** Its own interface, where somebody asks for it; `[harness.NAME] mode` speaks for people's own spawns alone. */
async function runtimeFor(
  context: Context,
  given: SpawnInput,
  caller: Caller,
  harness: Harness,
  config: HarnessConfig,
): Promise<string> {
  const own = caller.type === 'operator' && given.role === undefined && given.persona === undefined
  const mode = decideMode(given.mode, own && given.written === undefined ? config.mode : undefined)
  if (mode === 'headless') return defaultRuntime
  needSide(harness)
  await needTool(context)
  return terminalRuntime
}

/** A session that names no project means its own; whoever names a parent, the parent's. */
function homeOf(context: Context, { parentId }: SpawnInput, caller: Caller): string | null {
  const id = caller.type === 'session' ? caller.sessionId : parentId
  const home = id === undefined ? null : context.journal.reads.session(id)?.projectId
  return home == null || home === scratchProject ? null : home
}

/** What git says: where it starts, on which branch, and which numbers are free. */
async function checkGround(
  context: Context,
  known: ProjectRecord,
  input: SpawnInput,
  settings: EffectiveSettings,
): Promise<Pick<Order, 'project' | 'base' | 'branch' | 'used'>> {
  const project = await refreshProject(context, known)
  const { workspaces } = context
  const [base, used] = await Promise.all([
    workspaces.resolveBase(project.path, input.base ?? settings.baseBranch ?? project.defaultBranch),
    input.branch === undefined ? workspaces.usedNumbers(project.path, project.id) : noneUsed,
  ])
  const at = input.baseCommit === undefined ? base : { ref: base.ref, commit: input.baseCommit }
  if (input.branch === undefined) return { project, base: at, branch: null, used }
  const existing = (await workspaces.checkBranch(project.path, input.branch)) === 'existing'
  return { project, base: at, branch: { name: input.branch, existing }, used }
}

/** None at all is a choice; a blank one is a mistake. */
export function checkPrompt(given: string): string {
  const prompt = cleanMessage(given)
  accepted(decideText(prompt, { empty: 'PROMPT_REQUIRED', long: 'PROMPT_TOO_LONG' }))
  return prompt
}

function chooseHarness(
  context: Context,
  input: SpawnInput,
  { settings, full, trusted }: Settled,
  { ignoreConfig, installed }: { readonly ignoreConfig: boolean; readonly installed: readonly string[] },
): { harness: Harness; config: HarnessConfig } {
  const brought = full.customHarnesses.filter(
    (id) => context.registry.get(id) === null && !settings.customHarnesses.includes(id),
  )
  const untrusted = trusted || ignoreConfig ? [] : brought
  const id = accepted(
    decideHarness({ asked: input.harness, fallback: settings.defaultHarness ?? null, installed, untrusted }),
  )
  const harness = findHarness(context, id, settings)
  return { harness, config: settings.harness(harness.id) }
}

/** Agents whose program is on this machine; none of them is started to see that. */
async function installedIn(context: Context, settings: EffectiveSettings): Promise<readonly string[]> {
  const real = context.registry.all().filter(({ id }) => id !== 'rehearsal')
  const found = await Promise.all(
    real.map(async (harness) => {
      const program = await harness.locate(context.host, settings.harness(harness.id)).catch(() => null)
      return program === null ? [] : [harness.id]
    }),
  )
  return found.flat()
}

/** A default model belongs to the default harness; it is not handed to another one that was asked for. */
function modelFor(input: SpawnInput, settings: EffectiveSettings): string | null {
  if (input.harness !== undefined && input.harness !== settings.defaultHarness) return null
  return settings.defaultModel
}

const leadOf = (context: Context, caller: Caller) =>
  caller.type === 'operator' ? null : context.journal.reads.session(caller.sessionId)

export function chooseModel(harness: Harness, config: HarnessConfig, model: string | null): string | null {
  const named = model ?? (typeof config.model === 'string' ? config.model : null)
  const chosen = named === null ? null : longName(config.models, named)
  const facts = { id: harness.id, models: harness.can.models }
  return accepted(decideModel(facts, chosen, (one) => harness.refuseModel(one, config)))
}
