/** On a desk, the other sessions beside the one that is open: grouped as the fleet is, one press or `j`, `k` away. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Session } from '#contract/session'
import { groupNames } from '#core/attention/fleet'
import { isTyping } from '../../keys.tsx'
import { cockpit } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { go, type SessionTab, sessionPath } from '../../routes/router.ts'
import { remember, remembered } from '../../ui/memory.ts'
import { Since, StatusWord } from '../../ui/status.tsx'
import { grouped, noFilter } from '../fleet/groups.ts'
import { nextInRail, type RailLine, railLines } from './rail-lines.ts'

const rowHeight = 56
const headHeight = 44

export function Rail({ current, tab }: { readonly current: string; readonly tab: SessionTab }): ReactNode {
  const sessions = useStore(cockpit, (c) => c.fleet.sessions)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set(remembered<string[]>('rail.closed', ['done'])))
  const groups = useMemo(() => grouped(sessions.values(), noFilter), [sessions])
  const lines = useMemo(() => railLines(groupNames, groups, closed, current), [groups, closed, current])
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (i) => (lines[i]?.type === 'head' ? headHeight : rowHeight),
    getItemKey: (i) => keyOf(lines[i], i),
    overscan: 8,
    initialRect: { width: 240, height: 800 },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines are what moved
  useEffect(() => virtual.measure(), [lines, virtual])
  // The open one is in view when another is opened; a list that is scrolled while agents talk stays where it is.
  const at = lines.findIndex((line) => line.type === 'session' && line.session.id === current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another session moves the list
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
  }, [current, at >= 0, virtual])
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if ((event.key !== 'j' && event.key !== 'k') || document.querySelector('dialog[open]')) return
      const next = nextInRail(lines, current, event.key === 'j' ? 1 : -1)
      if (next === null) return
      event.preventDefault()
      go(sessionPath(next, tab))
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [lines, current, tab])
  const toggle = (need: string): void => {
    const next = new Set(closed)
    if (!next.delete(need)) next.add(need)
    setClosed(next)
    remember('rail.closed', [...next])
  }
  return (
    <nav className="rail" aria-label="Sessions" ref={scroller} data-rail>
      <div className="tall" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const line = lines[index]
          if (!line) return null
          return (
            <div key={key} className="line" style={{ transform: `translateY(${start}px)` }}>
              {line.type === 'head' ? (
                <button type="button" className="rail-head" aria-expanded={line.open} onClick={() => toggle(line.need)}>
                  <span className="chevron" aria-hidden="true" data-open={line.open} />
                  {line.name} <span className="num">{line.total}</span>
                </button>
              ) : (
                <RailRow session={line.session} current={line.session.id === current} tab={tab} />
              )}
            </div>
          )
        })}
      </div>
    </nav>
  )
}

const keyOf = (line: RailLine | undefined, i: number): string | number =>
  line === undefined ? i : line.type === 'head' ? `group ${line.need}` : line.session.id

const RailRow = memo(function RailRow(props: {
  readonly session: Session
  readonly current: boolean
  readonly tab: SessionTab
}): ReactNode {
  const { session: s, current, tab } = props
  return (
    <a
      className="rail-row"
      href={sessionPath(s.id, tab)}
      aria-current={current ? 'page' : undefined}
      title={s.title}
      data-rail-session={s.id}
    >
      <span className="clip rail-name">{s.title}</span>
      <span className="row small faint">
        <StatusWord status={s.status} />
        <Since at={s.activity.since} />
        <span className="clip grow rail-project">{s.projectId}</span>
      </span>
    </a>
  )
})
