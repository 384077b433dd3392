/**
 * `boot`: the daemon's process from its start to `/readyz`, with 10,000 sessions and 1,000,000 events stored and 50 live
 * agents to find again. Floor (boot.floor.ts): a process that opens the database and reads those 50 rows, start to exit.
 */
import { join } from 'node:path'
import { alternate, type Measurement } from '../measure.ts'
import { each } from '../stage/agents.ts'
import { timeProgram } from '../stage/stage.ts'

export const boot: Measurement = {
  figures: [
    {
      id: 'boot',
      unit: 'ms',
      what: 'start to ready with 10,000 sessions and 1,000,000 events stored, 50 live agents',
      floor: 'a process that opens the database and reads those 50 rows',
      rule: { type: 'above-at-most', limit: 400 },
    },
  ],
  // Its agents stay in the large store.
  once: true,
  async run(stage) {
    const { world, db } = await stage.large()
    const agents = stage.quick ? 10 : 50
    stage.say(`boot: ${agents} live agents`)
    await each(
      Array.from({ length: agents }, (_, n) => n),
      4,
      () => world.spawn('wait', { harness: 'idle', model: undefined }),
    )
    await world.stop('keep')
    const program = join(import.meta.dirname, 'boot.floor.ts')
    const subject = async (): Promise<number> => {
      const begun = performance.now()
      await world.start()
      const ms = performance.now() - begun
      await world.stop('keep')
      return ms
    }
    // What the daemon before it left in the WAL is put in its place by the first.
    await subject()
    const runs = await alternate(
      stage.rounds,
      stage.quick ? 1 : 3,
      () =>
        timeProgram(
          process.execPath,
          ['--disable-warning=ExperimentalWarning', program, db, String(agents)],
          world.env,
        ),
      subject,
    )
    await world.start()
    return { boot: { ...runs, ...(stage.quick ? { note: `${agents} agents` } : {}) } }
  },
}
