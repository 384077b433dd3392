/**
 * What the loop needs of a tracker: issues by label, who labelled them, what may block them, and the few writes of a trip.
 * Facts that a tracker did not tell are `unknown`, and unknown is never taken for "no". Writes are idempotent: a label that is
 * there is added once, a comment carries a mark by which it is found again, an issue that is closed stays closed.
 * Failures are codes of the one table: FORGE_NO_TOKEN, FORGE_REFUSED, FORGE_UNREACHABLE, FORGE_RATE_LIMITED, ISSUE_NOT_FOUND.
 */
import type { ForgeAt, ForgeRepo } from '#ports/forge'

export interface TrackerIssue {
  readonly number: number
  readonly url: string
  readonly title: string
  /** Empty where there is none. */
  readonly body: string
  readonly state: 'open' | 'closed'
  readonly labels: readonly string[]
  readonly author: string
  readonly createdAt: string
  readonly updatedAt: string
}

export const trackerEventKinds = ['labeled', 'unlabeled', 'closed', 'reopened', 'other'] as const

/** One entry of an issue's history, oldest first. */
export interface TrackerEvent {
  readonly kind: (typeof trackerEventKinds)[number]
  /** The label of `labeled` and `unlabeled`; null elsewhere. */
  readonly label: string | null
  /** null: an account that is gone. */
  readonly actor: string | null
  /** In the tracker's own word, where it tells one: OWNER, MEMBER, COLLABORATOR … */
  readonly association: string | null
  readonly at: string
}

export interface TrackerComment {
  readonly id: string
  readonly author: string
  readonly body: string
  readonly url: string
  readonly createdAt: string
  readonly updatedAt: string
}

export const trackerPermissions = ['admin', 'write', 'read', 'none', 'unknown'] as const
export type TrackerPermission = (typeof trackerPermissions)[number]

export interface TrackerBlocker {
  /** `owner/name`. */
  readonly repo: string
  readonly number: number
  readonly state: 'open' | 'closed' | 'unknown'
}

/** The issues of a forge. */
export type Tracker = (at: ForgeAt) => TrackerApi

export interface TrackerApi {
  /** Open ones that carry the label; no pull requests. */
  labelled(repo: ForgeRepo, label: string): Promise<readonly TrackerIssue[]>
  /** null: there is none. */
  issue(repo: ForgeRepo, number: number): Promise<TrackerIssue | null>
  events(repo: ForgeRepo, number: number): Promise<readonly TrackerEvent[]>
  /** Oldest first. */
  comments(repo: ForgeRepo, number: number): Promise<readonly TrackerComment[]>
  /** What somebody may do in the repository. */
  permission(repo: ForgeRepo, login: string): Promise<TrackerPermission>
  /** The tracker's own dependencies; unknown: it has none to tell of, or did not tell. */
  blockers(repo: ForgeRepo, number: number): Promise<readonly TrackerBlocker[] | 'unknown'>
  /** Whose word Drover has here. */
  self(): Promise<string>

  addLabel(repo: ForgeRepo, number: number, label: string): Promise<void>
  removeLabel(repo: ForgeRepo, number: number, label: string): Promise<void>
  /** `mark` is a part of the body that no other comment has: one that is there already is answered, not written again. */
  comment(repo: ForgeRepo, number: number, request: { body: string; mark: string }): Promise<TrackerComment>
  /** false: it is not there any more. */
  editComment(repo: ForgeRepo, id: string, body: string): Promise<boolean>
  deleteComment(repo: ForgeRepo, id: string): Promise<void>
  close(repo: ForgeRepo, number: number): Promise<void>
}
