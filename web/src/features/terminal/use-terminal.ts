/** A screen and its line as long as a page shows them: what is true of them now, and what can be done. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { MuxError, MuxRole } from '#contract/mux'
import { withCtrl } from './keys.ts'
import { type Line, type LineState, openLine } from './line.ts'
import type { ScreenHandle } from './screen.ts'

export interface TerminalNow {
  readonly state: LineState
  readonly role: MuxRole
  readonly driven: boolean
  readonly viewers: number
  readonly ended: 'exited' | 'gone' | null
  readonly refused: MuxError | null
  readonly selected: boolean
  readonly ctrl: boolean
  readonly finding: boolean
  readonly renderer: string | null
}

export interface TerminalUse {
  readonly now: TerminalNow
  readonly screen: () => ScreenHandle | null
  set(more: Partial<TerminalNow>): void
  /** As if it were typed. */
  type(text: string): void
  drive(): void
}

const fresh: TerminalNow = {
  state: 'connecting',
  role: 'observer',
  driven: true,
  viewers: 1,
  ended: null,
  refused: null,
  selected: false,
  ctrl: false,
  finding: false,
  renderer: null,
}
const encoder = new TextEncoder()

/** `launch`: another one is another screen. */
export function useTerminal(place: RefObject<HTMLDivElement | null>, id: string, launch: string | null): TerminalUse {
  const [now, setNow] = useState(fresh)
  const latest = useRef(fresh)
  const parts = useRef<{ screen: ScreenHandle | null; line: Line | null }>({ screen: null, line: null })
  const set = (more: Partial<TerminalNow>): void => {
    latest.current = { ...latest.current, ...more }
    setNow(latest.current)
  }
  const type = (text: string): void => {
    if (latest.current.role !== 'driver' || text === '') return
    const ctrl = latest.current.ctrl
    if (ctrl) set({ ctrl: false })
    parts.current.line?.keys(encoder.encode(ctrl ? withCtrl(text) : text))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another launch is another screen, everything else is read when it is needed
  useEffect(() => {
    const element = place.current
    if (element === null) return
    let over = false
    let close = (): void => undefined
    latest.current = fresh
    setNow(fresh)
    void import('./screen.ts').then(({ openScreen }) => {
      if (over) return
      const screen = openScreen(element, {
        typed: type,
        bytes: (bytes) => {
          if (latest.current.role === 'driver') parts.current.line?.keys(bytes)
        },
        selected: (selected) => set({ selected }),
        find: () => set({ finding: true }),
      })
      parts.current.screen = screen
      close = follow(element, screen)
    })
    return () => {
      over = true
      close()
    }
  }, [id, launch])

  const follow = (element: HTMLElement, screen: ScreenHandle): (() => void) => {
    let size = screen.wanted() ?? { cols: 80, rows: 24 }
    const refit = (): void => {
      if (latest.current.role !== 'driver') return
      screen.squeeze(0)
      const wanted = screen.wanted()
      if (wanted === null || (wanted.cols === size.cols && wanted.rows === size.rows)) return
      size = wanted
      screen.resize(size.cols, size.rows)
      parts.current.line?.resize(size.cols, size.rows)
    }
    const line = openLine(id, size, {
      state(state) {
        // What is typed now would reach nobody.
        if (state === 'live') set({ state })
        else set({ state, role: 'observer' })
        if (state !== 'live') screen.mayType(false)
      },
      data: (bytes, drawn) => screen.write(bytes, drawn),
      resized(cols, rows) {
        size = { cols, rows }
        screen.resize(cols, rows)
        if (latest.current.role === 'observer') screen.squeeze(cols)
      },
      role(role, driven, viewers) {
        const before = latest.current.role
        set({ role, driven, viewers })
        screen.mayType(role === 'driver')
        if (role === 'driver') refit()
        else if (before === 'driver') screen.squeeze(size.cols)
      },
      exited(why) {
        set({ ended: why, role: 'observer', state: 'live' })
        screen.mayType(false)
      },
      refused: (refused) => set({ refused, role: 'observer' }),
    })
    parts.current.line = line
    screen.mayType(false)
    set({ renderer: screen.renderer })
    const sized = new ResizeObserver(refit)
    sized.observe(element)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const themed = (): void => screen.theme()
    scheme.addEventListener('change', themed)
    const chosen = new MutationObserver(themed)
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      sized.disconnect()
      chosen.disconnect()
      scheme.removeEventListener('change', themed)
      line.close()
      screen.close()
      parts.current = { screen: null, line: null }
    }
  }
  return { now, screen: () => parts.current.screen, set, type, drive: () => parts.current.line?.drive() }
}
