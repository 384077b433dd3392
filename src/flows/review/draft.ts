/** The draft of a review: read it with where its comments stand now, change its note and comments, mark files as viewed. */
import { randomUUID } from 'node:crypto'
import { DroverError } from '#contract/error'
import type { Review, ReviewComment } from '#contract/review'
import { decideComment } from '#core/review/decide'
import { type Placed, placeOf, quoteOf } from '#core/review/place'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import { needSession } from '#flows/session/views'
import { endsOf, groundOfDiff } from '#flows/workspace/diff-session'
import type { Tx } from '#ports/store/journal'
import type { CommentRecord } from '#ports/store/review'

const mostBytes = 8 * 1024 * 1024

/** The text of a file on one side of all changes; null: it is not there. */
async function textOf(context: Context, id: string, side: 'old' | 'new', file: string): Promise<string | null> {
  const ground = groundOfDiff(context, id)
  const ends = await endsOf(context, ground, { kind: 'all' })
  const at = side === 'old' ? ends?.from : ends?.to
  if (at === undefined || at === 'empty') return null
  const { path, workspace } = ground
  const bytes = await context.workspaces.content({ path, repoPath: workspace.repoPath, at, file, maxBytes: mostBytes })
  return bytes?.toString('utf8') ?? null
}

/** Each comment with where its code is now. What cannot be looked at is unknown, never gone. */
export async function placedComments(
  context: Context,
  id: string,
  comments: readonly CommentRecord[],
): Promise<readonly ReviewComment[]> {
  const texts = new Map<string, Promise<string | null | undefined>>()
  const textNow = (path: string): Promise<string | null | undefined> => {
    const known = texts.get(path) ?? textOf(context, id, 'new', path).catch(() => undefined)
    texts.set(path, known)
    return known
  }
  const placed = async (comment: CommentRecord): Promise<Placed> => {
    // What was taken out stays where it was: in the past.
    if (comment.side === 'old' || comment.quote === '') return { place: 'unknown', nowLine: null }
    const text = await textNow(comment.path)
    return text === undefined ? { place: 'unknown', nowLine: null } : placeOf(comment, text)
  }
  return Promise.all(
    comments.map(async (comment) => {
      const { sessionId: _session, ...rest } = comment
      return { ...rest, ...(await placed(comment)) }
    }),
  )
}

export async function readReview(context: Context, id: string): Promise<Review> {
  needSession(context, id)
  const { note, rev, sent, updatedAt } = context.journal.reads.reviewDraft(id)
  const comments = await placedComments(context, id, context.journal.reads.reviewComments(id))
  return { sessionId: id, note, comments, rev, sent, updatedAt }
}

/** Counts the draft on and tells who looks at it. */
export function touchReview(
  context: Context,
  tx: Tx,
  id: string,
  patch: { readonly note?: string; readonly sent?: number } = {},
): void {
  const draft = tx.reviewDraft(id)
  const rev = draft.rev + 1
  tx.putReviewDraft({ ...draft, ...patch, rev, updatedAt: now(context) })
  const projectId = tx.session(id)?.projectId ?? null
  const payload = { sessionId: id, rev, comments: tx.reviewComments(id).length }
  tx.appendChange({ type: 'review_updated', projectId, sessionId: id, payload })
}

export function setNote(context: Context, id: string, note: string): Promise<Review> {
  needSession(context, id)
  context.journal.command((tx) => {
    if (tx.reviewDraft(id).note !== note) touchReview(context, tx, id, { note })
  })
  return readReview(context, id)
}

export interface NewComment {
  readonly id?: string
  readonly path: string
  readonly side?: 'old' | 'new'
  readonly line: number
  readonly endLine?: number
  readonly quote?: string
  readonly body: string
}

export async function putComment(
  context: Context,
  id: string,
  input: NewComment,
): Promise<{ comment: ReviewComment; review: Review }> {
  needSession(context, id)
  const { line, body, path, side = 'new', endLine = line } = input
  const known = context.journal.reads.reviewComments(id)
  const others = known.filter((one) => one.id !== input.id)
  accepted(decideComment(id, { line, endLine, body }, others.length))
  const quote = input.quote ?? (await quoteNow(context, id, { path, side, line, endLine }))
  const commentId = input.id ?? randomUUID()
  context.journal.command((tx) => {
    const at = now(context)
    const createdAt = tx.reviewComments(id).find((one) => one.id === commentId)?.createdAt ?? at
    tx.putReviewComment({
      sessionId: id,
      id: commentId,
      path,
      side,
      line,
      endLine,
      quote,
      body,
      createdAt,
      updatedAt: at,
    })
    touchReview(context, tx, id)
  })
  const review = await readReview(context, id)
  const comment = review.comments.find((one) => one.id === commentId)
  if (comment !== undefined) return { comment, review }
  throw noComment(id, commentId)
}

async function quoteNow(
  context: Context,
  id: string,
  { path, side, line, endLine }: { path: string; side: 'old' | 'new'; line: number; endLine: number },
): Promise<string> {
  const text = await textOf(context, id, side, path)
  const quote = text === null ? null : quoteOf(text, line, endLine)
  if (quote !== null) return quote
  const what =
    text === null ? `has no file ${JSON.stringify(path)}` : `has no line ${endLine} in ${JSON.stringify(path)}`
  throw new DroverError('FILE_NOT_FOUND', `The workspace of ${id} ${what}.`, {
    hint: `See what changed with: drover session diff ${id} --stat`,
  })
}

const noComment = (id: string, comment: string): DroverError =>
  new DroverError('COMMENT_NOT_FOUND', `The review of ${id} has no comment ${comment}.`, {
    hint: `It may have been sent or removed: drover review ${id}`,
  })

export function dropComment(context: Context, id: string, comment: string): Promise<Review> {
  needSession(context, id)
  context.journal.command((tx) => {
    if (!tx.deleteReviewComment(id, comment)) throw noComment(id, comment)
    touchReview(context, tx, id)
  })
  return readReview(context, id)
}

export function setViewed(
  context: Context,
  id: string,
  input: { readonly path: string; readonly mark: string; readonly viewed: boolean },
): { readonly viewed: boolean } {
  needSession(context, id)
  context.journal.command((tx) => tx.setReviewViewed(id, input.path, input.viewed ? input.mark : null))
  return { viewed: input.viewed }
}
