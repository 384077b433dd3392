/**
 * One client's end of a stream: writes to the raw response, waits for room while replaying, and closes the connection of a
 * client that lets more than the limit pile up. It never drops a frame: a client that was closed comes back and resumes.
 */
import type { ServerResponse } from 'node:http'

export const unsentLimit = 1024 * 1024

export interface Outlet {
  readonly closed: boolean
  write(frames: string | Buffer): void
  /** From here on nobody waits for this client: what piles up beyond the limit closes it. */
  goLive(): void
  /** Resolves when more may be written: after a drain, or at the next turn of the loop. false: the client is gone. */
  room(): Promise<boolean>
  /** Ends politely; the client reconnects if it wants. */
  end(): void
  /** Closes the connection when too much is unsent. */
  check(): void
  onClose(listener: () => void): void
}

export function openOutlet(response: ServerResponse, headers: Record<string, string>, limit = unsentLimit): Outlet {
  const listeners = new Set<() => void>()
  let closed = false
  let live = false
  let checking = false
  const gone = (): void => {
    if (closed) return
    closed = true
    for (const listener of listeners) listener()
    listeners.clear()
  }
  response.once('close', gone)
  // A client that vanished is no fault of ours; `close` follows.
  response.on('error', gone)
  response.socket?.setNoDelay(true)
  response.socket?.setKeepAlive(true, 30_000)
  response.writeHead(200, headers)
  response.flushHeaders()

  const check = (): void => {
    checking = false
    if (live && !closed && response.writableLength > limit) {
      response.destroy()
      gone()
    }
  }

  return {
    get closed() {
      return closed
    },
    write(frames) {
      if (closed) return
      response.write(frames)
      // Node would keep them until every promise of this tick is done, and what follows the end of a turn starts processes.
      response.socket?.uncork()
      // Bytes of this tick are still on their way to the kernel: judge when they had their chance.
      if (live && response.writableLength > limit && !checking) {
        checking = true
        setImmediate(check)
      }
    },
    goLive() {
      live = true
    },
    room() {
      if (closed) return Promise.resolve(false)
      return new Promise((resolve) => {
        const settle = (): void => {
          response.off('drain', settle)
          listeners.delete(settle)
          resolve(!closed)
        }
        if (!response.writableNeedDrain) {
          setImmediate(settle)
          return
        }
        response.once('drain', settle)
        listeners.add(settle)
      })
    },
    end() {
      if (closed) return
      response.end()
      gone()
    },
    check,
    onClose(listener) {
      if (closed) listener()
      else listeners.add(listener)
    },
  }
}
