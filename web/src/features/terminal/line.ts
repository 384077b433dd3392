/**
 * The line from this page to one terminal: the WebSocket, who we are, the frames, and coming back by itself after a break.
 * It says how much was drawn, so that the daemon sends no more than the page can draw. What is drawn is the screen's.
 */
import { type FromMux, type MuxError, type MuxRole, muxClosed, muxHead, muxPath, type ToMux } from '#contract/mux'
import { readBearer } from '../../api/bearer.ts'
import { signedOut } from '../../api/call.ts'

export type LineState = 'connecting' | 'live' | 'broken'

export interface LineEvents {
  state(state: LineState): void
  /** Bytes to draw; `drawn` is called once they are. */
  data(bytes: Uint8Array, drawn: () => void): void
  resized(cols: number, rows: number): void
  role(role: MuxRole, driven: boolean, viewers: number): void
  exited(why: 'exited' | 'gone'): void
  /** It will not come by itself. */
  refused(error: MuxError): void
}

export interface Line {
  keys(bytes: Uint8Array): void
  resize(cols: number, rows: number): void
  drive(): void
  close(): void
}

const firstWaitMs = 250
const longestWaitMs = 5_000
/** Words about drawn bytes go out this seldom. */
const ackEvery = 64 * 1024
const ackMs = 30
const pingMs = 20_000
/** A line that is this long silent after a ping is broken, whatever the system thinks. */
const silentMs = 10_000
const passing = new Set(['NOT_READY', 'TERMINAL_UNREACHABLE'])

const seatKey = 'drover.seat'
/** This tab's own, also after a reload: it takes its place again. */
function seatOf(): string {
  const known = sessionStorage.getItem(seatKey)
  if (known !== null) return known
  const made = [...crypto.getRandomValues(new Uint8Array(12))].map((one) => one.toString(16).padStart(2, '0')).join('')
  sessionStorage.setItem(seatKey, made)
  return made
}

export function openLine(id: string, first: { cols: number; rows: number }, events: LineEvents): Line {
  let socket: WebSocket | null = null
  let wait = firstWaitMs
  let over = false
  let size = first
  let n = 0
  let retry = 0
  let heardAt = performance.now()

  const say = (frame: ToMux): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }
  const again = (): void => {
    if (over) return
    events.state('broken')
    clearTimeout(retry)
    retry = window.setTimeout(connect, wait)
    wait = Math.min(longestWaitMs, wait * 2)
  }
  const end = (): void => {
    over = true
    clearTimeout(retry)
    clearInterval(beat)
    socket?.close()
    socket = null
  }
  const connect = (): void => {
    events.state('connecting')
    const mine = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${muxPath}`)
    const counted = counter((bytes) => {
      if (socket === mine) say({ ch: 'terminal', type: 'ack', id, bytes })
    })
    mine.binaryType = 'arraybuffer'
    socket = mine
    // Behind a trusted proxy a page has none.
    mine.onopen = () => say({ ch: 'system', type: 'auth', bearer: readBearer() ?? undefined })
    mine.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (socket !== mine) return
      heardAt = performance.now()
      if (typeof data === 'string') hear(JSON.parse(data) as FromMux)
      else {
        const bytes = new Uint8Array(data, muxHead)
        events.data(bytes, () => counted(bytes.length))
      }
    }
    mine.onclose = ({ code }) => {
      if (socket !== mine) return
      socket = null
      if (code === muxClosed.unauthorized) {
        end()
        signedOut()
      } else again()
    }
  }
  const hear = (frame: FromMux): void => {
    if (frame.ch === 'system') {
      if (frame.type === 'ready') say({ ch: 'terminal', type: 'open', id, ...size, seat: seatOf() })
      return
    }
    if (frame.ch !== 'terminal') return
    switch (frame.type) {
      case 'opened':
        n = frame.n
        return
      case 'role':
        wait = firstWaitMs
        events.state('live')
        events.role(frame.role, frame.driven, frame.viewers)
        return
      case 'resized':
        events.resized(frame.cols, frame.rows)
        return
      case 'exited':
        events.exited(frame.why)
        end()
        return
      case 'error':
        if (frame.code === 'TERMINAL_IN_USE') return
        if (passing.has(frame.code)) {
          const broken = socket
          socket = null
          broken?.close()
          again()
          return
        }
        events.refused(frame)
        end()
    }
  }
  const beat = window.setInterval(() => {
    say({ ch: 'system', type: 'ping' })
    const asked = socket
    window.setTimeout(() => {
      if (asked === null || socket !== asked || performance.now() - heardAt < pingMs) return
      socket = null
      asked.close()
      again()
    }, silentMs)
  }, pingMs)
  connect()
  return {
    keys(bytes) {
      if (socket?.readyState !== WebSocket.OPEN || n === 0) return
      const whole = new Uint8Array(muxHead + bytes.length)
      whole[0] = n >> 8
      whole[1] = n & 0xff
      whole.set(bytes, muxHead)
      socket.send(whole)
    },
    resize(cols, rows) {
      size = { cols, rows }
      say({ ch: 'terminal', type: 'resize', id, cols, rows })
    },
    drive: () => say({ ch: 'terminal', type: 'drive', id }),
    close: end,
  }
}

/** Adds up what was drawn and says so: at once when it is much, else a moment later. */
function counter(say: (bytes: number) => void): (bytes: number) => void {
  let drawn = 0
  let said = 0
  let timer = 0
  const now = (): void => {
    clearTimeout(timer)
    timer = 0
    said = drawn
    say(drawn)
  }
  return (bytes) => {
    drawn += bytes
    if (drawn - said >= ackEvery) now()
    else if (timer === 0) timer = window.setTimeout(now, ackMs)
  }
}
