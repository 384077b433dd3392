/**
 * One terminal that one connection has open: its bytes to the page, as many as the page can draw, and the page's keys and
 * size to it while it drives. A page that does not keep up is left out, nothing is kept for it, and it is painted anew.
 */
import { DroverError } from '#contract/error'
import { type FromMux, type MuxRole, muxWindow } from '#contract/mux'
import type { Viewer, Viewing } from '#ports/terminal'
import { dataFrame, errorWords } from './frames.ts'
import type { Sitter, Tables } from './tables.ts'

/** A window is dragged: its sizes come faster than a program can draw. */
const sizeEveryMs = 50

export interface SeatDeps {
  readonly tables: Tables
  view(id: string, viewer: Viewer): Promise<Viewing>
  say(frame: FromMux): void
  send(bytes: Uint8Array): void
  /** What is not with the system yet. */
  unsent(): number
  /** Nothing more comes. */
  over(): void
}

export interface SeatOptions {
  readonly id: string
  readonly n: number
  readonly cols: number
  readonly rows: number
  readonly seat: string | null
  readonly watch: boolean
}

export interface Seat {
  readonly id: string
  keys(bytes: Uint8Array): void
  resize(cols: number, rows: number): void
  drive(): void
  ack(bytes: number): void
  close(): void
}

export function openSeat(deps: SeatDeps, options: SeatOptions): Seat {
  const { id, n } = options
  const { tables, say } = deps
  let wanted = { cols: options.cols, rows: options.rows }
  let viewing: Viewing | null = null
  let closed = false
  let sent = 0
  let drawn = 0
  let left = false
  let timer: NodeJS.Timeout | null = null

  const full = (): boolean => sent - drawn > muxWindow || deps.unsent() > muxWindow
  const send = (bytes: Uint8Array): void => {
    sent += bytes.length
    deps.send(dataFrame(n, bytes))
  }
  const applySize = (): void => {
    if (!closed && tables.drives(id, me)) viewing?.resize(wanted.cols, wanted.rows)
  }
  const me: Sitter = {
    seat: options.seat,
    told(role: MuxRole, driven, viewers) {
      say({ ch: 'terminal', type: 'role', id, role, driven, viewers })
      if (role === 'driver') applySize()
    },
  }
  const close = (): void => {
    if (closed) return
    closed = true
    if (timer !== null) clearTimeout(timer)
    tables.leave(id, me)
    viewing?.close()
    deps.over()
  }
  const viewer: Viewer = {
    repaint(bytes, { cols, rows }) {
      if (closed) return
      say({ ch: 'terminal', type: 'resized', id, cols, rows })
      send(bytes)
    },
    output(bytes) {
      if (closed) return true
      left = full()
      if (!left) send(bytes)
      return !left
    },
    resized({ cols, rows }) {
      if (!closed) say({ ch: 'terminal', type: 'resized', id, cols, rows })
    },
    ended(why) {
      if (closed) return
      say({ ch: 'terminal', type: 'exited', id, why })
      close()
    },
  }
  /** `opened` comes before the first picture, and before any role. */
  const open = async (): Promise<void> => {
    say({ ch: 'terminal', type: 'opened', id, n })
    try {
      const found = await deps.view(id, viewer)
      if (closed) return found.close()
      viewing = found
      tables.sit(id, me, options.watch)
    } catch (error) {
      if (closed) return
      say({ ch: 'terminal', type: 'error', id, ...errorWords(refusalOf(error)) })
      close()
    }
  }
  void open()
  return {
    id,
    keys(bytes) {
      if (bytes.length === 0 || closed) return
      if (tables.drives(id, me)) viewing?.keys(bytes)
      else say({ ch: 'terminal', type: 'error', id, ...errorWords(watching()) })
    },
    resize(cols, rows) {
      wanted = { cols, rows }
      if (timer !== null || closed) return
      applySize()
      let said = wanted
      timer = setTimeout(() => {
        timer = null
        if (said.cols === wanted.cols && said.rows === wanted.rows) return
        said = wanted
        applySize()
      }, sizeEveryMs)
    },
    drive() {
      if (!closed) tables.take(id, me)
    },
    ack(bytes) {
      drawn = Math.min(sent, Math.max(drawn, bytes))
      if (!left || closed || sent - drawn > muxWindow / 4 || deps.unsent() > muxWindow / 4) return
      left = false
      viewing?.resume()
    },
    close,
  }
}

const watching = (): DroverError =>
  new DroverError('TERMINAL_IN_USE', 'Somebody else drives this terminal.', { hint: 'Take over first.' })

const refusalOf = (error: unknown): DroverError =>
  error instanceof DroverError
    ? error
    : new DroverError('INTERNAL_ERROR', 'The terminal could not be opened.', { hint: 'See `drover logs`.' })
