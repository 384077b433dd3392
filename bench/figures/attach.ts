/**
 * `attach`: open a session of 1,000,000 events: its newest page of 200 over a kept-alive connection, to the last byte of the
 * answer. Floor: one indexed SELECT of the same page on the same file, prepared, its rows in memory. Beside it, not in the
 * verdict: how long the same bytes take from a bare server (attach.bare.ts), which no answer over HTTP can do without.
 */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { alternate, type Measurement } from '../measure.ts'
import { live } from '../stage/agents.ts'
import { startProgram } from '../stage/stage.ts'
import { clientOf, openClient } from '../stage/watch.ts'
import { median, round } from '../statistics.ts'

const limit = 200

export const attach: Measurement = {
  figures: [
    {
      id: 'attach',
      unit: 'ms',
      what: 'open a session of 1,000,000 events: the newest page, over HTTP',
      floor: 'one indexed SELECT of the page, in process',
      rule: { type: 'ratio-at-most', limit: 3 },
    },
  ],
  async run(stage) {
    const { world, session, db } = await stage.large()
    stage.say('attach')
    const top = (await live(world, session)).lastEventId
    const client = clientOf(world)
    const path = `/api/v1/sessions/${session}/events?before=${top + 1}&limit=${limit}`
    const subject = async (): Promise<number> => (await client.get(path)).ms
    const select = openSelect(db, session)
    const bare = await openBare(join(stage.dir(), 'bare.sock'), (await client.get(path)).text)
    for (let i = 0; i < 500; i++) {
      await subject()
      await bare.trip()
      select.page()
    }
    const floor = async (): Promise<number> => {
      const begun = performance.now()
      const rows = select.page()
      const ms = performance.now() - begun
      if (rows !== limit) throw new Error(`the floor read ${rows} rows`)
      return ms
    }
    const trips: number[] = []
    const runs = await alternate(stage.rounds, stage.quick ? 101 : 301, floor, async () => {
      trips.push(await bare.trip())
      return subject()
    })
    select.close()
    client.close()
    await bare.close()
    const least = median(runs.floor) + median(trips)
    const note = `the same bytes from a bare server ${round(median(trips))} ms; with the SELECT ${round(least)} ms, ratio ${round(least / median(runs.floor))}`
    return { attach: { ...runs, note } }
  },
}

/** A process of its own that answers every request with this text. */
async function openBare(socket: string, text: string): Promise<{ trip(): Promise<number>; close(): Promise<void> }> {
  const server = await startProgram(join(import.meta.dirname, 'attach.bare.ts'), [socket], text)
  const client = openClient({ socket, token: 'none' })
  return {
    trip: async () => (await client.get('/')).ms,
    async close() {
      client.close()
      await server.end()
    },
  }
}

function openSelect(path: string, session: string): { page(): number; close(): void } {
  const db = new Database(path, { readonly: true })
  const key = db.prepare<[string], number>('SELECT key FROM session WHERE id = ?').pluck().get(session)!
  const span = 2 ** 32
  const page = db.prepare(
    `SELECT key, at, turn, body FROM event WHERE key > ? AND key < ? ORDER BY key DESC LIMIT ${limit}`,
  )
  return { page: () => page.all(key * span, (key + 1) * span).length, close: () => db.close() }
}
