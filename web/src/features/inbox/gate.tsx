/** Answers a decision or an escalation: one tap for an option, words for anything else. */
import { type ReactNode, useState } from 'react'
import type { Mail } from '#contract/mail'
import { replyTo } from '../../api/mail-calls.ts'
import { noteMails } from '../../live/inbox.ts'
import { optionsOf } from '../../live/reduce/inbox.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/parts.tsx'
import { announce } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { printable } from '../../ui/words.ts'

export function Gate({ mail }: { readonly mail: Mail }): ReactNode {
  const [text, setText] = useState('')
  const answering = useAction(async (body: string, option?: string) => {
    noteMails([await replyTo(mail.id, body, option)])
    announce('Answered')
  })
  return (
    <section className="answer" aria-label="Your decision" data-gate={mail.id}>
      {answering.error && <Problem error={answering.error} />}
      <div className="row row-wrap">
        {optionsOf(mail).map((option, i) => (
          <Button
            key={option}
            look={i === 0 ? 'main' : 'plain'}
            disabled={answering.busy}
            onClick={() => void answering.run(option, option)}
          >
            {printable(option)}
          </Button>
        ))}
      </div>
      <form
        className="writer"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') void answering.run(text)
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
    </section>
  )
}
