/** What the doors may ask about efforts and groups of tasks. */
import type { Effort, TaskGroup } from '#contract/effort'
import { DroverError } from '#contract/error'
import type { Caller } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import type { Lanes } from '#flows/merge/lanes'
import { needProject } from '#flows/project/projects'
import { changeBudget } from './budget.ts'
import { completeEffort, stopEffort } from './end-effort.ts'
import { changeGroup, createGroup, type GroupInput, getGroup, listGroups } from './groups.ts'
import { type EffortInput, startEffort } from './start-effort.ts'
import { needEffort, viewEffort } from './views.ts'
import type { Efforts } from './watch-efforts.ts'

export interface EffortFlows {
  startEffort(input: EffortInput): Promise<Effort>
  /** Newest first. */
  efforts(filter: { projectId?: string; limit?: number }): readonly Effort[]
  /** A session sees the effort it belongs to alone. */
  effort(id: string, caller: Caller): Effort
  /** Ends turns, keeps work. */
  stopEffort(id: string, reason: string | undefined): Promise<Effort>
  completeEffort(id: string): Promise<Effort>
  changeEffort(id: string, patch: { budgetUsd: number | null }): Effort
  createGroup(input: GroupInput): TaskGroup
  groups(projectId: string | undefined): readonly TaskGroup[]
  group(id: string): TaskGroup
  addToGroup(id: string, tasks: readonly string[]): TaskGroup
  removeFromGroup(id: string, tasks: readonly string[]): TaskGroup
}

const mostEfforts = 500

export const effortFlows = (context: Context, lanes: Lanes, efforts: Efforts): EffortFlows => ({
  startEffort: (input) => startEffort(context, input, efforts.starting),
  efforts({ projectId, limit = 100 }) {
    const { reads } = context.journal
    if (projectId !== undefined) needProject(context, projectId)
    return reads
      .efforts({
        ...(projectId === undefined ? {} : { projectId }),
        limit: Math.min(Math.max(1, limit), mostEfforts),
      })
      .map((record) => viewEffort(context, reads, record))
  },
  effort: (id, caller) => readEffort(context, id, caller),
  stopEffort: (id, reason) => stopEffort(context, lanes, id, reason ?? 'Stopped by the operator.'),
  completeEffort: (id) => completeEffort(context, id),
  changeEffort: (id, { budgetUsd }) => changeBudget(context, id, budgetUsd),
  createGroup: (input) => createGroup(context, input),
  groups: (projectId) => listGroups(context, projectId),
  group: (id) => getGroup(context, id),
  addToGroup: (id, add) => changeGroup(context, id, { add }),
  removeFromGroup: (id, remove) => changeGroup(context, id, { remove }),
})

function readEffort(context: Context, id: string, caller: Caller): Effort {
  const { reads } = context.journal
  if (caller.type === 'session' && reads.session(caller.sessionId)?.effortId !== id)
    throw new DroverError('FORBIDDEN_SCOPE', 'A session sees its own effort alone.', { hint: 'Ask the operator.' })
  return viewEffort(context, reads, needEffort(reads, id))
}
