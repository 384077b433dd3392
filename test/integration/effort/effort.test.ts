/** The end of efforts and groups, decided once whenever the daemon dies; budgets, stops, and what they leave. */
import { expect, test } from 'vitest'
import { operator } from '#flows/access/caller'
import { project } from '../../support/engine.ts'
import { type EffortWorld, effortWorld } from './effort-world.ts'

const start = async (w: EffortWorld, more: object = {}) =>
  (await w.answer((flows) => flows.startEffort({ projectId: project, goal: 'the goal', ...more })))!

const look = (w: EffortWorld, id: string) => w.flows.effort(id, operator)
/** What the daemon wrote to the operator. */
const toOperator = (w: EffortWorld) =>
  w.home.store.reads.mails({ to: 'operator', limit: 100 }).filter(({ source }) => source === 'daemon')

/** Its turn ends with the mail that it owes. */
const reports = async (w: EffortWorld, id: string, seconds: number): Promise<void> => {
  w.says(id, 'operator', 'result')
  w.slow.clear()
  await w.rest(seconds)
}

test('a lead that reports completes its effort, once, and its session ends (must never 15)', async () => {
  const w = await effortWorld()
  w.slow.add('the goal')
  const effort = await start(w, { role: 'lead' })
  expect(effort).toMatchObject({ id: 'e-1', state: 'running', into: 'main', permissions: 'bypass' })
  expect(w.changes('effort_started').map(({ payload }) => payload.rootSessionId)).toEqual([effort.rootSessionId])
  await w.rest()
  expect(look(w, 'e-1').state).toBe('running')
  await reports(w, effort.rootSessionId!, 3)
  expect(look(w, 'e-1')).toMatchObject({ state: 'completed', reason: null })
  expect(w.changes('effort_completed')).toHaveLength(1)
  expect(toOperator(w)).toMatchObject([{ type: 'result', from: effort.rootSessionId, effortId: 'e-1' }])
  expect(w.session(effort.rootSessionId!)).toMatchObject({ phase: 'ended', endReason: 'completed' })
  expect(w.errors).toEqual([])
})

test('a lead that never reports is asked for it, and then fails its effort', async () => {
  const w = await effortWorld()
  const { rootSessionId: root } = await start(w, { role: 'lead' })
  await w.rest(10)
  expect(w.session(root!).turn).toBe(2)
  expect(look(w, 'e-1')).toMatchObject({ state: 'failed', reason: `lead ${root} gave no report.` })
})

test('a coordinator completes once idle after its first spawn; a child that died holds nobody up and fails it (must never 36)', async () => {
  const w = await effortWorld()
  const { rootSessionId: root } = await start(w)
  await w.rest(70)
  expect(look(w, 'e-1').state).toBe('running')
  w.slow.add('a part of it')
  const child = await w.child('e-1', root!, 'a part of it')
  await w.rest(4)
  expect(look(w, 'e-1').state).toBe('running')
  await w.answer((flows) => flows.kill(child.id, {}))
  // The coordinator is told of it first, and has nothing more to do.
  await w.rest()
  w.readAll()
  await w.rest(70)
  expect(look(w, 'e-1')).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(`builder ${child.id} .* report`),
  })
  expect(w.session(root!)).toMatchObject({ phase: 'ended', endReason: 'completed' })
  expect(toOperator(w)).toHaveLength(1)
})

/** Every fault point on the way from the goal to the end, one after the other, until the daemon outlives them all. */
test('killed at every step: one start, one end, one mail, nobody left alive', async () => {
  const points: string[] = []
  for (let at = 1; ; at++) {
    const w = await effortWorld()
    w.home.scheduler.told = (line) => line.startsWith('dies at') && points.push(line)
    w.slow.add('the goal')
    w.home.dieAfter(at)
    const begun = await w.answer((flows) => flows.startEffort({ projectId: project, goal: 'the goal', role: 'lead' }))
    const settle = async (seconds: number): Promise<void> => {
      if (w.home.state === 'ready') await w.rest(seconds)
      if (w.home.state === 'ready') return
      await w.up()
      await w.rest(seconds)
    }
    await settle(3)
    const [effort] = w.flows.efforts({})
    if (effort === undefined) {
      // It died before its root stood: nothing of it is left.
      expect(begun).toBeNull()
      expect(w.home.store.reads.liveSessions()).toEqual([])
      continue
    }
    w.says(effort.rootSessionId!, 'operator', 'result')
    w.slow.clear()
    await settle(5)
    expect(look(w, effort.id).state, `died at point ${at}`).toBe('completed')
    expect(w.changes('effort_started')).toHaveLength(1)
    expect(w.changes('effort_completed')).toHaveLength(1)
    expect(toOperator(w)).toHaveLength(1)
    expect(w.home.store.reads.liveSessions()).toEqual([])
    if (points.length < at) break
  }
  expect(points).toEqual(
    expect.arrayContaining(['dies at effort:written', 'dies at effort:root-up', 'dies at effort:ended']),
  )
})

test('stopped: turns end, the work stays, it is closed with its reason', async () => {
  const w = await effortWorld()
  w.slow.add('the goal')
  const { rootSessionId: root } = await start(w)
  await w.answer((flows) => flows.stopEffort('e-1', 'Enough.'))
  expect(look(w, 'e-1')).toMatchObject({ state: 'stopped', reason: 'Enough.' })
  expect(w.session(root!)).toMatchObject({ phase: 'ended', endReason: 'killed' })
  await expect(w.answer((flows) => flows.stopEffort('e-1', undefined))).rejects.toMatchObject({ code: 'EFFORT_ENDED' })
  await expect(w.answer((flows) => flows.completeEffort('e-1'))).rejects.toMatchObject({ code: 'EFFORT_ENDED' })
  expect(w.changes('effort_completed')).toHaveLength(1)
})

test('stopped by a daemon that died in the middle: the next one ends the rest', async () => {
  const w = await effortWorld()
  w.slow.add('the goal')
  const { rootSessionId: root } = await start(w)
  w.home.dieAfter(1)
  expect(await w.answer((flows) => flows.stopEffort('e-1', undefined))).toBeNull()
  await w.up()
  await w.rest(20)
  expect(look(w, 'e-1').state).toBe('stopped')
  expect(w.session(root!).phase).toBe('ended')
})

test('completed by hand: what was not done is said', async () => {
  const w = await effortWorld()
  const { rootSessionId: root } = await start(w)
  await w.rest()
  await w.answer((flows) => flows.completeEffort('e-1'))
  const { state, reason } = look(w, 'e-1')
  expect([state, reason]).toEqual([
    'completed',
    `Completed by the operator while this was so: coordinator ${root} has spawned nobody yet`,
  ])
  expect(w.session(root!)).toMatchObject({ phase: 'ended', endReason: 'completed' })
})

test('a budget that is reached holds launches, is asked about once, and lets go when it is raised', async () => {
  const w = await effortWorld()
  const { rootSessionId: root } = await start(w, { budgetUsd: 1 })
  await w.rest()
  w.home.store.db.prepare('UPDATE session SET costUsd = 1.5 WHERE id = ?').run(root)
  const held = await w.answer((flows) => flows.send(root!, { message: 'go on' }, operator))
  expect(held).toMatchObject({ state: 'queued' })
  await w.rest(130)
  expect(w.session(root!).turn).toBe(1)
  expect(toOperator(w)).toMatchObject([
    { type: 'decision_gate', payload: { options: ['raise the budget', 'stop'] }, priority: 'high' },
  ])
  await expect(w.child('e-1', root!, 'more')).rejects.toMatchObject({ code: 'EFFORT_LIMIT' })
  await expect(w.answer((flows) => flows.startTurn(root!, { prompt: 'now' }, operator))).rejects.toMatchObject({
    code: 'EFFORT_LIMIT',
  })
  expect(w.flows.changeEffort('e-1', { budgetUsd: 3 })).toMatchObject({ budgetUsd: 3 })
  await w.rest()
  expect(w.session(root!).turn).toBe(2)
  expect(toOperator(w)).toHaveLength(1)
})

test('an effort whose root cannot be started leaves nothing', async () => {
  const w = await effortWorld()
  const bad = (more: object) => w.answer((flows) => flows.startEffort({ projectId: project, goal: 'x', ...more }))
  await expect(bad({ goal: ' ' })).rejects.toMatchObject({ code: 'PROMPT_REQUIRED' })
  await expect(bad({ agent: 'nobody' })).rejects.toMatchObject({ code: 'UNKNOWN_AGENT_SPEC' })
  await expect(bad({ into: 'nowhere' })).rejects.toMatchObject({ code: 'MERGE_TARGET_MISSING' })
  w.home.scheduler.before = (name) => {
    if (name === 'create') throw new Error('no room')
  }
  await expect(bad({})).rejects.toThrow('no room')
  expect(w.flows.efforts({})).toEqual([])
  expect(w.changes('effort_started')).toEqual([])
})

test('a group completes once, when the last of its tasks is done', async () => {
  const w = await effortWorld()
  const [one, two] = ['one', 'two'].map((title) => w.flows.addTask({ projectId: project, title }, operator).id)
  const group = w.flows.createGroup({ projectId: project, name: 'both', tasks: [one!, two!, one!] })
  expect(group).toMatchObject({ taskIds: [one, two], missing: [one, two], completedAt: null })
  const finish = (id: string) => w.flows.finishTask(id, { outcome: 'done', summary: 'done' }, operator)
  finish(one!)
  await w.rest()
  expect(w.flows.group(group.id).missing).toEqual([two])
  expect(w.changes('group_completed')).toEqual([])
  finish(two!)
  await w.rest()
  w.home.crash()
  await w.up()
  await w.rest()
  expect(w.flows.group(group.id)).toMatchObject({ missing: [], completedAt: expect.any(String) })
  expect(w.changes('group_completed')).toHaveLength(1)
  expect(toOperator(w)).toMatchObject([{ type: 'result', subject: 'Group both is complete' }])
  expect(() => w.flows.addToGroup(group.id, [one!])).toThrow('is complete')
})
