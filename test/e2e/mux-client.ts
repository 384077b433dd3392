/** A client of `/mux` for tests: says who it is, keeps what it was told, draws (acknowledges) as fast as it is told to. */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { type FromMux, muxHead, type ToMux } from '#contract/mux'

export interface MuxClient {
  readonly socket: WebSocket
  readonly heard: FromMux[]
  /** The bytes of each terminal, by its number. */
  readonly bytes: Map<number, { text: string; total: number }>
  /** Resolves with the code of the end. */
  readonly closed: Promise<number>
  drawing: boolean
  say(frame: ToMux): void
  keys(n: number, text: string | Uint8Array): void
  /** The first frame that fits, of those that came and those that come. */
  frame<T extends FromMux['type']>(type: T, id?: string): Promise<Extract<FromMux, { type: T }>>
  until(what: string, holds: () => boolean): Promise<void>
  end(): void
}

export interface Dial {
  readonly bearer?: string | null
  readonly origin?: string
  readonly headers?: Record<string, string>
}

export async function dial(port: number, { bearer = null, origin, headers = {} }: Dial = {}): Promise<MuxClient> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/mux`, { perMessageDeflate: false, headers, origin })
  const heard: FromMux[] = []
  const bytes: MuxClient['bytes'] = new Map()
  const ids = new Map<number, string>()
  const waiting = new Set<() => void>()
  const wake = (): void => {
    for (const one of [...waiting]) one()
  }
  const closed = new Promise<number>((resolve) =>
    socket.once('close', (code) => {
      resolve(code)
      wake()
    }),
  )
  const say = (frame: ToMux): void => socket.send(JSON.stringify(frame))
  const client: MuxClient = {
    socket,
    heard,
    bytes,
    closed,
    drawing: true,
    say,
    keys(n, text) {
      const words = typeof text === 'string' ? Buffer.from(text) : text
      socket.send(Buffer.concat([Buffer.of(n >> 8, n & 0xff), words]))
    },
    async frame(type, id) {
      const fits = (one: FromMux): boolean => one.type === type && (id === undefined || ('id' in one && one.id === id))
      await client.until(`a frame ${type}`, () => heard.some(fits))
      return heard.find(fits) as never
    },
    until(what, holds) {
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`waited in vain for ${what}; heard ${JSON.stringify(heard.slice(-8))}`))
        }, 30_000)
        const look = (): void => {
          if (!holds()) return
          clearTimeout(late)
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      })
    },
    end: () => socket.terminate(),
  }
  socket.on('message', (data: Buffer, binary) => {
    if (!binary) {
      const frame = JSON.parse(String(data)) as FromMux
      heard.push(frame)
      if (frame.type === 'opened') ids.set(frame.n, frame.id)
    } else {
      const n = data.readUInt16BE(0)
      const seen = bytes.get(n) ?? { text: '', total: 0 }
      bytes.set(n, seen)
      seen.total += data.length - muxHead
      seen.text = (seen.text + data.toString('utf8', muxHead)).slice(-2_000_000)
      if (client.drawing) say({ ch: 'terminal', type: 'ack', id: ids.get(n) ?? '', bytes: seen.total })
    }
    wake()
  })
  socket.on('error', () => undefined)
  await Promise.race([once(socket, 'open'), closed])
  if (bearer !== null && socket.readyState === socket.OPEN) {
    say({ ch: 'system', type: 'auth', bearer })
    await Promise.race([client.frame('ready'), closed])
  }
  return client
}
