/** Sets an agent to work: where, which, from what, and the prompt. Remembers the last choice. */

import { type ReactNode, type SyntheticEvent, useState } from 'react'
import type { Permissions } from '#contract/session'
import { getConfig, type SpawnBody, spawn } from '../../api/calls.ts'
import { startHeat } from '../../api/heat-calls.ts'
import type { HarnessView } from '../../api/shapes.ts'
import { cockpit, noteSession } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { go, heatPath, sessionPath } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { remember, remembered } from '../../ui/memory.ts'
import { Command, Empty, Field, Problem, Progress } from '../../ui/parts.tsx'
import { announce } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { bytes } from '../../ui/words.ts'
import { maxMessage } from '../session/message-size.ts'
import { presetsOf } from '../session/presets.ts'
import { type Choice, readinessWord, specsOf, starting, wantedHarness } from './choice.ts'
import { useHarnesses } from './use-harnesses.tsx'

export function NewSessionPage(): ReactNode {
  const projects = useStore(cockpit, (c) => c.fleet.projects)
  const loaded = useStore(cockpit, (c) => c.fleetLoaded)
  if (loaded && projects.size === 0) {
    return (
      <main className="page" id="main">
        <Empty title="No repository yet">
          <p>An agent works in a repository that Drover knows. Inside one, in a terminal:</p>
          <Command text="drover up" />
          <a className="button" data-look="main" href="/projects">
            Add a repository
          </a>
        </Empty>
      </main>
    )
  }
  return (
    <main className="page" id="main">
      <div className="scroll">
        <div className="narrow stack">
          <h1>New session</h1>
          {loaded ? <SpawnForm /> : <Progress what="Loading" />}
        </div>
      </div>
    </main>
  )
}

function SpawnForm(): ReactNode {
  const projects = useStore(cockpit, (c) => c.fleet.projects)
  const [choice, setChoice] = useState<Choice>(() =>
    starting(remembered('spawn', {}), [...projects.keys()], location.search),
  )
  const [prompt, setPrompt] = useState('')
  /** null: one agent. */
  const [each, setEach] = useState<string | null>(null)
  const harnesses = useHarnesses()
  const config = useRead(choice.projectId === '' ? null : choice.projectId, () => getConfig(choice.projectId))
  const configured = config.data?.find((value) => value.key === 'default_harness')?.value
  const wanted = wantedHarness(choice.harness, configured, harnesses.list)
  const chosen = harnesses.list.find((harness) => harness.id === wanted)
  const mayTerminal = chosen?.abilities.terminal === true && each === null
  const inTerminal = mayTerminal && choice.terminal
  const set = (fields: Partial<Choice>): void => setChoice({ ...choice, ...fields })
  const spawning = useAction(async (ignoreConfig: boolean) => {
    remember('spawn', choice)
    if (each !== null) {
      announce('Starting the sessions')
      const { harness: _h, model: _m, ...rest } = bodyOf(choice, prompt, '', ignoreConfig)
      const heat = await startHeat({ ...rest, agents: specsOf(each) })
      remember('spawn.each', each)
      go(heatPath(heat.id))
      return
    }
    announce('Starting the session')
    const body = bodyOf(choice, prompt, wanted, ignoreConfig)
    const made = await spawn(inTerminal ? { ...body, mode: 'terminal' } : body)
    noteSession(made)
    go(sessionPath(made.id, inTerminal ? 'terminal' : 'transcript'))
  })
  const size = new Blob([prompt]).size
  const ready = prompt.trim() !== '' && (each === null ? wanted !== '' : specsOf(each).length > 1) && size <= maxMessage
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (ready) void spawning.run(false)
  }
  return (
    <form className="stack form" onSubmit={submit}>
      {harnesses.problem}
      <div className="form-row">
        <Field label="Project">
          {(id) => (
            <select
              id={id}
              className="input"
              value={choice.projectId}
              onChange={(event) => set({ projectId: event.target.value })}
            >
              {[...projects.values()].map((project) => (
                <option key={project.id} value={project.id}>
                  {project.name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Agent" hint={chosen?.readiness?.state === 'ready' ? chosen.readiness.version : undefined}>
          {(id, hint) => (
            <select
              id={id}
              aria-describedby={hint}
              className="input"
              value={wanted}
              onChange={(event) => set({ harness: event.target.value, model: '' })}
            >
              {wanted === '' && <option value="">Choose an agent</option>}
              {harnesses.list.map((harness) => (
                <option key={harness.id} value={harness.id} disabled={harness.readiness?.state === 'missing'}>
                  {harness.name} {readinessWord(harness)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Several each={each} ready={harnesses.list} onChange={setEach} />
      <Missing harnesses={harnesses.list} />
      <Presets config={config.data} onPick={setPrompt} />
      <Field
        label="Prompt"
        hint={size > maxMessage ? `${bytes(size)} is more than 1 MB: put it in a file and name the file.` : undefined}
      >
        {(id, hint) => (
          <textarea
            id={id}
            aria-describedby={hint}
            aria-invalid={size > maxMessage}
            className="input"
            rows={6}
            required
            value={prompt}
            placeholder="What should the agent do?"
            onChange={(event) => setPrompt(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event)
            }}
          />
        )}
      </Field>
      {mayTerminal && (
        <label className="tick">
          <input
            type="checkbox"
            checked={choice.terminal}
            onChange={(event) => set({ terminal: event.target.checked })}
          />
          <span>In a terminal: the agent’s own interface, to see and drive here</span>
        </label>
      )}
      <details className="more">
        <summary>Model, base, name, permissions</summary>
        <div className="stack">
          <Field label="Model" hint="Empty: the agent’s or the project’s default.">
            {(id, hint) => (
              <input
                id={id}
                aria-describedby={hint}
                className="input"
                value={choice.model}
                onChange={(event) => set({ model: event.target.value })}
              />
            )}
          </Field>
          <Field label="Base" hint={`Empty: ${projects.get(choice.projectId)?.defaultBranch ?? 'the default branch'}.`}>
            {(id, hint) => (
              <input
                id={id}
                aria-describedby={hint}
                className="input"
                value={choice.base}
                onChange={(event) => set({ base: event.target.value })}
              />
            )}
          </Field>
          <Field label="Name">
            {(id) => (
              <input
                id={id}
                className="input"
                maxLength={200}
                value={choice.name}
                onChange={(event) => set({ name: event.target.value })}
              />
            )}
          </Field>
          <Field label="Permissions" hint="What the agent may do without asking.">
            {(id, hint) => (
              <select
                id={id}
                aria-describedby={hint}
                className="input"
                value={choice.permissions}
                onChange={(event) => set({ permissions: event.target.value as Permissions | '' })}
              >
                <option value="">As configured</option>
                <option value="ask">Ask before risky steps</option>
                <option value="read-only">Read only</option>
                <option value="bypass">Everything, without asking</option>
              </select>
            )}
          </Field>
        </div>
      </details>
      {spawning.busy && <Progress what="Making the workspace, running setup, starting the agent" />}
      {spawning.error && (
        <Problem error={spawning.error}>
          {spawning.error.code === 'SETUP_NOT_TRUSTED' && (
            <div className="row row-wrap">
              <a className="button" data-look="main" href={`/projects/${encodeURIComponent(choice.projectId)}`}>
                Read and decide
              </a>
              <Button onClick={() => void spawning.run(true)}>Start without it</Button>
            </div>
          )}
          <SetupLog details={spawning.error.details} />
        </Problem>
      )}
      <div className="row">
        <Button type="submit" look="main" busy={spawning.busy} disabled={!ready}>
          Start
        </Button>
        <span className="small faint keys-hint">Ctrl+Enter starts too.</span>
      </div>
    </form>
  )
}

function bodyOf(choice: Choice, prompt: string, harness: string, ignoreConfig: boolean): SpawnBody {
  const given = <K extends string>(key: K, value: string): Partial<Record<K, string>> =>
    value.trim() === '' ? {} : ({ [key]: value.trim() } as Record<K, string>)
  return {
    projectId: choice.projectId,
    prompt,
    ...given('harness', harness),
    ...given('model', choice.model),
    ...given('name', choice.name),
    ...given('base', choice.base),
    ...(choice.permissions === '' ? {} : { permissions: choice.permissions }),
    ...(ignoreConfig ? { ignoreConfig: true } : {}),
  }
}

/** The same prompt for several: whoever opens it finds the last choice, else those that are ready. */
function Several(props: {
  readonly each: string | null
  readonly ready: readonly HarnessView[]
  readonly onChange: (each: string | null) => void
}): ReactNode {
  const there = props.ready.filter(({ id, readiness }) => readiness?.state === 'ready' && id !== 'rehearsal')
  const proposed = remembered(
    'spawn.each',
    there
      .slice(0, 3)
      .map(({ id }) => id)
      .join(' '),
  )
  return (
    <details className="more" onToggle={(event) => props.onChange(event.currentTarget.open ? proposed : null)}>
      <summary>Several agents, compared</summary>
      {props.each !== null && (
        <Field
          label="Agents"
          hint="A session each from the same base, two to eight: claude-code codex:gpt-5. You keep one."
        >
          {(id, hint) => (
            <input
              id={id}
              aria-describedby={hint}
              className="input"
              value={props.each ?? ''}
              onChange={(event) => props.onChange(event.target.value)}
            />
          )}
        </Field>
      )}
      <p className="small">
        <a href="/heats">Earlier heats</a>
      </p>
    </details>
  )
}

const Missing = ({ harnesses }: { readonly harnesses: readonly HarnessView[] }): ReactNode => {
  const missing = harnesses.filter((harness) => harness.readiness?.state === 'missing')
  if (missing.length === 0) return null
  return (
    <details className="more">
      <summary>Agents that are not installed here ({missing.length})</summary>
      <dl className="facts small">
        {missing.map((harness) => (
          <div key={harness.id} className="facts-row">
            <dt>{harness.name}</dt>
            <dd>
              <code>{harness.install}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function Presets(props: {
  readonly config: Parameters<typeof presetsOf>[0] | null
  readonly onPick: (prompt: string) => void
}): ReactNode {
  const presets = presetsOf(props.config ?? [])
  if (presets.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll sideways in every browser
    <div className="presets" role="group" aria-label="Presets">
      {presets.map((preset) => (
        <Button key={preset.label} title={preset.prompt} onClick={() => props.onPick(preset.prompt)}>
          {preset.label}
        </Button>
      ))}
    </div>
  )
}

function SetupLog({ details }: { readonly details: unknown }): ReactNode {
  const log = typeof details === 'object' && details !== null && 'log' in details ? String(details.log) : null
  return log === null ? null : <pre className="out raw">{log}</pre>
}
