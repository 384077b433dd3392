/** The board of a project: what is ready, worked on, in review, landed, and what needs you; and how the loop stands there. */
import './board.css'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Project } from '#contract/project'
import { type BoardCard, type BoardColumn, boardColumns, boardOf, columnNames } from '#core/board/columns'
import { tripsOf } from '../../api/trip-calls.ts'
import { cockpit } from '../../live/cockpit.ts'
import { loop, readLoop, withLive } from '../../live/loop.ts'
import { useStore } from '../../live/store.ts'
import { boardPath, go } from '../../routes/router.ts'
import { Button, Icon } from '../../ui/button.tsx'
import { useNow } from '../../ui/clock.ts'
import { Command, Empty, Problem, Segments } from '../../ui/parts.tsx'
import { useRead } from '../../ui/use-read.ts'
import { useMedia } from '../../ui/width.ts'
import { Card } from './card.tsx'
import { LoopHere } from './loop-here.tsx'

const firstCards = 30

export function BoardPage({ id }: { readonly id: string }): ReactNode {
  const project = useStore(cockpit, (c) => c.fleet.projects.get(id) ?? null)
  const loaded = useStore(cockpit, (c) => c.fleetLoaded)
  if (project !== null) return <Board project={project} />
  return (
    <main className="page" id="main">
      {loaded && (
        <Empty title="No such project">
          <p>
            There is no project <code className="wrap-any">{id}</code> here.
          </p>
          <Command text="drover project ls" />
          <a className="button" data-look="main" href="/projects">
            All projects
          </a>
        </Empty>
      )}
    </main>
  )
}

function Board({ project }: { readonly project: Project }): ReactNode {
  const sessions = useStore(cockpit, (c) => c.fleet.sessions)
  const afk = useStore(loop, (l) => l.afk)
  const live = useStore(loop, (l) => l.trips)
  const listed = useRead(`${project.id}/trips`, () => tripsOf(project.id))
  const board = useMemo(() => {
    const trips = withLive(listed.data ?? [], live, project.id)
    return boardOf({
      ...{ projectId: project.id, trips, seen: afk?.seen ?? [], sessions: sessions.values() },
      ...(afk === null ? {} : { waiting: afk.waiting }),
    })
  }, [listed.data, live, afk, sessions, project.id])
  // What the loop saw is no change of anything, and the stream does not tell it.
  const moment = useNow((now) => (afk?.state === 'on' ? Math.floor(now / 5_000) : 0))
  useEffect(() => {
    if (moment > 0) void readLoop()
  }, [moment])
  const wide = useMedia('(min-width: 900px)')
  return (
    <main className="page board" id="main" data-board={project.id}>
      <div className="board-top row row-wrap">
        <a
          className="button"
          data-look="quiet"
          data-shape="icon"
          href={`/projects/${encodeURIComponent(project.id)}`}
          aria-label={`The project ${project.name}`}
        >
          <Icon name="back" />
        </a>
        <h1 className="grow clip">{project.name}</h1>
        <Pick project={project} />
      </div>
      <LoopHere project={project} afk={afk} />
      {listed.error && <Problem error={listed.error} />}
      {wide ? <Columns board={board} /> : <OneColumn board={board} />}
    </main>
  )
}

function Pick({ project }: { readonly project: Project }): ReactNode {
  const projects = useStore(cockpit, (c) => c.fleet.projects)
  if (projects.size < 2) return null
  return (
    <select
      className="input board-pick"
      aria-label="Project"
      value={project.id}
      onChange={(event) => go(boardPath(event.target.value), 'replace')}
    >
      {[...projects.values()].map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

type Cards = ReadonlyMap<BoardColumn, readonly BoardCard[]>

const Columns = ({ board }: { readonly board: Cards }): ReactNode => (
  <div className="board-columns">
    {boardColumns.map((column) => (
      <section key={column} className="board-column" aria-label={columnNames[column]} data-column={column}>
        <h2>
          {columnNames[column]} <span className="faint num">{board.get(column)?.length ?? 0}</span>
        </h2>
        <List column={column} cards={board.get(column) ?? []} />
      </section>
    ))}
  </div>
)

/** On a phone one column at a time: first what needs you, else what is at work. */
function OneColumn({ board }: { readonly board: Cards }): ReactNode {
  const full = (column: BoardColumn): boolean => (board.get(column)?.length ?? 0) > 0
  const [picked, setPicked] = useState<BoardColumn | null>(null)
  const column = picked ?? (['needs_you', 'working', 'in_review', 'ready', 'landed'] as const).find(full) ?? 'ready'
  return (
    <>
      <div className="board-segments">
        <Segments
          label="Column"
          value={column}
          onPick={setPicked}
          options={boardColumns.map((one) => ({
            id: one,
            label: (
              <>
                <span>{columnNames[one]}</span> <span className="num">{board.get(one)?.length ?? 0}</span>
              </>
            ),
          }))}
        />
      </div>
      <section className="board-column grow" aria-label={columnNames[column]} data-column={column}>
        <List column={column} cards={board.get(column) ?? []} />
      </section>
    </>
  )
}

const emptyWords: Readonly<Record<BoardColumn, string>> = {
  ready: 'No issue waits, and no session is without work.',
  working: 'No agent works here.',
  in_review: 'Nothing waits for checks or for a reader.',
  landed: 'Nothing has landed yet.',
  needs_you: 'Nothing needs you.',
}

function List({ column, cards }: { readonly column: BoardColumn; readonly cards: readonly BoardCard[] }): ReactNode {
  const [shown, setShown] = useState(firstCards)
  if (cards.length === 0) return <p className="small faint">{emptyWords[column]}</p>
  return (
    <ul className="board-list">
      {cards.slice(0, shown).map((card) => (
        <li key={card.key}>
          <Card card={card} />
        </li>
      ))}
      {cards.length > shown && (
        <li>
          <Button onClick={() => setShown(shown + 100)}>Show more ({cards.length - shown} left)</Button>
        </li>
      )}
    </ul>
  )
}
