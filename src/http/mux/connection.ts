/**
 * One connection of `/mux`: nothing before its first frame has said who it is, then its channels. Frames go to the terminals
 * they name; a frame that is none is answered, too much that is not read ends it. Who may come at all is mux.ts's.
 */
import type { RawData, WebSocket } from 'ws'
import { DroverError } from '#contract/error'
import { type FromMux, muxClosed, type ToMux } from '#contract/mux'
import type { Viewer, Viewing } from '#ports/terminal'
import { errorWords, frameText, readData, readFrame } from './frames.ts'
import { openSeat, type Seat } from './seat.ts'
import type { Tables } from './tables.ts'

/** Answers that nobody reads. */
const mostUnsent = 4 * 1024 * 1024
const mostSeats = 32

export interface Entry {
  /** How the gate names who it is. */
  readonly label: string
  readonly stillValid: () => boolean
}

export interface ConnectionDeps {
  readonly tables: Tables
  readonly authMs: number
  /** Throws why it may not come in. */
  enter(bearer: string | undefined): Entry
  view(id: string, viewer: Viewer): Promise<Viewing>
  follow(listener: (frame: FromMux) => void): () => void
  fault(error: unknown): void
}

export interface Connection {
  readonly entry: Entry | null
  /** Answers what was asked of it since the last beat; one that did not answer is cut. */
  beat(): void
  /** Closed by us, with its reason. */
  refuse(code: number, error: DroverError): void
  leave(): void
}

export function openConnection(socket: WebSocket, deps: ConnectionDeps): Connection {
  let entry: Entry | null = null
  let alive = true
  let seats = new Map<number, Seat>()
  let last = 0
  let stopFollowing: (() => void) | null = null
  let gap = false

  const isOpen = (): boolean => socket.readyState === socket.OPEN
  const guard = (): void => {
    if (socket.bufferedAmount > mostUnsent) socket.terminate()
  }
  const say = (frame: FromMux): void => {
    if (!isOpen()) return
    socket.send(frameText(frame))
    guard()
  }
  const refuse = (code: number, error: DroverError): void => {
    say({ ch: 'system', type: 'error', ...errorWords(error) })
    // The other side has its time to answer; a dead one is cut by the next beat.
    socket.close(code, error.code)
    release()
  }
  const release = (): void => {
    clearTimeout(late)
    stopFollowing?.()
    stopFollowing = null
    const all = seats
    seats = new Map()
    for (const seat of all.values()) seat.close()
  }
  const late = setTimeout(() => {
    const error = new DroverError('UNAUTHORIZED', 'Nobody said who this is.', {
      hint: 'The first frame is {"ch":"system","type":"auth","bearer":"…"}.',
    })
    refuse(muxClosed.late, error)
  }, deps.authMs)

  const first = (data: RawData, binary: boolean): void => {
    try {
      const frame = binary ? null : readFrame(String(data))
      if (frame?.ch !== 'system' || frame.type !== 'auth') {
        throw new DroverError('UNAUTHORIZED', 'The first frame says who this is; nothing comes before it.', {
          hint: 'Send {"ch":"system","type":"auth","bearer":"…"} first.',
        })
      }
      entry = deps.enter(frame.bearer)
      clearTimeout(late)
      say({ ch: 'system', type: 'ready' })
    } catch (error) {
      const known = error instanceof DroverError ? error : null
      if (known === null) deps.fault(error)
      refuse(closeCode(known), known ?? internal())
    }
  }
  const open = (frame: Extract<ToMux, { type: 'open' }>): void => {
    if ([...seats.values()].some(({ id }) => id === frame.id)) return
    if (seats.size >= mostSeats) {
      const error = new DroverError('RATE_LIMITED', 'This page has too many terminals open.', {
        hint: `Close one: ${mostSeats} at a time.`,
      })
      say({ ch: 'terminal', type: 'error', id: frame.id, ...errorWords(error) })
      return
    }
    do last = (last % 0xffff) + 1
    while (seats.has(last))
    const n = last
    const wishes = { seat: frame.seat ?? null, watch: frame.watch === true }
    const { id, cols, rows } = frame
    const seatDeps = {
      tables: deps.tables,
      view: deps.view,
      say,
      send(bytes: Uint8Array) {
        if (isOpen()) socket.send(bytes)
      },
      unsent: () => socket.bufferedAmount,
      over: () => void seats.delete(n),
    }
    seats.set(n, openSeat(seatDeps, { id, n, cols, rows, ...wishes }))
  }
  const follow = (): void => {
    stopFollowing ??= deps.follow((frame) => {
      // A reader that is slow is told once that it missed something.
      if (socket.bufferedAmount > mostUnsent / 4) {
        gap = true
        return
      }
      if (gap && 'seq' in frame) say({ ch: 'sessions', type: 'gap', seq: frame.seq })
      else say(frame)
      gap = false
    })
  }
  const take = (frame: ToMux): void => {
    if (frame.ch === 'system') {
      if (frame.type === 'ping') say({ ch: 'system', type: 'pong' })
      return
    }
    if (frame.ch === 'sessions') follow()
    else if (frame.type === 'open') open(frame)
    else toSeat(frame)
  }
  const toSeat = (frame: Exclude<Extract<ToMux, { ch: 'terminal' }>, { type: 'open' }>): void => {
    const seat = [...seats.values()].find(({ id }) => id === frame.id)
    // Closed meanwhile: what was on its way means nothing any more.
    if (seat === undefined) return
    if (frame.type === 'data') seat.keys(Buffer.from(frame.data, 'utf8'))
    else if (frame.type === 'resize') seat.resize(frame.cols, frame.rows)
    else if (frame.type === 'ack') seat.ack(frame.bytes)
    else if (frame.type === 'drive') seat.drive()
    else seat.close()
  }

  socket.on('message', (data, binary) => {
    if (!isOpen()) return
    if (entry === null) return first(data, binary)
    try {
      if (!binary) return take(readFrame(String(data)))
      const found = readData(data as Buffer)
      if (found !== null) seats.get(found.n)?.keys(found.bytes)
    } catch (error) {
      const known = error instanceof DroverError ? error : null
      if (known === null) deps.fault(error)
      say({ ch: 'system', type: 'error', ...errorWords(known ?? internal()) })
    }
  })
  socket.on('pong', () => {
    alive = true
  })
  socket.once('close', release)
  // A frame that is too long or none at all: the library closes with its code.
  socket.on('error', () => undefined)
  return {
    get entry() {
      return entry
    },
    beat() {
      if (!alive || !isOpen()) return socket.terminate()
      alive = false
      socket.ping()
    },
    refuse,
    leave() {
      socket.close(1001)
      release()
    },
  }
}

function closeCode(error: DroverError | null): number {
  if (error === null) return 1011
  if (error.code === 'FORBIDDEN_SCOPE') return muxClosed.forbidden
  return error.code === 'RATE_LIMITED' ? muxClosed.tooMany : muxClosed.unauthorized
}

const internal = (): DroverError =>
  new DroverError('INTERNAL_ERROR', 'Something went wrong inside the daemon.', { hint: 'Run `drover logs`.' })
