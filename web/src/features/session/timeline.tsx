/**
 * The transcript on the screen: a window of rows, drawn only where the reader looks. It stays at the newest line only while
 * the reader is there, keeps the reader's place when older rows come in above, and asks for more at either end.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { openNewest, readerAt, readNewer, readOlder } from '../../live/cockpit.ts'
import type { Item } from '../../live/reduce/items.ts'
import { firstId, hasOlder, lastId, type Transcript } from '../../live/reduce/transcript.ts'
import { Button } from '../../ui/button.tsx'
import { count, printable } from '../../ui/words.ts'
import { LineView } from './item-view.tsx'
import { linesOf } from './lines.ts'

/** Rather too small than too large: a list that grows while it is measured keeps its place, one that shrinks does not. */
const guess: Readonly<Record<Item['type'], number>> = { said: 30, tool: 52, result: 60, request: 60, note: 30, end: 44 }
const nearTail = 60

export function Timeline(props: { readonly sessionId: string; readonly transcript: Transcript }): ReactNode {
  const { transcript: t, sessionId } = props
  const scroller = useRef<HTMLDivElement>(null)
  const pinned = useRef(true)
  const liveText = t.live.text !== '' || t.live.thinking !== ''
  const lines = useMemo(() => linesOf(t.items), [t.items])
  const total = lines.length + (liveText ? 1 : 0)
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: (i) => guess[lines[i]?.items[0]?.type ?? 'said'],
    getItemKey: (i) => lines[i]?.key ?? 'live',
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: nearTail,
    paddingStart: 12,
    paddingEnd: 12,
    initialRect: { width: 390, height: 700 },
  })
  useLayoutEffect(() => {
    virtual.scrollToEnd()
  }, [virtual])
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const look = (): void => {
      const below = box.scrollHeight - box.scrollTop - box.clientHeight
      if (box.scrollTop < 1_200) void readOlder()
      if (below < 1_200) void readNewer()
      pinned.current = below < nearTail
      readerAt(pinned.current)
    }
    // A banner or the phone's keyboard takes room: who was at the newest line stays there.
    const resized = new ResizeObserver(() => {
      if (pinned.current) virtual.scrollToEnd()
    })
    resized.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      resized.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [virtual])
  // A first page that does not fill the screen leaves nothing to scroll: ask for more by itself.
  useEffect(() => {
    const box = scroller.current
    if (box && t.loaded && box.scrollHeight <= box.clientHeight + 200) void readOlder()
  }, [t])
  const missed = t.end - lastId(t)
  return (
    <div className="timeline">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="scroll" ref={scroller} aria-label="Transcript" tabIndex={0} data-transcript data-end={t.end}>
        <div className="tall" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const line = lines[index]
            return (
              <div
                key={key}
                data-index={index}
                ref={virtual.measureElement}
                className="line"
                style={{ transform: `translateY(${start}px)` }}
              >
                <div className="column">
                  {line ? <LineView line={line} sessionId={sessionId} /> : <LivePart live={t.live} />}
                </div>
              </div>
            )
          })}
        </div>
      </section>
      {t.loaded && !hasOlder(t) && t.floor > 0 && firstId(t) > 1 && (
        <p className="small faint note">Older lines are no longer kept.</p>
      )}
      {!t.atTail && (
        <Button
          className="button jump"
          icon="down"
          onClick={() => (t.behind ? void openNewest() : virtual.scrollToEnd())}
        >
          {missed > 0 ? count(missed, 'new line') : 'Newest'}
        </Button>
      )}
    </div>
  )
}

/** Being spoken right now: plain until it is whole. */
const LivePart = ({ live }: { readonly live: Transcript['live'] }): ReactNode => (
  <article className="item live-part" data-kind="delta">
    {live.thinking !== '' && <p className="faint pre wrap-any">{printable(live.thinking.slice(-2_000))}</p>}
    {live.text !== '' && <p className="pre wrap-any">{printable(live.text)}</p>}
  </article>
)
