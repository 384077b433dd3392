/**
 * `mail-wake`: how long an idle session takes to be at work after a mail to it is sent: `POST /mail` until the fleet stream has
 * `turn_started`. Floor: a turn of the same session by name, which is the same request and stream with one durable commit: what
 * mail adds is its own commit and the waking. The launch of the agent comes after both and is `turn`'s.
 */
import { alternate, type Measurement } from '../measure.ts'
import { pause } from '../stage/agents.ts'
import { clientOf, watch } from '../stage/watch.ts'

export const mailWake: Measurement = {
  figures: [
    {
      id: 'mail-wake',
      unit: 'ms',
      what: '`POST /mail` to an idle session until its turn has begun',
      floor: '`POST /turns` of the same session until its turn has begun',
      rule: { type: 'above-at-most', limit: 50 },
    },
  ],
  async run(stage) {
    stage.say('mail-wake')
    const world = await stage.world()
    const { id } = await world.spawn('hello')
    await world.turnEnd(id)
    const started = await watch(world, '/api/v1/events?after=0', (frame) => frame.event === 'turn_started')
    const ended = await watch(world, '/api/v1/events?after=0', (frame) => frame.event === 'turn_ended')
    const client = clientOf(world)
    const timed = async (path: string, body: unknown): Promise<number> => {
      // What follows a turn (a look at the worktree) is not part of the next; there is no sign for its end.
      await pause(250)
      const [begins, ends] = [started.seen, ended.seen]
      const begun = performance.now()
      const asked = client.post(path, body)
      await started.reached(begins + 1)
      const ms = performance.now() - begun
      await asked
      await ended.reached(ends + 1)
      return ms
    }
    const floor = (): Promise<number> => timed(`/api/v1/sessions/${id}/turns`, { prompt: 'hello' })
    const subject = (): Promise<number> => timed('/api/v1/mail', { to: id, subject: 'news', body: 'hello' })
    await floor()
    await subject()
    const runs = await alternate(stage.rounds, stage.quick ? 2 : 5, floor, subject)
    client.close()
    started.close()
    ended.close()
    await world.end()
    return { 'mail-wake': runs }
  },
}
