/** What happened to projects, sessions and turns: the rows of the change log, which is the fleet stream. */

export const changeTypes = [
  'project_added',
  'project_updated',
  'project_archived',
  'session_created',
  'session_updated',
  'session_ended',
  'session_removed',
  'turn_started',
  'turn_ended',
] as const

export type ChangeType = (typeof changeTypes)[number]

export interface Change {
  readonly seq: number
  readonly at: string
  readonly type: ChangeType
  readonly projectId: string | null
  readonly sessionId?: string
  readonly payload: unknown
}

export type NewChange = Omit<Change, 'seq' | 'at'>
