/**
 * A review becomes the next message to its agent: composed from what the draft says and where its lines are now, taken by the
 * session and emptied in one transaction. A draft that changes while it is composed is composed again; nothing is sent twice.
 */
import { DroverError } from '#contract/error'
import type { SentReview } from '#contract/review'
import { composeReview } from '#core/review/compose'
import { decideSendReview } from '#core/review/decide'
import type { Caller } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import { needSession } from '#flows/session/views'
import { send } from '#flows/turn/take-turn'
import { placedComments, readReview, touchReview } from './draft.ts'

/** The draft is not the one that was composed. */
class Changed extends Error {}

const rounds = 3

export async function sendReview(
  context: Context,
  id: string,
  input: { readonly rev?: number; readonly interrupt?: boolean },
  caller: Caller,
  key: string | null,
): Promise<SentReview> {
  needSession(context, id)
  for (let round = 1; ; round++) {
    const before = key === null ? null : context.journal.reads.sentReview(id, key)
    if (before !== null)
      return { delivery: before.delivery, message: before.message, review: await readReview(context, id) }
    try {
      return await sendOnce(context, id, input, caller, key)
    } catch (cause) {
      if (!(cause instanceof Changed)) throw cause
      if (round === rounds)
        throw new DroverError('REVIEW_CHANGED', `The review of ${id} changes while it is sent.`, {
          hint: 'Look at it again, then send it.',
        })
    }
  }
}

async function sendOnce(
  context: Context,
  id: string,
  input: { readonly rev?: number; readonly interrupt?: boolean },
  caller: Caller,
  key: string | null,
): Promise<SentReview> {
  const { reads } = context.journal
  const draft = reads.reviewDraft(id)
  const comments = reads.reviewComments(id)
  accepted(decideSendReview(id, { ...draft, comments }, input.rev) ?? 'ok')
  const message = composeReview(draft.note, await placedComments(context, id, comments))
  const interrupt = input.interrupt === true ? { interrupt: true } : {}
  const delivery = await send(context, id, { message, ...interrupt }, caller, (tx, taken) => {
    const present = tx.reviewDraft(id)
    if (present.rev !== draft.rev) throw new Changed('the draft changed')
    tx.insertSentReview({ sessionId: id, n: present.sent + 1, key, message, delivery: taken, at: now(context) })
    tx.deleteReviewComments(id)
    touchReview(context, tx, id, { note: '', sent: present.sent + 1 })
  })
  context.faultPoint('review:sent')
  return { delivery, message, review: await readReview(context, id) }
}
