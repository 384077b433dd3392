/** A task being written: a new one, or one of the queue being changed. */
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import type { Task } from '#contract/task'
import { addTask, changeTask, type TaskFields } from '../../api/relay-calls.ts'
import type { Board } from '../../live/reduce/relay.ts'
import { noteTask } from '../../live/relay-board.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Problem, Segments } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { idsOf } from './fields.ts'

interface Draft extends Omit<TaskFields, 'blockedBy' | 'priority' | 'role' | 'verify'> {
  readonly role: string
  readonly priority: string
  readonly blockedBy: string
  readonly verify: string
}

const draftOf = (task: Task | null): Draft => ({
  title: task?.title ?? '',
  body: task?.body ?? '',
  role: task?.role ?? '',
  priority: String(task?.priority ?? 0),
  blockedBy: task?.blockedBy.join(' ') ?? '',
  expects: task?.expects ?? 'change',
  verify: task?.verify ?? '',
})

const fieldsOf = (draft: Draft): TaskFields => ({
  title: draft.title.trim(),
  body: draft.body,
  role: draft.role.trim() === '' ? null : draft.role.trim(),
  priority: Math.trunc(Number(draft.priority) || 0),
  blockedBy: idsOf(draft.blockedBy),
  expects: draft.expects,
  verify: draft.verify.trim() === '' ? null : draft.verify.trim(),
})

export function TaskForm(props: {
  readonly board: Board
  readonly task: Task | null
  readonly onClose: () => void
}): ReactNode {
  const { board, task, onClose } = props
  const [draft, setDraft] = useState(() => draftOf(task))
  const [place, setPlace] = useState<'head' | 'tail'>('tail')
  const set = (fields: Partial<Draft>): void => setDraft({ ...draft, ...fields })
  const saving = useAction(async (more: boolean) => {
    const fields = fieldsOf(draft)
    const saved = task === null ? await addTask(board.projectId, fields, place) : await changeTask(task.id, fields)
    noteTask(saved)
    say(task === null ? `${saved.id} is in the queue` : `${saved.id} is changed`)
    if (more) setDraft(draftOf(null))
    else onClose()
  })
  const ready = draft.title.trim() !== ''
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (ready) void saving.run(false)
  }
  const details = task !== null && (task.role ?? task.verify) !== null
  return (
    <Dialog title={task === null ? 'Add a task' : `Edit ${task.id}`} onClose={onClose}>
      <form className="stack" onSubmit={submit} data-task-form>
        <Field label="Title">
          {(id) => (
            <input
              id={id}
              className="input"
              required
              maxLength={500}
              value={draft.title}
              placeholder="What is to be done, in one line"
              onChange={(event) => set({ title: event.target.value })}
            />
          )}
        </Field>
        <Field label="What the agent should know">
          {(id) => (
            <textarea
              id={id}
              className="input"
              rows={4}
              value={draft.body}
              onChange={(event) => set({ body: event.target.value })}
            />
          )}
        </Field>
        {task === null && (
          <Segments
            label="Place in the queue"
            options={[
              { id: 'head', label: 'Next' },
              { id: 'tail', label: 'Last' },
            ]}
            value={place}
            onPick={setPlace}
          />
        )}
        <details className="more" open={details || undefined}>
          <summary>Role, priority, what it waits for, proof</summary>
          <div className="stack">
            <div className="form-row">
              <Field label="Role" hint="Picks the route; empty: the default one.">
                {(id, hint) => (
                  <input
                    id={id}
                    aria-describedby={hint}
                    className="input"
                    pattern="[a-zA-Z][\w\-]*"
                    value={draft.role}
                    onChange={(event) => set({ role: event.target.value })}
                  />
                )}
              </Field>
              <Field label="Priority" hint="Higher comes first.">
                {(id, hint) => (
                  <input
                    id={id}
                    aria-describedby={hint}
                    className="input"
                    type="number"
                    min={-1000}
                    max={1000}
                    value={draft.priority}
                    onChange={(event) => set({ priority: event.target.value })}
                  />
                )}
              </Field>
            </div>
            <Field label="Blocked by" hint="Ids of tasks that must be done first: t-1 t-2.">
              {(id, hint) => (
                <input
                  id={id}
                  aria-describedby={hint}
                  className="input"
                  value={draft.blockedBy}
                  onChange={(event) => set({ blockedBy: event.target.value })}
                />
              )}
            </Field>
            <Field label="Expects">
              {(id) => (
                <select
                  id={id}
                  className="input"
                  value={draft.expects}
                  onChange={(event) => set({ expects: event.target.value as Draft['expects'] })}
                >
                  <option value="change">A change</option>
                  <option value="none">No change: a review, a question</option>
                </select>
              )}
            </Field>
            <Field label="Verify" hint="A command that proves it is done; empty: the project’s own.">
              {(id, hint) => (
                <input
                  id={id}
                  aria-describedby={hint}
                  className="input mono"
                  value={draft.verify}
                  onChange={(event) => set({ verify: event.target.value })}
                />
              )}
            </Field>
          </div>
        </details>
        {saving.error && <Problem error={saving.error} />}
        <div className="actions">
          <Button onClick={onClose}>{task === null ? 'Close' : 'Keep as it is'}</Button>
          {task === null && (
            <Button busy={saving.busy} disabled={!ready} onClick={() => void saving.run(true)}>
              Add another
            </Button>
          )}
          <Button type="submit" look="main" busy={saving.busy} disabled={!ready}>
            {task === null ? 'Add' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
