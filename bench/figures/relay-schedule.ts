/**
 * `relay-schedule`: one decision of a relay with 10,000 tasks in its queue: what can be taken is read from the store, core says
 * what is next. Floor: the same with 100 tasks, so the ratio says how it grows. What a claim writes is the same for both and is left out.
 */
import { join } from 'node:path'
import { openJournal } from '#adapters/store/sqlite/journal'
import { freshMix } from '#core/relay/mix'
import { nextStep } from '#core/relay/next'
import type { TaskRecord } from '#ports/store/task'
import { alternate, type Measurement } from '../measure.ts'

const at = '2026-01-01T00:00:00.000Z'

const taskOf = (n: number): TaskRecord => ({
  ...{ id: `t-${n}`, projectId: 'demo', title: `task ${n}`, body: '', role: null, priority: n % 3, place: n, tags: [] },
  // Every tenth waits for the one before it.
  ...{ blockedBy: n % 10 === 0 ? [`t-${n - 1}`] : [], blocked: n % 10 === 0, expects: 'change', verify: null },
  ...{ state: 'ready', attempts: 0, result: null, author: 'operator', createdAt: at, updatedAt: at },
  ...{ leaseSession: null, leaseLaunch: null, leaseRelay: null, leaseUntil: null },
})

const spec = { harness: 'rehearsal', model: 'fast' }
const route = {
  name: 'mix',
  entries: [{ spec, quota: { kind: 'times', least: 1, most: 1 } as const }],
  state: freshMix,
}

export const relaySchedule: Measurement = {
  figures: [
    {
      id: 'relay-schedule',
      unit: 'ms',
      what: 'a decision of a relay with 10,000 tasks in its queue',
      floor: 'the same decision with 100 tasks',
      rule: { type: 'ratio-at-most', limit: 1.5 },
    },
  ],
  async run(stage) {
    stage.say('relay-schedule')
    const dir = stage.dir()
    const queueOf = (count: number) => {
      const journal = openJournal({ path: join(dir, `${count}.db`), now: () => new Date(at), redact: (text) => text })
      journal.command((tx) => {
        for (let n = 1; n <= count; n++) tx.insertTask(taskOf(n))
      })
      return journal
    }
    const [few, many] = [queueOf(100), queueOf(10_000)]
    const decide = async (journal: typeof few): Promise<number> => {
      const begun = performance.now()
      for (let n = 0; n < 200; n++) {
        const takeable = journal.reads.takeableTasks('demo', 1)
        const step = nextStep({
          ...{ ended: false, stopping: null, paused: false, target: null, completed: 0, lanes: [{ at: 'free' }] },
          queue: { takeable, waiting: 0, stuck: 0 },
          routeFor: () => route,
          available: () => ({ usable: true, probe: false }),
          now: 0,
        })
        if (step.do !== 'start') throw new Error(`a relay with a queue decides to ${step.do}`)
      }
      return (performance.now() - begun) / 200
    }
    await decide(few)
    await decide(many)
    const runs = await alternate(
      stage.rounds,
      stage.quick ? 5 : 21,
      () => decide(few),
      () => decide(many),
    )
    few.close()
    many.close()
    return { 'relay-schedule': runs }
  },
}
