/** Clients of the daemon's streams and routes, as cheap as they can be: they must not be what is measured. */

import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { frames, type World } from '#test/support/world'

export const tokenOf = (world: World): string => readFileSync(join(world.home, 'token'), 'utf8').trim()

export interface Watcher {
  /** Resolves when so many frames in all have fitted. */
  reached(count: number): Promise<void>
  readonly seen: number
  close(): void
}

/** Follows a stream over the socket and counts the frames that fit. Resolves once it is connected. */
export function watch(
  world: World,
  path: string,
  fits: (frame: { readonly event?: string; readonly data: string }) => boolean,
): Promise<Watcher> {
  let seen = 0
  let waiting: { count: number; resolve: () => void }[] = []
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${tokenOf(world)}`, host: 'localhost' }
    const req = request({ socketPath: world.daemon.socket, path, agent: false, headers }, (res) => {
      if (res.statusCode !== 200) return reject(new Error(`${path} answered ${res.statusCode}`))
      res.setEncoding('utf8')
      res.on('error', () => undefined)
      const parse = frames((frame) => {
        if (frame.event === 'caught-up') resolve(watcher)
        if (!fits(frame)) return
        seen++
        waiting = waiting.filter((one) => {
          if (seen < one.count) return true
          one.resolve()
          return false
        })
      })
      return res.on('data', parse)
    })
    const watcher: Watcher = {
      reached: (count) =>
        seen >= count ? Promise.resolve() : new Promise((done) => waiting.push({ count, resolve: done })),
      get seen() {
        return seen
      },
      close: () => req.destroy(),
    }
    req.on('error', reject)
    req.end()
  })
}

export interface Client {
  get(path: string): Promise<Answered>
  post(path: string, body: unknown): Promise<Answered>
  close(): void
}

export interface Answered {
  /** Milliseconds from asking to the last byte of the answer. */
  readonly ms: number
  readonly text: string
}

/**
 * One kept-alive connection, spoken to by hand: Node's own client would cost more than the answer it fetches. It knows one
 * kind of answer, a success with its length.
 */
export function openClient(to: { readonly socket: string; readonly token: string }): Client {
  const socket = connect(to.socket)
  let pieces: Buffer[] = []
  let left = -1
  let waiting: { answered(): void; failed(error: Error): void } | null = null
  socket.on('error', (error) => waiting?.failed(error))
  socket.on('close', () => waiting?.failed(new Error('the connection was closed')))
  socket.on('data', (piece: Buffer) => {
    pieces.push(piece)
    if (left < 0) left = lengthOf(Buffer.concat(pieces))
    else left -= piece.length
    if (left === 0) waiting?.answered()
  })
  const ask = (line: string, more: string): Promise<Answered> =>
    new Promise((resolve, reject) => {
      pieces = []
      left = -1
      const begun = performance.now()
      waiting = {
        answered() {
          const ms = performance.now() - begun
          waiting = null
          const [head, text] = partsOf(Buffer.concat(pieces))
          if (head.startsWith('HTTP/1.1 2')) resolve({ ms, text })
          else reject(new Error(`${line} answered ${head}: ${text}`))
        },
        failed: reject,
      }
      socket.write(`${line} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${to.token}\r\n${more}`)
    })
  return {
    get: (path) => ask(`GET ${path}`, '\r\n'),
    post(path, body) {
      const text = JSON.stringify(body)
      const length = Buffer.byteLength(text)
      return ask(`POST ${path}`, `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${text}`)
    },
    close: () => socket.destroy(),
  }
}

/** Bytes of the answer that are still to come; -1 while its head is not whole. */
function lengthOf(seen: Buffer): number {
  const end = seen.indexOf('\r\n\r\n')
  if (end < 0) return -1
  const length = /^content-length: *(\d+)/im.exec(seen.toString('latin1', 0, end))?.[1]
  if (length === undefined) throw new Error('an answer without its length')
  return end + 4 + Number(length) - seen.length
}

function partsOf(answer: Buffer): [string, string] {
  const end = answer.indexOf('\r\n\r\n')
  return [answer.toString('latin1', 0, end), answer.toString('utf8', end + 4)]
}

export const clientOf = (world: World): Client => openClient({ socket: world.daemon.socket, token: tokenOf(world) })
