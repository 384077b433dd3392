/** From headless to the CLI's own interface and back, and to another agent: the menu's entries and what they ask before. */

import { type ReactNode, useState } from 'react'
import type { Session } from '#contract/session'
import { makeHeadless, switchAgent } from '../../api/calls.ts'
import { noteSession } from '../../live/cockpit.ts'
import { go, sessionPath } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm, Dialog, type MenuEntry } from '../../ui/dialog.tsx'
import { Field, Problem, Progress } from '../../ui/parts.tsx'
import { announce } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { readinessWord } from '../new-session/choice.ts'
import { useHarnesses } from '../new-session/use-harnesses.tsx'

interface Ways {
  open(): void
  ask(what: 'headless' | 'switch'): void
}

export function terminalEntries(session: Session, { open, ask }: Ways): readonly MenuEntry[] {
  if (session.phase === 'ended') return []
  return [
    session.mode === 'terminal'
      ? { label: 'Back to headless', onPick: () => ask('headless') }
      : { label: 'Open in terminal', onPick: open },
    { label: 'Switch agent', onPick: () => ask('switch') },
  ]
}

interface Props {
  readonly session: Session
  readonly onClose: () => void
}

export function BackToHeadless({ session, onClose }: Props): ReactNode {
  const busy = session.turn?.state === 'running' || session.status === 'blocked' || session.status === 'needs_input'
  const leaving = useAction(async () => {
    noteSession(await makeHeadless(session.id, busy))
    announce('Headless again')
    onClose()
    go(sessionPath(session.id), 'replace')
  })
  return (
    <Confirm
      title="Back to headless?"
      action={busy ? 'Stop it and go back' : 'Leave the interface'}
      look={busy ? 'danger' : 'main'}
      busy={leaving.busy}
      onConfirm={() => void leaving.run()}
      onClose={onClose}
    >
      <p>
        {busy
          ? 'The agent is in the middle of something: it is stopped. The conversation is kept and goes on headless.'
          : 'The agent leaves its interface. The conversation is kept and goes on headless.'}
      </p>
      {leaving.busy && <Progress what="Leaving the interface" />}
      {leaving.error && <Problem error={leaving.error} />}
    </Confirm>
  )
}

export function SwitchAgent({ session, onClose }: Props): ReactNode {
  const [harness, setHarness] = useState('')
  const [model, setModel] = useState('')
  const harnesses = useHarnesses()
  const others = harnesses.list.filter(({ id }) => id !== session.harness)
  const wanted = harness === '' ? (others.find(({ readiness }) => readiness?.state === 'ready')?.id ?? '') : harness
  const switching = useAction(async () => {
    noteSession(await switchAgent(session.id, model.trim() === '' ? wanted : `${wanted}:${model.trim()}`))
    announce('Another agent goes on')
    onClose()
  })
  return (
    <Dialog title="Switch agent" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void switching.run()
        }}
      >
        <p>
          Another agent goes on in the same worktree and is told of the conversation so far. The one before is kept: you
          can switch back to it.
        </p>
        {harnesses.problem}
        <div className="form-row">
          <Field label="Agent">
            {(id) => (
              <select id={id} className="input" value={wanted} onChange={(event) => setHarness(event.target.value)}>
                {wanted === '' && <option value="">Choose an agent</option>}
                {others.map((one) => (
                  <option key={one.id} value={one.id} disabled={one.readiness?.state === 'missing'}>
                    {one.name} {readinessWord(one)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Model" hint="Empty: its default.">
            {(id, hint) => (
              <input
                id={id}
                aria-describedby={hint}
                className="input"
                value={model}
                onChange={(event) => setModel(event.target.value)}
              />
            )}
          </Field>
        </div>
        {switching.busy && <Progress what="Telling the other agent" />}
        {switching.error && <Problem error={switching.error} />}
        <div className="actions">
          <Button onClick={onClose}>Keep this one</Button>
          <Button type="submit" look="main" busy={switching.busy} disabled={wanted === ''}>
            Switch
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
