/** A session's pull request: the way to the one that is open, or a dialog that shows what opening one would say. */
import { type ReactNode, useState } from 'react'
import type { Session, SessionPr } from '#contract/session'
import { openPr, proposePr } from '../../api/calls.ts'
import { cockpit } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Problem, Progress } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { count } from '../../ui/words.ts'

const wordOf = ({ number, status, state }: SessionPr): string => `#${number} ${(status ?? state).replaceAll('_', ' ')}`
const isWeb = (url: string): boolean => /^https?:\/\//.test(url)

/** Nothing where no forge takes the branch, or where it has nothing to offer. */
export function PullRequest({ session }: { readonly session: Session }): ReactNode {
  const [open, setOpen] = useState(false)
  const forge = useStore(cockpit, (c) => c.fleet.projects.get(session.projectId)?.forge ?? null)
  const pr = session.prs.findLast(({ state }) => state === 'open') ?? session.prs.at(-1)
  const dialog = open ? <PullRequestDialog session={session} onClose={() => setOpen(false)} /> : null
  if (pr !== undefined && pr.state !== 'closed' && isWeb(pr.url)) {
    return (
      <>
        <a className="button" href={pr.url} target="_blank" rel="noreferrer" data-pr={pr.id} data-pr-status={pr.status}>
          {wordOf(pr)}
        </a>
        {dialog}
      </>
    )
  }
  if (forge === null || (session.landing?.ahead ?? 0) === 0) return dialog
  return (
    <>
      <Button onClick={() => setOpen(true)}>Pull request</Button>
      {dialog}
    </>
  )
}

function PullRequestDialog(props: { readonly session: Session; readonly onClose: () => void }): ReactNode {
  const { session, onClose } = props
  const look = useRead(`${session.id}/pr`, () => proposePr(session.id))
  const [title, setTitle] = useState<string | null>(null)
  const [body, setBody] = useState<string | null>(null)
  const { data } = look
  const opening = useAction(async () => {
    if (data === null) return
    const words = { title: title ?? data.title, body: body ?? data.body, head: data.head }
    const pr = await openPr(session.id, words)
    say(`Pull request #${pr.number} is open`)
    onClose()
  })
  return (
    <Dialog title="Open a pull request" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void opening.run()
        }}
      >
        {data === null && !look.error && <Progress what="Looking at the branch" />}
        {data !== null && (
          <>
            <p className="small">
              {count(data.commits, 'commit')}, up to <code>{data.head.slice(0, 10)}</code>, pushed to{' '}
              <span className="mono wrap-any">{data.repo}</span> and offered to{' '}
              <span className="mono wrap-any">{data.base}</span>. A plain push, never with force.
              {data.left > 0 && ` ${count(data.left, 'file')} not committed stay here.`}
            </p>
            <Field label="Title">
              {(id) => (
                <input
                  id={id}
                  className="input"
                  value={title ?? data.title}
                  onChange={(event) => setTitle(event.target.value)}
                />
              )}
            </Field>
            <Field
              label="What it says"
              hint="Proposed from the commits and the agent’s last words; change it as you like."
            >
              {(id, hint) => (
                <textarea
                  id={id}
                  aria-describedby={hint}
                  className="input"
                  rows={6}
                  value={body ?? data.body}
                  onChange={(event) => setBody(event.target.value)}
                />
              )}
            </Field>
          </>
        )}
        {look.error && <Problem error={look.error} />}
        {opening.error && (
          <Problem error={opening.error}>
            {opening.error.code === 'HEAD_CHANGED' && (
              <Button
                onClick={() => {
                  opening.clear()
                  look.again()
                }}
              >
                Look again
              </Button>
            )}
          </Problem>
        )}
        <div className="actions">
          <Button onClick={onClose}>Not now</Button>
          <Button
            type="submit"
            look="main"
            busy={opening.busy}
            disabled={data === null || (title ?? data.title).trim() === ''}
          >
            Open pull request
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
