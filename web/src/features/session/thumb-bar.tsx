/**
 * Where a thumb is: the way back, the parts of the session, the next that needs somebody and the menu in one bar at the foot
 * of a phone; and the swipe that does what the button does. What the parts show and what the menu does is theirs.
 */
import './thumb-bar.css'
import { type ReactNode, type TouchEvent, useMemo, useRef } from 'react'
import type { Session } from '#contract/session'
import { useStore } from '../../live/store.ts'
import { go, sessionPath } from '../../routes/router.ts'
import { Icon } from '../../ui/button.tsx'
import { announce, say } from '../../ui/said.ts'
import { news } from '../needs-you/news.ts'
import { SessionActions } from './actions.tsx'
import { needBeside, sessionsThatNeed, swiped, type Touched } from './next-need.ts'

export function ThumbBar({ session, tabs }: { readonly session: Session; readonly tabs: ReactNode }): ReactNode {
  return (
    <div className="thumb-bar">
      <BackLink />
      {tabs}
      <NextNeed current={session.id} />
      <SessionActions session={session} phone />
    </div>
  )
}

export const BackLink = (): ReactNode => (
  <a className="button" data-look="quiet" data-shape="icon" href="/" aria-label="Back to the fleet">
    <Icon name="back" />
  </a>
)

/** Nobody else waits: nothing is shown. */
export function NextNeed({ current }: { readonly current: string }): ReactNode {
  const items = useStore(news, (n) => n.items)
  const needs = useMemo(() => sessionsThatNeed(items), [items])
  const next = needBeside(needs, current, 1)
  if (next === null) return null
  const others = needs.filter(({ id }) => id !== current).length
  return (
    <a
      className="button next-need"
      data-look="quiet"
      href={sessionPath(next.id)}
      title={`Next that needs you: ${next.title}`}
    >
      <span className="unseen">Next that needs you: {next.title}, waiting: </span>
      <span className="badge num">{others > 99 ? '99+' : others}</span>
      <Icon name="open" />
    </a>
  )
}

/** What is moved or written by a finger keeps it: a line that scrolls sideways, a field, a dialog, a selection. */
function keepsFinger(target: EventTarget): boolean {
  if (!(target instanceof Element)) return true
  if (target.closest('dialog, input, textarea, select, [role="menu"], .queued-grip, .terminal') !== null) return true
  for (let el: Element | null = target; el !== null && el.id !== 'main'; el = el.parentElement) {
    if (el.scrollWidth > el.clientWidth && /auto|scroll/.test(getComputedStyle(el).overflowX)) return true
  }
  return false
}

/** From one session that needs somebody to the next, by a finger. */
export function useSwipe(current: string): { readonly onTouchStart: (event: TouchEvent) => void } {
  const finger = useRef<AbortController | null>(null)
  const onTouchStart = ({ touches, target }: TouchEvent): void => {
    finger.current?.abort()
    const begun = touches[0]
    if (touches.length !== 1 || !begun || keepsFinger(target)) return
    const from = { x: begun.clientX, y: begun.clientY }
    finger.current = new AbortController()
    const { signal } = finger.current
    // A finger stays with what it touched first, and that may leave the page under it: a row that came meanwhile took its place.
    target.addEventListener('touchcancel', () => finger.current?.abort(), { signal, passive: true })
    target.addEventListener('touchend', (event) => ended(event as globalThis.TouchEvent, from), {
      signal,
      passive: true,
    })
  }
  const ended = ({ changedTouches }: globalThis.TouchEvent, from: Touched): void => {
    finger.current?.abort()
    const left = changedTouches[0]
    if (!left || !(getSelection()?.isCollapsed ?? true)) return
    const by = swiped(from, { x: left.clientX, y: left.clientY }, innerWidth)
    if (by === null) return
    const to = needBeside(sessionsThatNeed(news.get().items), current, by)
    if (to === null) {
      say('No other session needs you')
      return
    }
    go(sessionPath(to.id))
    announce(to.title)
  }
  return { onTouchStart }
}
