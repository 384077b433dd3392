/**
 * `ingest-1`, `ingest-50`: events a second from spool to durable store, 400-byte lines, from one session and from fifty at
 * once. Real launches dump a prepared file at a sign; the clock stops when a reader of the store sees all events committed.
 * Floor (ingest.floor.ts): parse the same lines and insert them in batches with the same driver, nothing else.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { World } from '#test/support/world'
import { alternate, type Measurement, type Runs } from '../measure.ts'
import { armed, idleSessions, pause } from '../stage/agents.ts'
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
  stage.say(`ingest-${sessions}`)
  const gang = await openGang(world, ids, dir, file)
  // The daemon is warm after the first of the two.
  if (!stage.quick || sessions === 1) await gang.ingest(total)
  // One dump takes half a second, in which a checkpoint more or less shows: a run is the median of five.
  const samples = stage.quick ? 1 : 5
  const program = join(import.meta.dirname, 'ingest.floor.ts')
  let [floors, subjects] = [0, 0]
  return alternate(
    stage.rounds,
    samples,
    async () => {
      const db = join(dir, `floor-${sessions}-${floors++}.db`)
      const { ms } = await runProgram<{ ms: number }>(program, [db, file, String(sessions)])
      for (const end of ['', '-wal', '-shm', '.warm']) rmSync(db + end, { force: true })
      return (total / ms) * 1000
    },
    async () => (total / (await gang.ingest(total, ++subjects === stage.rounds * samples))) * 1000,
  ).finally(() => gang.close())
}

export interface Gang {
  /** Milliseconds until so many events are stored. Leaves every agent ready for the next time, unless it was the last, and nothing going on. */
  ingest(events: number, last?: boolean): Promise<number>
  close(): void
}

/**
 * Sessions whose agents dump a file at a sign and stay until all is stored: what follows a turn (its end, the look at the
 * worktree) is not part of the figure. The store itself says what it holds, to a reader of its own.
 */
export async function openGang(world: World, ids: readonly string[], dir: string, file: string): Promise<Gang> {
  const db = new Database(join(world.home, 'drover.db'), { readonly: true })
  const stored = db.prepare<[], number>('SELECT sum(lastEventId) FROM session').pluck()
  const fleet = await watch(world, '/api/v1/events?after=0', (frame) => frame.event === 'turn_ended')
  let signs = await armed(world, ids, dir, file)
  return {
    async ingest(events, last = false) {
      const [before, ended] = [stored.get() ?? 0, fleet.seen]
      const begun = performance.now()
      const started = signs.go()
      while ((stored.get() ?? 0) < before + events) await pause(1)
      const ms = performance.now() - begun
      const left = signs.leave()
      await fleet.reached(ended + ids.length)
      for (const close of [started, left]) close()
      // A turn is launched after what followed the last one: once all are armed again nothing of it is left.
      if (!last) signs = await armed(world, ids, dir, file)
      return ms
    },
    close() {
      fleet.close()
      db.close()
    },
  }
}
