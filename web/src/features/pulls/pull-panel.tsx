/** The pull requests of a session, on its page: how each stands, its checks with what failed jobs printed, its review threads. */
import './pulls.css'
import { type ReactNode, useEffect } from 'react'
import type { PrThread, PullRequest } from '#contract/pr'
import type { Session } from '#contract/session'
import { lookAtPr, mergePr, prsOfSession, resolveThread } from '../../api/pr-calls.ts'
import { followChanges } from '../../live/cockpit.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/parts.tsx'
import { plainLine } from '../../ui/plain.ts'
import { say } from '../../ui/said.ts'
import { Since } from '../../ui/status.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { count } from '../../ui/words.ts'
import { Sign } from '../relay/sign.tsx'
import { Checks } from './checks.tsx'
import { inOrder, mayMerge, placeOfThread, standing, threadWord } from './words.ts'

const isWeb = (url: string | null): url is string => url !== null && /^https?:\/\//.test(url)

/** Nothing where the session has none. */
export function PullRequests({ session }: { readonly session: Session }): ReactNode {
  const has = session.prs.length > 0
  const read = useRead(has ? `${session.id}/prs` : null, () => prsOfSession(session.id))
  const { again } = read
  useEffect(
    () =>
      followChanges((changes) => {
        const told = changes === 'all' || (changes !== 'out' && changes.some((one) => isOf(one, session.id)))
        if (told) again()
      }),
    [session.id, again],
  )
  if (!has) return null
  return (
    <section className="stack" aria-label="Pull requests">
      {read.error && <Problem error={read.error} />}
      {(read.data ?? []).map((pr) => (
        <Pull key={pr.id} pr={pr} onSeen={again} />
      ))}
    </section>
  )
}

const isOf = (change: { readonly type: string; readonly sessionId?: string }, id: string): boolean =>
  change.type.startsWith('pr_') && change.sessionId === id

function Pull({ pr, onSeen }: { readonly pr: PullRequest; readonly onSeen: () => void }): ReactNode {
  const looking = useAction(async () => {
    await lookAtPr(pr.id)
    onSeen()
    say('Looked at it anew')
  })
  const merging = useAction(async () => {
    await mergePr(pr.id, pr.head)
    onSeen()
    say(`Pull request #${pr.number} is merged`)
  })
  const open = (pr.threads ?? []).filter(({ resolved }) => !resolved).length
  return (
    <details className="panel pull" data-pull={pr.id} data-pull-state={pr.state} open={pr.state === 'open'}>
      <summary>
        <span className="wrap-any">
          #{pr.number} {plainLine(pr.title)}
        </span>
      </summary>
      <div className="stack">
        <p className="small soft">
          {standing(pr)} · <Since at={pr.seenAt} before="seen " after=" ago" />
        </p>
        <div className="row row-wrap">
          {isWeb(pr.url) && (
            <a className="button" href={pr.url} target="_blank" rel="noreferrer">
              Open it
            </a>
          )}
          <Button busy={looking.busy} onClick={() => void looking.run()}>
            Look now
          </Button>
          {mayMerge(pr) && (
            <Button look="main" busy={merging.busy} onClick={() => void merging.run()}>
              Merge <span className="num">{pr.head.slice(0, 7)}</span>
            </Button>
          )}
        </div>
        {(looking.error ?? merging.error) && <Problem error={(looking.error ?? merging.error)!} />}
        <Checks checks={pr.checks} />
        {pr.threads === null && <p className="small faint">The forge did not tell its review threads.</p>}
        {pr.threads !== null && pr.threads.length > 0 && (
          <>
            <h3>
              {count(pr.threads.length, 'review thread')}
              <span className="faint">, {open} open</span>
            </h3>
            <ul className="threads">
              {inOrder(pr.threads).map((thread) => (
                <Thread key={thread.id} pr={pr} thread={thread} onSeen={onSeen} />
              ))}
            </ul>
          </>
        )}
      </div>
    </details>
  )
}

/** What people wrote elsewhere is text. A forge that resolves nothing from outside is linked to. */
function Thread(props: {
  readonly pr: PullRequest
  readonly thread: PrThread
  readonly onSeen: () => void
}): ReactNode {
  const { pr, thread, onSeen } = props
  const resolving = useAction(async () => {
    await resolveThread(pr.id, thread.id)
    onSeen()
    say(`Resolved: ${placeOfThread(thread)}`)
  })
  return (
    <li data-thread={thread.id} data-resolved={thread.resolved}>
      <div className="row row-wrap small">
        <Sign of={threadWord(thread)} />
        <span className="mono wrap-any grow">{placeOfThread(thread)}</span>
        <span className="soft">
          {thread.author} {thread.by === 'bot' && <span className="tag">bot</span>}
        </span>
      </div>
      <p className="wrap-any thread-body">{thread.body}</p>
      <div className="row row-wrap">
        {isWeb(thread.url) && (
          <a className="small" href={thread.url} target="_blank" rel="noreferrer">
            At the forge<span className="unseen">: {placeOfThread(thread)}</span>
          </a>
        )}
        {!thread.resolved && pr.state === 'open' && pr.forge !== 'forgejo' && (
          <Button look="quiet" busy={resolving.busy} onClick={() => void resolving.run()}>
            Resolve<span className="unseen"> {placeOfThread(thread)}</span>
          </Button>
        )}
      </div>
      {resolving.error && <Problem error={resolving.error} />}
    </li>
  )
}
