/** Starts an effort: the goal, who leads it, where its merges land and what it may cost. What becomes of it is the effort's page. */
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { allHarnesses } from '../../api/calls.ts'
import { startEffort } from '../../api/effort-calls.ts'
import { cockpit } from '../../live/cockpit.ts'
import { noteEffort } from '../../live/effort-board.ts'
import { useStore } from '../../live/store.ts'
import { effortPath, go } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { remember, remembered } from '../../ui/memory.ts'
import { Field, Problem, Progress, Segments } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { type EffortDraft, effortDraftFrom, effortInput, whyNotYet } from './fields.ts'

export function StartEffort({ onDone }: { readonly onDone?: () => void }): ReactNode {
  const projects = useStore(cockpit, (c) => c.fleet.projects)
  const [draft, setDraft] = useState<EffortDraft>(() =>
    effortDraftFrom(remembered<Partial<EffortDraft>>('effort.draft', {}), [...projects.keys()]),
  )
  // What was chosen last time is never hidden.
  const [opened] = useState(`${draft.agent}${draft.into}${draft.budget}` !== '')
  const set = (fields: Partial<EffortDraft>): void => setDraft({ ...draft, ...fields })
  const harnesses = useRead('harnesses', allHarnesses)
  const ready = (harnesses.data ?? []).filter(({ readiness }) => readiness?.state === 'ready')
  const base = projects.get(draft.projectId)?.defaultBranch ?? 'the default branch'
  const why = whyNotYet(draft)
  const starting = useAction(async () => {
    remember('effort.draft', { ...draft, goal: '' })
    const effort = await startEffort(effortInput(draft))
    noteEffort(effort)
    say(`${effort.id} has begun`)
    onDone?.()
    go(effortPath(effort.id))
  })
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (why === null) void starting.run()
  }
  const text = (name: 'agent' | 'into' | 'budget', label: string, hint: string): ReactNode => (
    <Field label={label} hint={hint}>
      {(id, hintId) => (
        <input
          id={id}
          aria-describedby={hintId}
          className={name === 'budget' ? 'input' : 'input mono'}
          inputMode={name === 'budget' ? 'decimal' : 'text'}
          list={name === 'agent' ? 'effort-agents' : undefined}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          value={draft[name]}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <section className="panel stack" aria-label="Start an effort">
      <h2>Start an effort</h2>
      <p className="small soft">
        One goal: agents plan, build, review and merge towards it. It ends by itself, with one mail to you.
      </p>
      <form className="stack" onSubmit={submit}>
        <Field label="Goal">
          {(id) => (
            <textarea
              id={id}
              className="input"
              rows={4}
              value={draft.goal}
              placeholder="What is to be true at the end?"
              onChange={(event) => set({ goal: event.target.value })}
            />
          )}
        </Field>
        {projects.size > 1 && (
          <Field label="Project">
            {(id) => (
              <select
                id={id}
                className="input"
                value={draft.projectId}
                onChange={(event) => set({ projectId: event.target.value })}
              >
                {[...projects.values()].map((project) => (
                  <option key={project.id} value={project.id}>
                    {project.id}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <Segments
          label="Who leads it"
          options={[
            { id: 'coordinator', label: 'A coordinator' },
            { id: 'lead', label: 'One lead' },
          ]}
          value={draft.role}
          onPick={(role) => set({ role })}
        />
        <details className="more" open={opened}>
          <summary>Agent, where it lands, budget</summary>
          <div className="effort-fields">
            {text('agent', 'Agent', 'Such as claude-code:opus; empty: the default.')}
            {text('into', 'Land on', `Your consent for its merges; empty: ${base}.`)}
            {text('budget', 'Budget in $', 'Reached: nothing new starts, you are asked. Empty: none.')}
          </div>
        </details>
        <datalist id="effort-agents">
          {ready.map(({ id }) => (
            <option key={id} value={id} />
          ))}
        </datalist>
        {starting.busy && <Progress what="Making its worktree, starting its first agent" />}
        {starting.error && (
          <Problem error={starting.error}>
            {starting.error.code === 'SETUP_NOT_TRUSTED' && (
              <a className="button" data-look="main" href={`/projects/${encodeURIComponent(draft.projectId)}`}>
                Read and decide
              </a>
            )}
          </Problem>
        )}
        <div className="row row-wrap">
          <Button type="submit" look="main" busy={starting.busy} disabled={why !== null}>
            Start
          </Button>
          {onDone && (
            <Button look="quiet" onClick={onDone}>
              Not now
            </Button>
          )}
        </div>
        {why !== null && <p className="small">{why}</p>}
      </form>
    </section>
  )
}
