/** Answers what an agent asks: one tap for a choice, words for a question. */

import { type ReactNode, useState } from 'react'
import type { Session } from '#contract/session'
import { answer } from '../../api/calls.ts'
import { noteSession } from '../../live/cockpit.ts'
import { Button } from '../../ui/button.tsx'
import { Problem, Prose } from '../../ui/parts.tsx'
import { announce } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { printable } from '../../ui/words.ts'

export function Answer(props: {
  readonly session: Session
  readonly request: NonNullable<Session['request']>
  readonly quoted?: boolean
  /** false: another field on the page takes the words of the answer. */
  readonly field?: boolean
}): ReactNode {
  const { session, request } = props
  const approval = request.type === 'approval'
  const [text, setText] = useState('')
  const answering = useAction(async (how: { decision: string } | { text: string }) => {
    noteSession(await answer(session.id, { requestId: request.requestId, ...how }))
    announce('Answered')
  })
  const choices = request.options.length > 0 ? request.options : approval ? ['allow', 'deny'] : []
  return (
    <section className="answer" aria-label={approval ? 'Approval asked' : 'Question asked'}>
      {props.quoted !== false && (
        <p className="wrap-any pre answer-text">
          <Prose text={printable(request.text)} />
        </p>
      )}
      {answering.error && <Problem error={answering.error} />}
      <div className="row row-wrap">
        {choices.map((choice, i) => (
          <Button
            key={choice}
            look={i === 0 ? 'main' : 'plain'}
            disabled={answering.busy}
            onClick={() => void answering.run(approval ? { decision: choice } : { text: choice })}
          >
            {choice.charAt(0).toUpperCase() + choice.slice(1)}
          </Button>
        ))}
      </div>
      {!approval && props.field !== false && (
        <form
          className="writer"
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() !== '') void answering.run({ text })
          }}
        >
          <input
            className="input"
            value={text}
            aria-label="Your answer"
            placeholder="Your answer"
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" look="main" busy={answering.busy} disabled={text.trim() === ''}>
            Answer
          </Button>
        </form>
      )}
    </section>
  )
}
