/** The keys of the review, before those that work on every page. Never while something is being typed. */
import { useEffect, useRef } from 'react'

export interface ReviewKeys {
  readonly file: (by: 1 | -1) => void
  readonly line: (by: 1 | -1, extend: boolean) => void
  readonly comment: () => unknown
  readonly viewed: () => unknown
  readonly fold: () => void
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

export function useReviewKeys(keys: ReviewKeys): void {
  const now = useRef(keys)
  now.current = keys
  useEffect(() => {
    let was = ''
    const acts: Readonly<Record<string, () => unknown>> = {
      n: () => now.current.file(1),
      p: () => now.current.file(-1),
      j: () => now.current.line(1, false),
      k: () => now.current.line(-1, false),
      J: () => now.current.line(1, true),
      K: () => now.current.line(-1, true),
      c: () => now.current.comment(),
      v: () => now.current.viewed(),
      x: () => now.current.fold(),
    }
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('dialog[open]')) return
      const act = was === 'g' ? undefined : acts[event.key]
      was = event.key
      if (!act) return
      event.preventDefault()
      event.stopPropagation()
      act()
    }
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [])
}
