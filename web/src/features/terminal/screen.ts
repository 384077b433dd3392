/**
 * The screen itself: xterm.js with what it needs here, in a chunk of its own. WebGL where the browser has it, elements where
 * it has not. Knows nothing of sessions and lines.
 */
import '@xterm/xterm/css/xterm.css'
import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { WebLinksAddon } from '@xterm/addon-web-links'
import { WebglAddon } from '@xterm/addon-webgl'
import { type ITheme, Terminal } from '@xterm/xterm'
import { isPage } from './keys.ts'
import { stylesOfSpans, whileOpening } from './no-inline-styles.ts'

export interface ScreenEvents {
  /** What was typed, pasted, or done with the mouse. */
  typed(text: string): void
  /** Bytes that are no text: reports of some mouse modes. */
  bytes(bytes: Uint8Array): void
  selected(there: boolean): void
  find(): void
}

export interface ScreenHandle {
  readonly renderer: 'webgl' | 'dom'
  write(bytes: Uint8Array, drawn: () => void): void
  resize(cols: number, rows: number): void
  /** What would fill its place; null: it has none now. */
  wanted(): { cols: number; rows: number } | null
  /** Letters as large as the given columns allow in this width; 0: as usual. */
  squeeze(cols: number): void
  mayType(may: boolean): void
  application(): boolean
  paste(text: string): void
  copy(): string
  find(text: string, back: boolean): boolean
  endFind(): void
  focus(): void
  theme(): void
  close(): void
}

const usualSize = 14
const smallestSize = 7
const scrollback = 5_000

const light: ITheme = {
  black: '#24292f',
  red: '#a8201a',
  green: '#116329',
  yellow: '#7a4b00',
  blue: '#0a4fa8',
  magenta: '#7a2f9b',
  cyan: '#0b6b5d',
  white: '#65675e',
  brightBlack: '#57606a',
  brightRed: '#c2372e',
  brightGreen: '#1a7f37',
  brightYellow: '#8f5a00',
  brightBlue: '#1168d0',
  brightMagenta: '#8f3fb5',
  brightCyan: '#0e8472',
  brightWhite: '#4f5149',
}
const dark: ITheme = {
  black: '#2a2c28',
  red: '#ff9189',
  green: '#8fd18a',
  yellow: '#e6c26a',
  blue: '#8fb8ff',
  magenta: '#d9a5ec',
  cyan: '#63cdb7',
  white: '#d5d6d0',
  brightBlack: '#8b8d83',
  brightRed: '#ffb0aa',
  brightGreen: '#aee3a9',
  brightYellow: '#f3d890',
  brightBlue: '#b3cfff',
  brightMagenta: '#e8c6f4',
  brightCyan: '#93e3d2',
  brightWhite: '#ffffff',
}

function themeOf(element: HTMLElement): ITheme {
  const { color, backgroundColor } = getComputedStyle(element)
  const [red = 255] = (/\d+/.exec(backgroundColor) ?? []).map(Number)
  const base = red > 127 ? light : dark
  return {
    ...base,
    foreground: color,
    background: backgroundColor,
    cursor: color,
    cursorAccent: backgroundColor,
    selectionBackground: red > 127 ? '#b7d9d2' : '#2f5f55',
  }
}

const openPage = (uri: string): void => {
  if (isPage(uri)) window.open(uri, '_blank', 'noopener,noreferrer')
}

export function openScreen(element: HTMLElement, events: ScreenEvents): ScreenHandle {
  stylesOfSpans()
  const term = new Terminal({
    scrollback,
    fontSize: usualSize,
    fontFamily: getComputedStyle(element).fontFamily,
    theme: themeOf(element),
    minimumContrastRatio: 4.5,
    cursorBlink: false,
    allowProposedApi: true,
    linkHandler: { activate: (_event, uri) => openPage(uri), allowNonHttpProtocols: false },
  })
  const fit = new FitAddon()
  const search = new SearchAddon()
  term.loadAddon(fit)
  term.loadAddon(search)
  term.loadAddon(new WebLinksAddon((_event, uri) => openPage(uri)))
  whileOpening(() => term.open(element))
  let renderer: ScreenHandle['renderer'] = 'dom'
  const paint = (): void => {
    try {
      const gl = new WebglAddon()
      // The browser takes it back under pressure: elements do as well.
      gl.onContextLoss(() => {
        renderer = 'dom'
        whileOpening(() => gl.dispose())
      })
      term.loadAddon(gl)
      renderer = 'webgl'
    } catch {
      renderer = 'dom'
    }
  }
  whileOpening(paint)
  term.onData(events.typed)
  term.onBinary((text) => events.bytes(Uint8Array.from(text, (sign) => sign.charCodeAt(0))))
  term.onSelectionChange(() => events.selected(term.hasSelection()))
  term.attachCustomKeyEventHandler((event) => {
    const held = event.ctrlKey && event.shiftKey && !event.altKey
    if (event.type !== 'keydown' || !held) return true
    if (event.code === 'KeyC' && term.hasSelection()) {
      event.preventDefault()
      void navigator.clipboard?.writeText(term.getSelection())
      return false
    }
    if (event.code === 'KeyF') {
      event.preventDefault()
      events.find()
      return false
    }
    // The browser's own paste.
    return event.code !== 'KeyV'
  })
  const stopTouch = scrollByTouch(element)
  return {
    get renderer() {
      return renderer
    },
    write: (bytes, drawn) => term.write(bytes, drawn),
    resize(cols, rows) {
      if (term.cols !== cols || term.rows !== rows) term.resize(cols, rows)
    },
    wanted() {
      const found = fit.proposeDimensions()
      if (found === undefined || !(found.cols > 1) || !(found.rows > 1)) return null
      return { cols: Math.min(1000, found.cols), rows: Math.min(1000, found.rows) }
    },
    squeeze(cols) {
      if (cols === 0) {
        term.options.fontSize = usualSize
        return
      }
      const now = term.options.fontSize ?? usualSize
      const fits = fit.proposeDimensions()?.cols ?? cols
      const size = Math.floor((now * fits) / cols)
      term.options.fontSize = Math.max(smallestSize, Math.min(usualSize, size))
    },
    mayType(may) {
      term.options.disableStdin = !may
    },
    application: () => term.modes.applicationCursorKeysMode,
    paste: (text) => term.paste(text),
    copy: () => term.getSelection(),
    find: (text, back) => (back ? search.findPrevious(text) : search.findNext(text)),
    endFind() {
      search.clearDecorations()
      term.clearSelection()
    },
    focus: () => term.focus(),
    theme() {
      term.options.theme = themeOf(element)
    },
    close() {
      stopTouch()
      term.dispose()
    },
  }
}

/** A finger turns the wheel: what scrolled away, or what the program does with it. */
function scrollByTouch(element: HTMLElement): () => void {
  const done = new AbortController()
  let y: number | null = null
  const at = (event: TouchEvent): Touch | undefined => (event.touches.length === 1 ? event.touches[0] : undefined)
  const how = { signal: done.signal, passive: true }
  element.addEventListener(
    'touchstart',
    (event) => {
      y = at(event)?.clientY ?? null
    },
    how,
  )
  element.addEventListener(
    'touchmove',
    (event) => {
      const touch = at(event)
      if (touch === undefined || y === null) return
      const deltaY = y - touch.clientY
      y = touch.clientY
      const { clientX, clientY } = touch
      const wheel = new WheelEvent('wheel', { deltaY, clientX, clientY, bubbles: true, cancelable: true })
      element.querySelector('.xterm-screen')?.dispatchEvent(wheel)
    },
    how,
  )
  return () => done.abort()
}
