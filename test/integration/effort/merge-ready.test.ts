/** From `merge_ready` to `merged`: a branch lands with the consent of its effort, and both sides hear of it once. */
import { expect, test } from 'vitest'
import { operator } from '#flows/access/caller'
import { project } from '../../support/engine.ts'
import { type EffortWorld, effortWorld } from './effort-world.ts'

const goal = { projectId: project, goal: 'the goal' }
const part = 'a part of it'
const told = (w: EffortWorld, type: 'merged' | 'merge_failed') =>
  w.home.store.reads
    .mails({ type, limit: 100 })
    .map(({ to }) => to)
    .toSorted()
const look = (w: EffortWorld) => w.flows.effort('e-1', operator)

/** A coordinator with a builder in the middle of its turn. */
async function begin(w: EffortWorld): Promise<{ root: string; child: string }> {
  w.slow.add(part)
  const effort = (await w.answer((flows) => flows.startEffort(goal)))!
  await w.rest()
  const child = await w.child('e-1', effort.rootSessionId!, part)
  await w.rest()
  return { root: effort.rootSessionId!, child: child.id }
}

/** It says that its branch is ready, reports, and ends its turn. */
function finish(w: EffortWorld, { root, child }: { root: string; child: string }): void {
  w.says(child, root, 'merge_ready')
  w.says(child, root, 'worker_done')
  w.slow.clear()
}

/** Whatever waits is read; then time passes. */
async function readOn(w: EffortWorld, seconds: number): Promise<void> {
  w.readAll()
  await w.rest(seconds)
}

test('a branch that is ready lands where the effort agreed to, and the effort completes with its commit', async () => {
  const w = await effortWorld()
  const both = await begin(w)
  w.commits(both.child)
  finish(w, both)
  await w.rest(5)
  const [merge] = look(w).merges
  expect(merge).toMatchObject({ sessionId: both.child, into: 'main', state: 'landed' })
  expect(told(w, 'merged')).toEqual([both.root, both.child].toSorted())
  // The builder's work is done: it is told, and not woken for it.
  expect(w.home.store.reads.mails({ type: 'merged', to: both.child, limit: 9 })).toMatchObject([{ state: 'read' }])
  expect(w.session(both.child)).toMatchObject({ turn: 1, report: { state: 'reported' } })
  await readOn(w, 70)
  const done = look(w)
  expect([done.state, done.reason, done.landed]).toEqual(['completed', null, [merge!.landedCommit]])
  const [mail] = w.home.store.reads.mails({ to: 'operator', limit: 10 })
  expect(mail!.body).toContain(`1 commit landed on main:\n- ${merge!.landedCommit!.slice(0, 12)}`)
  expect(w.errors).toEqual([])
})

test('a lead that reports early closes nothing: its effort ends after the last branch has landed (must never 6)', async () => {
  const w = await effortWorld()
  w.slow.add(goal.goal).add(part)
  const { rootSessionId } = (await w.answer((flows) => flows.startEffort({ ...goal, role: 'lead' })))!
  const lead = rootSessionId!
  const child = (await w.child('e-1', lead, part)).id
  w.commits(child)
  w.says(lead, 'operator', 'worker_done')
  w.slow.delete(goal.goal)
  await w.rest(70)
  expect(w.session(lead)).toMatchObject({ phase: 'live', report: { state: 'reported' } })
  expect(look(w)).toMatchObject({ state: 'running', landed: [] })
  w.says(child, 'operator', 'merge_ready')
  w.says(child, 'operator', 'worker_done')
  w.slow.clear()
  await w.rest(5)
  await readOn(w, 70)
  expect(look(w)).toMatchObject({ state: 'completed', merges: [{ sessionId: child, state: 'landed' }] })
  const [landed, done] = [w.changes('merge_landed'), w.changes('effort_completed')]
  expect([landed.length, done.length]).toEqual([1, 1])
  expect(landed[0]!.seq).toBeLessThan(done[0]!.seq)
})

test('a branch that waits for a person keeps its effort open, however long everybody has been done (must never 6)', async () => {
  const w = await effortWorld()
  const { root, child } = await begin(w)
  w.commits(child)
  const { branch } = w.home.store.reads.workspace(w.session(child).workspaceId ?? 0) ?? {}
  w.home.landings.clashing.set(w.home.repositories.main.branches.get(branch ?? '') ?? '', 'file')
  w.says(child, root, 'merge_ready')
  w.says(child, root, 'worker_done')
  w.slow.clear()
  await w.rest(5)
  await readOn(w, 200)
  expect(look(w)).toMatchObject({ state: 'running', merges: [{ sessionId: child, state: 'needs_human' }] })
  await w.answer((flows) => flows.cancelMerge(look(w).merges[0]!.id, operator))
  await readOn(w, 70)
  expect(look(w)).toMatchObject({ state: 'failed', reason: expect.stringContaining('did not land') })
})

test('work that nobody said was ready is named at the end, with the command that lands it (must never 37)', async () => {
  const w = await effortWorld()
  const { root, child } = await begin(w)
  w.commits(child)
  w.says(child, root, 'worker_done')
  w.slow.clear()
  await w.rest(5)
  await readOn(w, 70)
  expect(look(w)).toMatchObject({ state: 'completed', merges: [], landed: [] })
  const [mail] = w.home.store.reads.mails({ to: 'operator', limit: 10 })
  expect(mail!.body).toContain('0 commits landed on main')
  expect(mail!.body).toMatch(
    new RegExp(`- never offered: .*\\(${child}, 1 file changed\\); land it with: drover land ${child}`),
  )
})

test('a branch with nothing on it is refused, and both sides are told why', async () => {
  const w = await effortWorld()
  const { root, child } = await begin(w)
  w.says(child, root, 'merge_ready')
  await w.rest(5)
  expect(told(w, 'merge_failed')).toEqual([root, child].toSorted())
  const [mail] = w.home.store.reads.mails({ type: 'merge_failed', limit: 9 })
  expect(mail!.payload).toMatchObject({ errorMessage: expect.stringContaining('has every commit') })
  expect(look(w).merges).toEqual([])
  // Said by Drover and not in the operator's name: none of it is in a list of what the operator wrote.
  expect([mail!.from, w.home.store.reads.mails({ from: 'operator', limit: 9 })]).toEqual(['drover', []])
})

test('a branch that was said to be ready and was refused fails the effort, unless it is offered again and lands', async () => {
  const w = await effortWorld()
  const both = await begin(w)
  w.says(both.child, both.root, 'merge_ready')
  w.says(both.child, both.root, 'worker_done')
  w.slow.clear()
  await w.rest(5)
  await readOn(w, 70)
  expect([look(w).state, look(w).reason]).toEqual([
    'failed',
    expect.stringMatching(
      `^the branch of builder ${both.child} was said to be ready and was not merged \\(main has every`,
    ),
  ])

  const again = await effortWorld()
  const two = await begin(again)
  again.says(two.child, two.root, 'merge_ready')
  await again.rest(5)
  again.commits(two.child)
  finish(again, two)
  await again.rest(5)
  await readOn(again, 70)
  expect(look(again)).toMatchObject({ state: 'completed', reason: null, merges: [{ state: 'landed' }] })
})

test('a merge that does not land fails the effort', async () => {
  const w = await effortWorld()
  const both = await begin(w)
  w.commits(both.child)
  w.home.machine.red = 100
  w.says(both.child, both.root, 'merge_ready')
  await w.rest(5)
  expect(told(w, 'merge_failed')).toHaveLength(2)
  const [merge] = look(w).merges
  if (merge!.state === 'needs_human') await w.answer((flows) => flows.cancelMerge(merge!.id, operator))
  w.says(both.child, both.root, 'worker_done')
  w.slow.clear()
  await readOn(w, 5)
  await readOn(w, 70)
  expect(look(w).landed).toEqual([])
  expect([look(w).state, look(w).reason]).toEqual(['failed', expect.stringContaining('did not land')])
})

test('killed at every step from the mail to the end: one merge lands once, one mail to each side', async () => {
  const points: string[] = []
  for (let at = 1; ; at++) {
    const w = await effortWorld()
    w.home.scheduler.told = (line) => line.startsWith('dies at') && points.push(line)
    const both = await begin(w)
    w.commits(both.child)
    const settle = async (seconds: number): Promise<void> => {
      if (w.home.state === 'ready') await w.rest(seconds)
      if (w.home.state === 'ready') return
      await w.up()
      await w.rest(seconds)
    }
    w.home.dieAfter(at)
    finish(w, both)
    await settle(5)
    w.readAll()
    await settle(70)
    const done = look(w)
    expect(told(w, 'merged'), `died at point ${at}`).toEqual([both.root, both.child].toSorted())
    expect([done.state, done.merges.length, done.landed.length], `died at point ${at}`).toEqual(['completed', 1, 1])
    expect(w.changes('effort_completed')).toHaveLength(1)
    expect(w.home.store.reads.mails({ to: 'operator', limit: 10 })).toHaveLength(1)
    expect(told(w, 'merge_failed')).toEqual([])
    if (points.length < at) break
  }
  expect(points).toEqual(expect.arrayContaining(['dies at effort:offered', 'dies at merge:enqueued']))
})
