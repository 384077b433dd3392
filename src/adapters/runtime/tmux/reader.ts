/**
 * One control-mode client a screen that anybody watches, and its output to all who do. The client is always drained; a viewer
 * that cannot take more is left out and gets the whole screen again when it can. Nothing is kept for it meanwhile. Whoever
 * looks at which screen is viewers.ts's.
 */
import type { ChildProcess } from 'node:child_process'
import type { Viewer, Viewing } from '#ports/terminal'
import { createControl, keyCommands } from './control.ts'
import { paneOf } from './panes.ts'
import { type Picture, pictureOf, repaintCommand } from './repaint.ts'
import type { Server } from './server.ts'

/** A pane's death is told by nobody: it is asked for. */
const askDeadMs = 1000
/** A client that was told to leave has so long. */
const leaveMs = 2000
/** Keys that wait in the pipe of a server which takes none are dropped beyond this. */
const mostKeys = 4 * 1024 * 1024
const smallest = 2
/** A size that was refused is said again so often, after so long. */
const mostTries = 50
const againMs = 100
const largest = 1000

export interface Reader {
  add(viewer: Viewer): Viewing
}

export interface ReaderHooks {
  /** Somebody pressed a key here. */
  keys(): void
  /** Nobody looks any more, or there is nothing to look at. */
  closed(): void
  /** Why a client that ended by itself did. */
  whyEnded(): Promise<'exited' | 'gone' | 'there'>
}

interface Seat {
  readonly viewer: Viewer
  /** live: gets what comes. due: gets the whole screen as soon as it is told. full: cannot take more. over: gone. */
  state: 'live' | 'due' | 'full' | 'over'
}

type Blocks = readonly (readonly Uint8Array[])[]

/** Commands are answered in their order. */
interface Asked {
  readonly blocks: number
  readonly got: (readonly Uint8Array[])[]
  failed: boolean
  done(blocks: Blocks, failed: boolean): void
}

export function openReader(server: Server, launchId: string, hooks: ReaderHooks): Reader {
  const target = paneOf(launchId)
  const seats = new Set<Seat>()
  const asked: Asked[] = []
  let child: ChildProcess | null = null
  let bracketed = true
  let size = { cols: 0, rows: 0 }
  let over = false
  /** What the program is to be told; null: nobody said. */
  let wanted: { readonly cols: number; readonly rows: number } | null = null
  let pending: Uint8Array[] = []

  const ask = (text: string, blocks: number, done: Asked['done'] = () => undefined): void => {
    if (child?.stdin?.writable !== true) return
    asked.push({ blocks, got: [], failed: false, done })
    child.stdin.write(`${text}\n`)
  }
  /** What came in one read goes out as one, before anything that was asked is answered. */
  const flush = (): void => {
    if (pending.length === 0) return
    const bytes = pending.length === 1 ? pending[0]! : Buffer.concat(pending)
    pending = []
    bracketed = bracketing(bytes, bracketed)
    for (const seat of seats) {
      if (seat.state === 'live' && !seat.viewer.output(bytes)) seat.state = 'full'
    }
  }
  const repaint = (): void => {
    const { text, blocks } = repaintCommand(target)
    ask(text, blocks, (got, failed) => {
      const picture = failed ? null : pictureOf(got, bracketed)
      if (picture === null) return
      note(picture)
      for (const seat of seats) {
        if (seat.state !== 'due') continue
        seat.state = 'live'
        seat.viewer.repaint(picture.bytes, size)
      }
      if (picture.dead) end('exited')
    })
  }
  const note = ({ cols, rows }: Pick<Picture, 'cols' | 'rows'>): void => {
    if (size.cols === cols && size.rows === rows) return
    const first = size.cols === 0
    size = { cols, rows }
    if (first) return
    for (const seat of seats) if (seat.state === 'live' || seat.state === 'full') seat.viewer.resized(size)
  }
  const look = (): void =>
    ask(`display-message -p -t ${target} '#{pane_dead} #{pane_width} #{pane_height}'`, 1, ([lines], failed) => {
      const words = Buffer.from(lines?.[0] ?? new Uint8Array())
        .toString('latin1')
        .split(' ')
        .map(Number)
      const [dead, cols, rows] = words
      if (failed || cols === undefined || rows === undefined || !(cols > 0)) return
      note({ cols, rows })
      if (dead === 1) end('exited')
    })
  /** A client that only just attached is refused ("no current client"): asked again until tmux knows it. */
  const resize = (tries = mostTries): void => {
    if (wanted === null || over) return
    const mine = wanted
    ask(`refresh-client -C ${mine.cols}x${mine.rows}`, 1, (_, failed) => {
      if (mine !== wanted) return
      if (failed && tries > 0) setTimeout(() => resize(tries - 1), againMs).unref()
      else look()
    })
  }
  const end = (why: 'exited' | 'gone'): void => {
    if (over) return
    flush()
    leave()
    for (const seat of [...seats]) {
      seats.delete(seat)
      if (seat.state !== 'over') seat.viewer.ended(why)
      seat.state = 'over'
    }
  }
  const leave = (): void => {
    if (over) return
    over = true
    clearInterval(timer)
    hooks.closed()
    part(child)
  }

  /** Again after a client that was killed: the screen is still there. */
  const attach = (): void => {
    asked.length = 0
    const control = createControl({
      output: (bytes) => pending.push(Buffer.from(bytes)),
      block(lines, failed) {
        flush()
        const [first] = asked
        if (first === undefined) return
        first.got.push(lines)
        first.failed ||= failed
        // A list ends at its first failure.
        if (first.got.length < first.blocks && !failed) return
        asked.shift()
        first.done(first.got, first.failed)
      },
      note(name) {
        if (name === 'layout-change') look()
      },
    })
    const mine = server.open(['-C', 'attach-session', '-t', target])
    child = mine
    mine.stdin?.on('error', () => undefined)
    mine.stderr?.resume()
    mine.stdout?.on('data', (chunk: Buffer) => {
      if (child !== mine) return
      control(chunk)
      flush()
    })
    const parted = (): void => {
      if (child !== mine) return
      child = null
      if (!over) void again()
    }
    mine.once('error', parted)
    mine.once('close', parted)
    for (const seat of seats) if (seat.state !== 'full') seat.state = 'due'
    if ([...seats].some((seat) => seat.state === 'due')) repaint()
    resize()
  }
  const again = async (): Promise<void> => {
    const why = await hooks.whyEnded()
    if (over) return
    if (why !== 'there') end(why)
    else attach()
  }

  const timer = setInterval(look, askDeadMs).unref()
  attach()
  return {
    add(viewer) {
      const seat: Seat = { viewer, state: 'due' }
      seats.add(seat)
      repaint()
      return {
        keys(bytes) {
          if (seat.state === 'over' || child?.stdin == null || child.stdin.writableLength > mostKeys) return
          hooks.keys()
          for (const command of keyCommands(target, bytes)) ask(command, 1)
        },
        resize(cols, rows) {
          if (seat.state === 'over') return
          wanted = { cols: bounded(cols), rows: bounded(rows) }
          resize()
        },
        resume() {
          if (seat.state !== 'full') return
          seat.state = 'due'
          repaint()
        },
        close() {
          seat.state = 'over'
          seats.delete(seat)
          if (seats.size === 0) leave()
        },
      }
    },
  }
}

const bounded = (cells: number): number => Math.min(largest, Math.max(smallest, Math.floor(cells) || smallest))

/** An empty line is a client's word for leaving; one that does not is ended. */
function part(child: ChildProcess | null): void {
  if (child === null) return
  child.stdin?.end('\n')
  const timer = setTimeout(() => child.kill('SIGKILL'), leaveMs).unref()
  child.once('close', () => clearTimeout(timer))
}

const bracketOn = Buffer.from('\x1b[?2004h')
const bracketOff = Buffer.from('\x1b[?2004l')

/** Does the program take pastes as such? tmux does not tell. What was said last counts; a program with a screen does. */
function bracketing(bytes: Uint8Array, before: boolean): boolean {
  const seen = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const on = seen.lastIndexOf(bracketOn)
  const off = seen.lastIndexOf(bracketOff)
  return on === off ? before : on > off
}
