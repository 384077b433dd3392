/** The fleet page: every session, grouped by what it needs. Only the rows in view are drawn. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { Session } from '#contract/session'
import type { FleetGroup } from '#core/session/status'
import { cockpit } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { remember, remembered } from '../../ui/memory.ts'
import { Command, Empty, Problem } from '../../ui/parts.tsx'
import { useWidth } from '../../ui/width.ts'
import { SessionCard } from './card.tsx'
import { type Filter, grouped, groupNames } from './groups.ts'

type Line =
  | {
      readonly type: 'head'
      readonly need: FleetGroup
      readonly name: string
      readonly total: number
      readonly open: boolean
    }
  | { readonly type: 'cards'; readonly key: string; readonly sessions: readonly Session[] }

const cardHeight = 126
const headHeight = 52

function linesOf(
  groups: ReadonlyMap<FleetGroup, readonly Session[]>,
  closed: ReadonlySet<string>,
  columns: number,
): Line[] {
  const lines: Line[] = []
  for (const { need, name } of groupNames) {
    const list = groups.get(need) ?? []
    if (list.length === 0) continue
    const open = !closed.has(need)
    lines.push({ type: 'head', need, name, total: list.length, open })
    if (!open) continue
    for (let i = 0; i < list.length; i += columns) {
      lines.push({ type: 'cards', key: `${need}/${list[i]!.id}`, sessions: list.slice(i, i + columns) })
    }
  }
  return lines
}

export function FleetPage(): ReactNode {
  const sessions = useStore(cockpit, (c) => c.fleet.sessions)
  const projects = useStore(cockpit, (c) => c.fleet.projects)
  const loaded = useStore(cockpit, (c) => c.fleetLoaded)
  const problem = useStore(cockpit, (c) => c.fleetProblem)
  const [text, setText] = useState('')
  const [projectId, setProject] = useState(remembered('fleet.project', ''))
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set(remembered<string[]>('fleet.closed', [])))
  const filter: Filter = { text: useDeferredValue(text), projectId: projects.has(projectId) ? projectId : '' }
  const groups = useMemo(
    () => grouped(sessions.values(), { text: filter.text, projectId: filter.projectId }),
    [sessions, filter.text, filter.projectId],
  )
  const toggle = (need: FleetGroup): void => {
    const next = new Set(closed)
    if (!next.delete(need)) next.add(need)
    setClosed(next)
    remember('fleet.closed', [...next])
  }
  const shown = [...groups.values()].reduce((sum, list) => sum + list.length, 0)
  return (
    <main className="page fleet" id="main">
      <div className="bar fleet-bar">
        <h1 className="unseen">Fleet</h1>
        <input
          className="input grow"
          type="search"
          data-search
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={fromSearch}
          placeholder="Find a session"
          aria-label="Find a session by name, id, branch or last line"
          aria-keyshortcuts="/"
        />
        {projects.size > 1 && (
          <select
            className="input fleet-project"
            aria-label="Project"
            value={filter.projectId}
            onChange={(event) => {
              setProject(event.target.value)
              remember('fleet.project', event.target.value)
            }}
          >
            <option value="">All projects</option>
            {[...projects.values()].map((project) => (
              <option key={project.id} value={project.id}>
                {project.name}
              </option>
            ))}
          </select>
        )}
      </div>
      {problem && !loaded ? (
        <div className="pad">
          <Problem error={problem} />
        </div>
      ) : !loaded ? (
        <Skeleton />
      ) : sessions.size === 0 ? (
        <NoSessions projects={projects.size} />
      ) : shown === 0 ? (
        <Empty title="No session matches">
          <p>Nothing among {sessions.size} sessions matches this search.</p>
        </Empty>
      ) : (
        <Groups groups={groups} closed={closed} onToggle={toggle} />
      )}
    </main>
  )
}

/** Enter opens the first match, the arrow goes to it. */
function fromSearch(event: KeyboardEvent): void {
  const first = document.querySelector<HTMLElement>('[data-fleet] a.card')
  if (event.key === 'Enter') first?.click()
  else if (event.key === 'ArrowDown') {
    event.preventDefault()
    first?.focus()
  }
}

function Groups(props: {
  readonly groups: ReadonlyMap<FleetGroup, readonly Session[]>
  readonly closed: ReadonlySet<string>
  readonly onToggle: (need: FleetGroup) => void
}): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const away = useStore(cockpit, (c) => c.link === 'down')
  const width = useWidth(scroller)
  const columns = Math.max(1, Math.min(3, Math.floor((width - 16) / 400)))
  const lines = useMemo(() => linesOf(props.groups, props.closed, columns), [props.groups, props.closed, columns])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (i) => (lines[i]?.type === 'head' ? headHeight : cardHeight),
    getItemKey: (i) => {
      const line = lines[i]
      return line === undefined ? i : line.type === 'head' ? line.need : line.key
    },
    overscan: 6,
    initialRect: { width: 390, height: 800 },
  })
  // Sizes are fixed by kind: when the kinds move, the positions must be counted afresh.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines are what moved
  useEffect(() => virtual.measure(), [lines, virtual])
  return (
    <div className="scroll" ref={scroller} data-fleet data-away={away || undefined}>
      <div className="tall" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const line = lines[index]
          if (!line) return null
          return (
            <div key={key} className="line" style={{ transform: `translateY(${start}px)` }}>
              {line.type === 'head' ? (
                <h2 className="group-head">
                  <button type="button" aria-expanded={line.open} onClick={() => props.onToggle(line.need)}>
                    <span className="chevron" aria-hidden="true" data-open={line.open} />
                    {line.name}
                    <span className="faint num">{line.total}</span>
                    {away && line.need !== 'done' && <span className="small faint">when last seen</span>}
                  </button>
                </h2>
              ) : (
                <div className="cards" data-columns={columns}>
                  {line.sessions.map((session) => (
                    <SessionCard key={session.id} session={session} />
                  ))}
                </div>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

const Skeleton = (): ReactNode => (
  <div className="pad stack" aria-busy="true">
    {[0, 1, 2, 3].map((n) => (
      <div key={n} className="card ghost" />
    ))}
  </div>
)

const NoSessions = ({ projects }: { readonly projects: number }): ReactNode => (
  <Empty title="No agents yet">
    <p>
      {projects === 0
        ? 'Add a repository, then set an agent to work in it. In a terminal, inside a repository:'
        : 'Set the first agent to work here, or from a terminal:'}
    </p>
    {projects === 0 && <Command text="drover up" />}
    <Command text='drover spawn --prompt "Say hello"' />
    <a className="button" data-look="main" href={projects === 0 ? '/projects' : '/new'}>
      {projects === 0 ? 'Add a repository' : 'New session'}
    </a>
  </Empty>
)
