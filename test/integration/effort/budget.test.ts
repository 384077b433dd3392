/** The budget of an effort: what it holds beside new words, and questions to the operator, which can always be answered while they stand. */
import { expect, test } from 'vitest'
import { operator } from '#flows/access/caller'
import { project } from '../../support/engine.ts'
import { type EffortWorld, effortWorld } from './effort-world.ts'

const start = async (w: EffortWorld, more: object = {}) =>
  (await w.answer((flows) => flows.startEffort({ projectId: project, goal: 'the goal', budgetUsd: 1, ...more })))!
const spent = (w: EffortWorld, id: string): void => {
  w.home.store.db.prepare('UPDATE session SET costUsd = 1.5 WHERE id = ?').run(id)
}
const gates = (w: EffortWorld) => w.home.store.reads.mails({ to: 'operator', type: 'decision_gate', limit: 10 })
const answers = (w: EffortWorld, option: string) =>
  w.answer((flows) => flows.replyMail(`mail-${gates(w)[0]?.number}`, { option }, operator, null))

test('it holds a reminder, and the watchdog ends nobody for it', async () => {
  const w = await effortWorld()
  w.slow.add('the goal')
  const { rootSessionId: root } = await start(w, { role: 'lead' })
  await w.rest()
  spent(w, root!)
  w.slow.clear()
  await w.rest(200)
  expect(w.session(root!)).toMatchObject({ turn: 1, phase: 'live', report: { state: 'owed' } })
  expect(gates(w)).toHaveLength(1)
  await answers(w, 'raise the budget')
  await w.rest(5)
  expect(w.session(root!).turn).toBe(2)
})

test('it holds the turn that ends a wait, until there is more', async () => {
  const w = await effortWorld()
  w.slow.add('the goal')
  const { rootSessionId: root } = await start(w, { role: 'lead' })
  await w.rest()
  w.flows.wait(root!, { for: 'time:10s' })
  spent(w, root!)
  w.slow.clear()
  await w.rest(60)
  expect(w.session(root!)).toMatchObject({ turn: 1, waiting: { for: 'time' } })
  w.flows.changeEffort('e-1', { budgetUsd: null })
  await w.rest(5)
  expect(w.session(root!)).toMatchObject({ waiting: null })
  expect(w.session(root!).turn).toBeGreaterThan(1)
})

test('a child whose workspace is made while the rest of it is spent is taken back', async () => {
  const w = await effortWorld()
  const { rootSessionId: root } = await start(w)
  await w.rest()
  w.home.scheduler.before = (name) => {
    if (name === 'create') spent(w, root!)
  }
  await expect(w.child('e-1', root!, 'more')).rejects.toMatchObject({ code: 'EFFORT_LIMIT' })
  expect(w.home.store.reads.childrenOf(root!)).toEqual([])
})

test('its question is answered also when the session that began it has ended', async () => {
  const w = await effortWorld()
  w.slow.add('a part of it')
  const { rootSessionId: root } = await start(w)
  await w.rest()
  await w.child('e-1', root!, 'a part of it')
  spent(w, root!)
  await w.answer((flows) => flows.kill(root!, {}))
  await w.rest(70)
  expect(gates(w)).toMatchObject([{ from: 'drover', state: 'queued', effortId: 'e-1' }])
  expect(await answers(w, 'stop')).toMatchObject({ to: 'drover', state: 'read', effortId: 'e-1', type: 'answer' })
  await w.rest(5)
  expect(w.flows.effort('e-1', operator)).toMatchObject({ state: 'stopped', reason: 'Its budget was reached.' })
})

test.each([
  ['another budget', async (w: EffortWorld) => void w.flows.changeEffort('e-1', { budgetUsd: 5 })],
  ['the end of the effort', (w: EffortWorld) => w.answer((flows) => flows.stopEffort('e-1', undefined))],
])('its question stands before nobody after %s', async (_what, act) => {
  const w = await effortWorld()
  const { rootSessionId: root } = await start(w)
  await w.rest()
  spent(w, root!)
  await w.rest(70)
  expect(gates(w)).toMatchObject([{ state: 'queued', closedAt: null }])
  await act(w)
  expect(gates(w)).toMatchObject([{ state: 'read', closedAt: expect.any(String) }])
  // Two people, one after the other: the second one's word changes nothing.
  await answers(w, 'raise the budget')
  await w.rest(5)
  expect(w.flows.effort('e-1', operator).budgetUsd).not.toBe(2)
})

test('two answers to one question raise it once', async () => {
  const w = await effortWorld()
  const { rootSessionId: root } = await start(w)
  await w.rest()
  spent(w, root!)
  await w.rest(70)
  const [first, second] = await Promise.all([answers(w, 'raise the budget'), answers(w, 'raise the budget')])
  expect(second?.id).toBe(first?.id)
  await expect(answers(w, 'stop')).rejects.toMatchObject({ code: 'MAIL_ANSWERED', details: { answer: first?.id } })
  await w.rest(5)
  expect(w.flows.effort('e-1', operator)).toMatchObject({ state: 'running', budgetUsd: 2 })
})

test('what an agent asked leaves with its session: no answer would reach it', async () => {
  const w = await effortWorld()
  w.slow.add('the goal')
  const { rootSessionId: root } = await start(w)
  await w.rest()
  w.says(root!, 'operator', 'decision_gate')
  w.says(root!, 'operator', 'escalation')
  expect(gates(w)).toMatchObject([{ state: 'queued' }])
  await w.answer((flows) => flows.kill(root!, {}))
  expect(gates(w)).toMatchObject([{ state: 'read', closedAt: expect.any(String) }])
  const told = w.home.store.reads.mails({ to: 'operator', type: 'escalation', limit: 10 })
  expect(told).toMatchObject([{ state: 'queued' }])
})
