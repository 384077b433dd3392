/** Where a task is on its way: the closed list of its states. */
export const taskStates = ['ready', 'claimed', 'done', 'failed', 'needs_user', 'cancelled'] as const
export type TaskState = (typeof taskStates)[number]
