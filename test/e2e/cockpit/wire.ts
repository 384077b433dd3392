/** A wire between a page and the daemon that a test can cut: what a lost network looks like from both ends. */
import { connect, createServer, type Socket } from 'node:net'

export interface Wire {
  readonly port: number
  /** Drops every connection and takes no new one. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function openWire(to: number): Promise<Wire> {
  const open = new Set<Socket>()
  let whole = true
  const server = createServer((near) => {
    if (!whole) {
      near.destroy()
      return
    }
    const far = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.pipe(other)
      // A broken pipe is what this wire is for.
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const drop = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: address.port,
    cut() {
      whole = false
      drop()
    },
    mend() {
      whole = true
    },
    close: () =>
      new Promise((done) => {
        drop()
        server.close(() => done())
      }),
  }
}
