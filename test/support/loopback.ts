/**
 * A daemon of the test's own on a unix socket: it keeps every request and answers as it is told, so that what an agent's door
 * sends is seen byte for byte. It can be away and come back under the same path.
 */
import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly key: string | null
  readonly token: string | null
  readonly body: unknown
}

export interface Answer {
  readonly status?: number
  readonly body: object
}

export interface Loopback {
  readonly asked: readonly Asked[]
  /** The next request that fits, also one that came already. */
  until(fits: (asked: Asked) => boolean): Promise<Asked>
  down(): Promise<void>
  up(): Promise<void>
}

/** 'drop': the connection is broken off after the whole request was read. */
export async function loopback(
  socket: string,
  answer: (asked: Asked, n: number) => Answer | 'drop',
): Promise<Loopback> {
  const asked: Asked[] = []
  const waiting = new Set<() => void>()
  let server: Server | null = null
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const text = Buffer.concat(pieces).toString('utf8').trim()
    const one: Asked = {
      method: request.method ?? '',
      path: request.url ?? '',
      key: (request.headers['idempotency-key'] as string | undefined) ?? null,
      token: request.headers.authorization?.replace(/^Bearer /, '') ?? null,
      body: text === '' ? null : JSON.parse(text),
    }
    const given = one.path === '/healthz' ? { body: {} } : answer(one, asked.length + 1)
    if (one.path !== '/healthz') asked.push(one)
    for (const look of [...waiting]) look()
    if (given === 'drop') return void request.socket.destroy()
    response.writeHead(given.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(given.body))
  }
  const up = async (): Promise<void> => {
    rmSync(socket, { force: true })
    const begun = createServer((request, response) => void handle(request, response))
    await new Promise<void>((resolve, reject) => begun.once('error', reject).listen(socket, resolve))
    server = begun
  }
  await up()
  return {
    asked,
    up,
    until: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = asked.find(fits)
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    down: () =>
      new Promise((resolve) => {
        if (server === null) return resolve()
        server.close(() => resolve())
        server.closeAllConnections()
        server = null
      }),
  }
}
