/** Landing a session's work: one button with the next sensible step. What would happen is shown before it happens. */
import { type ReactNode, useState } from 'react'
import type { Merge } from '#contract/merge'
import type { Session } from '#contract/session'
import { commitLeftovers, enqueueMerge, predictMerge, proposeCommit } from '../../api/calls.ts'
import { cockpit, noteMerge } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { go, mergePath } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Problem, Progress } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { count } from '../../ui/words.ts'
import { approvalWord, tierWord } from '../merges/words.ts'

/** Nothing to land: no change, or it is landed already. A session in a turn is not interrupted by landing it. */
export function LandButton({ session }: { readonly session: Session }): ReactNode {
  const [open, setOpen] = useState(false)
  const { landing } = session
  const merge = useStore(cockpit, (c) => c.fleet.merges.get(landing?.merge ?? '') ?? null)
  const underWay = landing?.merge != null && landing.state !== 'landed' && landing.state !== 'rejected'
  if (underWay) {
    return (
      <a className="button" href={mergePath(landing.merge!)}>
        {landing.state === 'ready' ? 'Approve' : landing.state === 'needs_human' ? 'Resolve' : 'Landing…'}
      </a>
    )
  }
  const nothing = (landing?.ahead ?? 0) === 0 && ((session.filesChanged ?? 0) === 0 || landedSince(session, merge))
  if (session.branch === null || session.phase === 'starting' || nothing) return null
  return (
    <>
      <Button look="main" disabled={session.turn?.state === 'running'} onClick={() => setOpen(true)}>
        Land
      </Button>
      {open && <LandDialog session={session} onClose={() => setOpen(false)} />}
    </>
  )
}

/** No turn began after it landed: what differs from the base is what landed. */
const landedSince = ({ turn }: Session, merge: Merge | null): boolean =>
  merge?.landedAt != null && (turn === null || turn.startedAt < merge.landedAt)

function LandDialog({ session, onClose }: { readonly session: Session; readonly onClose: () => void }): ReactNode {
  const leftovers = useRead(`${session.id}/commit`, () => proposeCommit(session.id))
  const predicted = useRead(`${session.id}/predict`, () => predictMerge(session.id))
  const [message, setMessage] = useState<string | null>(null)
  const words = message ?? leftovers.data?.message ?? ''
  const dirty = (leftovers.data?.files.length ?? 0) > 0
  // Nothing is committed yet, which is what this dialog is about to do.
  const nothingYet = predicted.error?.code === 'MERGE_NOTHING' && (dirty || leftovers.data === null)
  const landing = useAction(async () => {
    if (dirty) await commitLeftovers(session.id, words)
    const merge = await enqueueMerge(session.id)
    noteMerge(merge)
    say(`${merge.id} is on its way to ${merge.target}`)
    onClose()
    go(mergePath(merge.id))
  })
  const target = predicted.data?.target ?? session.baseRef ?? 'the base'
  return (
    <Dialog title={`Land on ${target}`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void landing.run()
        }}
      >
        {leftovers.data === null && !leftovers.error && <Progress what="Looking at what there is to land" />}
        {dirty && (
          <Field
            label="Commit what is left first"
            hint={`${count(leftovers.data!.files.length, 'file')} not committed yet; the words are proposed, change them as you like.`}
          >
            {(id, hint) => (
              <textarea
                id={id}
                aria-describedby={hint}
                className="input"
                value={words}
                onChange={(event) => setMessage(event.target.value)}
              />
            )}
          </Field>
        )}
        {predicted.data && !dirty && (
          <p className="small">
            {tierWord[predicted.data.tier]} · {count(predicted.data.files, 'file')} · +{predicted.data.insertions} −
            {predicted.data.deletions}
            {predicted.data.conflicts.length > 0 && ` · conflicts in ${predicted.data.conflicts.join(', ')}`}
          </p>
        )}
        {predicted.data?.blocked && <p className="small">In the way now: {predicted.data.blocked.message}</p>}
        {(predicted.data?.needsApproval.length ?? 0) > 0 && (
          <p className="small">
            It will wait for your approval: {predicted.data!.needsApproval.map((why) => approvalWord[why]).join('; ')}.
          </p>
        )}
        <p className="small soft">
          It is merged in a tree of its own, verified, and only then brought to {target}. Your checkout is never worked
          in.
        </p>
        {leftovers.error && <Problem error={leftovers.error} />}
        {predicted.error && !nothingYet && <Problem error={predicted.error} />}
        {landing.error && <Problem error={landing.error} />}
        <div className="actions">
          <Button onClick={onClose}>Not now</Button>
          <Button type="submit" look="main" busy={landing.busy} disabled={leftovers.data === null}>
            {dirty ? `Commit and land on ${target}` : `Land on ${target}`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
