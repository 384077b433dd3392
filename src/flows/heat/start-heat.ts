/**
 * Starting a heat, all or none: every agent is checked before anything is written, every workspace is made before any agent
 * begins, and only then each gets the prompt. A daemon that dies in between is followed by one that goes on: a session that
 * is there is not made again, a prompt that was given is not given twice.
 */
import { DroverError } from '#contract/error'
import type { HeatMember } from '#contract/heat'
import type { Permissions } from '#contract/session'
import { decideAgents, heatName } from '#core/heat/decide'
import { decideLimit } from '#core/session/spawn'
import { operator } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import { needProject, refreshProject } from '#flows/project/projects'
import { checkPrompt, checkSpawn } from '#flows/session/check-spawn'
import { settingsFor } from '#flows/session/ground'
import type { SpawnInput } from '#flows/session/session-flows'
import { spawnSession } from '#flows/session/spawn-session'
import { undoSpawn } from '#flows/session/undo-spawn'
import { send } from '#flows/turn/take-turn'
import type { HeatRecord } from '#ports/store/heat'
import type { Tx } from '#ports/store/journal'
import { needHeat, tellHeat } from './views.ts'

export interface HeatInput {
  readonly projectId: string
  readonly prompt: string
  readonly agents: readonly string[]
  readonly base?: string
  readonly name?: string
  readonly permissions?: Permissions
  readonly ignoreConfig?: boolean
}

const nobody: ReadonlySet<string> = new Set()

function spawnOf(heat: HeatRecord, n: number): SpawnInput {
  const { agent } = heat.members[n] as HeatMember
  return {
    projectId: heat.projectId,
    agent,
    base: heat.baseRef,
    baseCommit: heat.baseCommit,
    name: heatName(heat.name ?? undefined, heat.prompt, agent),
    ...(heat.permissions === null ? {} : { permissions: heat.permissions }),
    ...(heat.ignoreConfig ? { ignoreConfig: true } : {}),
    written: (tx, session) => setMember(tx, heat.id, n, { sessionId: session.id }),
  }
}

export function setMember(tx: Tx, id: string, n: number, patch: Partial<HeatMember>): void {
  const { members } = needHeat(tx, id)
  tx.updateHeat(id, { members: members.map((member, at) => (at === n ? { ...member, ...patch } : member)) })
}

export async function startHeat(context: Context, input: HeatInput): Promise<HeatRecord> {
  const agents = accepted(decideAgents(input.agents))
  const prompt = checkPrompt(input.prompt)
  const project = await refreshProject(context, needProject(context, input.projectId))
  const { settings } = settingsFor(context, project, input.ignoreConfig === true)
  const base = await context.workspaces.resolveBase(
    project.path,
    input.base ?? settings.baseBranch ?? project.defaultBranch,
  )
  const at = now(context)
  const heat: HeatRecord = {
    id: 'h-0',
    projectId: project.id,
    prompt,
    baseRef: base.ref,
    baseCommit: base.commit,
    state: 'starting',
    reason: null,
    members: agents.map((agent) => ({ agent, sessionId: null, verify: null })),
    keeping: null,
    merge: null,
    name: input.name ?? null,
    permissions: input.permissions ?? null,
    ignoreConfig: input.ignoreConfig === true,
    keepingSince: null,
    createdAt: at,
    endedAt: null,
  }
  for (const n of agents.keys()) await checkSpawn(context, spawnOf(heat, n), operator)
  const live = context.journal.reads.countLive(project.id)
  accepted(decideLimit(project.id, live + agents.length - 1, settings.maxSessions))
  const { id } = context.journal.command((tx) => {
    const named = { ...heat, id: `h-${tx.nextHeatNumber()}` }
    tx.insertHeat(named)
    return tellHeat(tx, named.id, nobody, 'heat_started')
  })
  context.faultPoint('heat:written')
  try {
    return await bringUp(context, id)
  } catch (cause) {
    if (context.closing) throw cause
    context.journal.command((tx) => {
      tx.deleteHeat(id)
      tx.appendChange({ type: 'heat_removed', projectId: project.id, payload: { id } })
    })
    throw cause
  }
}

/** Whatever of it is there stays; what is missing is made. On failure none of its sessions is left. */
export async function bringUp(context: Context, id: string): Promise<HeatRecord> {
  const heat = needHeat(context.journal.reads, id)
  const made = await Promise.allSettled(
    heat.members.map(async ({ sessionId }, n) => {
      if (sessionId !== null && context.journal.reads.session(sessionId) !== null) return
      await spawnSession(context, spawnOf(heat, n), operator)
      context.faultPoint('heat:session-made')
    }),
  )
  const failed = made.find((one) => one.status === 'rejected')
  if (failed !== undefined) {
    if (!context.closing) await takeBack(context, id, failed.reason)
    throw failed.reason
  }
  context.faultPoint('heat:sessions-made')
  for (const { sessionId } of needHeat(context.journal.reads, id).members) {
    if (sessionId !== null) await giveOnce(context, sessionId, heat.prompt)
    context.faultPoint('heat:prompt-given')
  }
  return context.journal.command((tx) => {
    tx.updateHeat(id, { state: 'running' })
    return tellHeat(tx, id, nobody)
  })
}

/** A session that has had a turn, or has words waiting, was given it. */
async function giveOnce(context: Context, sessionId: string, prompt: string): Promise<void> {
  const { reads } = context.journal
  const session = reads.session(sessionId)
  if (session === null || session.phase !== 'live' || session.turn > 0 || reads.countQueued(sessionId) > 0) return
  const delivery = await send(context, sessionId, { message: prompt }, operator)
  if (delivery.state !== 'refused') return
  // The others run: what keeps this one is said where it is looked at.
  const { code, message } = delivery
  context.journal.command((tx) => tx.appendEvents(sessionId, null, [{ kind: 'notice', code, message }]))
}

/** None of them has begun: what was made for them goes. */
async function takeBack(context: Context, id: string, cause: unknown): Promise<void> {
  const { reads } = context.journal
  const { members, projectId } = needHeat(reads, id)
  for (const { sessionId } of members) {
    const session = sessionId === null ? null : reads.session(sessionId)
    if (session === null || session.turn > 0) continue
    const why = cause instanceof DroverError ? cause : new DroverError('SPAWN_CANCELLED', 'Another of its heat failed.')
    await undoSpawn(context, reads.project(projectId), session, why)
  }
}
