/**
 * `lag-p50`, `lag-p99`: a line written by an agent -> an SSE client has it, with fifty sessions at twenty lines a second.
 * The agents are `cat` on a pipe; lag.load.ts writes into the pipes and reads the streams, so one clock measures both ends.
 * Floor (the same program): write -> fs.watch -> read in one process, fifty files at the same pace.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { interleave, type Measurement } from '../measure.ts'
import { pipedSessions } from '../stage/agents.ts'
import { runProgram } from '../stage/stage.ts'

const floor = 'write -> `fs.watch` -> read in one process, fifty files at the same pace'

export interface Load {
  readonly seconds: number
  readonly linesPerSecond: number
  /** Floor: where the files may be. Subject: the pipes and the streams to read. */
  readonly dir: string
  readonly count: number
  readonly subject: null | {
    readonly port: number
    readonly token: string
    readonly sessions: readonly { readonly id: string; readonly fifo: string }[]
  }
}

export interface Lags {
  readonly p50: number
  readonly p99: number
  readonly lost: number
}

export const lag: Measurement = {
  figures: [
    {
      id: 'lag-p50',
      unit: 'ms',
      what: 'line written -> SSE client has it, 50 sessions at 20 lines a second, median',
      floor,
      rule: { type: 'above-at-most', limit: 3 },
    },
    {
      id: 'lag-p99',
      unit: 'ms',
      what: 'the same, 99th percentile',
      floor,
      rule: { type: 'above-at-most', limit: 50 },
    },
  ],
  async run(stage) {
    const world = await stage.world()
    stage.say('lag: fifty agents')
    const piped = await pipedSessions(world, stage.dir(), 50)
    const token = readFileSync(join(world.home, 'token'), 'utf8').trim()
    const program = join(import.meta.dirname, 'lag.load.ts')
    const load = (subject: Load['subject']): Promise<Lags> => {
      const wanted: Load = {
        // Long enough that one pause of the machine is not the whole of the slowest hundredth.
        seconds: stage.quick ? 1 : 12,
        linesPerSecond: 20,
        dir: stage.dir(),
        count: 50,
        subject,
      }
      return runProgram<Lags>(program, [], JSON.stringify(wanted))
    }
    const p99 = { floor: [] as number[], subject: [] as number[] }
    let lost = 0
    const keep = (lags: Lags, into: number[]): number => {
      into.push(lags.p99)
      lost += lags.lost
      return lags.p50
    }
    const p50 = await interleave(
      stage.rounds,
      async () => keep(await load(null), p99.floor),
      async () => keep(await load({ port: world.daemon.port, token, sessions: piped.sessions }), p99.subject),
    )
    piped.close()
    await world.end()
    const note = lost === 0 ? {} : { note: `${lost} lines did not arrive` }
    return { 'lag-p50': { ...p50, alsoOk: lost === 0, ...note }, 'lag-p99': { ...p99, alsoOk: lost === 0, ...note } }
  },
}
