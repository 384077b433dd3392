/**
 * An answer that comes before the body was read must reach its reader: closing at once would reset the connection under
 * a caller that still writes, who then sees a broken pipe and no answer. So the rest of the body is read and dropped, up
 * to a bound; a caller that goes on beyond it is cut off.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

const dropBytes = 64 * 1024 * 1024
const dropMs = 10_000

export function lingerOver(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.headers['content-length'] === undefined && incoming.headers['transfer-encoding'] === undefined) return
  // Although the caller asked to close: a reader that got its answer closes it itself.
  outgoing.shouldKeepAlive = true
  outgoing.once('finish', () => {
    if (!incoming.complete) dropRest(incoming)
  })
}

function dropRest(incoming: IncomingMessage): void {
  const { socket } = incoming
  const late = setTimeout(() => socket.destroy(), dropMs)
  let dropped = 0
  incoming.on('data', (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > dropBytes) socket.destroy()
  })
  incoming.once('close', () => clearTimeout(late))
  incoming.resume()
}
