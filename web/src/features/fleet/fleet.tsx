/** The fleet page: every session, grouped by what it needs. Which are shown and what is chosen; drawing them is `list`. */

import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { FleetGroup } from '#core/session/status'
import { cockpit, loadArchived } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { remember, remembered } from '../../ui/memory.ts'
import { Command, Empty, Problem } from '../../ui/parts.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { type Filter, type Groups, grouped, noFilter, type Sort } from './groups.ts'
import { FleetList } from './list.tsx'
import { Toolbar, type View } from './toolbar.tsx'

/** What ended is folded away until somebody wants it. */
const closedAtFirst: readonly string[] = ['done']

function useFilter(): readonly [Filter, (fields: Partial<Filter>) => void] {
  const projects = useStore(cockpit, (c) => c.fleet.projects)
  const [filter, setFilter] = useState<Filter>({ ...noFilter, projectId: remembered('fleet.project', '') })
  const change = (fields: Partial<Filter>): void => {
    setFilter({ ...filter, ...fields })
    if (fields.projectId !== undefined) remember('fleet.project', fields.projectId)
    // What is out of sight is read when somebody wants to see it.
    if (fields.show === 'archived') void loadArchived()
  }
  return [{ ...filter, projectId: projects.has(filter.projectId) ? filter.projectId : '' }, change]
}

function useRemembered<T>(key: string, otherwise: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => remembered(key, otherwise))
  const change = (next: T): void => {
    setValue(next)
    remember(key, next)
  }
  return [value, change]
}

/** Those that were chosen and are still shown, and how one or a row of them is added or taken out. */
function useSelection(groups: Groups) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const shown = useMemo(() => [...groups.values()].flat().map(({ id }) => id), [groups])
  const order = useRef(shown)
  order.current = shown
  const toggle = useCallback((id: string, range: boolean): void => {
    setChosen((before) => {
      const next = new Set(before)
      const adds = !before.has(id)
      for (const one of range ? between(order.current, last.current, id) : [id]) {
        if (adds) next.add(one)
        else next.delete(one)
      }
      return next
    })
    last.current = id
  }, [])
  const selected = useMemo(() => new Set(shown.filter((id) => chosen.has(id))), [chosen, shown])
  return {
    /** Something was chosen, though it may have left the page since. */
    any: chosen.size > 0,
    selected,
    toggle,
    shown,
    select: (ids: readonly string[]) => setChosen(new Set(ids)),
    clear: () => setChosen(new Set()),
  }
}

/** Both ends and what is shown between them. */
function between(order: readonly string[], from: string | null, to: string): readonly string[] {
  const a = from === null ? -1 : order.indexOf(from)
  const b = order.indexOf(to)
  return a < 0 || b < 0 ? [to] : order.slice(Math.min(a, b), Math.max(a, b) + 1)
}

export function FleetPage(): ReactNode {
  const sessions = useStore(cockpit, (c) => c.fleet.sessions)
  const projects = useStore(cockpit, (c) => c.fleet.projects)
  const loaded = useStore(cockpit, (c) => c.fleetLoaded)
  const problem = useStore(cockpit, (c) => c.fleetProblem)
  const [filter, setFilter] = useFilter()
  const [sort, setSort] = useRemembered<Sort>('fleet.sort', 'waiting')
  const [view, setView] = useRemembered<View>('fleet.view', 'cards')
  const [closed, setClosed] = useRemembered<readonly string[]>('fleet.closed', closedAtFirst)
  const text = useDeferredValue(filter.text)
  const { projectId, show } = filter
  const groups = useMemo(
    () => grouped(sessions.values(), { text, projectId, show }, sort),
    [sessions, text, projectId, show, sort],
  )
  const selection = useSelection(groups)
  const { selected, clear } = selection
  useEffect(() => {
    const onEscape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open]') === null) clear()
    }
    document.addEventListener('keydown', onEscape)
    return () => document.removeEventListener('keydown', onEscape)
  })
  const toggle = (need: FleetGroup): void =>
    setClosed(closed.includes(need) ? closed.filter((one) => one !== need) : [...closed, need])
  // Who searches, or asks for one group, wants to see what is found.
  const looking = text.trim() !== '' || show !== ''
  return (
    <main className="page fleet" id="main">
      <Toolbar
        filter={filter}
        sort={sort}
        view={view}
        projects={projects}
        shown={selection.shown.length}
        onFilter={setFilter}
        onSort={setSort}
        onView={setView}
        onSelectAll={() => selection.select(selection.shown)}
      />
      {problem && !loaded ? (
        <div className="pad">
          <Problem error={problem} />
        </div>
      ) : !loaded ? (
        <Skeleton />
      ) : sessions.size === 0 ? (
        <NoSessions projects={projects.size} />
      ) : selection.shown.length === 0 ? (
        <Nothing show={show} total={sessions.size} />
      ) : (
        <FleetList
          groups={groups}
          closed={looking ? [] : closed}
          view={view}
          selected={selected}
          onToggle={toggle}
          onChoose={selection.toggle}
        />
      )}
      {selection.any && <BulkBar selected={selected} onClear={clear} />}
    </main>
  )
}

const Nothing = ({ show, total }: { readonly show: Filter['show']; readonly total: number }): ReactNode =>
  show === 'archived' ? (
    <Empty title="Nothing is archived">
      <p>Ended sessions that you archive leave the fleet and are shown here.</p>
    </Empty>
  ) : (
    <Empty title="No session matches">
      <p>Nothing among {total} sessions matches this search.</p>
    </Empty>
  )

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
