/**
 * The part of a spawn that is about its role: whom it belongs to, which agent plays it, what it may do. Facts are gathered
 * here and decided by core, once before anything is made and once more in the transaction that writes the row.
 */
import { DroverError } from '#contract/error'
import { scratchProject } from '#contract/ids'
import type { Permissions } from '#contract/session'
import { decideHeld } from '#core/effort/budget'
import { parseSpec, specText } from '#core/relay/agent-spec'
import { routeFor } from '#core/relay/routes'
import { instructionsVersion } from '#core/role/instructions'
import {
  chooseAgent,
  decideRole,
  type EffortFacts,
  type ParentFacts,
  type RolePlace,
  type RoleSpawnFacts,
  refuseGiven,
  roleNeeded,
  workersSpawnNobody,
} from '#core/role/spawn-role'
import { type RoleRow, roleTable } from '#core/role/table'
import { isSettled } from '#core/role/wait'
import type { Caller } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import { knownIn } from '#flows/relay/agents'
import type { SpawnInput } from '#flows/session/session-flows'
import type { Belonging } from '#flows/session/write-session'
import type { EffectiveSettings } from '#ports/settings'
import type { Reads } from '#ports/store/journal'
import type { ProjectRecord } from '#ports/store/project'
import type { SessionRecord } from '#ports/store/session'
import { layerTexts } from './launch-words.ts'
import { roleGround } from './role-of.ts'
import { freshDuties } from './say-end.ts'

/** A role that passed every check; decided again in the transaction of the row. */
export interface RoleOrder {
  readonly input: SpawnInput & { readonly role: string }
  readonly caller: Caller
  readonly settings: EffectiveSettings
  readonly projectId: string
  /** Of the words it is started with. */
  readonly version: string
}

interface Ground {
  readonly project: ProjectRecord | null
  readonly settings: EffectiveSettings
}

/** Answers the order of the role, and the spawn with what the role decides filled in. */
export function checkRole(
  context: Context,
  input: SpawnInput,
  caller: Caller,
  { project, settings }: Ground,
): { readonly role: RoleOrder | null; readonly input: SpawnInput } {
  const table = roleTable(settings.ownRoles)
  const { reads } = context.journal
  const byAgent = caller.type === 'session' ? reads.session(caller.sessionId) : null
  const { role } = input
  if (role === undefined) {
    if (byAgent !== null && byAgent.role !== null) accepted(roleNeeded(byAgent.id, table))
    if (byAgent !== null && byAgent.kind === 'worker') accepted(workersSpawnNobody)
    return { role: null, input: withAgent(context, settings, input, input.agent ?? null) }
  }
  if (byAgent !== null) {
    const said = refuseGiven({ ...input })
    if (said !== null) accepted(said)
  }
  const projectId = project?.id ?? scratchProject
  const named = { ...input, role }
  const order = { input: named, caller, settings, projectId, version: '' }
  const place = placeOf(context, reads, order)
  checkTask(reads, input.taskId, projectId)
  const texts = layerTexts(context, project, { role: place.row.name, profile: input.profile ?? null })
  if (input.profile !== undefined && texts.profile === null) throw noProfile(input.profile)
  const words = `${texts.role ?? place.row.text}\n${place.row.duty}\n${texts.profile ?? ''}`
  const version = `${instructionsVersion}.${context.hash(words).slice(0, 8)}`
  const effort = place.effortId === null ? null : reads.effort(place.effortId)
  const filled = {
    ...withAgent(context, settings, input, agentOf(context, settings, place, input)),
    permissions: place.permissions,
    ...(input.base === undefined && effort !== null ? { base: effort.into } : {}),
  }
  return { role: { ...order, version }, input: filled }
}

const noProfile = (profile: string): DroverError =>
  new DroverError('INVALID_PATH', `There is no profile "${profile}".`, {
    hint: `Write it down in .drover/profiles/${profile}.md of the project, or leave it out.`,
  })

/** In the transaction that writes the row: the limits are held against what is there now. */
export function belongTo(context: Context, reads: Reads, order: RoleOrder): Belonging {
  const { input, caller } = order
  const { row, parentId, depth, effortId, overlaps } = placeOf(context, reads, order)
  accepted(decideHeld(context.effortHolds({ effortId })))
  return {
    role: row.name,
    parentId,
    depth,
    effortId,
    taskId: input.taskId ?? null,
    files: input.files ?? [],
    report: row.lifetime === 'task' ? { state: 'owed', mailId: null, at: now(context) } : null,
    duties: {
      ...freshDuties,
      version: order.version,
      profile: input.profile ?? null,
      spec: input.spec ?? null,
      overlaps,
    },
    spawnKey: caller.type === 'session' ? (input.key ?? null) : null,
  }
}

function placeOf(context: Context, reads: Reads, { input, caller, settings, projectId }: RoleOrder): RolePlace {
  const byParent = caller.type === 'session'
  const parentAsked = byParent ? caller.sessionId : (input.parentId ?? null)
  const parent = parentAsked === null ? null : reads.session(parentAsked)
  const effortAsked = parent?.effortId ?? input.effortId ?? null
  const { maxDepth, maxChildren, maxAgents } = settings.coordination
  const facts: RoleSpawnFacts = {
    role: input.role,
    table: roleTable(settings.ownRoles),
    projectId,
    parentAsked,
    parent: parent === null ? null : parentFacts(reads, parent),
    byParent,
    effortAsked,
    effort: effortAsked === null ? null : effortFacts(context, reads, effortAsked),
    files: input.files ?? [],
    allowOverlap: input.allowOverlap === true,
    permissions: input.permissions as Permissions | undefined,
    limits: { maxDepth, maxChildren, maxAgents },
  }
  return accepted(decideRole(facts))
}

/** The orchestrator of a project leads like a coordinator. */
const roleOfParent = ({ role, kind }: SessionRecord): string | null =>
  role ?? (kind === 'orchestrator' ? 'coordinator' : null)

const parentFacts = (reads: Reads, parent: SessionRecord): ParentFacts => ({
  id: parent.id,
  role: roleOfParent(parent),
  depth: parent.depth,
  phase: parent.phase,
  projectId: parent.projectId,
  liveChildren: reads.childrenOf(parent.id).filter((child) => !isSettled(child)).length,
})

/** Called by the merge queue, one for each target at most: an effort that is full can still resolve what clashes, and it takes nobody's place. */
const isOfMerge = ({ role, report }: SessionRecord): boolean => role === 'merger' && report === null

function effortFacts(context: Context, reads: Reads, id: string): EffortFacts | null {
  const effort = reads.effort(id)
  if (effort === null) return null
  const live = reads.effortSessions(id).filter((one) => !isSettled(one) && !isOfMerge(one))
  const writes = (one: SessionRecord): boolean => roleGround(context, one).row?.files === 'writes'
  return {
    id,
    projectId: effort.projectId,
    running: effort.state === 'running',
    permissions: effort.permissions,
    live: live.length,
    writers: live.filter(writes).map(({ id: session, name, files }) => ({ id: session, name, files })),
  }
}

function checkTask(reads: Reads, taskId: string | undefined, projectId: string): void {
  if (taskId === undefined || reads.task(taskId)?.projectId === projectId) return
  throw new DroverError('TASK_NOT_FOUND', `There is no task "${taskId}" in ${projectId}.`, {
    hint: 'List tasks with: drover task ls',
  })
}

/** The flag, the role's own, the route of its name, the parent's. A harness that was named is none of these. */
function agentOf(context: Context, settings: EffectiveSettings, place: RolePlace, input: SpawnInput): string | null {
  const parent = place.parentId === null ? null : context.journal.reads.session(place.parentId)
  return chooseAgent({
    asked: input.agent ?? input.harness ?? null,
    own: place.row.agent,
    route: routeOfRole(settings, place.row),
    parent: parent === null ? null : specText({ harness: parent.harness, model: parent.model }),
  })
}

/** A route that is the role's: its own word, or one of its name. The default route is everybody's. */
function routeOfRole(settings: EffectiveSettings, { name }: RoleRow): readonly string[] {
  const { name: found, specs } = routeFor(name, settings)
  const own = Object.entries(settings.roles).find(([role]) => role.toLowerCase() === name.toLowerCase())?.[1].route
  const wanted = [own, name].flatMap((word) => (word == null ? [] : [word.toLowerCase()]))
  return wanted.includes(found.toLowerCase()) ? specs : []
}

/** A spec as harness and model, where none was named in so many words. */
function withAgent(context: Context, settings: EffectiveSettings, input: SpawnInput, spec: string | null): SpawnInput {
  const { agent: _agent, ...rest } = input
  if (spec === null || (input.harness !== undefined && input.agent === undefined)) return rest
  const [word = ''] = spec.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/) ?? []
  const parsed = parseSpec(word, knownIn(context, settings))
  if ('code' in parsed) throw new DroverError(parsed.code, parsed.message, { hint: parsed.hint })
  const { harness, model } = parsed.spec
  return { ...rest, harness, ...(rest.model === undefined && model !== null ? { model } : {}) }
}
