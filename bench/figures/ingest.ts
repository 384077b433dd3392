/**
 * `ingest-1`, `ingest-50`: events a second from spool to durable store, 400-byte lines, from one session and from fifty at
 * once. Real launches dump a prepared file at a sign; the clock stops when the fleet stream has told the end of every turn.
 * Floor (ingest.floor.ts): parse the same lines and insert them in batches with the same driver, nothing else.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '#test/support/world'
import { interleave, type Measurement, type Runs } from '../measure.ts'
import { armed, idleSessions } from '../stage/agents.ts'
import { finalLine, linesText } from '../stage/lines.ts'
import { runProgram, type Stage } from '../stage/stage.ts'
import { watch } from '../stage/watch.ts'

const floor = 'parse the same lines and insert them in batches of 500 with the same driver, nothing else'

export const ingest: Measurement = {
  figures: [
    {
      id: 'ingest-1',
      unit: 'events/s',
      what: 'events a second from spool to durable store, 400-byte lines, one session',
      floor,
      rule: { type: 'ratio-at-least', limit: 0.6 },
    },
    {
      id: 'ingest-50',
      unit: 'events/s',
      what: 'the same from fifty sessions at once',
      floor,
      rule: { type: 'ratio-at-least', limit: 0.6 },
    },
  ],
  async run(stage, wanted) {
    const world = await stage.world()
    const dir = stage.dir()
    const total = stage.quick ? 20_000 : 100_000
    const found: Record<string, Runs> = {}
    for (const [id, sessions] of [
      ['ingest-1', 1],
      ['ingest-50', 50],
    ] as const)
      if (wanted.has(id)) found[id] = await measure(stage, world, dir, sessions, total)
    await world.end()
    return found
  },
}

async function measure(stage: Stage, world: World, dir: string, sessions: number, total: number): Promise<Runs> {
  const perSession = total / sessions
  const file = join(dir, `lines-${sessions}`)
  writeFileSync(file, `${linesText(perSession)}${finalLine}\n`)
  const ids = await idleSessions(world, sessions)
  const subject = () => ingestOnce(world, ids, dir, file, total)
  stage.say(`ingest-${sessions}: warming up`)
  await subject()
  return interleave(
    stage.rounds,
    async (round) => {
      const db = join(dir, `floor-${sessions}-${round}.db`)
      const program = join(import.meta.dirname, 'ingest.floor.ts')
      const { ms } = await runProgram<{ ms: number }>(program, [db, file, String(sessions)])
      return (total / ms) * 1000
    },
    subject,
  )
}

/** Events a second of one round. */
export async function ingestOnce(
  world: World,
  ids: readonly string[],
  dir: string,
  file: string,
  total: number,
): Promise<number> {
  const go = await armed(world, ids, dir, file)
  const fleet = await watch(world, '/api/v1/events?after=0', (frame) => frame.event === 'turn_ended')
  const before = fleet.seen
  const begun = performance.now()
  const release = go()
  await fleet.reached(before + ids.length)
  const ms = performance.now() - begun
  release()
  fleet.close()
  return (total / ms) * 1000
}
