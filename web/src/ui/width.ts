/** The width of an element, followed as it changes. */
import { type RefObject, useLayoutEffect, useState } from 'react'

export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(typeof window === 'undefined' ? 390 : window.innerWidth)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}

/** Follows a media query. */
export function useMedia(query: string): boolean {
  const [hit, setHit] = useState(() => matchMedia(query).matches)
  useLayoutEffect(() => {
    const list = matchMedia(query)
    const change = (): void => setHit(list.matches)
    change()
    list.addEventListener('change', change)
    return () => list.removeEventListener('change', change)
  }, [query])
  return hit
}
