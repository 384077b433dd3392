/** What the doors may ask about reviews. */
import type { Review, ReviewChanges, ReviewComment, SentReview } from '#contract/review'
import type { Caller } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import { dropComment, type NewComment, putComment, readReview, setNote, setViewed } from './draft.ts'
import { readChanges, readFileOf } from './read-changes.ts'
import { sendReview } from './send-review.ts'

export interface ReviewFlows {
  reviewChanges(id: string, view?: string): Promise<ReviewChanges>
  reviewFile(id: string, wanted: { view?: string; file: string; side?: 'old' | 'new' }): Promise<Buffer>
  review(id: string): Promise<Review>
  setReviewNote(id: string, note: string): Promise<Review>
  putReviewComment(id: string, input: NewComment): Promise<{ comment: ReviewComment; review: Review }>
  dropReviewComment(id: string, comment: string): Promise<Review>
  setReviewViewed(id: string, input: { path: string; mark: string; viewed: boolean }): { readonly viewed: boolean }
  /** Exactly once: a repeated key answers as the first time. */
  sendReview(
    id: string,
    input: { rev?: number; interrupt?: boolean },
    caller: Caller,
    key: string | null,
  ): Promise<SentReview>
}

export const reviewFlows = (context: Context): ReviewFlows => ({
  reviewChanges: (id, view) => readChanges(context, id, view),
  reviewFile: (id, wanted) => readFileOf(context, id, wanted),
  review: (id) => readReview(context, id),
  setReviewNote: (id, note) => setNote(context, id, note),
  putReviewComment: (id, input) => putComment(context, id, input),
  dropReviewComment: (id, comment) => dropComment(context, id, comment),
  setReviewViewed: (id, input) => setViewed(context, id, input),
  sendReview: (id, input, caller, key) => sendReview(context, id, input, caller, key),
})
