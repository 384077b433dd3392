/**
 * Listens at TCP and at the Unix socket with the same app. A busy port is the caller's to decide about; a socket file that
 * nobody answers at is removed. Closing ends streams, lets running requests finish, then cuts what is left.
 */
import { chmod, lstat, unlink } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { DroverError } from '#contract/error'
import { muxPath } from '#contract/mux'
import { answerError } from './answer.ts'
import type { Env } from './door.ts'
import type { Door } from './guard.ts'
import type { HttpLog } from './http.ts'
import { lingerOver } from './linger.ts'
import { type Mux, pathOf } from './mux/mux.ts'
import { connectionLimits, type Strangers, watchStrangers } from './strangers.ts'
import type { Streams } from './stream/streams.ts'

export interface ListenOptions {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  readonly socketPath: string | null
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer }
  /** How many files and connections the process may have open; enough for anything unless given. */
  readonly descriptors?: number
  /** How long running requests may take when the door closes; 2 s unless given. */
  readonly graceMs?: number
}

export interface Listening {
  readonly port: number
  readonly socket: string | null
  close(): Promise<void>
}

interface Parts {
  readonly log: HttpLog
  readonly streams: Streams
  readonly mux: Mux
}

export async function listen(app: Hono<Env>, options: ListenOptions, parts: Parts): Promise<Listening> {
  const descriptors = options.descriptors ?? 65_536
  const tcp = serverFor(app, 'tcp', descriptors, parts.mux, options.tls)
  await bind(tcp, () => tcp.listen({ host: options.host, port: options.port }))
  const address = tcp.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  const servers = [tcp]
  if (options.socketPath !== null) {
    const local = serverFor(app, 'socket', descriptors, parts.mux)
    try {
      await bindSocket(local, options.socketPath)
    } catch (error) {
      await closeAll(servers, 0)
      throw error
    }
    servers.push(local)
  }
  let closing: Promise<void> | null = null
  return {
    port,
    socket: options.socketPath,
    close() {
      closing ??= (async () => {
        parts.streams.close()
        const graceMs = options.graceMs ?? 2_000
        await Promise.all([parts.mux.close(graceMs), closeAll(servers, graceMs)])
        parts.log.debug('doors closed', { port, socket: options.socketPath })
      })()
      return closing
    },
  }
}

function serverFor(app: Hono<Env>, door: Door, descriptors: number, mux: Mux, tls?: ListenOptions['tls']): Server {
  let strangers: Strangers | null = null
  const listener = getRequestListener(
    (request, env) => {
      const raw = env as Env['Bindings']
      const known = (): void => {
        if (raw.incoming !== undefined) strangers?.know(raw.incoming.socket)
      }
      return app.fetch(request, { ...raw, door, known })
    },
    {
      overrideGlobalObjects: false,
      // An answer that comes before the body was read must reach its reader: Node itself discards the rest, the
      // library would cut the connection.
      autoCleanupIncoming: false,
      errorHandler: (cause) =>
        answerError(
          new DroverError('INVALID_PATH', 'The request line or Host cannot be read.', {
            hint: 'Send a plain path and one Host header.',
            cause,
          }),
          'req_unreadable',
        ),
    },
  )
  const receive: RequestListener = (incoming, outgoing) => {
    // On the socket any Host will do, also none or one that is no name at all.
    if (door === 'socket') incoming.headers.host = 'localhost'
    lingerOver(incoming, outgoing)
    void listener(incoming, outgoing)
  }
  const settings = {
    requireHostHeader: door === 'tcp',
    keepAliveTimeout: 65_000,
    // Half a request is not waited for: what is begun is said within seconds, a whole body within a minute.
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    connectionsCheckingInterval: 2_000,
    // Who offers another protocol on any other path is answered as if it had not.
    shouldUpgradeCallback: (incoming: IncomingMessage) => pathOf(incoming) === muxPath,
  }
  const server =
    tls === undefined ? createServer(settings, receive) : createSecureServer({ ...settings, ...tls }, receive)
  const watched = watchStrangers(server as Server, connectionLimits(descriptors))
  strangers = watched
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) =>
    mux.upgrade(incoming, socket, head, door, () => watched.know(incoming.socket)),
  )
  return server as Server
}

function bind(server: Server, start: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', () => {
      server.off('error', reject)
      resolve()
    })
    start()
  })
}

/** Mode 0600 from the first moment: the umask covers the time between bind and chmod. */
async function bindSocket(server: Server, path: string): Promise<void> {
  await removeStale(path)
  const before = process.umask(0o177)
  let bound: Promise<void>
  try {
    bound = bind(server, () => server.listen(path))
  } finally {
    process.umask(before)
  }
  await bound
  await chmod(path, 0o600)
}

/** A socket that nobody answers at is removed, and an empty file in its place; anything else is somebody's and stays. */
async function removeStale(path: string): Promise<void> {
  let facts: Awaited<ReturnType<typeof lstat>>
  try {
    facts = await lstat(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  if (facts.isSocket() ? await answers(path) : !facts.isFile() || facts.size > 0) {
    throw Object.assign(new Error(`address already in use: ${path}`), { code: 'EADDRINUSE', path })
  }
  await unlink(path)
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    // Refused or gone: nobody listens there.
    probe.once('error', () => resolve(false))
  })
}

async function closeAll(servers: readonly Server[], graceMs: number): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          const cut = setTimeout(() => server.closeAllConnections(), graceMs)
          server.close(() => {
            clearTimeout(cut)
            resolve()
          })
          server.closeIdleConnections()
        }),
    ),
  )
}
