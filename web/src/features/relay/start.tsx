/** Starts a relay: on the queue or on one prompt, with which agents, how often, how many at once, and where the work goes. */
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { allHarnesses } from '../../api/calls.ts'
import { planRelay, type RelayInput, startRelay } from '../../api/relay-calls.ts'
import type { RelayPlan } from '../../api/shapes.ts'
import { cockpit } from '../../live/cockpit.ts'
import type { Board } from '../../live/reduce/relay.ts'
import { noteRelay } from '../../live/relay-board.ts'
import { useStore } from '../../live/store.ts'
import { go, relayPartPath } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { remember, remembered } from '../../ui/memory.ts'
import { Field, Problem, Progress, Prose, Segments } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { emptyRelayDraft, type RelayDraft, relayInput, whyNotYet, withAgent } from './fields.ts'
import { openBlockers } from './order.ts'

export function StartForm({ board, onDone }: { readonly board: Board; readonly onDone?: () => void }): ReactNode {
  const project = useStore(cockpit, (c) => c.fleet.projects.get(board.projectId) ?? null)
  const ready = [...board.tasks.values()].filter(({ state }) => state === 'ready')
  const takeable = ready.filter((task) => openBlockers(task, board.tasks).length === 0).length
  const [draft, setDraft] = useState<RelayDraft>(() => ({
    ...emptyRelayDraft,
    ...remembered<Partial<RelayDraft>>('relay.draft', {}),
  }))
  const set = (fields: Partial<RelayDraft>): void => setDraft({ ...draft, ...fields })
  const [plan, setPlan] = useState<RelayPlan | null>(null)
  // What was chosen last time is never hidden.
  const [opened] = useState(`${draft.iterations}${draft.parallel}${draft.base}` !== '')
  const why = whyNotYet(draft, ready.length)
  const starting = useAction(async (more: Partial<RelayInput>) => {
    remember('relay.draft', { ...draft, prompt: '' })
    const relay = await startRelay({ ...relayInput(board.projectId, draft), ...more })
    noteRelay(relay)
    say(`${relay.id} has begun`)
    go(relayPartPath('now'), 'replace')
    onDone?.()
  })
  const planning = useAction(async () => setPlan(await planRelay(relayInput(board.projectId, draft))))
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (why === null) void starting.run({})
  }
  return (
    <section className="panel stack" aria-label="Start a relay">
      <h2>Start a relay</h2>
      <p className="small soft">
        It gets one task after another done, and changes the agent when one fails or runs out of quota.
      </p>
      <form className="stack" onSubmit={submit}>
        <Segments
          label="What to work on"
          options={[
            { id: 'queue', label: `The queue (${takeable} ready)` },
            { id: 'prompt', label: 'One prompt' },
          ]}
          value={draft.what}
          onPick={(what) => set({ what })}
        />
        {draft.what === 'prompt' && (
          <Field label="Prompt" hint="Given again each round.">
            {(id, hint) => (
              <textarea
                id={id}
                aria-describedby={hint}
                className="input"
                rows={4}
                value={draft.prompt}
                placeholder="What should be done?"
                onChange={(event) => set({ prompt: event.target.value })}
              />
            )}
          </Field>
        )}
        <Mix value={draft.mix} onChange={(mix) => set({ mix })} />
        <label className="tick">
          <input type="checkbox" checked={draft.land} onChange={(event) => set({ land: event.target.checked })} />
          <span>Land each finished task on the base at once</span>
        </label>
        <details className="more" open={opened}>
          <summary>How many, how many at once, base</summary>
          <div className="stack">
            <div className="relay-pair">
              <Field label="How many" hint={draft.what === 'queue' ? 'Tasks done; empty: all.' : 'Rounds; empty: one.'}>
                {(id, hint) => (
                  <input
                    id={id}
                    aria-describedby={hint}
                    className="input"
                    type="number"
                    inputMode="numeric"
                    min={1}
                    value={draft.iterations}
                    onChange={(event) => set({ iterations: event.target.value })}
                  />
                )}
              </Field>
              <Field label="At once" hint="Lanes; empty: one.">
                {(id, hint) => (
                  <input
                    id={id}
                    aria-describedby={hint}
                    className="input"
                    type="number"
                    inputMode="numeric"
                    min={1}
                    max={16}
                    value={draft.parallel}
                    onChange={(event) => set({ parallel: event.target.value })}
                  />
                )}
              </Field>
            </div>
            <Field label="Base" hint={`Empty: ${project?.defaultBranch ?? 'the default branch'}.`}>
              {(id, hint) => (
                <input
                  id={id}
                  aria-describedby={hint}
                  className="input"
                  value={draft.base}
                  onChange={(event) => set({ base: event.target.value })}
                />
              )}
            </Field>
          </div>
        </details>
        {starting.busy && <Progress what="Making the worktrees, starting the first agent" />}
        {starting.error && (
          <Problem error={starting.error}>
            {starting.error.code === 'RELAY_UNFINISHED' && (
              <div className="row row-wrap">
                <Button look="main" onClick={() => void starting.run({ mode: 'resume' })}>
                  Go on with that one
                </Button>
                <Button onClick={() => void starting.run({ mode: 'new' })}>Close it, start this one</Button>
              </div>
            )}
            {starting.error.code === 'SETUP_NOT_TRUSTED' && (
              <a className="button" data-look="main" href={`/projects/${encodeURIComponent(board.projectId)}`}>
                Read and decide
              </a>
            )}
          </Problem>
        )}
        {planning.error && <Problem error={planning.error} />}
        {plan !== null && <Plan plan={plan} />}
        <div className="row row-wrap">
          <Button type="submit" look="main" busy={starting.busy} disabled={why !== null}>
            Start
          </Button>
          <Button busy={planning.busy} disabled={why !== null} onClick={() => void planning.run()}>
            What would happen?
          </Button>
          {onDone && (
            <Button look="quiet" onClick={onDone}>
              Not now
            </Button>
          )}
        </div>
        {why !== null && (
          <p className="small">
            {why}{' '}
            {draft.what === 'queue' && (
              <a className="relay-to-queue" href={relayPartPath('queue')}>
                To the queue
              </a>
            )}
          </p>
        )}
      </form>
    </section>
  )
}

/** Written as in the shell; the agents that are ready here are a tap away. */
function Mix({ value, onChange }: { readonly value: string; readonly onChange: (mix: string) => void }): ReactNode {
  const read = useRead('harnesses', allHarnesses)
  const ready = (read.data ?? []).filter((harness) => harness.readiness?.state === 'ready')
  return (
    <div className="stack">
      <Field label="Agents, in their turn" hint={<Prose text="Such as `cc@2 cx:gpt-5`; empty: the project’s mix." />}>
        {(id, hint) => (
          <input
            id={id}
            aria-describedby={hint}
            className="input mono"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {ready.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll sideways in every browser
        <div className="presets" role="group" aria-label="Add an agent">
          {ready.map((harness) => (
            <Button key={harness.id} icon="plus" onClick={() => onChange(withAgent(value, harness.id))}>
              {harness.id}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

function Plan({ plan }: { readonly plan: RelayPlan }): ReactNode {
  return (
    <div className="stack small" data-plan>
      <h3>The first tries</h3>
      <ol className="relay-list">
        {plan.tries.map((one, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a schedule has no other name for its lines
          <li key={n} className="plan-line">
            <span className="num faint">{n + 1}</span> <strong className="mono wrap-any">{one.agent}</strong>{' '}
            <span className="wrap-any">{one.title}</span>
          </li>
        ))}
      </ol>
      {plan.tries.length === 0 && <p>Nothing would be started.</p>}
      {plan.unusable.map((agent) => (
        <p key={agent.agent} className="wrap-any">
          Not now: <strong className="mono">{agent.agent}</strong>, {agent.reason}
        </p>
      ))}
    </div>
  )
}
