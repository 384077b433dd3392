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

export const threadAuthors = ['person', 'bot', 'unknown'] as const
export type ThreadAuthor = (typeof threadAuthors)[number]

/** A conversation of a review, at a line of a file. */
export interface PrThread {
  /** The forge's own. */
  readonly id: string
  /** null: it is about no file. */
  readonly path: string | null
  /** null: about the whole file, or the line is gone. */
  readonly line: number | null
  readonly author: string
  readonly by: ThreadAuthor
  /** Its first words; cut where they are long. */
  readonly body: string
  readonly url: string | null
  readonly resolved: boolean
  /** The lines that it is about were changed since. */
  readonly outdated: boolean
}

export interface PullRequest {
  readonly id: string
  readonly projectId: string
  readonly sessionId: string
  readonly forge: ForgeKind
  /** The forge's own name for it, which a rename or a move does not change; null: the forge gives none. */
  readonly nodeId: string | null
  /** `owner/name`. */
  readonly repo: string
  readonly number: number
  readonly url: string
  readonly title: string
  readonly author: string | null
  readonly state: PrState
  readonly draft: boolean
  readonly branch: string
  /** `owner/name` of where the branch is; null: that is gone. */
  readonly headRepo: string | null
  /** The commit that everything below was seen for. */
  readonly head: string
  readonly base: string
  readonly ci: CiState
  readonly checks: readonly PrCheck[]
  readonly review: ReviewState
  /** null: the forge did not tell. */
  readonly threads: readonly PrThread[] | null
  readonly mergeability: Mergeability
  /** The id of the open pull request whose branch is its base; null: it stands alone. */
  readonly stackedOn: string | null
  /** The one word of it; null: closed without a merge. */
  readonly status: PullRequestStatus | null
  readonly createdAt: string
  /** When the forge says that it changed. */
  readonly updatedAt: string
  /** When it was last looked at. */
  readonly seenAt: string
  readonly mergedAt: string | null
}

/** What a branch asks for, as far as the one who asks may know. null: not told. */
export interface BranchRules {
  readonly isProtected: boolean | null
  readonly requiredChecks: readonly string[] | null
  readonly approvals: number | null
  /** Changes come by pull request only; who asks may be let past that. */
  readonly needsPr: boolean | null
  readonly mayPush: boolean | null
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

interface ThreadChange {
  readonly id: string
  readonly thread: PrThread
}

export const prChanges = {
  pr_created: carries<PullRequest>(),
  pr_updated: carries<PullRequest>(),
  pr_check_recorded: carries<{ readonly id: string; readonly head: string; readonly check: PrCheck }>(),
  pr_review_thread_added: carries<ThreadChange>(),
  pr_review_thread_resolved: carries<ThreadChange>(),
  pr_review_thread_reopened: carries<ThreadChange>(),
  /** Another session has it from now on; null: nobody had it. */
  pr_session_changed: carries<{ readonly id: string; readonly from: string | null; readonly to: string }>(),
}

export const prIdPattern = /^pr-[1-9][0-9]{0,9}$/
