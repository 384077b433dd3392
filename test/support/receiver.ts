/**
 * Somebody who takes notifications, on this machine: keeps what came with its headers, answers what it is told to, and tells
 * when something fits. It is a push service, a webhook or ntfy, whichever the test asks of it.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { awaited } from './awaited.ts'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export type Answering = (got: Received, answer: ServerResponse) => void

export interface Receiver {
  readonly url: string
  readonly got: readonly Received[]
  /** From now on. */
  answer(answering: Answering | number): void
  /** The first that fits, from the beginning; waits for it. */
  until(what: string, fits: (got: Received) => boolean): Promise<Received>
  close(): Promise<void>
}

export async function receiver(): Promise<Receiver> {
  const got: Received[] = []
  const waiting = new Set<() => void>()
  let answering: Answering = (_, answer) => answer.writeHead(200).end()
  const server = createServer((request, answer) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) }
      got.push(one)
      answering(one, answer)
      for (const look of [...waiting]) look()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    got,
    answer(how) {
      answering = typeof how === 'number' ? (_, answer) => answer.writeHead(how).end() : how
    },
    until: (what, fits) =>
      awaited(
        what,
        new Promise<Received>((done) => {
          const look = (): void => {
            const found = got.find(fits)
            if (found === undefined) return
            waiting.delete(look)
            done(found)
          }
          waiting.add(look)
          look()
        }),
      ),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
