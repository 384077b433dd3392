/**
 * `telemetry`: what the export of telemetry costs ingest: events that the daemon stores for a second of its CPU, all threads,
 * from ten sessions that use tools, while a collector on this machine takes spans, figures and lines every two seconds (as shipped: five). Floor: the
 * same daemon with telemetry off, in turns with it.
 */

import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { interleave, type Measurement } from '../measure.ts'
import { idleSessions } from '../stage/agents.ts'
import { cpuMs } from '../stage/cpu.ts'
import { finalLine, linesText } from '../stage/lines.ts'
import type { Stage } from '../stage/stage.ts'
import { openGang } from './ingest.ts'

const sessions = 10
/** One after the other in a run: several deliveries fall into it. */
const dumps = 4

export const telemetry: Measurement = {
  figures: [
    {
      id: 'telemetry',
      unit: 'events/CPU s',
      what: 'events stored for a second of CPU while telemetry is exported, ten sessions',
      floor: 'the same daemon with telemetry off',
      rule: { type: 'ratio-at-least', limit: 0.97, more: 'spans came' },
    },
  ],
  async run(stage) {
    const collector = await openCollector()
    stage.say('telemetry')
    const total = 100_000
    const off = await openSide(stage, total, '')
    const on = await openSide(
      stage,
      total,
      `telemetry.otlp = true\ntelemetry.interval = 2\ntelemetry.metrics_interval = 2\ntelemetry.endpoint = "${collector.url}"\n`,
    )
    for (const side of [off, on]) await side.measure()
    const runs = await interleave(stage.rounds, off.measure, on.measure)
    for (const side of [off, on]) await side.end()
    collector.close()
    return { telemetry: { ...runs, alsoOk: collector.traces > 0, note: `${collector.traces} requests with spans` } }
  },
}

async function openSide(stage: Stage, total: number, more: string) {
  const world = await stage.world(more)
  const dir = stage.dir()
  const file = join(dir, 'lines')
  writeFileSync(file, `${linesText(total / sessions)}${finalLine}\n`)
  const gang = await openGang(world, await idleSessions(world, sessions), dir, file)
  return {
    async measure(): Promise<number> {
      const before = cpuMs(world.daemon.pid)
      for (let n = 0; n < dumps; n++) await gang.ingest(total)
      return ((total * dumps) / (cpuMs(world.daemon.pid) - before)) * 1000
    },
    async end(): Promise<void> {
      gang.close()
      await world.end()
    },
  }
}

async function openCollector() {
  const seen = { traces: 0, url: '', close: (): void => {} }
  const server = createServer((request, answer) => {
    if (request.url === '/v1/traces') seen.traces += 1
    request.resume().once('end', () => answer.end('{}'))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  seen.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  seen.close = () => server.close()
  return seen
}
