/** The grip of a queued message: dragged, or moved by arrows, Home and End; the focus stays with the row that moved. */
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Icon } from '../../ui/button.tsx'
import type { Grip } from '../relay/use-drag.ts'

export function QueueGrip(props: {
  readonly said: string
  readonly index: number
  readonly total: number
  readonly grip: Grip
  readonly onMove: (to: number) => void
}): ReactNode {
  const { said, index, total, grip, onMove } = props
  const button = useRef<HTMLButtonElement>(null)
  const moved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that changed its place has lost the focus
  useLayoutEffect(() => {
    if (!moved.current) return
    moved.current = false
    button.current?.focus()
    button.current?.scrollIntoView({ block: 'nearest' })
  }, [index])
  // A finger on the grip is no gesture of the browser's.
  useEffect(() => {
    const element = button.current
    const still = (event: TouchEvent): void => event.preventDefault()
    element?.addEventListener('touchstart', still, { passive: false })
    return () => element?.removeEventListener('touchstart', still)
  }, [])
  const keys = (event: KeyboardEvent): void => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: total - 1 }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (to < 0 || to >= total || to === index) return
    moved.current = true
    onMove(to)
  }
  return (
    <button
      ref={button}
      type="button"
      className="queued-grip"
      aria-label={`Move ${said}, ${index + 1} of ${total}: arrow keys, Home, End, or drag`}
      onKeyDown={keys}
      {...grip}
    >
      <Icon name="grip" />
    </button>
  )
}
