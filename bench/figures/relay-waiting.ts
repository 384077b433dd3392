/**
 * `relay-waiting`: the daemon's CPU, all threads, while fifty relays in fifty projects wait for the reset of one spent account, in
 * percent of one core. Floor: the same daemon with the same projects before there was any relay.
 */
import { join } from 'node:path'
import type { Relay } from '#contract/relay'
import { tempRepo } from '#test/support/temp-repo'
import { ok } from '#test/support/world'
import type { Measurement } from '../measure.ts'
import { each, pause } from '../stage/agents.ts'
import { calm, cpuMs } from '../stage/cpu.ts'

export const relayWaiting: Measurement = {
  figures: [
    {
      id: 'relay-waiting',
      unit: '% of a core',
      what: 'CPU of the daemon while 50 relays in 50 projects wait for a reset',
      floor: 'the same daemon and projects without a relay',
      rule: { type: 'above-at-most', limit: 0.5 },
    },
  ],
  async run(stage) {
    const count = stage.quick ? 10 : 50
    const sliceMs = stage.quick ? 1_000 : 3_500
    stage.say(`relay-waiting: ${count} projects`)
    const world = await stage.world()
    const dir = stage.dir()
    const projects = await each(
      Array.from({ length: count }, (_, n) => `p${n}`),
      2,
      (id) => world.addProject(tempRepo(join(dir, id)), id),
    )
    const slices = async (): Promise<number[]> => {
      await calm(world.daemon.pid)
      const found: number[] = []
      for (let i = 0; i < stage.rounds; i++) {
        const before = cpuMs(world.daemon.pid)
        await pause(sliceMs)
        found.push(((cpuMs(world.daemon.pid) - before) / sliceMs) * 100)
      }
      return found
    }
    const floor = await slices()
    for (const projectId of projects) {
      const body = { projectId, mix: ['rh:spent'], prompt: '@fail usage_limit resets-in=36000' }
      const { relay } = await ok<{ relay: Relay }>(world.call('POST', '/api/v1/relays', body))
      await waits(relay.id)
    }
    const subject = await slices()
    await world.end()
    return { 'relay-waiting': { floor, subject, ...(count === 50 ? {} : { note: `${count} relays` }) } }

    async function waits(id: string): Promise<void> {
      for (;;) {
        const { relay } = await ok<{ relay: Relay }>(world.call('GET', `/api/v1/relays/${id}`))
        if (relay.state === 'waiting') return
        if (relay.state === 'ended') throw new Error(`${id} ended as ${relay.endReason}`)
        await pause(50)
      }
    }
  },
}
