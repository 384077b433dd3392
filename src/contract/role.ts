/** What a session is in an effort: its role, whom it belongs to, what it waits for and what it owes. */

export const roles = ['scout', 'builder', 'reviewer', 'merger', 'lead', 'coordinator'] as const
/** A role of the table, or one that a project adds. */
export type Role = string

/** `drover wait --for …`: an agreed end of a turn with something still to come. */
export interface WaitingFor {
  readonly for: 'children' | 'mail' | 'task' | 'time'
  /** The task of `task:ID`. */
  readonly taskId: string | null
  /** When a time is over, or by when the rest must have come. */
  readonly until: string | null
  readonly since: string
}

export const reportStates = ['owed', 'reported', 'missing'] as const
export type ReportState = (typeof reportStates)[number]

/** What a task-scoped session owes at the end of its work. */
export interface Report {
  readonly state: ReportState
  /** The mail that was the report. */
  readonly mailId: string | null
  readonly at: string
}
