/**
 * The WebSocket door: who may come to `/mux` (Host, Origin, then the bearer in the first frame, the operator alone), how many
 * connections one bearer may hold, and their end when it is revoked or the daemon leaves. The channels are connection.ts's.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { DroverError, httpStatusOf } from '#contract/error'
import { type FromMux, muxClosed, muxFrameLimit, muxPath } from '#contract/mux'
import type { Gate } from '#flows/access/caller'
import type { Flows } from '#flows/engine/flows'
import { envelopeOf } from '../answer.ts'
import { type Door, proxiedCaller, refuseHost, refuseOrigin } from '../guard.ts'
import type { HttpConfig, HttpLog } from '../http.ts'
import type { RateLimit } from '../rate-limit.ts'
import { type Connection, type Entry, openConnection } from './connection.ts'
import { createTables } from './tables.ts'

const authMs = 10_000
const beatEveryMs = 15_000
/** Pages of one sign-in, in all their tabs. */
const mostOfOne = 32

export interface MuxDeps {
  readonly flows: Flows
  readonly gate: Gate
  readonly log: HttpLog
  readonly config: HttpConfig
  readonly rateLimit: RateLimit
}

export interface Mux {
  readonly open: number
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer, door: Door, known: () => void): void
  /** Resolves once every connection is gone; whoever does not leave is cut. */
  close(graceMs: number): Promise<void>
}

export function createMux(deps: MuxDeps): Mux {
  const { flows, gate, log, config } = deps
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: muxFrameLimit,
    perMessageDeflate: false,
    clientTracking: true,
  })
  const tables = createTables()
  const open = new Set<Connection>()
  let closing = false

  const revoked = (): DroverError =>
    new DroverError('UNAUTHORIZED', 'This sign-in was revoked.', { hint: 'Run `drover link` for a new page link.' })
  const stopListening = gate.onRevoked((label) => {
    for (const connection of open)
      if (connection.entry?.label === label) connection.refuse(muxClosed.unauthorized, revoked())
  })
  const timer = setInterval(() => {
    for (const connection of open) {
      if (connection.entry?.stillValid() === false) connection.refuse(muxClosed.unauthorized, revoked())
      else connection.beat()
    }
  }, config.beatMs ?? beatEveryMs)
  timer.unref()

  const begin = (socket: WebSocket, incoming: IncomingMessage, known: () => void): void => {
    const connection = openConnection(socket, {
      tables,
      authMs: config.muxAuthMs ?? authMs,
      enter(bearer) {
        const entry = whoIs(deps, incoming, bearer)
        if ([...open].filter((one) => one.entry?.label === entry.label).length >= mostOfOne) {
          throw new DroverError('RATE_LIMITED', 'This sign-in has too many connections open.', {
            hint: `Close a page: ${mostOfOne} at a time.`,
          })
        }
        known()
        return entry
      },
      view(id, viewer) {
        if (!flows.ready()) throw notReady()
        return flows.viewTerminal(id, viewer)
      },
      follow: (listener) => followChanges(flows, listener),
      fault: (cause) => log.error('unexpected fault', { path: muxPath, cause }),
    })
    open.add(connection)
    socket.once('close', () => open.delete(connection))
  }

  return {
    get open() {
      return open.size
    },
    upgrade(incoming, socket, head, door, known) {
      socket.on('error', () => undefined)
      const { host, origin } = incoming.headers
      const refusal = refuseHost(host, door, config.allowedHosts) ?? refuseOrigin(origin, host)
      if (refusal !== null) return answerRaw(socket, DroverError.of(refusal))
      if (pathOf(incoming) !== muxPath || closing) return answerRaw(socket, noRoute())
      server.handleUpgrade(incoming, socket, head, (made) => begin(made, incoming, known))
    },
    async close(graceMs) {
      closing = true
      clearInterval(timer)
      stopListening()
      const gone = [...server.clients].map((one) => new Promise((resolve) => one.once('close', resolve)))
      for (const connection of open) connection.leave()
      const cut = setTimeout(
        () => {
          for (const one of server.clients) one.terminate()
        },
        Math.min(graceMs, 500),
      )
      await Promise.all(gone)
      clearTimeout(cut)
    },
  }
}

/** Throws UNAUTHORIZED, RATE_LIMITED, FORBIDDEN_SCOPE. */
function whoIs({ gate, config, rateLimit }: MuxDeps, incoming: IncomingMessage, bearer: string | undefined): Entry {
  const peer = incoming.socket.remoteAddress ?? null
  if (bearer === undefined) {
    const header = (name: string): string | undefined => {
      const value = incoming.headers[name.toLowerCase()]
      return Array.isArray(value) ? value[0] : value
    }
    const proxied = proxiedCaller(config.trustedProxy, peer, header)
    if (proxied?.type === 'operator') return { label: proxied.label, stillValid: () => true }
    throw new DroverError('UNAUTHORIZED', 'This door needs a bearer.', { hint: 'It belongs into the first frame.' })
  }
  const caller = gate.identify(bearer)
  if (caller === null) {
    const wait = rateLimit.fail(peer ?? 'socket')
    if (wait === null)
      throw new DroverError('UNAUTHORIZED', 'This bearer is not valid (any more).', {
        hint: 'Run `drover link` for a new page link.',
      })
    throw new DroverError('RATE_LIMITED', 'Too many wrong tokens from this address.', {
      hint: `Wait ${wait} s, then try the right one.`,
    })
  }
  if (caller.type !== 'operator') {
    throw new DroverError('FORBIDDEN_SCOPE', "Terminals are the operator's alone.", {
      hint: 'A session cannot look at terminals, its own neither.',
    })
  }
  return { label: caller.label, stillValid: () => gate.identify(bearer) !== null }
}

/** Pointers only, and none to sessions that nobody is to see. */
const followChanges = (flows: Flows, listener: (frame: FromMux) => void): (() => void) =>
  flows.feed.fleet((changes) => {
    for (const { seq, type, sessionId } of changes) {
      if (sessionId !== undefined && flows.isHidden(sessionId)) continue
      const about = sessionId === undefined ? {} : { sessionId }
      listener({ ch: 'sessions', type: 'changed', seq, change: type, ...about })
    }
  })

export const pathOf = ({ url = '' }: Pick<IncomingMessage, 'url'>): string => url.split('?', 1)[0] ?? ''

const noRoute = (): DroverError =>
  new DroverError('ROUTE_NOT_FOUND', `Nothing but ${muxPath} is upgraded here.`, {
    hint: 'GET /api/v1/openapi.json lists every route.',
  })

const notReady = (): DroverError =>
  new DroverError('NOT_READY', 'The daemon is still taking stock of its sessions.', { hint: 'Try again in a moment.' })

/** Before there is a WebSocket the answer is one of HTTP. */
function answerRaw(socket: Duplex, error: DroverError): void {
  const body = JSON.stringify(envelopeOf(error, 'req_upgrade'))
  socket.end(
    `HTTP/1.1 ${httpStatusOf(error.code)} Refused\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
