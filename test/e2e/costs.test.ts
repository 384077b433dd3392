/** What agents cost, from the shell: by everything there is, days of the operator, tokens where nobody told a price. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsOf } from '#core/relay/show-words'
import { type CliWorld, createCliWorld, until } from './cli-world.ts'

let world: CliWorld
beforeAll(async () => {
  world = createCliWorld()
  for (const name of ['shop', 'site']) await world.json(['project', 'add', '--path', world.repository(name)])
})
afterAll(() => world.close())

const spawn = async (project: string, prompt: string, ...more: string[]): Promise<string> => {
  const args = ['spawn', '-p', project, '--harness', 'rehearsal', '--prompt', prompt, '--wait', ...more]
  return (await world.json(args)).session.id
}
const costs = async (...args: string[]) => (await world.json(['costs', ...args])).costs

test('costs by project, session, agent, model, role and day; the unknown is never 0', async () => {
  expect(await costs()).toMatchObject({ by: 'project', rows: [], total: { costUsd: null, sessions: 0 } })
  const dear = await spawn('shop', '@usage 1000 200 1.25\n@usage 10 5 0.25', '--name', 'dear', '--model', 'big')
  const cheap = await spawn('site', '@usage 100 20 0.5')
  const silent = await spawn('site', '@usage 4000 500')
  const { total, rows } = await costs('--by', 'session')
  expect(total).toMatchObject({ costUsd: 2, sessions: 3, unknownCosts: 1, unknownTokens: 4500, inputTokens: 5110 })
  expect(rows.map((row: { key: string; costUsd: number | null }) => [row.key, row.costUsd])).toEqual([
    [dear, 1.5],
    [cheap, 0.5],
    [silent, null],
  ])
  const keys = async (by: string) =>
    (await costs('--by', by, '--since', '7d')).rows.map((row: { key: string }) => row.key)
  expect(await keys('project')).toEqual(['shop', 'site'])
  expect(await keys('agent')).toEqual(['rehearsal'])
  expect(await keys('model')).toEqual(['big', ''])
  expect(await keys('role')).toEqual([''])
  expect(await keys('task')).toEqual([''])
  expect(await keys('effort')).toEqual([''])
  expect(await keys('day')).toHaveLength(1)
  expect((await costs('--since', '7d')).days).toHaveLength(7)
  expect((await costs('-p', 'site')).total).toMatchObject({ costUsd: 0.5, sessions: 2 })
  const shown = await world.drover(['costs', '--by', 'session'], { env: { COLUMNS: '80' } })
  expect(shown.out).toMatch(/^SESSION +NAME +COST +TOKENS/)
  expect(shown.out).toMatch(new RegExp(`${dear} +dear +\\$1\\.50 +1\\.2k`))
  expect(shown.out).toMatch(new RegExp(`${silent} +unknown +4\\.5k`))
  expect(shown.out).toContain('$2.00, and 1 session of unknown cost (4.5k tokens) in 3 sessions\nsince ')
  for (const line of shown.out.split('\n')) expect(columnsOf(line)).toBeLessThanOrEqual(80)
  const wrong = await world.drover(['costs', '--since', 'soon'])
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('(INVALID_QUERY)')])
  expect((await world.drover(['costs', '--by', 'sesion'])).err).toContain('Did you mean `session`?')
  // Costs outlive the daemon.
  await world.json(['restart'])
  await until('the same sum', async () => (await costs()).total.costUsd === 2)
})

test('a budget warns once, then stops new launches; raised, everything goes on', async () => {
  const mails = async () =>
    (await world.json(['mail', 'list'])).mail.filter((mail: { from: string }) => mail.from === 'drover')
  const spent = (await costs('-p', 'shop')).total.costUsd as number
  const budget = (usd: number) => world.json(['project', 'set', 'shop', `budget.daily_usd=${usd}`])
  await budget(spent / 0.9)
  const [warning] = await until('the warning', async () => {
    const found = await mails()
    return found.length > 0 && found
  })
  expect(warning).toMatchObject({ to: 'operator', type: 'escalation', projectId: 'shop' })
  expect(warning.subject).toContain('The budget of shop for today is nearly used up: $1.50 of $1.67.')
  const { id } = (await world.json(['spawn', '-p', 'shop', '--harness', 'rehearsal'])).session
  await spawn('shop', '@usage 10 10 5')
  const refused = await world.drover(['spawn', '-p', 'shop', '--harness', 'rehearsal', '--prompt', 'hi'])
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('(BUDGET_REACHED)')])
  expect(refused.err).toContain('drover project set shop budget.daily_usd=…')
  const sent = await world.drover(['send', id, 'hello'])
  expect([sent.code, sent.err]).toEqual([1, expect.stringContaining('(BUDGET_REACHED)')])
  await until('the second mail', async () => (await mails()).length === 2)
  expect((await costs('-p', 'shop')).budgets).toEqual([
    expect.objectContaining({ scope: 'project_day', projectId: 'shop', state: 'reached' }),
  ])
  expect((await world.drover(['costs'])).out).toContain('budget of shop a day: $6.50 of $1.67: nothing new is started')
  // Another project is not concerned.
  await spawn('site', 'hi')
  // Mail that waits goes on by itself once there is room.
  await world.json(['mail', 'send', '--to', id, '--subject', 'later', '--body', 'when you can'])
  await until('the mail is held', async () => {
    const { mail: all } = await world.json(['mail', 'list', '--to', id])
    return all.some((mail: { reason: string | null }) => mail.reason === 'held: a budget is reached')
  })
  await budget(1000)
  await until('the held mail was told', async () => (await world.json(['session', 'get', id])).session.turn !== null)
  expect((await world.drover(['send', id, 'hello'])).code).toBe(0)
  expect(await mails()).toHaveLength(2)
})
