/** Whether a review may be sent, and whether a comment is one. Pure. */
import type { Refusal } from '#contract/error'

interface Draft {
  readonly note: string
  readonly rev: number
  readonly comments: readonly { readonly body: string }[]
}

export const mostComments = 500

export function decideSendReview(id: string, draft: Draft, rev: number | undefined): Refusal | null {
  const words = draft.comments.filter(({ body }) => body.trim() !== '').length
  if (draft.note.trim() === '' && words === 0)
    return {
      refused: 'REVIEW_EMPTY',
      message: `The review of ${id} has no comment and no note.`,
      hint: `Comment on a line in the cockpit, or: drover session comment ${id} <file:line> "text"`,
    }
  if (rev !== undefined && rev !== draft.rev)
    return {
      refused: 'REVIEW_CHANGED',
      message: `The review of ${id} is not the one you saw: somebody changed or sent it.`,
      hint: 'Look at it again, then send it.',
    }
  return null
}

export function decideComment(
  id: string,
  comment: { readonly line: number; readonly endLine: number; readonly body: string },
  others: number,
): Refusal | null {
  const no = (message: string, hint: string): Refusal => ({ refused: 'INVALID_QUERY', message, hint })
  if (comment.body.trim() === '') return no('The comment has no words.', 'Say what is to be done about these lines.')
  if (comment.endLine < comment.line) return no('The range ends before it begins.', 'Write it as file:first-last.')
  if (others >= mostComments)
    return no(`The review of ${id} has ${mostComments} comments already.`, 'Send it, then go on.')
  return null
}
