/** Clients of the daemon's streams and routes, as cheap as they can be: they must not be what is measured. */

import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
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

/** One kept-alive connection: milliseconds from asking to the last byte of the answer. */
export function openClient(world: World): { get(path: string): Promise<{ ms: number; text: string }>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${tokenOf(world)}`, host: 'localhost' }
  return {
    get: (path) =>
      new Promise((resolve, reject) => {
        const begun = performance.now()
        const req = request({ socketPath: world.daemon.socket, path, agent, headers }, (res) => {
          const pieces: Buffer[] = []
          res.on('data', (piece: Buffer) => pieces.push(piece))
          res.on('error', reject)
          res.on('end', () => {
            const ms = performance.now() - begun
            const text = Buffer.concat(pieces).toString('utf8')
            if (res.statusCode === 200) resolve({ ms, text })
            else reject(new Error(`${path} answered ${res.statusCode}: ${text}`))
          })
        })
        req.on('error', reject)
        req.end()
      }),
    close: () => agent.destroy(),
  }
}
