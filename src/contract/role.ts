/** What a session is in an effort: its role, whom it belongs to, what it waits for and what it owes. */

import type { MailType } from './mail.ts'
import type { Permissions } from './session.ts'

export const roles = ['scout', 'builder', 'reviewer', 'merger', 'lead', 'coordinator'] as const
/** Those that may lead an effort, the usual one first. */
export const effortRoots = ['coordinator', 'lead'] as const satisfies readonly (typeof roles)[number][]
export type EffortRoot = (typeof effortRoots)[number]
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

/** What `[roles.NAME]` of a configuration says of a role; what it leaves out comes from the table. */
export interface OwnRole {
  readonly agent?: string | undefined
  readonly files?: 'reads' | 'writes' | undefined
  readonly spawns?: readonly string[] | undefined
  /** The mails that end its work; none: it lives as long as its effort. */
  readonly ends?: readonly MailType[] | undefined
  readonly permissions?: Permissions | undefined
}
