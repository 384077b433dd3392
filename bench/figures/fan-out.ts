/**
 * `fan-out`: 200 clients on one session, 200 events a second. Value: frames a second that all clients together got, from the
 * first line written to the moment the slowest client has the last one. A client that was closed, or has the last frame more
 * than a second after it was written, is behind. Floor (fan-out.floor.ts): raw node:http writing the same bytes.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { interleave, type Measurement } from '../measure.ts'
import { live, pause, pipedSessions } from '../stage/agents.ts'
import { agentLine } from '../stage/lines.ts'
import type { Stage } from '../stage/stage.ts'
import { tokenOf } from '../stage/watch.ts'

const clients = 200
const perSecond = 200

export interface Clients {
  readonly port: number
  readonly path: string
  readonly token: string
  readonly count: number
  readonly frames: number
}

export interface Seen {
  /** Milliseconds since the epoch at which each client had its last frame; null: it never did. */
  readonly doneAt: readonly (number | null)[]
}

export const fanOut: Measurement = {
  figures: [
    {
      id: 'fan-out',
      unit: 'frames/s',
      what: '200 clients on one session, 200 events a second: frames delivered to all clients',
      floor: 'raw `node:http` writing the same bytes to 200 clients at the same pace',
      rule: { type: 'ratio-at-least', limit: 0.7, more: 'no client behind' },
    },
  ],
  async run(stage) {
    const world = await stage.world()
    const piped = await pipedSessions(world, stage.dir(), 1)
    const { id, fifo } = piped.sessions[0]!
    const pipe = openSync(fifo, 'r+')
    const frames = Math.floor(perSecond * (stage.quick ? 1 : 4))
    let behind = 0
    const subject = async (): Promise<number> => {
      const after = (await live(world, id)).lastEventId
      const path = `/api/v1/sessions/${id}/stream?after=${after}`
      const gang = await openClients({ port: world.daemon.port, path, token: tokenOf(world), count: clients, frames })
      const times = await writePaced(frames, (n) => writeSync(pipe, `${agentLine(n)}\n`))
      const seen = await gang.result
      behind += behindOf(seen, times.last)
      return rate(seen, times, frames)
    }
    await subject()
    behind = 0
    const runs = await interleave(stage.rounds, () => floorOnce(stage, frames), subject)
    piped.close()
    await world.end()
    return { 'fan-out': { ...runs, alsoOk: behind === 0, note: `${behind} clients behind` } }
  },
}

interface Times {
  readonly first: number
  readonly last: number
}

const epoch = (): number => performance.timeOrigin + performance.now()

async function writePaced(count: number, write: (n: number) => void): Promise<Times> {
  const begun = performance.now()
  const first = epoch()
  let written = 0
  while (written < count) {
    const due = Math.min(count, Math.floor(((performance.now() - begun) / 1000) * perSecond) + 1)
    while (written < due) write(written++)
    await pause(2)
  }
  return { first, last: epoch() }
}

const behindOf = (seen: Seen, last: number): number =>
  seen.doneAt.filter((at) => at === null || at - last > 1000).length

/** What the clients that finished got, over the time that the slowest of them took. */
function rate(seen: Seen, times: Times, frames: number): number {
  const done = seen.doneAt.filter((at) => at !== null)
  return done.length === 0 ? 0 : (done.length * frames) / ((Math.max(...done) - times.first) / 1000)
}

/** Starts the client process; resolves when every client is connected and caught up. */
async function openClients(wanted: Clients): Promise<{ readonly result: Promise<Seen> }> {
  const child = start('fan-out.clients.ts', JSON.stringify(wanted))
  await word(child, 'ready')
  return { result: word(child, 'seen ').then((text) => JSON.parse(text) as Seen) }
}

async function floorOnce(stage: Stage, frames: number): Promise<number> {
  stage.say('fan-out')
  const server = start('fan-out.floor.ts', JSON.stringify({ frames, perSecond }))
  const port = Number(await word(server, 'port '))
  const gang = await openClients({ port, path: '/', token: 'none', count: clients, frames })
  server.stdin?.write('go\n')
  const times = JSON.parse(await word(server, 'times ')) as Times
  const seen = await gang.result
  server.stdin?.end()
  return rate(seen, times, frames)
}

const children = new WeakMap<ChildProcess, { lines: string[]; wake: () => void }>()

function start(file: string, first: string): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, file)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const state = { lines: [] as string[], wake: () => {} }
  children.set(child, state)
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    state.lines.push(...parts)
    state.wake()
  })
  child.on('exit', (code) => {
    if (code !== 0) throw new Error(`${file} ended with ${code}`)
  })
  child.stdin?.write(`${first}\n`)
  return child
}

/** The rest of the first line that begins with the word. */
async function word(child: ChildProcess, begin: string): Promise<string> {
  const state = children.get(child)!
  for (;;) {
    const found = state.lines.find((line) => line.startsWith(begin))
    if (found !== undefined) return found.slice(begin.length)
    await new Promise<void>((resolve) => {
      state.wake = resolve
    })
  }
}
