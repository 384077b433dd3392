/**
 * The relay page: the queue, the relay that runs (or the form that starts one), the agents, and past relays. Side by side on
 * a desk, one at a time on a phone.
 */
import './relay.css'
import { type ReactNode, useEffect, useState } from 'react'
import { getRelay } from '../../api/relay-calls.ts'
import { cockpit } from '../../live/cockpit.ts'
import type { Board } from '../../live/reduce/relay.ts'
import { boards, noteRelay, openBoard, readBoard } from '../../live/relay-board.ts'
import { useStore } from '../../live/store.ts'
import { go, type RelayPart, relayPartPath } from '../../routes/router.ts'
import { Button, Icon } from '../../ui/button.tsx'
import { remember, remembered } from '../../ui/memory.ts'
import { Command, Empty, Problem, Tabs } from '../../ui/parts.tsx'
import { useRead } from '../../ui/use-read.ts'
import { useMedia } from '../../ui/width.ts'
import { Agents } from './agents.tsx'
import { isOpen } from './order.ts'
import { Past } from './past.tsx'
import { Queue } from './queue.tsx'
import { Run } from './run.tsx'
import { StartForm } from './start.tsx'
import { isUnfinished } from './words.ts'

/** The project that is shown: the one that the address names, else the last one chosen, as far as it still exists. */
function useProject(): readonly [string | null, (id: string) => void] {
  const projects = useStore(cockpit, (c) => c.fleet.projects)
  const [chosen, setChosen] = useState<string | null>(
    () => new URLSearchParams(location.search).get('project') ?? remembered('relay.project', null),
  )
  const id = chosen !== null && projects.has(chosen) ? chosen : (projects.keys().next().value ?? null)
  useEffect(() => {
    if (id !== null) openBoard(id)
  }, [id])
  const choose = (next: string): void => {
    remember('relay.project', next)
    setChosen(next)
  }
  return [id, choose]
}

export function RelayPage({ part }: { readonly part: RelayPart }): ReactNode {
  const loaded = useStore(cockpit, (c) => c.fleetLoaded)
  const [projectId, choose] = useProject()
  const board = useStore(boards, (b) => (b.projectId === projectId ? b.board : null))
  const problem = useStore(boards, (b) => b.problem)
  if (loaded && projectId === null) return <NoProject />
  const busy = board === null && problem === null
  return (
    <main className="page relay" id="main" aria-busy={busy || undefined} data-relay-page={part}>
      <div className="scroll">
        <div className="relay-page">
          <div className="row relay-top">
            <h1 className="grow">Relay</h1>
            <ProjectChoice id={projectId} onPick={choose} />
          </div>
          {problem !== null && projectId !== null && (
            <Problem error={problem}>
              <Button onClick={() => void readBoard(projectId)}>Try again</Button>
            </Problem>
          )}
          {board !== null && <Parts part={part} board={board} />}
        </div>
      </div>
    </main>
  )
}

const NoProject = (): ReactNode => (
  <main className="page" id="main">
    <Empty title="No repository yet">
      <p>A relay works through the tasks of a repository. Inside one, in a terminal:</p>
      <Command text="drover up" />
      <a className="button" data-look="main" href="/projects">
        Add a repository
      </a>
    </Empty>
  </main>
)

function ProjectChoice(props: { readonly id: string | null; readonly onPick: (id: string) => void }): ReactNode {
  const projects = useStore(cockpit, (c) => c.fleet.projects)
  if (projects.size < 2) return <span className="faint clip">{projects.values().next().value?.name}</span>
  return (
    <select
      className="input relay-project"
      aria-label="Project"
      value={props.id ?? ''}
      onChange={(event) => props.onPick(event.target.value)}
    >
      {[...projects.values()].map((project) => (
        <option key={project.id} value={project.id}>
          {project.name}
        </option>
      ))}
    </select>
  )
}

function Parts({ part, board }: { readonly part: RelayPart; readonly board: Board }): ReactNode {
  const wide = useMedia('(min-width: 1000px)')
  const open = [...board.tasks.values()].filter(isOpen).length
  if (wide) {
    return (
      <div className="relay-wide">
        <Queue board={board} />
        <div className="stack relay-side">
          <Now board={board} />
          <Agents board={board} />
          <Past board={board} />
        </div>
      </div>
    )
  }
  const shown = { now: Now, queue: Queue, agents: Agents, past: Past }
  const Shown = shown[part]
  return (
    <>
      <Tabs
        label="Parts of the relay"
        active={part}
        onPick={(to) => go(relayPartPath(to), 'replace')}
        tabs={[
          { id: 'now', label: 'Now' },
          { id: 'queue', label: open > 0 ? `Queue ${open}` : 'Queue' },
          { id: 'agents', label: 'Agents' },
          { id: 'past', label: 'Past' },
        ]}
      />
      <Shown board={board} />
    </>
  )
}

/** The relays that are under way, newest first; with none, the form that starts one. */
function Now({ board }: { readonly board: Board }): ReactNode {
  const running = [...board.relays.values()].filter(isUnfinished).sort((a, b) => b.createdAt.localeCompare(a.createdAt))
  const [another, setAnother] = useState(false)
  if (running.length === 0) return <StartForm board={board} />
  return (
    <>
      {running.map((relay) => (
        <Run key={relay.id} relay={relay} board={board} />
      ))}
      {another ? (
        <StartForm board={board} onDone={() => setAnother(false)} />
      ) : (
        <Button look="quiet" className="button relay-another" onClick={() => setAnother(true)}>
          Start another relay
        </Button>
      )}
    </>
  )
}

/** One relay at an address of its own, also after it ended, whichever project is chosen. */
export function OneRelayPage({ id }: { readonly id: string }): ReactNode {
  const known = useStore(boards, (b) => b.board?.relays.get(id) ?? null)
  const board = useStore(boards, (b) => b.board)
  const read = useRead(id, () => getRelay(id))
  const projectId = known?.projectId ?? read.data?.projectId ?? null
  useEffect(() => {
    if (projectId !== null) openBoard(projectId)
  }, [projectId])
  const relay = known ?? read.data
  useEffect(() => {
    if (read.data !== null && board?.projectId === read.data.projectId) noteRelay(read.data)
  }, [read.data, board?.projectId])
  if (relay === null || board === null || board.projectId !== relay.projectId) {
    return (
      <main className="page" id="main" aria-busy={read.loading || undefined}>
        {read.error && (
          <Empty title="No such relay">
            <Problem error={read.error} />
            <a className="button" data-look="main" href="/relay">
              To the relay
            </a>
          </Empty>
        )}
      </main>
    )
  }
  return (
    <main className="page relay" id="main" data-relay-page="one">
      <div className="scroll">
        <div className="relay-page relay-one">
          <div className="row">
            <a className="button" data-look="quiet" data-shape="icon" href="/relay" aria-label="To the relay page">
              <Icon name="back" />
            </a>
            <h1 className="grow wrap-any">Relay {id}</h1>
          </div>
          <Run relay={relay} board={board} />
        </div>
      </div>
    </main>
  )
}
