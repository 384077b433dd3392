/** Several chosen sessions and what can be done with all of them. Says what will happen first, and what did not happen after. */

import { type ReactNode, useState } from 'react'
import type { Session } from '#contract/session'
import { archive, cleanup, kill, send, unarchive } from '../../api/calls.ts'
import { cockpit, noteSession } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { count } from '../../ui/words.ts'
import { type BulkOutcome, type BulkWord, forEach, meantBy, planOf } from './bulk.ts'

const words: Readonly<Record<BulkWord, { readonly label: string; readonly doing: string; readonly done: string }>> = {
  send: { label: 'Send to all', doing: 'Sending', done: 'told' },
  end: { label: 'End', doing: 'Ending', done: 'ended' },
  archive: { label: 'Archive', doing: 'Archiving', done: 'archived' },
  unarchive: { label: 'Bring back', doing: 'Bringing back', done: 'back in sight' },
  clean: { label: 'Clean up', doing: 'Cleaning up', done: 'cleaned up' },
  'put-away': { label: 'End, archive, clean up', doing: 'Putting away', done: 'put away' },
}
const offered: readonly BulkWord[] = ['send', 'end', 'archive', 'unarchive', 'clean', 'put-away']

const tells: Readonly<Record<BulkWord, string>> = {
  send: 'Each gets these words: who works gets them after its turn.',
  end: 'Their processes end. Worktrees, branches and snapshots stay, and each can be restored.',
  archive: 'They leave the fleet. What they made stays, and “Archived” shows them.',
  unarchive: 'They are in the fleet again.',
  clean:
    'Worktrees without uncommitted work are removed. Commits stay on their branches; a worktree with work in it stays.',
  'put-away':
    'Those that run are ended, all leave the fleet, and worktrees without uncommitted work are removed. Commits stay on their branches, work in snapshots, and each can be brought back.',
}

export function BulkBar(props: { readonly selected: ReadonlySet<string>; readonly onClear: () => void }): ReactNode {
  const sessions = useStore(cockpit, (c) => c.fleet.sessions)
  const [word, setWord] = useState<BulkWord | null>(null)
  const plan = planOf(sessions, props.selected)
  // What is being done goes on although those it is done with leave the page one by one.
  if (plan.ids.length === 0 && word === null) return null
  return (
    <section className="bulk" aria-label="Selected sessions">
      <strong className="num" role="status">
        {plan.ids.length} selected
      </strong>
      {offered.map((one) => {
        const meant = meantBy(one, plan)
        if (meant.length === 0) return null
        return (
          <Button key={one} look={one === 'put-away' ? 'main' : 'plain'} onClick={() => setWord(one)}>
            {words[one].label}
          </Button>
        )
      })}
      <span className="grow" />
      <Button look="quiet" onClick={props.onClear}>
        Select none
      </Button>
      {word !== null && (
        <Bulk word={word} meant={meantBy(word, plan)} onClose={() => setWord(null)} onDone={props.onClear} />
      )}
    </section>
  )
}

const listed = 8

function Bulk(props: {
  readonly word: BulkWord
  readonly meant: readonly Session[]
  readonly onClose: () => void
  readonly onDone: () => void
}): ReactNode {
  const { word } = props
  // What was chosen when it was asked for: some of it changes while it is done.
  const [meant] = useState(props.meant)
  const [message, setMessage] = useState('')
  const [done, setDone] = useState<number | null>(null)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const act = async (): Promise<void> => {
    setDone(0)
    const result = await run(word, meant, message, setDone)
    setDone(null)
    say(`${count(result.done, 'session')} ${words[word].done}${unsaid(result)}`)
    if (result.failed.length > 0) return setOutcome(result)
    props.onDone()
    props.onClose()
  }
  const title = `${words[word].label}: ${count(meant.length, 'session')}`
  return (
    <Dialog title={title} onClose={props.onClose}>
      <div className="stack">
        {outcome === null ? <p>{tells[word]}</p> : <Failed outcome={outcome} />}
        {word === 'send' && outcome === null && (
          <Field label="Message">
            {(id) => (
              <textarea
                id={id}
                className="input"
                rows={4}
                value={message}
                onChange={(event) => setMessage(event.target.value)}
              />
            )}
          </Field>
        )}
        {outcome === null && (
          <ul className="bulk-list small">
            {meant.slice(0, listed).map((session) => (
              <li key={session.id} className="clip">
                {session.title} {session.title !== session.id && <span className="faint">{session.id}</span>}
              </li>
            ))}
            {meant.length > listed && <li className="faint">and {meant.length - listed} more</li>}
          </ul>
        )}
      </div>
      <div className="actions">
        <Button onClick={props.onClose}>{outcome === null ? 'Cancel' : 'Close'}</Button>
        {outcome === null && (
          <Button
            look={word === 'end' || word === 'put-away' ? 'danger' : 'main'}
            busy={done !== null}
            disabled={word === 'send' && message.trim() === ''}
            onClick={() => void act()}
          >
            {done === null ? words[word].label : `${words[word].doing}: ${done} of ${meant.length}`}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const unsaid = ({ failed }: BulkOutcome): string => (failed.length === 0 ? '' : `, ${failed.length} not`)

function Failed({ outcome }: { readonly outcome: BulkOutcome }): ReactNode {
  return (
    <>
      <p role="alert">
        {count(outcome.done, 'session')} done; {outcome.failed.length} not:
      </p>
      <ul className="bulk-list small">
        {outcome.failed.map(({ session, message }) => (
          <li key={session.id} className="wrap-any">
            <strong>{session.title}</strong> {message}
          </li>
        ))}
      </ul>
    </>
  )
}

async function run(
  word: BulkWord,
  meant: readonly Session[],
  message: string,
  told: (done: number) => void,
): Promise<BulkOutcome> {
  switch (word) {
    case 'send':
      return forEach(meant, async ({ id }) => refuse(await send(id, message)), told)
    case 'end':
      return forEach(meant, async (session) => noteSession(await kill(session)), told)
    case 'archive':
      return forEach(meant, async ({ id }) => noteSession(await archive(id, {})), told)
    case 'unarchive':
      return forEach(meant, async ({ id }) => noteSession(await unarchive(id)), told)
    case 'clean':
      return cleaned(meant, told)
    case 'put-away': {
      const away = await forEach(meant, async ({ id }) => noteSession(await archive(id, { end: true })), told)
      const lost = new Set(away.failed.map(({ session }) => session.id))
      // A worktree with work in it stays, and that is no failure of putting it away.
      await cleaned(
        meant.filter(({ id }) => !lost.has(id)),
        () => {},
      )
      return away
    }
  }
}

function refuse(delivery: Awaited<ReturnType<typeof send>>): void {
  if (delivery.state === 'refused') throw new Error(delivery.message)
}

/** One question for all: those whose worktree stays say why. */
async function cleaned(meant: readonly Session[], told: (done: number) => void): Promise<BulkOutcome> {
  if (meant.length === 0) return { done: 0, failed: [] }
  const report = await cleanup({ sessions: meant.map(({ id }) => id), dryRun: false })
  told(meant.length)
  const failed = report.skipped.flatMap(({ session, message }) => {
    const one = meant.find(({ id }) => id === session)
    return one === undefined ? [] : [{ session: one, message }]
  })
  return { done: meant.length - failed.length, failed }
}
