/** The inbox: mail by recipient, in threads, the newest first. Reading one is what the operator does by opening it. */
import './inbox.css'
import { type ReactNode, useState } from 'react'
import { operatorAddress } from '#contract/mail'
import { inbox, readInbox } from '../../live/inbox.ts'
import { recipientsOf, type Thread, threadsOf } from '../../live/reduce/inbox.ts'
import { useStore } from '../../live/store.ts'
import { threadPath } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Field, Problem } from '../../ui/parts.tsx'
import { Since } from '../../ui/status.tsx'
import { count, oneLine } from '../../ui/words.ts'
import { ThreadView } from './thread.tsx'

const everybody = ''

export function InboxPage({ thread }: { readonly thread: string | null }): ReactNode {
  const known = useStore(inbox, (i) => i.inbox)
  const problem = useStore(inbox, (i) => i.problem)
  const [about, setAbout] = useState<string>(operatorAddress)
  const threads = known === null ? [] : threadsOf(known, about === everybody ? null : about)
  return (
    <main className="page" id="main" aria-busy={(known === null && problem === null) || undefined}>
      <div className="scroll">
        <div className="inbox-page" data-open={thread !== null}>
          <section className="stack inbox-list" aria-label="Threads">
            <h1>Inbox</h1>
            {problem && (
              <Problem error={problem}>
                <Button onClick={() => void readInbox()}>Read again</Button>
              </Problem>
            )}
            {known !== null && (
              <Field label="Mail of">
                {(id) => (
                  <select className="input" id={id} value={about} onChange={(event) => setAbout(event.target.value)}>
                    {recipientsOf(known).map((one) => (
                      <option key={one} value={one}>
                        {one === operatorAddress ? 'you (operator)' : one}
                      </option>
                    ))}
                    <option value={everybody}>everybody</option>
                  </select>
                )}
              </Field>
            )}
            {known !== null && threads.length === 0 && (
              <Empty title="No mail">
                <p>Agents of an effort write to each other and to you; what they say stands here.</p>
              </Empty>
            )}
            <ul className="stack">
              {threads.map((one) => (
                <li key={one.id}>
                  <ThreadCard thread={one} current={one.id === thread} />
                </li>
              ))}
            </ul>
          </section>
          {thread !== null && <ThreadView key={thread} id={thread} />}
        </div>
      </div>
    </main>
  )
}

/** What the subject does not say already: many a body begins with it. */
function beginning({ subject, body }: Thread['newest']): string {
  const [first = '', ...more] = body.trim().split('\n')
  return oneLine(first.trim() === subject.trim() ? more.join('\n') : body, 200)
}

function ThreadCard({ thread, current }: { readonly thread: Thread; readonly current: boolean }): ReactNode {
  const { mails, newest, unread } = thread
  const [first] = mails
  const undelivered = mails.filter(({ state }) => state === 'undeliverable').length
  return (
    <a
      className="panel project-card"
      href={threadPath(thread.id)}
      data-thread={thread.id}
      data-unread={unread || undefined}
      aria-current={current ? 'true' : undefined}
    >
      <div className="row">
        <span className="clip grow">
          {unread > 0 ? <strong>{oneLine(first.subject)}</strong> : oneLine(first.subject)}
        </span>
        {unread > 0 && (
          <span className="tag" data-strong="true">
            {unread} new
          </span>
        )}
        <span className="small faint">
          <Since at={newest.createdAt} />
        </span>
      </div>
      <p className="small soft clip">{beginning(newest)}</p>
      <p className="small faint clip num">
        {newest.from} → {newest.to} · {newest.type}
        {mails.length > 1 && ` · ${count(mails.length, 'mail')}`}
        {undelivered > 0 && ` · ${undelivered} not delivered`}
      </p>
    </a>
  )
}
