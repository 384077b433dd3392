/** A group of tasks: what of it is missing, and whether that is nothing. */
import type { TaskState } from '#contract/task-state'

/** Tasks that are not done, in the group's order; one that is gone was not done. */
export const missingOf = (taskIds: readonly string[], stateOf: (id: string) => TaskState | null): readonly string[] =>
  taskIds.filter((id) => stateOf(id) !== 'done')

/** A group without tasks has nothing to be complete about. */
export const isGroupDone = (taskIds: readonly string[], missing: readonly string[]): boolean =>
  taskIds.length > 0 && missing.length === 0

/** Each once, in the order given. */
export const withTasks = (taskIds: readonly string[], more: readonly string[]): readonly string[] => [
  ...new Set([...taskIds, ...more]),
]

export const withoutTasks = (taskIds: readonly string[], less: readonly string[]): readonly string[] =>
  taskIds.filter((id) => !less.includes(id))
