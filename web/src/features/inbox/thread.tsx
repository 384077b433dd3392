/** One thread: every mail of it with its state and its payload, and a reply. What could not be delivered says why. */
import { type ReactNode, useEffect, useState } from 'react'
import { droverAddress, type Mail } from '#contract/mail'
import { getThread, markRead, replyTo } from '../../api/mail-calls.ts'
import { inbox, noteMails } from '../../live/inbox.ts'
import { isUnread, openQuestions, threadsOf } from '../../live/reduce/inbox.ts'
import { useStore } from '../../live/store.ts'
import { sessionPath } from '../../routes/router.ts'
import { Button, Icon } from '../../ui/button.tsx'
import { Empty, Problem } from '../../ui/parts.tsx'
import { announce } from '../../ui/said.ts'
import { Since } from '../../ui/status.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { printable } from '../../ui/words.ts'
import { Gate } from './gate.tsx'

export function ThreadView({ id }: { readonly id: string }): ReactNode {
  const known = useStore(inbox, (i) => i.inbox)
  // The list holds the newest mail alone: an older thread is read whole.
  const read = useRead(id, async () => {
    const mails = await getThread(id)
    noteMails(mails)
    return mails
  })
  const thread = known === null ? null : (threadsOf(known, null).find((one) => one.id === id) ?? null)
  const mails = thread?.mails ?? read.data ?? []
  const unread = mails
    .filter(isUnread)
    .map((mail) => mail.id)
    .join(' ')
  useEffect(() => {
    // A mail that cannot be marked stays as it is, and is tried again when the thread is opened again.
    for (const mail of unread.split(' ').filter((one) => one !== ''))
      markRead(mail).then(
        (seen) => noteMails([seen]),
        () => undefined,
      )
  }, [unread])
  const first = mails[0]
  if (first === undefined) {
    return (
      <section className="stack inbox-thread" aria-label="Thread" aria-busy={read.loading}>
        {read.error && (
          <Empty title="No such thread">
            <Problem error={read.error} />
          </Empty>
        )}
      </section>
    )
  }
  const asked = known === null ? undefined : openQuestions(known).find((mail) => mail.thread === id)
  return (
    <section className="stack inbox-thread" aria-label="Thread" data-thread={id}>
      <div className="row">
        <a className="button inbox-back" data-look="quiet" data-shape="icon" href="/inbox" aria-label="All mail">
          <Icon name="back" />
        </a>
        <h2 className="grow wrap-any">{printable(first.subject)}</h2>
      </div>
      <ul className="stack">
        {mails.map((mail) => (
          <li key={mail.id} className="panel stack" data-mail={mail.id} data-state={mail.state}>
            <MailView mail={mail} />
          </li>
        ))}
      </ul>
      {asked !== undefined && <Gate mail={asked} />}
      {asked === undefined && <Reply to={mails.at(-1) ?? first} />}
    </section>
  )
}

const who = (address: string): ReactNode =>
  address === 'operator' ? 'you' : address === droverAddress ? 'Drover' : <a href={sessionPath(address)}>{address}</a>

function MailView({ mail }: { readonly mail: Mail }): ReactNode {
  return (
    <>
      <div className="row row-wrap small">
        <span className="grow">
          {who(mail.from)} → {who(mail.to)}
        </span>
        <span className="tag" data-strong={mail.priority === 'high' || mail.priority === 'urgent' || undefined}>
          {mail.type}
          {mail.priority === 'normal' ? '' : `, ${mail.priority}`}
        </span>
        <span className="faint">
          <Since at={mail.createdAt} after=" ago" />
        </span>
      </div>
      <p className="wrap-any pre">{printable(mail.body.slice(0, 20_000))}</p>
      {mail.payload !== null && (
        <details>
          <summary>What it carries</summary>
          <pre className="small inbox-payload">{printable(JSON.stringify(mail.payload, null, 2))}</pre>
        </details>
      )}
      <p className="small faint">
        {mail.state === 'undeliverable' ? <strong>not delivered</strong> : mail.state}
        {mail.reason !== null && `: ${printable(mail.reason)}`}
      </p>
    </>
  )
}

function Reply({ to }: { readonly to: Mail }): ReactNode {
  const [text, setText] = useState('')
  const sending = useAction(async () => {
    noteMails([await replyTo(to.id, text)])
    setText('')
    announce('Sent')
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') void sending.run()
      }}
    >
      {sending.error && <Problem error={sending.error} />}
      <textarea
        className="input"
        rows={3}
        value={text}
        aria-label="Your reply"
        placeholder="Your reply"
        onChange={(event) => setText(event.target.value)}
      />
      <div className="row">
        <Button type="submit" look="main" icon="send" busy={sending.busy} disabled={text.trim() === ''}>
          Reply
        </Button>
      </div>
    </form>
  )
}
