/** The end of a review: the note, how many comments there are, and the one button that makes them the next message. */
import type { ReactNode } from 'react'
import type { Session } from '#contract/session'
import { useStore } from '../../live/store.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { count } from '../../ui/words.ts'
import { commentsOf, type Draft } from './draft.ts'

export function SendBar({ draft, session }: { readonly draft: Draft; readonly session: Session }): ReactNode {
  const state = useStore(draft.store, (s) => s)
  const comments = commentsOf(state).filter(({ body }) => body.trim() !== '').length
  const note = state.note ?? state.review?.note ?? ''
  const nothing = comments === 0 && note.trim() === ''
  const send = async (): Promise<void> => {
    const sent = await draft.send()
    if (sent === null) return
    const { delivery } = sent
    if (delivery.state === 'refused') say(`Not sent: ${delivery.message}`)
    else
      say(
        delivery.state === 'started'
          ? `Review sent: turn ${delivery.turn}`
          : 'Review sent: it waits for the running turn',
      )
  }
  return (
    <footer>
      {state.problem && <Problem error={state.problem} />}
      <div className="review-send">
        <textarea
          className="input"
          rows={1}
          aria-label="Overall note"
          placeholder={session.phase === 'ended' ? 'The session has ended; the review is kept' : 'Overall note'}
          value={note}
          onChange={(event) => draft.typeNote(event.target.value)}
        />
        <Button
          look="main"
          busy={state.sending}
          disabled={nothing || session.phase === 'ended'}
          onClick={() => void send()}
        >
          Send {comments > 0 ? count(comments, 'comment') : 'review'}
        </Button>
      </div>
    </footer>
  )
}
