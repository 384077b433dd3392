/**
 * `mail-idle`: the daemon's CPU, all threads, with 200 idle sessions that each have mail queued and held, because their account is
 * spent and they are parked until its reset, in percent of one core. Floor: the same daemon and sessions before there was any mail.
 */
import type { Mail } from '#contract/mail'
import type { Session } from '#contract/session'
import { ok, type World } from '#test/support/world'
import type { Measurement } from '../measure.ts'
import { each, pause } from '../stage/agents.ts'
import { calm, cpuMs } from '../stage/cpu.ts'

export const mailIdle: Measurement = {
  figures: [
    {
      id: 'mail-idle',
      unit: '% of a core',
      what: 'CPU of the daemon with 200 idle sessions that each have mail that is held',
      floor: 'the same daemon and sessions without mail',
      rule: { type: 'above-at-most', limit: 1 },
    },
  ],
  async run(stage) {
    const count = stage.quick ? 20 : 200
    const sliceMs = stage.quick ? 1_000 : 3_500
    stage.say(`mail-idle: ${count} sessions`)
    const world = await stage.world()
    // Without words they have no process: they wait for their first.
    const ids = await each(
      Array.from({ length: count }, (_, n) => n),
      2,
      async () => (await world.spawn('', { prompt: undefined })).id,
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
    const { id } = await world.spawn('@fail usage_limit resets-in=36000')
    await world.until(id, (one) => one.status === 'parked')
    for (const to of ids)
      await ok(world.call('POST', '/api/v1/mail', { to, subject: 'news', body: 'for when you are back' }))
    await held(world, ids)
    const subject = await slices()
    await world.end()
    return { 'mail-idle': { floor, subject, ...(count === 200 ? {} : { note: `${count} sessions` }) } }
  },
}

/** Resolves once every receiver is parked and its mail waits; a turn that began would make this a measure of something else. */
async function held(world: World, ids: readonly string[]): Promise<void> {
  for (const id of ids) await world.until(id, (one: Session) => one.status === 'parked')
  const { mail } = await ok<{ mail: Mail[] }>(world.call('GET', '/api/v1/mail?state=queued&limit=1000'))
  const waiting = new Set(mail.map(({ to }) => to))
  const gone = ids.find((id) => !waiting.has(id))
  if (gone !== undefined) throw new Error(`the mail of ${gone} does not wait`)
}
