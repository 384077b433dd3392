/**
 * Connections that showed no token yet: few at a time, not for long, and the oldest goes for a new one, so that nobody who
 * only knocks can use up the descriptors that agents need. Whose token is good is the door's business.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Connections without a token, at one door. */
  readonly strangers: number
  /** All connections, at one door. */
  readonly all: number
}

/** How long one may knock: from its beginning, or from its last request on. */
const patienceMs = 20_000
const lookEveryMs = 2_000

/**
 * Of what the process may open, a quarter for each of the two doors; the other half is kept for agents, git and the store.
 * Browsers open six connections a page, and several pages may be signing in.
 */
export function connectionLimits(descriptors: number): ConnectionLimits {
  const all = Math.max(16, Math.floor(descriptors / 4))
  return { strangers: Math.min(256, Math.max(8, Math.floor(all / 2))), all }
}

export interface Strangers {
  /** A request on this connection showed a token that is good. */
  know(socket: Socket): void
}

interface Stranger {
  readonly socket: Socket
  since: number
  /** Requests that are being answered. */
  busy: number
}

export function watchStrangers(server: Server, limits: ConnectionLimits, now = () => performance.now()): Strangers {
  // In the order they came. Under TLS the requests' socket is another object than the one that was accepted.
  const strangers = new Map<Socket | string, Stranger>()
  const nameOf = (socket: Socket): Socket | string =>
    socket.remotePort === undefined ? socket : `${socket.remoteAddress}:${socket.remotePort}`

  const dropOldest = (): void => {
    const all = [...strangers]
    const [name, oldest] = all.find(([, one]) => one.busy === 0) ?? all[0] ?? []
    if (name === undefined || oldest === undefined) return
    strangers.delete(name)
    oldest.socket.destroy()
  }
  server.maxConnections = limits.all
  server.on('connection', (socket: Socket) => {
    const name = nameOf(socket)
    strangers.set(name, { socket, since: now(), busy: 0 })
    socket.once('close', () => strangers.delete(name))
    if (strangers.size > limits.strangers) dropOldest()
  })
  server.on('request', ({ socket }, outgoing) => {
    const stranger = strangers.get(nameOf(socket))
    if (stranger === undefined) return
    stranger.busy++
    outgoing.once('close', () => {
      stranger.busy--
      stranger.since = now()
    })
  })
  const timer = setInterval(() => {
    const late = now() - patienceMs
    for (const [name, { socket, since, busy }] of strangers) {
      if (busy > 0 || since > late) continue
      strangers.delete(name)
      socket.destroy()
    }
  }, lookEveryMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
  return {
    know(socket) {
      strangers.delete(nameOf(socket))
    },
  }
}
