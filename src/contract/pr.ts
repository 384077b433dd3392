/** A pull request of a session, as the forge was last seen to tell it and as the API shows it. */
import { carries } from './carries.ts'
import type { PullRequestStatus } from './session.ts'

export const forgeKinds = ['github', 'forgejo'] as const
/** `forgejo` is Gitea too: they speak the same. */
export type ForgeKind = (typeof forgeKinds)[number]

export const prStates = ['open', 'closed', 'merged'] as const
export type PrState = (typeof prStates)[number]

export const checkStates = ['pending', 'passed', 'failed', 'cancelled', 'skipped', 'unknown'] as const
export type CheckState = (typeof checkStates)[number]

export const ciStates = ['none', 'pending', 'passing', 'failing', 'unknown'] as const
export type CiState = (typeof ciStates)[number]

export const reviewStates = ['none', 'pending', 'approved', 'changes_requested', 'unknown'] as const
export type ReviewState = (typeof reviewStates)[number]

export const mergeabilities = ['mergeable', 'conflicting', 'behind', 'blocked', 'unknown'] as const
export type Mergeability = (typeof mergeabilities)[number]

export const mergeMethods = ['merge', 'squash', 'rebase'] as const
export type MergeMethod = (typeof mergeMethods)[number]

/** One check of a commit: a check run or a commit status. */
export interface PrCheck {
  readonly name: string
  readonly state: CheckState
  readonly url: string | null
  /** The last lines of a failed job, where the forge has them. */
  readonly tail: string | null
}

export interface PullRequest {
  readonly id: string
  readonly projectId: string
  readonly sessionId: string
  readonly forge: ForgeKind
  /** `owner/name`. */
  readonly repo: string
  readonly number: number
  readonly url: string
  readonly title: string
  readonly state: PrState
  readonly draft: boolean
  readonly branch: string
  /** The commit that everything below was seen for. */
  readonly head: string
  readonly base: string
  readonly ci: CiState
  readonly checks: readonly PrCheck[]
  readonly review: ReviewState
  readonly mergeability: Mergeability
  /** The one word of it; null: closed without a merge. */
  readonly status: PullRequestStatus | null
  readonly createdAt: string
  /** When the forge says that it changed. */
  readonly updatedAt: string
  /** When it was last looked at. */
  readonly seenAt: string
  readonly mergedAt: string | null
}

/** What opening one would say, before anybody does. */
export interface PrProposal {
  readonly title: string
  readonly body: string
  readonly base: string
  readonly branch: string
  /** The commit that would be pushed. */
  readonly head: string
  readonly commits: number
  /** `owner/name`. */
  readonly repo: string
  /** Files that are not committed: they would not be part of it. */
  readonly left: number
}

export const prChanges = {
  pr_created: carries<PullRequest>(),
  pr_updated: carries<PullRequest>(),
  pr_check_recorded: carries<{ readonly id: string; readonly head: string; readonly check: PrCheck }>(),
}

export const prIdPattern = /^pr-[1-9][0-9]{0,9}$/
