/**
 * Dragging rows of a list by a grip, with mouse or thumb. Knows where the pointer would drop the row and tells it once it is
 * let go; Escape and a lost pointer drop nothing. What a drop means is the caller's.
 */
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { dropAt } from './order.ts'

export interface Grip {
  onPointerDown(event: PointerEvent<HTMLElement>): void
  onPointerMove(event: PointerEvent<HTMLElement>): void
  onPointerUp(event: PointerEvent<HTMLElement>): void
  onPointerCancel(): void
}

/** This close to the edge of what scrolls, the list moves along. */
const edge = 56
/** A press that moves less than this is a tap. */
const least = 4

interface Drag {
  readonly from: number
  readonly startY: number
  /** Row before which it would be dropped; null until the pointer has moved. */
  readonly at: number | null
}

export function useDrag(
  rows: readonly unknown[],
  onDrop: (from: number, to: number) => void,
): {
  readonly list: RefObject<HTMLOListElement | null>
  readonly dragging: number | null
  readonly drop: number | null
  grip(index: number): Grip
} {
  const list = useRef<HTMLOListElement | null>(null)
  const [drag, draw] = useState<Drag | null>(null)
  // Events may come faster than the page is drawn: the next one must know what the last one did.
  const latest = useRef<Drag | null>(null)
  const setDrag = (next: Drag | null): void => {
    latest.current = next
    draw(next)
  }
  const stop = (): void => setDrag(null)
  const on = drag !== null
  useEffect(() => {
    if (!on) return
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      latest.current = null
      draw(null)
    }
    document.addEventListener('keydown', key)
    return () => document.removeEventListener('keydown', key)
  }, [on])

  const place = (y: number): number => {
    const middles = [...(list.current?.children ?? [])].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2
    })
    return dropAt(middles, y)
  }
  const scrollAlong = (y: number): void => {
    const box = list.current?.closest('.scroll')
    if (!box) return
    const { top, bottom } = box.getBoundingClientRect()
    if (y < top + edge) box.scrollTop -= 12
    else if (y > bottom - edge) box.scrollTop += 12
  }

  return {
    list,
    dragging: drag?.at == null ? null : drag.from,
    // Before itself or right behind itself is where it stands.
    drop: drag?.at == null || drag.at === drag.from || drag.at === drag.from + 1 ? null : drag.at,
    grip: (index) => ({
      onPointerDown(event) {
        if (event.button !== 0 || rows.length < 2) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: index, startY: event.clientY, at: null })
      },
      onPointerMove(event) {
        const now = latest.current
        if (now === null) return
        if (now.at === null && Math.abs(event.clientY - now.startY) < least) return
        scrollAlong(event.clientY)
        setDrag({ ...now, at: place(event.clientY) })
      },
      onPointerUp() {
        const now = latest.current
        stop()
        if (now?.at == null) return
        const to = now.at > now.from ? now.at - 1 : now.at
        if (to !== now.from) onDrop(now.from, to)
      },
      onPointerCancel: stop,
    }),
  }
}
