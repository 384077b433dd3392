/** From `merge_ready` to `merged`: a branch lands with the consent of its effort, and both sides hear of it once. */
import { expect, test } from 'vitest'
import { operator } from '#flows/access/caller'
import { project } from '../../support/engine.ts'
import { type EffortWorld, effortWorld } from './effort-world.ts'

const goal = { projectId: project, goal: 'the goal' }
const told = (w: EffortWorld, type: 'merged' | 'merge_failed') =>
  w.home.store.reads.mails({ type, limit: 100 }).map(({ to, state }) => [to, state])

/** A coordinator with a builder that has committed, reported and said that its branch is ready. */
async function ready(w: EffortWorld): Promise<{ root: string; child: string } | null> {
  const effort = await w.answer((flows) => flows.startEffort(goal))
  if (effort === null) return null
  await w.rest()
  const child = await w.child('e-1', effort.rootSessionId!, 'a part of it')
  await w.rest()
  w.commits(child.id)
  w.reports(child.id, 'reported')
  return { root: effort.rootSessionId!, child: child.id }
}

test('a branch that is ready lands where the effort agreed to, and the effort completes with its commit', async () => {
  const w = await effortWorld()
  const { root, child } = (await ready(w))!
  w.says(child, root, 'merge_ready')
  await w.rest(5)
  const [merge] = w.flows.effort('e-1', operator).merges
  expect(merge).toMatchObject({ sessionId: child, into: 'main', state: 'landed' })
  // The builder's work is done: it is told, and not woken for it.
  expect(told(w, 'merged').toSorted()).toEqual([
    [root, 'queued'],
    [child, 'read'],
  ])
  expect(w.flows.effort('e-1', operator).state).toBe('running')
  w.readAll()
  await w.rest(70)
  const done = w.flows.effort('e-1', operator)
  expect([done.state, done.landed]).toEqual(['completed', [merge!.landedCommit]])
  const [mail] = w.home.store.reads.mails({ to: 'operator', limit: 10 })
  expect(mail!.body).toContain(`1 commit landed on main:\n- ${merge!.landedCommit!.slice(0, 12)}`)
  expect(w.errors).toEqual([])
})

test('a branch with nothing on it is refused, and both sides are told why', async () => {
  const w = await effortWorld()
  const effort = (await w.answer((flows) => flows.startEffort(goal)))!
  await w.rest()
  const child = await w.child('e-1', effort.rootSessionId!, 'a part of it')
  await w.rest()
  w.says(child.id, effort.rootSessionId!, 'merge_ready')
  await w.rest(70)
  expect(told(w, 'merge_failed').toSorted()).toEqual([
    [effort.rootSessionId, 'queued'],
    [child.id, 'queued'],
  ])
  expect(w.flows.effort('e-1', operator).merges).toEqual([])
})

test('a merge that does not land fails the effort', async () => {
  const w = await effortWorld()
  const { root, child } = (await ready(w))!
  w.home.machine.red = 100
  w.says(child, root, 'merge_ready')
  await w.rest(20)
  expect(told(w, 'merge_failed')).toHaveLength(2)
  const [merge] = w.flows.effort('e-1', operator).merges
  if (merge!.state === 'needs_human') await w.answer((flows) => flows.cancelMerge(merge!.id, operator))
  w.readAll()
  await w.rest(70)
  expect(w.flows.effort('e-1', operator)).toMatchObject({ state: 'failed', landed: [] })
  expect(w.flows.effort('e-1', operator).reason).toContain('did not land')
})

test('killed at every step from the mail to the end: one merge lands once, one mail to each side', async () => {
  const points: string[] = []
  for (let at = 1; ; at++) {
    const w = await effortWorld()
    w.home.scheduler.told = (line) => line.startsWith('dies at') && points.push(line)
    const { root, child } = (await ready(w))!
    const settle = async (seconds: number): Promise<void> => {
      if (w.home.state === 'ready') await w.rest(seconds)
      if (w.home.state === 'ready') return
      await w.up()
      await w.rest(seconds)
    }
    w.home.dieAfter(at)
    w.says(child, root, 'merge_ready')
    await settle(5)
    expect(
      told(w, 'merged')
        .map(([to]) => to)
        .toSorted(),
      `died at point ${at}`,
    ).toEqual([root, child].toSorted())
    w.readAll()
    await settle(70)
    const done = w.flows.effort('e-1', operator)
    expect([done.state, done.merges.length, done.landed.length], `died at point ${at}`).toEqual(['completed', 1, 1])
    expect(w.changes('effort_completed')).toHaveLength(1)
    expect(w.home.store.reads.mails({ to: 'operator', limit: 10 })).toHaveLength(1)
    expect(told(w, 'merge_failed')).toEqual([])
    if (points.length < at) break
  }
  expect(points).toEqual(expect.arrayContaining(['dies at effort:offered', 'dies at merge:enqueued']))
})
