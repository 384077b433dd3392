/**
 * A review: what is looked at (all, one part, one turn, one commit), the files of it, and the comments that gather until they
 * become the next message to the agent. Its words and changes; what it means is in `core/review`.
 */
import { carries } from './carries.ts'
import type { Delivery, SkippedFile } from './session.ts'

export const reviewParts = ['committed', 'staged', 'uncommitted'] as const
export type ReviewPart = (typeof reviewParts)[number]

export interface PartCount {
  readonly files: number
  readonly additions: number
  readonly deletions: number
}

export interface ReviewFile {
  readonly path: string
  readonly oldPath?: string
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'type'
  readonly additions: number | null
  readonly deletions: number | null
  readonly binary: boolean
  readonly skipped?: Omit<SkippedFile, 'path'>
  /** A word for this very difference; another one has another. */
  readonly mark: string
  /** Where its changes stand; empty where that is not asked. */
  readonly parts: readonly ReviewPart[]
  /** Somebody read this very difference. */
  readonly viewed: boolean
}

export interface ReviewChanges {
  /** `all`, `committed`, `staged`, `uncommitted`, `turn:<n>` or `commit:<hash>`. */
  readonly view: string
  readonly base: string
  readonly head: string
  readonly files: readonly ReviewFile[]
  /** null where the worktree is gone: nothing can be told apart any more. */
  readonly parts: Readonly<Record<ReviewPart, PartCount>> | null
  readonly turns: readonly { readonly n: number; readonly state: string; readonly title: string }[]
  /** Newest last. */
  readonly commits: readonly { readonly hash: string; readonly subject: string }[]
}

export type CommentPlace = 'same' | 'moved' | 'changed' | 'gone' | 'unknown'

export interface ReviewComment {
  readonly id: string
  readonly path: string
  readonly side: 'old' | 'new'
  readonly line: number
  readonly endLine: number
  /** The code as it was when the comment was made. */
  readonly quote: string
  readonly body: string
  /** Where that code is now; `nowLine` where it moved to. */
  readonly place: CommentPlace
  readonly nowLine: number | null
  readonly createdAt: string
  readonly updatedAt: string
}

export interface Review {
  readonly sessionId: string
  readonly note: string
  readonly comments: readonly ReviewComment[]
  /** Another number after every change. */
  readonly rev: number
  /** How many reviews of this session were sent. */
  readonly sent: number
  readonly updatedAt: string | null
}

export interface SentReview {
  readonly delivery: Delivery
  readonly message: string
  readonly review: Review
}

export const reviewChanges = {
  review_updated: carries<{ readonly sessionId: string; readonly rev: number; readonly comments: number }>(),
}
