/**
 * `attach`: open a session of 1,000,000 events: its newest page of 200 over a kept-alive connection, to the last byte of the
 * answer. Floor: the same bytes from a bare server that reads the same page with one indexed SELECT (attach.bare.ts), over
 * the same kind of connection: what no answer over HTTP can do without. All three share a core: the two servers take turns,
 * and neither is helped or hindered by where the system puts it.
 */
import { join } from 'node:path'
import { alternate, type Measurement } from '../measure.ts'
import { live } from '../stage/agents.ts'
import { shareOneCore } from '../stage/one-core.ts'
import { startProgram } from '../stage/stage.ts'
import { clientOf, openClient } from '../stage/watch.ts'

const limit = 200

export const attach: Measurement = {
  figures: [
    {
      id: 'attach',
      unit: 'ms',
      what: 'open a session of 1,000,000 events: the newest page, over HTTP',
      floor: 'one indexed SELECT of the page and the same bytes, from a bare `node:http` server',
      rule: { type: 'ratio-at-most', limit: 1.5 },
    },
  ],
  async run(stage) {
    const { world, session, db } = await stage.large()
    stage.say('attach')
    const top = (await live(world, session)).lastEventId
    const client = clientOf(world)
    const path = `/api/v1/sessions/${session}/events?before=${top + 1}&limit=${limit}`
    const subject = async (): Promise<number> => (await client.get(path)).ms
    const socket = join(stage.dir(), 'bare.sock')
    const file = join(import.meta.dirname, 'attach.bare.ts')
    const server = await startProgram(file, [socket, db, session, String(limit)], (await client.get(path)).text)
    const bare = openClient({ socket, token: 'none' })
    const floor = async (): Promise<number> => (await bare.get('/')).ms
    const spreadOut = shareOneCore([process.pid, world.daemon.pid, server.pid])
    for (let i = 0; i < 500; i++) {
      await subject()
      await floor()
    }
    const runs = await alternate(stage.rounds, stage.quick ? 101 : 301, floor, subject)
    spreadOut()
    client.close()
    bare.close()
    await server.end()
    return { attach: runs }
  },
}
