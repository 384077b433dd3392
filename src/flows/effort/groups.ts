/** Groups of tasks that are done together: made, changed, looked at, and complete once. */
import { groupIdPattern, type TaskGroup } from '#contract/effort'
import { DroverError } from '#contract/error'
import { droverAddress, operatorAddress } from '#contract/mail'
import { isGroupDone, missingOf, withoutTasks, withTasks } from '#core/effort/group'
import { decideName } from '#core/session/spawn'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { postMail } from '#flows/mail/post-mail'
import { needProject } from '#flows/project/projects'
import { needTask } from '#flows/task/read-tasks'
import type { GroupRecord } from '#ports/store/effort'
import type { Reads, Tx } from '#ports/store/journal'

export interface GroupInput {
  readonly projectId: string
  readonly name: string
  readonly tasks: readonly string[]
}

export function viewGroup(reads: Reads, record: GroupRecord): TaskGroup {
  return { ...record, missing: missingOf(record.taskIds, (id) => reads.task(id)?.state ?? null) }
}

function needGroup(reads: Reads, id: string): GroupRecord {
  const found = groupIdPattern.test(id) ? reads.group(id) : null
  if (found !== null) return found
  throw new DroverError('GROUP_NOT_FOUND', `There is no group "${id}".`, { hint: 'List groups with: drover group ls' })
}

export const getGroup = (context: Context, id: string): TaskGroup =>
  viewGroup(context.journal.reads, needGroup(context.journal.reads, id))

export function listGroups(context: Context, projectId: string | undefined): readonly TaskGroup[] {
  const { reads } = context.journal
  const project = projectId === undefined ? null : needProject(context, projectId).id
  return reads.groups(project).map((group) => viewGroup(reads, group))
}

export function createGroup(context: Context, input: GroupInput): TaskGroup {
  const { id: projectId } = needProject(context, input.projectId)
  accepted(decideName(input.name))
  return context.journal.command((tx) => {
    const same = tx.groupByName(projectId, input.name)
    if (same !== null)
      throw new DroverError('ID_ALREADY_REGISTERED', `${projectId} has a group "${input.name}" already: ${same.id}.`, {
        hint: `Add to it with: drover group add ${same.id} <task…>`,
        details: { id: same.id },
      })
    const record: GroupRecord = {
      id: `g-${tx.nextGroupNumber()}`,
      projectId,
      name: input.name,
      taskIds: withTasks([], tasksOf(tx, projectId, input.tasks)),
      completedAt: null,
      createdAt: now(context),
    }
    tx.insertGroup(record)
    return viewGroup(tx, completeIfDone(context, tx, record))
  })
}

export function changeGroup(
  context: Context,
  id: string,
  change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
): TaskGroup {
  return context.journal.command((tx) => {
    const group = needGroup(tx, id)
    if (group.completedAt !== null)
      throw new DroverError('GROUP_COMPLETED', `Group "${group.name}" is complete since ${group.completedAt}.`, {
        hint: 'Make another one with: drover group create <name> <task…>',
      })
    const more = tasksOf(tx, group.projectId, change.add ?? [])
    const taskIds = withoutTasks(withTasks(group.taskIds, more), change.remove ?? [])
    return viewGroup(tx, completeIfDone(context, tx, tx.updateGroup(id, { taskIds })))
  })
}

/** Tasks of this project, each of which is there. */
function tasksOf(reads: Reads, projectId: string, ids: readonly string[]): readonly string[] {
  return ids.map((id) => {
    const task = needTask(reads, id)
    if (task.projectId === projectId) return task.id
    throw new DroverError('TASK_NOT_FOUND', `Task ${id} is not of ${projectId}.`, {
      hint: `List its tasks with: drover task ls --project ${projectId}`,
    })
  })
}

/** Once: the change and the mail come with the mark that it is complete. */
function completeIfDone(context: Context, tx: Tx, group: GroupRecord): GroupRecord {
  const { missing } = viewGroup(tx, group)
  if (group.completedAt !== null || !isGroupDone(group.taskIds, missing)) return group
  const done = tx.updateGroup(group.id, { completedAt: now(context) })
  const { projectId, name, taskIds } = done
  tx.appendChange({ type: 'group_completed', projectId, payload: viewGroup(tx, done) })
  postMail(context, tx, {
    projectId,
    effortId: null,
    from: droverAddress,
    to: operatorAddress,
    source: 'daemon',
    subject: `Group ${name} is complete`,
    body: [
      `All tasks of ${name} (${group.id}) are done:`,
      ...taskIds.map((id) => `- ${id} ${tx.task(id)?.title ?? ''}`),
    ].join('\n'),
    type: 'result',
    payload: { groupId: group.id, taskIds },
  })
  return done
}

/** Groups are looked at when a task of theirs changes, and at boot. */
export const completesGroups = (context: Context): Follower => {
  const { reads } = context.journal
  const look = (groups: readonly GroupRecord[]): void => {
    for (const group of groups) {
      const { missing } = viewGroup(reads, group)
      if (group.completedAt === null && isGroupDone(group.taskIds, missing))
        context.journal.command((tx) => void completeIfDone(context, tx, needGroup(tx, group.id)))
    }
  }
  return {
    name: 'groups of tasks',
    afterChange(change) {
      if (change.type !== 'task_updated' || change.payload.state !== 'done' || context.closing) return
      const { id, projectId } = change.payload
      const about = reads.groups(projectId).filter(({ taskIds }) => taskIds.includes(id))
      if (about.length === 0) return
      context.worker
        .run(`groups:${projectId}`, async () => look(about))
        .catch((cause: unknown) => context.log.error('a group could not be looked at', { project: projectId, cause }))
    },
    atBoot: () => look(reads.groups(null)),
  }
}
