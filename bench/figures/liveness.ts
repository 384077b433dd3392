/**
 * `liveness`: the daemon's CPU, all threads, while it judges 200 silent launches and looks at the processes of each once a
 * second, in percent of one core. Floor: the same daemon before there was any launch. What is judged is in `core/health`.
 */
import { writeSync } from 'node:fs'
import type { Measurement } from '../measure.ts'
import { pause, pipedSessions } from '../stage/agents.ts'
import { cpuMs } from '../stage/cpu.ts'

/** At thirty seconds each is looked at every second, from the first silent second on; by then they are gone again. */
const config = 'stall_threshold = "30s"\n'

export const liveness: Measurement = {
  figures: [
    {
      id: 'liveness',
      unit: '% of a core',
      what: 'CPU of judging 200 silent launches once a second, their processes looked at each time',
      floor: 'the same daemon without a launch',
      rule: { type: 'value-at-most', limit: 3 },
    },
  ],
  async run(stage) {
    const count = stage.quick ? 20 : 200
    const sliceMs = stage.quick ? 1_000 : 3_500
    stage.say(`liveness: ${count} agents`)
    const world = await stage.world(config)
    const slices = async (): Promise<number[]> => {
      const found: number[] = []
      for (let i = 0; i < stage.rounds; i++) {
        const before = cpuMs(world.daemon.pid)
        await pause(sliceMs)
        found.push(((cpuMs(world.daemon.pid) - before) / sliceMs) * 100)
      }
      return found
    }
    await pause(1_000)
    const floor = await slices()
    const piped = await pipedSessions(world, stage.dir(), count)
    // A word from each: all silences begin now, and none lasts thirty seconds before the measure is done.
    for (const handle of piped.handles) writeSync(handle, '{"type":"text","text":"here"}\n')
    // Their first looks also make the code warm.
    await pause(stage.quick ? 2_000 : 6_000)
    const subject = await slices()
    piped.close()
    await world.end()
    return { liveness: { floor, subject, ...(count === 200 ? {} : { note: `${count} launches` }) } }
  },
}
