/** What can be done to a session beyond talking to it: rename, kill, restore, attach from a terminal. Its fork has a file of its own. */

import { type ReactNode, useState } from 'react'
import type { EditorWay } from '#contract/places'
import type { Session } from '#contract/session'
import { kill, openTerminal, rename, restore } from '../../api/calls.ts'
import { noteSession } from '../../live/cockpit.ts'
import { go, sessionPath } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm, Dialog, Menu, type MenuEntry } from '../../ui/dialog.tsx'
import { copy, Field, Problem, Progress } from '../../ui/parts.tsx'
import { announce, say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { Fork } from './fork.tsx'
import { openIn, previewOf, usePlaces } from './places.tsx'
import { BackToHeadless, SwitchAgent, terminalEntries } from './terminal-actions.tsx'

type Open = 'rename' | 'fork' | 'kill' | 'headless' | 'switch' | null

/** On a phone its menu also leads where the page's own bar would. */
export function SessionActions(props: { readonly session: Session; readonly phone?: boolean }): ReactNode {
  const { session } = props
  const [open, setOpen] = useState<Open>(null)
  const close = (): void => setOpen(null)
  const restoring = useAction(async () => {
    noteSession(await restore(session.id))
    say('Restored: the conversation can go on')
  })
  const ended = session.phase === 'ended'
  const places = usePlaces(session).data
  const opening = useAction((editor: EditorWay) => openIn(session, editor))
  const editor = places?.editor ?? null
  const toTerminal = useAction(async () => {
    noteSession(await openTerminal(session.id))
    go(sessionPath(session.id, 'terminal'))
  })
  const entries: MenuEntry[] = [
    { label: 'Rename', onPick: () => setOpen('rename') },
    { label: 'Fork', onPick: () => setOpen('fork') },
    ...terminalEntries(session, { open: () => void toTerminal.run(), ask: setOpen }),
    {
      label: 'Copy attach command',
      onPick: () => void copy(`drover session attach ${session.id}`, 'Attach command copied'),
    },
    // On a phone there is no editor to open; what a session serves may be reached from one.
    ...(editor === null || props.phone === true
      ? []
      : [{ label: `Open in ${editor.name}`, onPick: () => void opening.run(editor) }]),
    ...(places?.ports?.listening ?? []).slice(0, 3).map((port) => ({
      label: `Preview :${port}`,
      onPick: () => void window.open(previewOf(port), '_blank', 'noreferrer'),
    })),
    ...(props.phone === true ? [{ label: 'Costs', onPick: () => go('/costs') }] : []),
    ended
      ? { label: 'Restore', onPick: () => void restoring.run() }
      : { label: 'Kill', look: 'danger-quiet', onPick: () => setOpen('kill') },
  ]
  return (
    <>
      <Menu label="Actions" entries={entries} />
      {restoring.error && (
        <Dialog title="Not restored" onClose={restoring.clear}>
          <Problem error={restoring.error} />
        </Dialog>
      )}
      {opening.error && (
        <Dialog title="Not opened" onClose={opening.clear}>
          <Problem error={opening.error} />
        </Dialog>
      )}
      {toTerminal.error && (
        <Dialog title="Not opened in a terminal" onClose={toTerminal.clear}>
          <Problem error={toTerminal.error} />
        </Dialog>
      )}
      {open === 'headless' && <BackToHeadless session={session} onClose={close} />}
      {open === 'switch' && <SwitchAgent session={session} onClose={close} />}
      {open === 'rename' && <Rename session={session} onClose={close} />}
      {open === 'fork' && <Fork session={session} onClose={close} />}
      {open === 'kill' && <Kill session={session} onClose={close} />}
    </>
  )
}

interface Props {
  readonly session: Session
  readonly onClose: () => void
}

function Rename({ session, onClose }: Props): ReactNode {
  const [name, setName] = useState(session.name)
  const renaming = useAction(async () => {
    noteSession(await rename(session.id, name))
    announce('Renamed')
    onClose()
  })
  return (
    <Dialog title="Rename" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void renaming.run()
        }}
      >
        <Field label="Name">
          {(id) => (
            <input
              id={id}
              className="input"
              value={name}
              maxLength={200}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {renaming.error && <Problem error={renaming.error} />}
        <div className="actions">
          <Button onClick={onClose}>Keep as it is</Button>
          <Button type="submit" look="main" busy={renaming.busy} disabled={name.trim() === ''}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Kill({ session, onClose }: Props): ReactNode {
  const killing = useAction(async () => {
    noteSession(await kill(session))
    announce('Killed')
    onClose()
  })
  return (
    <Confirm
      title="Kill this session?"
      action="Kill the agent"
      look="danger"
      busy={killing.busy}
      onConfirm={() => void killing.run()}
      onClose={onClose}
    >
      <p>
        The agent’s process and everything it started is ended. Its files are saved to a snapshot and stay where they
        are; the session can be restored.
      </p>
      {killing.busy && <Progress what="Ending processes and saving the files" />}
      {killing.error && <Problem error={killing.error} />}
    </Confirm>
  )
}
