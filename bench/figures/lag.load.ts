/**
 * Writes lines with the time of their writing at an even pace and tells how long each took to come back: through Drover
 * (pipe -> agent -> spool -> store -> SSE) or through a watched file of its own (the floor). Reads a Load on standard input.
 */
import { closeSync, mkdirSync, openSync, readSync, watch, writeSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { frames } from '#test/support/world'
import { percentile } from '../statistics.ts'
import type { Lags, Load } from './lag.ts'

const load = JSON.parse(await text(process.stdin)) as Load
const lags: number[] = []
const run = `r${process.pid}x`
const padding = 'x'.repeat(340)

/** The line of an agent, and how its time is found again in whatever carries it. */
const line = (): string => `{"type":"text","text":"${run} ${performance.now().toFixed(3)} ${padding}"}\n`
const hear = (carried: string): void => {
  const at = carried.indexOf(run)
  if (at >= 0) lags.push(performance.now() - Number.parseFloat(carried.slice(at + run.length + 1)))
}

function openFloor(): { writers: number[]; close(): void } {
  const closers: (() => void)[] = []
  const buffer = Buffer.alloc(64 * 1024)
  const writers = Array.from({ length: load.count }, (_, n) => {
    const dir = join(load.dir, String(n))
    mkdirSync(dir)
    const file = join(dir, 'stdout')
    const writer = openSync(file, 'a')
    const reader = openSync(file, 'r')
    let at = 0
    const watcher = watch(file, () => {
      for (;;) {
        const read = readSync(reader, buffer, 0, buffer.length, at)
        if (read === 0) return
        at += read
        for (const one of buffer.toString('utf8', 0, read).split('\n')) if (one !== '') hear(one)
      }
    })
    closers.push(() => {
      watcher.close()
      closeSync(writer)
      closeSync(reader)
    })
    return writer
  })
  return {
    writers,
    close() {
      for (const close of closers) close()
    },
  }
}

async function openSubject(subject: NonNullable<Load['subject']>): Promise<{ writers: number[]; close(): void }> {
  const headers = { authorization: `Bearer ${subject.token}` }
  const streams = await Promise.all(
    subject.sessions.map(
      ({ id }) =>
        new Promise<() => void>((resolve, reject) => {
          const path = `/api/v1/sessions/${id}/stream`
          const req = request({ host: '127.0.0.1', port: subject.port, path, agent: false, headers }, (res) => {
            res.setEncoding('utf8')
            res.on('error', () => undefined)
            res.on(
              'data',
              frames((frame) => {
                if (frame.event === 'caught-up') resolve(() => req.destroy())
                else hear(frame.data)
              }),
            )
          })
          req.on('error', reject)
          req.end()
        }),
    ),
  )
  return {
    writers: subject.sessions.map(({ fifo }) => openSync(fifo, 'r+')),
    close() {
      for (const close of streams) close()
    },
  }
}

const { writers, close } = load.subject === null ? openFloor() : await openSubject(load.subject)
const perMs = (load.count * load.linesPerSecond) / 1000
const total = Math.floor(load.seconds * 1000 * perMs)
const begun = performance.now()
let written = 0
await new Promise<void>((resolve) => {
  const timer = setInterval(() => {
    const due = Math.min(total, Math.floor((performance.now() - begun) * perMs))
    while (written < due) writeSync(writers[written++ % writers.length]!, line())
    if (written < total) return
    clearInterval(timer)
    resolve()
  }, 1)
})
const deadline = performance.now() + 5000
while (lags.length < total && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10))
close()
// The first moments belong to connections and to code that is not warm: a tenth, and a whole second of a long run.
const settled = lags.slice(Math.max(Math.floor(lags.length * 0.1), load.seconds > 5 ? Math.floor(perMs * 1000) : 0))
const answer: Lags = { p50: percentile(settled, 0.5), p99: percentile(settled, 0.99), lost: total - lags.length }
process.stdout.write(JSON.stringify(answer))
process.exit(0)
