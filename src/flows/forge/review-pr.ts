/**
 * The draft of a review given as a review of the session's pull request instead of a message. The draft is emptied once the
 * forge has it; a mark in its words keeps one that is sent again, after a crash, from standing there twice.
 */
import { DroverError } from '#contract/error'
import type { PullRequest } from '#contract/pr'
import { prReviewOf } from '#core/forge/pr-review'
import { decideSendReview } from '#core/review/decide'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import { placedComments, touchReview } from '#flows/review/draft'
import { needKnown } from '#flows/session/views'
import { lookAtPr, needPr } from './change-pr.ts'
import { forgeOfPr } from './forge-ground.ts'

export interface ReviewedPr {
  readonly pr: PullRequest
  readonly url: string | null
  readonly comments: number
}

export function reviewPr(
  context: Context,
  id: string,
  input: { readonly rev?: number; readonly pr?: string },
): Promise<ReviewedPr> {
  needKnown(context, id)
  // One at a time: a second request finds the draft that the first one emptied.
  return context.worker.run(`review of the pull request of ${id}`, () => review(context, id, input))
}

async function review(context: Context, id: string, input: { readonly rev?: number; readonly pr?: string }) {
  const { reads } = context.journal
  const open = reads.prsOf(id).filter(({ state }) => state === 'open')
  const meant = input.pr === undefined ? open.at(-1) : open.find((one) => one.id === input.pr)
  if (meant === undefined)
    throw new DroverError('PR_NOT_FOUND', `${id} has no open pull request.`, {
      hint: `Open one with: drover pr open ${id}, or send the review to the agent: drover review ${id} --send`,
    })
  const draft = reads.reviewDraft(id)
  const comments = reads.reviewComments(id)
  accepted(decideSendReview(id, { ...draft, comments }, input.rev) ?? 'ok')
  const pr = await lookAtPr(context, meant.id)
  await needSame(context, id, pr)
  const mark = `<!-- drover-review ${id} ${draft.sent + 1} -->`
  const words = prReviewOf(draft.note, await placedComments(context, id, comments), mark)
  const { api, place } = forgeOfPr(context, needPr(context, meant.id))
  const { url } = await api.review(place, pr.number, { head: pr.head, ...words })
  context.faultPoint('review:given')
  context.journal.command((tx) => {
    const present = tx.reviewDraft(id)
    // What was written meanwhile stays in the draft.
    if (present.rev === draft.rev) tx.deleteReviewComments(id)
    else for (const { id: comment } of comments) tx.deleteReviewComment(id, comment)
    const delivery = { state: 'refused', code: 'PR_REVIEW', message: `given as a review of ${pr.url}` } as const
    tx.insertSentReview({
      sessionId: id,
      n: present.sent + 1,
      key: null,
      message: words.body,
      delivery,
      at: now(context),
    })
    touchReview(context, tx, id, { note: present.note === draft.note ? '' : present.note, sent: present.sent + 1 })
  })
  return { pr: await lookAtPr(context, meant.id), url, comments: words.comments.length }
}

/** Lines mean something only in the commit that they were read in. */
async function needSame(context: Context, id: string, pr: PullRequest): Promise<void> {
  const { reads } = context.journal
  const session = needKnown(context, id)
  const workspace = session.workspaceId === null ? null : reads.workspace(session.workspaceId)
  if (workspace === null || workspace.removedAt !== null || !context.exists(workspace.path)) return
  const { head, changed } = await context.workspaces.state(workspace.path, workspace.repoPath)
  if (head === pr.head && changed.length === 0) return
  throw new DroverError('HEAD_CHANGED', `What you reviewed in ${id} is not what the pull request has.`, {
    hint: `Commit and push it first: drover session commit ${id}, drover session push ${id}. Or send the review to the agent.`,
    details: { head, pr: pr.head, uncommitted: changed.length },
  })
}
