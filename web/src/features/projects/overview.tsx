/** What goes on in a project: its sessions as lines, what they cost, the agent that new ones begin with, and its queue. */
import './projects.css'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { ConfigValue, Project } from '#contract/project'
import { groupNames } from '#core/attention/fleet'
import { allHarnesses, getCosts, setDefaultAgent } from '../../api/calls.ts'
import { cockpit } from '../../live/cockpit.ts'
import { boards, openBoard } from '../../live/relay-board.ts'
import { useStore } from '../../live/store.ts'
import { Button } from '../../ui/button.tsx'
import { useNow } from '../../ui/clock.ts'
import { Field, Problem } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { type Read, useRead } from '../../ui/use-read.ts'
import { costWords, missingWords } from '../costs/words.ts'
import { SessionRow } from '../fleet/card.tsx'
import { grouped, noFilter } from '../fleet/groups.ts'
import { inQueueOrder, isOpen } from '../relay/order.ts'
import { Sign } from '../relay/sign.tsx'
import { taskWord } from '../relay/words.ts'

const firstLines = 20
const firstTasks = 5

/** In the fleet's order: what needs somebody first, what is done last. */
export function Sessions({ project }: { readonly project: Project }): ReactNode {
  const sessions = useStore(cockpit, (c) => c.fleet.sessions)
  const [shown, setShown] = useState(firstLines)
  const lines = useMemo(() => {
    const groups = grouped(sessions.values(), { ...noFilter, projectId: project.id })
    return groupNames.flatMap(({ need }) => groups.get(need) ?? [])
  }, [sessions, project.id])
  return (
    <section className="stack" aria-label="Sessions" data-fleet>
      <h2>
        Sessions <span className="faint num">{lines.length}</span>
      </h2>
      {lines.length === 0 && <p className="soft">No agent works here yet.</p>}
      {lines.length > 0 && (
        <div className="cards project-sessions" data-view="list">
          {lines.slice(0, shown).map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </div>
      )}
      {lines.length > shown && (
        <div>
          <Button onClick={() => setShown(shown + 100)}>Show more ({lines.length - shown} left)</Button>
        </div>
      )}
    </section>
  )
}

export function Spent({ project }: { readonly project: Project }): ReactNode {
  const today = useRead(`${project.id} today`, () => getCosts({ since: 'today', project: project.id }))
  const month = useRead(`${project.id} 30d`, () => getCosts({ since: '30d', project: project.id }))
  const half = useNow((now) => Math.floor(now / 30_000))
  const { again } = today
  const { again: monthAgain } = month
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again twice a minute, for as long as the page is open
  useEffect(() => {
    again()
    monthAgain()
  }, [half, again, monthAgain])
  const error = today.error ?? month.error
  const missing = month.data && missingWords(month.data.total)
  return (
    <section className="stack" aria-label="Cost">
      <div className="row">
        <h2 className="grow">Cost</h2>
        <a className="button" data-look="quiet" href="/costs">
          All costs
        </a>
      </div>
      {error && <Problem error={error} />}
      <dl className="facts">
        <dt>Today</dt>
        <dd className="num" data-cost="today">
          {today.data && (costWords(today.data.total) ?? 'nothing')}
        </dd>
        <dt>30 days</dt>
        <dd className="num" data-cost="30d">
          {month.data && (costWords(month.data.total) ?? 'nothing')}
        </dd>
      </dl>
      {missing && <p className="small faint">{missing}.</p>}
    </section>
  )
}

const sourceWord: Readonly<Record<ConfigValue['source'], string>> = {
  default: 'Nobody chose one: whoever starts a session does.',
  user: 'From your own configuration.',
  repository: 'From the repository’s file.',
  project: 'Chosen here, for this project.',
  environment: 'From the daemon’s environment.',
}

interface AgentProps {
  readonly project: Project
  readonly config: Read<readonly ConfigValue[]>
}

/** Kept with the project, over the repository's file; empty: what the files say. */
export function DefaultAgent({ project, config }: AgentProps): ReactNode {
  const of = (key: string): ConfigValue | undefined => config.data?.find((value) => value.key === key)
  const harness = of('default_harness')
  const textOf = (value: ConfigValue | undefined): string => (typeof value?.value === 'string' ? value.value : '')
  return (
    <section className="stack" aria-label="Default agent">
      <h2>Default agent</h2>
      {config.error && <Problem error={config.error} />}
      {harness && (
        <AgentForm
          key={`${textOf(harness)} ${textOf(of('default_model'))} ${harness.source}`}
          project={project}
          harness={textOf(harness)}
          model={textOf(of('default_model'))}
          from={harness.source}
          onSaved={config.again}
        />
      )}
    </section>
  )
}

function AgentForm(props: {
  readonly project: Project
  readonly harness: string
  readonly model: string
  readonly from: ConfigValue['source']
  readonly onSaved: () => void
}): ReactNode {
  const [harness, setHarness] = useState(props.harness)
  const [model, setModel] = useState(props.model)
  const harnesses = useRead('harnesses', allHarnesses)
  const names = (harnesses.data ?? []).map(({ id }) => id)
  const saving = useAction(async () => {
    await setDefaultAgent(props.project.id, harness || null, model.trim() || null)
    say(harness === '' ? 'The configuration decides again' : `New sessions begin with ${harness}`)
    props.onSaved()
  })
  const same = harness === props.harness && model.trim() === props.model
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void saving.run()
      }}
    >
      <div className="form-row">
        <Field label="Agent" hint={sourceWord[props.from]}>
          {(id, hint) => (
            <select
              id={id}
              aria-describedby={hint}
              className="input"
              value={harness}
              onChange={(event) => {
                setHarness(event.target.value)
                setModel('')
              }}
            >
              <option value="">As configured elsewhere</option>
              {[...new Set([...(props.harness === '' ? [] : [props.harness]), ...names])].map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Model" hint="May be left empty: the agent’s own.">
          {(id, hint) => (
            <input
              id={id}
              aria-describedby={hint}
              className="input"
              value={model}
              autoCapitalize="off"
              spellCheck={false}
              onChange={(event) => setModel(event.target.value)}
            />
          )}
        </Field>
      </div>
      {saving.error && <Problem error={saving.error} />}
      <div>
        <Button type="submit" busy={saving.busy} disabled={same}>
          Save the default
        </Button>
      </div>
    </form>
  )
}

/** The head of the queue; it is put in order on its own page. */
export function Tasks({ project }: { readonly project: Project }): ReactNode {
  useEffect(() => openBoard(project.id), [project.id])
  const board = useStore(boards, (b) => (b.projectId === project.id ? b.board : null))
  const problem = useStore(boards, (b) => (b.projectId === project.id ? b.problem : null))
  const open = useMemo(() => (board === null ? null : inQueueOrder(board.tasks.values()).filter(isOpen)), [board])
  return (
    <section className="stack" aria-label="Queue">
      <div className="row">
        <h2 className="grow">Queue {open && <span className="faint num">{open.length}</span>}</h2>
        <a className="button" data-look="quiet" href={`/relay/queue?project=${encodeURIComponent(project.id)}`}>
          Open the queue
        </a>
      </div>
      {problem && <Problem error={problem} />}
      {open?.length === 0 && <p className="soft">No task waits.</p>}
      {open !== null && open.length > 0 && (
        <ol className="project-tasks">
          {open.slice(0, firstTasks).map((task) => (
            <li key={task.id} className="row" data-task={task.id}>
              <span className="clip grow">{task.title}</span>
              <Sign of={taskWord[task.state]} />
            </li>
          ))}
        </ol>
      )}
      {open !== null && open.length > firstTasks && (
        <p className="small faint">and {open.length - firstTasks} more behind them</p>
      )}
    </section>
  )
}
