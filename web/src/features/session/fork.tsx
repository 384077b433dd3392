/** A new session from this one's newest snapshot: for the same agent, or for another one, which is told of the conversation so far. */

import { type ReactNode, useState } from 'react'
import type { Session } from '#contract/session'
import { fork } from '../../api/calls.ts'
import { noteSession } from '../../live/cockpit.ts'
import { go, sessionPath } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Problem, Progress } from '../../ui/parts.tsx'
import { useAction } from '../../ui/use-action.ts'
import { readinessWord } from '../new-session/choice.ts'
import { useHarnesses } from '../new-session/use-harnesses.tsx'
import { forkBody, forkHint } from './fork-words.ts'

export function Fork({ session, onClose }: { readonly session: Session; readonly onClose: () => void }): ReactNode {
  const [prompt, setPrompt] = useState('')
  const [harness, setHarness] = useState(session.harness)
  const [model, setModel] = useState(session.model ?? '')
  const harnesses = useHarnesses()
  const forking = useAction(async () => {
    const made = await fork(session.id, forkBody(session, { prompt, harness, model }))
    noteSession(made)
    onClose()
    go(sessionPath(made.id))
  })
  const known = harnesses.list.some(({ id }) => id === session.harness)
  const name = harnesses.list.find(({ id }) => id === harness)?.name ?? harness
  return (
    <Dialog title="Fork this session" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void forking.run()
        }}
      >
        <p>{forkHint(session, { harness, name })}</p>
        {harnesses.problem}
        <div className="form-row">
          <Field label="Agent">
            {(id) => (
              <select
                id={id}
                className="input"
                value={harness}
                onChange={(event) => {
                  setHarness(event.target.value)
                  setModel(event.target.value === session.harness ? (session.model ?? '') : '')
                }}
              >
                {!known && <option value={session.harness}>{session.harness}</option>}
                {harnesses.list.map((one) => (
                  <option key={one.id} value={one.id} disabled={one.readiness?.state === 'missing'}>
                    {one.name} {readinessWord(one)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Model" hint="Empty: the agent’s own.">
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
        <Field label="What should it do?" hint="May be left empty.">
          {(id, hint) => (
            <textarea
              id={id}
              aria-describedby={hint}
              className="input"
              value={prompt}
              onChange={(event) => setPrompt(event.target.value)}
            />
          )}
        </Field>
        {forking.busy && <Progress what="Making the workspace and starting the agent" />}
        {forking.error && <Problem error={forking.error} />}
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" busy={forking.busy}>
            Fork
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
