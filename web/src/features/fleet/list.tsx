/** The groups of the fleet on the screen, as cards in columns or as lines. Only the rows in view are drawn. */

import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { Session } from '#contract/session'
import { groupNames } from '#core/attention/fleet'
import type { FleetGroup } from '#core/session/status'
import { cockpit } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { useWidth } from '../../ui/width.ts'
import { SessionCard, SessionRow } from './card.tsx'
import type { Groups } from './groups.ts'
import type { View } from './toolbar.tsx'

type Line =
  | {
      readonly type: 'head'
      readonly need: FleetGroup
      readonly name: string
      readonly total: number
      readonly open: boolean
    }
  | { readonly type: 'cards'; readonly key: string; readonly sessions: readonly Session[] }

const heights = { cards: 126, list: 48, head: 52 } as const
/** As narrow as a card may become before a column is taken away. */
const leastCard = 400
const mostColumns = 6

export const columnsFor = (width: number, view: View): number =>
  view === 'list' ? 1 : Math.max(1, Math.min(mostColumns, Math.floor((width - 16) / leastCard)))

function linesOf(groups: Groups, closed: readonly string[], columns: number): Line[] {
  const lines: Line[] = []
  for (const { need, name } of groupNames) {
    const list = groups.get(need) ?? []
    if (list.length === 0) continue
    const open = !closed.includes(need)
    lines.push({ type: 'head', need, name, total: list.length, open })
    if (!open) continue
    for (let i = 0; i < list.length; i += columns) {
      lines.push({ type: 'cards', key: `${need}/${list[i]!.id}`, sessions: list.slice(i, i + columns) })
    }
  }
  return lines
}

export function FleetList(props: {
  readonly groups: Groups
  readonly closed: readonly string[]
  readonly view: View
  readonly selected: ReadonlySet<string>
  readonly onToggle: (need: FleetGroup) => void
  readonly onChoose: (id: string, range: boolean) => void
}): ReactNode {
  const { view, selected } = props
  const scroller = useRef<HTMLDivElement>(null)
  const away = useStore(cockpit, (c) => c.link === 'down')
  const columns = columnsFor(useWidth(scroller), view)
  const lines = useMemo(() => linesOf(props.groups, props.closed, columns), [props.groups, props.closed, columns])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (i) => heights[lines[i]?.type === 'head' ? 'head' : view],
    getItemKey: (i) => {
      const line = lines[i]
      return line === undefined ? i : line.type === 'head' ? line.need : line.key
    },
    overscan: 6,
    initialRect: { width: 390, height: 800 },
  })
  // Sizes are fixed by kind: when the kinds move, the positions must be counted afresh.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines are what moved
  useEffect(() => virtual.measure(), [lines, view, virtual])
  const Shown = view === 'list' ? SessionRow : SessionCard
  return (
    <section className="scroll" ref={scroller} aria-label="Sessions" data-fleet data-away={away || undefined}>
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
                <div className="cards" data-view={view} style={{ '--columns': columns } as object}>
                  {line.sessions.map((session) => (
                    <Shown
                      key={session.id}
                      session={session}
                      choosing={{
                        chosen: selected.has(session.id),
                        active: selected.size > 0,
                        onToggle: props.onChoose,
                      }}
                    />
                  ))}
                </div>
              )}
            </div>
          )
        })}
      </div>
    </section>
  )
}
