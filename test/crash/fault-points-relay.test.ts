/**
 * A17: the daemon dies before and after each step of a relay and starts again: the relay goes on by itself, no task is lost or
 * done twice, no try is counted twice, and what was stopped stays stopped.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Relay } from '#contract/relay'
import { addTask, ended, getTask, triesOf, untilRelay, words } from '#test/e2e/relay-world'
import { ok, type World, world } from '#test/support/world'
import { dieAt, revive, snapshots } from './die-at.ts'

let w: World
let rounds = 0
beforeAll(async () => {
  w = await world({ config: '[relay]\nbackoff = "50ms"\n' })
  await w.addProject(w.repo, 'shop')
})
afterAll(() => w.end())
afterEach(async () => {
  await revive(w)
  for (const { id } of (await w.call('GET', '/api/v1/tasks?project=shop')).body.tasks)
    await w.call('DELETE', `/api/v1/tasks/${id}`)
})

const start = (body: object) =>
  w.call('POST', '/api/v1/relays', { projectId: 'shop', mode: 'new', mix: ['rh:fast'], ...body })
const newest = async (): Promise<Relay> =>
  (await ok<{ relays: Relay[] }>(w.call('GET', '/api/v1/relays?project=shop&limit=1'))).relays[0]!

/** Two tasks that each leave a line behind, and what must be so once they are done. */
async function two(): Promise<{ readonly done: (id: string, tries: number) => Promise<void> }> {
  const file = `round-${++rounds}`
  const tasks = [
    await addTask(w, { title: 'One', body: `@append ${file}-1.txt 1` }),
    await addTask(w, { title: 'Two', body: `@append ${file}-2.txt 2` }),
  ]
  return {
    async done(id, most) {
      const end = await ended(w, id)
      expect([end.endReason, end.completed, end.failed]).toEqual(['queue_empty', 2, 0])
      const tries = await triesOf(w, id)
      expect(
        tries
          .filter((one) => one.outcome === 'completed')
          .map((one) => one.taskId)
          .sort(),
      ).toEqual(tasks.map((one) => one.id).sort())
      expect(tries.filter((one) => one.outcome === null || one.endedAt === null)).toEqual([])
      expect(tries.length).toBeLessThanOrEqual(most)
      for (const { id: task } of tasks) {
        const { state, attempts, lease } = await getTask(w, task)
        expect([state, lease]).toEqual(['done', null])
        expect(attempts).toBe(tries.filter((one) => one.taskId === task).length)
      }
      for (const n of [1, 2]) expect(readFileSync(join(w.repo.path, `${file}-${n}.txt`), 'utf8')).toBe(`${n}\n`)
      expect(w.repo.git('status', '--porcelain')).toBe('')
      expect(w.processes().filter(({ command }) => command.includes('rehearsal'))).toEqual([])
    },
  }
}

const points = [
  'relay:written',
  'relay:started',
  'relay:tree-made',
  'relay:try-written',
  'relay:committing',
  'relay:committed',
  'relay:judged',
  'relay:try-ended',
  'relay:started#2',
  'relay:try-written#2',
  'relay:try-ended#2',
]

describe('A17: a relay on the queue', () => {
  it.each(points)('%s: both tasks are done, once', async (point) => {
    const work = await two()
    await dieAt(w, point, () => start({ land: true }))
    await work.done((await newest()).id, 3)
  })

  it.each(['relay:tree-made#2', 'merge:enqueued', 'merge:landed', 'merge:after-land'])(
    '%s: two lanes are joined once',
    async (point) => {
      const work = await two()
      await dieAt(w, point, () => start({ land: true, parallel: 2 }))
      await work.done((await newest()).id, 4)
    },
  )
})

describe('A17: a relay that is stopped now', () => {
  it.each(['relay:stopping', 'relay:saved'])('%s: it ends, the task is free, the tree is put back', async (point) => {
    const { id: task } = await addTask(w, { title: 'Long', body: '@write half.txt half\n@say begun\n@sleep 600000' })
    let id = ''
    await dieAt(w, point, async () => {
      const began = await start({})
      expect(began.status, began.text).toBe(201)
      id = began.body.relay.id
      const busy = await untilRelay(w, id, (one) => one.lanes[0]?.sessionId != null)
      await w.row(busy.lanes[0]!.sessionId!, (row) => row.kind === 'text' && row.text.includes('begun'))
      await w.call('POST', `/api/v1/relays/${id}/stop`, { now: true })
    })
    const end = await ended(w, id)
    expect([end.endReason, end.completed, end.failed]).toEqual(['stopped', 0, 0])
    const tries = await triesOf(w, id)
    expect(words(tries)).toEqual(['rehearsal:fast cancelled cancelled'])
    expect((await getTask(w, task)).state).toBe('ready')
    expect(w.repo.git('rev-parse', end.branch!).trim()).toBe(end.baseCommit)
    expect((await snapshots(w, tries[0]!.sessionId)).length).toBeGreaterThan(0)
  })
})
