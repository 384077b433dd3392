/**
 * Many SSE clients in one process, as cheap as can be: each counts its frames by scanning bytes. Reads what is wanted from the
 * first line of standard input, says `ready` when all are caught up and `seen {…}` when all are done or time is over.
 */

import { request } from 'node:http'
import { createInterface } from 'node:readline'
import type { Clients, Seen } from './fan-out.ts'

const mark = Buffer.from('\ndata: {"id"')
const caughtUp = Buffer.from('event: caught-up')

const [first] = await (async () => {
  for await (const line of createInterface({ input: process.stdin })) return [line]
  return ['{}']
})()
const wanted = JSON.parse(first ?? '{}') as Clients
const doneAt: (number | null)[] = Array.from({ length: wanted.count }, () => null)
let ready = 0
let left = wanted.count

function finish(): void {
  const seen: Seen = { doneAt }
  process.stdout.write(`seen ${JSON.stringify(seen)}\n`, () => process.exit(0))
}

function client(n: number): void {
  const headers = { authorization: `Bearer ${wanted.token}` }
  const where = { host: '127.0.0.1', port: wanted.port, path: wanted.path }
  const req = request({ ...where, agent: false, headers }, (res) => {
    let count = 0
    let live = false
    let tail: Buffer = Buffer.alloc(0)
    res.on('error', () => undefined)
    res.on('close', () => {
      if (doneAt[n] === null && --left === 0) finish()
    })
    res.on('data', (piece: Buffer) => {
      const bytes = tail.length === 0 ? piece : Buffer.concat([tail, piece])
      if (!live && bytes.includes(caughtUp)) {
        live = true
        if (++ready === wanted.count) {
          process.stdout.write('ready\n')
          setTimeout(finish, 60_000).unref()
        }
      }
      let at = bytes.indexOf(mark)
      let end = 0
      for (; at >= 0; at = bytes.indexOf(mark, end)) {
        count++
        end = at + mark.length
      }
      tail = bytes.subarray(Math.max(end, bytes.length - (live ? mark.length : caughtUp.length) + 1))
      if (count < wanted.frames || doneAt[n] !== null) return
      doneAt[n] = performance.timeOrigin + performance.now()
      if (--left === 0) finish()
    })
  })
  req.on('error', () => {
    if (doneAt[n] === null && --left === 0) finish()
  })
  req.end()
}

for (let n = 0; n < wanted.count; n++) client(n)
