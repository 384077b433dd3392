/**
 * One HTTP/1.1 exchange over one connection, on node:net alone: the HTTP client of Node takes longer to load than most
 * commands take to run. Sends a request, reads the head, gives the body in pieces, closes. Speaks to our own daemon only.
 */
import { connect, type Socket } from 'node:net'

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | number>>
  /** Sent once the other side says that it listens, so that whoever gives up before has asked for nothing. */
  readonly body?: Buffer
  /** The whole request is on its way: from here on it may be carried out. */
  readonly onHanded?: () => void
  /** Fails when this long passes without a byte before the head has come. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: AsyncGenerator<Buffer>
  close(): void
}

const headEnd = Buffer.from('\r\n\r\n')
const lineEnd = Buffer.from('\r\n')
const brokenOff = () => new Error('the connection ended in mid-answer')

class Silent extends Error {}
export const isTimeout = (error: unknown): boolean => error instanceof Silent

/** Pulls bytes from the connection as they are asked for. */
function reader(socket: Socket) {
  const source = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const next = await source.next()
    if (next.done) return false
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value])
    return true
  }
  return {
    /** Up to a mark, which is taken away too. */
    async until(mark: Buffer): Promise<Buffer> {
      for (let from = 0; ; ) {
        const at = rest.indexOf(mark, from)
        if (at >= 0) {
          const found = rest.subarray(0, at)
          rest = rest.subarray(at + mark.length)
          return found
        }
        from = Math.max(0, rest.length - mark.length + 1)
        if (!(await more())) throw brokenOff()
      }
    },
    /** At most `most` bytes, whatever is there; null at the end. */
    async some(most: number): Promise<Buffer | null> {
      if (rest.length === 0 && !(await more())) return null
      const found = rest.subarray(0, most)
      rest = rest.subarray(found.length)
      return found
    },
  }
}
type Reader = ReturnType<typeof reader>

async function* exactly(from: Reader, bytes: number): AsyncGenerator<Buffer> {
  for (let left = bytes; left > 0; ) {
    const piece = await from.some(left)
    if (piece === null) throw brokenOff()
    left -= piece.length
    yield piece
  }
}

async function* chunks(from: Reader): AsyncGenerator<Buffer> {
  for (;;) {
    const size = Number.parseInt((await from.until(lineEnd)).toString('latin1'), 16)
    if (Number.isNaN(size)) throw new Error('the answer is not HTTP')
    if (size === 0) return
    yield* exactly(from, size)
    await from.until(lineEnd)
  }
}

async function* toTheEnd(from: Reader): AsyncGenerator<Buffer> {
  for (let piece = await from.some(Number.MAX_SAFE_INTEGER); piece !== null; ) {
    yield piece
    piece = await from.some(Number.MAX_SAFE_INTEGER)
  }
}

function readHead(head: string): { status: number; headers: Record<string, string> } {
  const [first, ...lines] = head.split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first ?? '')?.[1] ?? Number.NaN)
  if (Number.isNaN(status)) throw new Error('the answer is not HTTP')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  return { status, headers }
}

function bodyOf(from: Reader, headers: Readonly<Record<string, string>>): AsyncGenerator<Buffer> {
  if (headers['transfer-encoding']?.includes('chunked')) return chunks(from)
  const length = headers['content-length']
  return length === undefined ? toTheEnd(from) : exactly(from, Number(length))
}

function requestText(sent: Sent): string {
  const more = { ...(sent.body ? { expect: '100-continue' } : {}), connection: 'close' }
  const lines = Object.entries({ ...sent.headers, ...more }).map(([name, value]) => `${name}: ${value}`)
  return `${sent.method} ${sent.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

/** Resolves with the head; errors of the connection keep their `code`. */
export async function transact(to: { path: string } | { host: string; port: number }, sent: Sent): Promise<Received> {
  const socket = connect(to)
  const stop = () => socket.destroy(reasonOf(sent.signal))
  if (sent.signal?.aborted) stop()
  sent.signal?.addEventListener('abort', stop, { once: true })
  const close = () => {
    sent.signal?.removeEventListener('abort', stop)
    socket.destroy()
  }
  if (sent.timeoutMs !== undefined) {
    socket.setTimeout(sent.timeoutMs, () => socket.destroy(new Silent(`no answer within ${sent.timeoutMs} ms`)))
  }
  socket.write(requestText(sent))
  try {
    const from = reader(socket)
    let head = readHead((await from.until(headEnd)).toString('latin1'))
    for (let kept = sent.body; head.status < 200; head = readHead((await from.until(headEnd)).toString('latin1'))) {
      if (head.status !== 100 || kept === undefined) continue
      sent.onHanded?.()
      socket.write(kept)
      kept = undefined
    }
    socket.setTimeout(0)
    return { ...head, body: closing(bodyOf(from, head.headers), close), close }
  } catch (error) {
    close()
    throw error
  }
}

/** Whoever aborts may say why. */
const reasonOf = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : Object.assign(new Error('aborted'), { name: 'AbortError' })

async function* closing(body: AsyncGenerator<Buffer>, close: () => void): AsyncGenerator<Buffer> {
  try {
    yield* body
  } finally {
    close()
  }
}
