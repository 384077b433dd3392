/** Drafts of reviews: the note, the comments, what was viewed, and what was sent. */
import type { ReviewComment } from '#contract/review'
import type { Delivery } from '#contract/session'

export type CommentRecord = Omit<ReviewComment, 'place' | 'nowLine'> & { readonly sessionId: string }

export interface DraftRecord {
  readonly sessionId: string
  readonly note: string
  readonly rev: number
  readonly sent: number
  readonly updatedAt: string | null
}

export interface SentRecord {
  readonly sessionId: string
  readonly n: number
  /** The caller's own word for the call; null: none was given. */
  readonly key: string | null
  readonly message: string
  readonly delivery: Delivery
  readonly at: string
}

export interface ReviewReads {
  /** One that was never begun is empty. */
  reviewDraft(sessionId: string): DraftRecord
  /** In the order in which they were made. */
  reviewComments(sessionId: string): readonly CommentRecord[]
  /** Marks by path. */
  reviewViewed(sessionId: string): ReadonlyMap<string, string>
  sentReview(sessionId: string, key: string): SentRecord | null
}

export interface ReviewWrites {
  putReviewDraft(draft: DraftRecord): void
  putReviewComment(comment: CommentRecord): void
  /** false: there is none. */
  deleteReviewComment(sessionId: string, id: string): boolean
  deleteReviewComments(sessionId: string): void
  /** null: not viewed any more. */
  setReviewViewed(sessionId: string, path: string, mark: string | null): void
  insertSentReview(sent: SentRecord): void
}
