/** The steps of landing as dialogs: what would happen is shown first, and what is done is what was shown. */
import { type ReactNode, useState } from 'react'
import type { Session } from '#contract/session'
import type { ApiError } from '../../api/call.ts'
import {
  commitLeftovers,
  enqueueMerge,
  lookAtLanding,
  predictMerge,
  proposeCommit,
  pushBranch,
  updateFromBase,
} from '../../api/calls.ts'
import { noteMerge } from '../../live/cockpit.ts'
import { go, mergePath } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Problem, Progress } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { count } from '../../ui/words.ts'
import { approvalWord, tierWord } from '../merges/words.ts'
import { howItLands } from './land-words.ts'

interface Props {
  readonly session: Session
  readonly onClose: () => void
  readonly onStep: (step: 'land' | 'update' | 'commit' | 'push') => void
}

const short = (commit: string): string => commit.slice(0, 10)

function Words(props: {
  readonly label: string
  readonly files: number
  readonly value: string
  readonly onChange: (words: string) => void
}): ReactNode {
  return (
    <Field
      label={props.label}
      hint={`${count(props.files, 'file')} not committed yet; the words are proposed, change them as you like.`}
    >
      {(id, hint) => (
        <textarea
          id={id}
          aria-describedby={hint}
          className="input"
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** Somebody, or the agent, changed it after it was shown: shown again, and asked again. */
function Changed(props: { readonly error: ApiError; readonly onAgain: () => void }): ReactNode {
  return (
    <Problem error={props.error}>
      {props.error.code === 'HEAD_CHANGED' && <Button onClick={props.onAgain}>Look again</Button>}
    </Problem>
  )
}

export function LandDialog({ session, onClose, onStep }: Props): ReactNode {
  const leftovers = useRead(`${session.id}/commit`, () => proposeCommit(session.id))
  const predicted = useRead(`${session.id}/predict`, () => predictMerge(session.id))
  const look = useRead(`${session.id}/landing`, () => lookAtLanding(session.id))
  const [message, setMessage] = useState<string | null>(null)
  const left = leftovers.data
  const words = message ?? left?.message ?? ''
  const dirty = (left?.files.length ?? 0) > 0
  // The files are gone, and what was committed can land without them.
  const gone = leftovers.error?.code === 'SESSION_NOT_RESTORABLE'
  // Nothing is committed yet, which is what this dialog is about to do.
  const nothingYet = predicted.error?.code === 'MERGE_NOTHING' && (dirty || (left === null && !gone))
  const again = (): void => {
    landing.clear()
    leftovers.again()
    predicted.again()
  }
  const landing = useAction(async () => {
    const shown = left?.head ?? predicted.data?.head
    if (shown === undefined) return
    const made =
      dirty && left ? await commitLeftovers(session.id, { message: words, head: left.head, stamp: left.stamp }) : null
    const merge = await enqueueMerge(session.id, made?.hash ?? shown)
    noteMerge(merge)
    say(`${merge.id} is on its way to ${merge.target}`)
    onClose()
    go(mergePath(merge.id))
  })
  const target = predicted.data?.target ?? session.baseRef ?? 'the base'
  const conflicts = predicted.data?.conflicts ?? []
  const ready = gone ? predicted.data !== null : left !== null && (dirty || !leftovers.loading)
  return (
    <Dialog title={`Land on ${target}`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void landing.run()
        }}
      >
        {left === null && !leftovers.error && <Progress what="Looking at what there is to land" />}
        {dirty && (
          <Words label="Commit what is left first" files={left!.files.length} value={words} onChange={setMessage} />
        )}
        {predicted.data && !dirty && (
          <p className="small">
            {tierWord[predicted.data.tier]} · {count(predicted.data.files, 'file')} · +{predicted.data.insertions} −
            {predicted.data.deletions} · <code>{short(predicted.data.head)}</code>
          </p>
        )}
        {conflicts.length > 0 && (
          <div className="stack">
            <p className="small">
              It clashes with {target} in <span className="mono wrap-any">{conflicts.join(', ')}</span>. Landed as it
              is, somebody resolves that on the way.
            </p>
            {!dirty && <Button onClick={() => onStep('update')}>Update from {target} first</Button>}
          </div>
        )}
        {predicted.data?.blocked && <p className="small">In the way now: {predicted.data.blocked.message}</p>}
        {(predicted.data?.needsApproval.length ?? 0) > 0 && (
          <p className="small">
            It will wait for your approval: {predicted.data!.needsApproval.map((why) => approvalWord[why]).join('; ')}.
          </p>
        )}
        <p className="small soft">{howItLands(look.data?.verify ?? null, target)}</p>
        {leftovers.error && !gone && <Problem error={leftovers.error} />}
        {predicted.error && !nothingYet && <Problem error={predicted.error} />}
        {landing.error && <Changed error={landing.error} onAgain={again} />}
        <div className="actions">
          <Button onClick={onClose}>Not now</Button>
          <Button type="submit" look="main" busy={landing.busy} disabled={!ready}>
            {dirty ? `Commit and land on ${target}` : `Land on ${target}`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export function CommitDialog({ session, onClose }: Props): ReactNode {
  const leftovers = useRead(`${session.id}/commit`, () => proposeCommit(session.id))
  const [message, setMessage] = useState<string | null>(null)
  const left = leftovers.data
  const words = message ?? left?.message ?? ''
  const committing = useAction(async () => {
    if (left === null) return
    const made = await commitLeftovers(session.id, { message: words, head: left.head, stamp: left.stamp })
    say(made === null ? 'Nothing was left to commit' : `Committed ${count(made.files.length, 'file')}`)
    onClose()
  })
  return (
    <Dialog title="Commit what is left" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void committing.run()
        }}
      >
        {left === null && !leftovers.error && <Progress what="Looking at what is left" />}
        {left !== null && (
          <>
            <Words label="Message" files={left.files.length} value={words} onChange={setMessage} />
            <ul className="file-list small mono">
              {left.files.slice(0, 20).map((file) => (
                <li key={file} className="wrap-any">
                  {file}
                </li>
              ))}
              {left.files.length > 20 && <li>and {left.files.length - 20} more</li>}
            </ul>
          </>
        )}
        {leftovers.error && <Problem error={leftovers.error} />}
        {committing.error && (
          <Changed
            error={committing.error}
            onAgain={() => {
              committing.clear()
              leftovers.again()
            }}
          />
        )}
        <div className="actions">
          <Button onClick={onClose}>Not now</Button>
          <Button type="submit" look="main" busy={committing.busy} disabled={(left?.files.length ?? 0) === 0}>
            Commit
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const conflictsOf = (error: ApiError | null): readonly string[] => {
  const details = error?.code === 'UPDATE_CONFLICT' ? (error.details as { conflicts?: readonly string[] }) : null
  return details?.conflicts ?? []
}

export function UpdateDialog({ session, onClose }: Props): ReactNode {
  const look = useRead(`${session.id}/landing`, () => lookAtLanding(session.id))
  const { data } = look
  const target = data?.target ?? session.baseRef ?? 'the base'
  const updating = useAction(async (hand: boolean) => {
    if (data === null) return
    const done = await updateFromBase(session.id, { head: data.head, ...(hand ? { hand } : {}) })
    say(
      done.state === 'handed'
        ? 'The agent has the conflicts'
        : done.state === 'current'
          ? `Nothing new on ${done.target}`
          : `Updated: ${count(done.commits, 'commit')} of ${done.target}`,
    )
    onClose()
  })
  const conflicts = conflictsOf(updating.error)
  return (
    <Dialog title={`Update from ${target}`} onClose={onClose}>
      {data === null && !look.error && <Progress what="Looking at the branch" />}
      {data !== null && (
        <p className="small">
          {count(data.behind ?? 0, 'commit')} of {target} come into this branch, in its own worktree. It is saved to a
          snapshot first; nothing on {target} changes.
        </p>
      )}
      {look.error && <Problem error={look.error} />}
      {conflicts.length > 0 ? (
        <div className="stack" role="alert">
          <p>The two clash, and nothing was changed. The agent can merge {target} and resolve it as its next turn:</p>
          <ul className="file-list small mono">
            {conflicts.map((path) => (
              <li key={path} className="wrap-any">
                {path}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        updating.error && (
          <Changed
            error={updating.error}
            onAgain={() => {
              updating.clear()
              look.again()
            }}
          />
        )
      )}
      <div className="actions">
        <Button onClick={onClose}>Not now</Button>
        {conflicts.length > 0 ? (
          <Button look="main" busy={updating.busy} onClick={() => void updating.run(true)}>
            Hand it to the agent
          </Button>
        ) : (
          <Button
            look="main"
            busy={updating.busy}
            disabled={(data?.behind ?? 0) === 0}
            onClick={() => void updating.run(false)}
          >
            Update
          </Button>
        )}
      </div>
    </Dialog>
  )
}

export function PushDialog({ session, onClose }: Props): ReactNode {
  const look = useRead(`${session.id}/landing`, () => lookAtLanding(session.id))
  const { data } = look
  const pushing = useAction(async () => {
    if (data === null) return
    const { remote } = await pushBranch(session.id, data.head)
    say(`Pushed to ${remote}`)
    onClose()
  })
  return (
    <Dialog title={`Push to ${data?.remote ?? 'the remote'}`} onClose={onClose}>
      {data === null && !look.error && <Progress what="Looking at the branch" />}
      {data !== null && (
        <p className="small">
          {count(data.ahead ?? 0, 'commit')}, up to <code>{short(data.head)}</code>, as{' '}
          <span className="mono wrap-any">{data.branch}</span>. A plain push, never with force.
          {data.uncommitted.length > 0 && ` ${count(data.uncommitted.length, 'file')} not committed stay here.`}
        </p>
      )}
      {look.error && <Problem error={look.error} />}
      {pushing.error && (
        <Changed
          error={pushing.error}
          onAgain={() => {
            pushing.clear()
            look.again()
          }}
        />
      )}
      <div className="actions">
        <Button onClick={onClose}>Not now</Button>
        <Button look="main" busy={pushing.busy} disabled={data === null} onClick={() => void pushing.run()}>
          Push
        </Button>
      </div>
    </Dialog>
  )
}
