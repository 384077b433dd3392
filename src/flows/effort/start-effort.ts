/**
 * A new effort: its row, then its root session with the goal as its first words. A root that cannot be started leaves no row;
 * a daemon that dies in between is followed by one that takes the row back or goes on with the root that lives.
 */
import type { Effort } from '#contract/effort'
import { DroverError } from '#contract/error'
import { type EffortRoot, effortRoots } from '#contract/role'
import type { Permissions } from '#contract/session'
import { operator } from '#flows/access/caller'
import { type Context, now } from '#flows/engine/context'
import { needProject } from '#flows/project/projects'
import { checkPrompt } from '#flows/session/check-spawn'
import { settingsFor } from '#flows/session/ground'
import { spawnSession } from '#flows/session/spawn-session'
import type { EffectiveSettings } from '#ports/settings'
import type { EffortRecord } from '#ports/store/effort'
import type { ProjectRecord } from '#ports/store/project'
import { needEffort, tellEffort, viewEffort } from './views.ts'

export interface EffortInput {
  readonly projectId: string
  readonly goal: string
  /** Who leads it; without one the first of those that may. */
  readonly role?: EffortRoot
  /** `harness[:model]`. */
  readonly agent?: string
  readonly into?: string
  /** The most that any session of it may do. */
  readonly permissions?: Permissions
  readonly budgetUsd?: number
}

/** `starting`: those whose root is on its way. */
export async function startEffort(context: Context, input: EffortInput, starting: Set<string>): Promise<Effort> {
  const project = needProject(context, input.projectId)
  const goal = checkPrompt(input.goal)
  const { settings } = settingsFor(context, project, false)
  const into = await targetOf(context, project, settings, input.into)
  const effort = context.journal.command((tx) => {
    const record: EffortRecord = {
      id: `e-${tx.nextEffortNumber()}`,
      projectId: project.id,
      goal,
      state: 'running',
      reason: null,
      rootSessionId: null,
      into,
      permissions: input.permissions ?? 'bypass',
      budgetUsd: input.budgetUsd ?? null,
      budgetAskedAt: null,
      offeredUpTo: 0,
      refusals: [],
      createdAt: now(context),
      endedAt: null,
    }
    tx.insertEffort(record)
    return record
  })
  context.faultPoint('effort:written')
  starting.add(effort.id)
  const role = input.role ?? effortRoots[0]
  const agent = input.agent === undefined ? {} : { agent: input.agent }
  try {
    const root = { projectId: project.id, prompt: goal, role, effortId: effort.id, ...agent }
    await spawnSession(context, root, operator)
  } catch (cause) {
    takeBack(context, effort)
    throw cause
  } finally {
    starting.delete(effort.id)
  }
  context.faultPoint('effort:root-up')
  adoptRoot(context, effort.id)
  return viewEffort(context, context.journal.reads, needEffort(context.journal.reads, effort.id))
}

/** What cannot be written now is looked at again later. */
function takeBack(context: Context, effort: EffortRecord): void {
  try {
    finishStart(context, effort)
  } catch (cause) {
    context.log.warn('an effort that could not be started is not taken back yet', { effort: effort.id, cause })
  }
}

/** Written down with its root, and told, once. */
function adoptRoot(context: Context, id: string): void {
  context.journal.command((tx) => {
    const effort = needEffort(tx, id)
    const root = tx.effortSessions(id).find(({ parentId }) => parentId === null)
    if (effort.rootSessionId !== null || root === undefined) return
    tellEffort(context, tx, tx.updateEffort(id, { rootSessionId: root.id }), 'effort_started')
  })
}

/**
 * What was cut off between the row and its root: without a session it was never there; a root that was killed while it was
 * starting is kept, and its effort is what became of it.
 */
export function finishStart(context: Context, effort: EffortRecord): void {
  if (effort.rootSessionId !== null) return
  const members = context.journal.reads.effortSessions(effort.id)
  // One that is neither up nor gone is still being taken back: it is looked at again.
  if (members.some(({ phase }) => phase === 'starting')) return
  if (members.length > 0) adoptRoot(context, effort.id)
  else context.journal.command((tx) => tx.deleteEffort(effort.id))
}

/** The branch that its merges land on: named, or the project's base. It must be there: it is what is agreed to. */
async function targetOf(
  context: Context,
  project: ProjectRecord,
  settings: EffectiveSettings,
  named: string | undefined,
): Promise<string> {
  const base = settings.baseBranch ?? project.defaultBranch
  const into = named ?? (await context.merging.targetOf(project.path, base)) ?? base
  const [commit = null] = await context.merging.branches(project.path, [into])
  if (commit !== null) return into
  throw new DroverError('MERGE_TARGET_MISSING', `There is no branch ${into} in ${project.path}.`, {
    hint: 'Name a branch that exists with --into.',
  })
}
