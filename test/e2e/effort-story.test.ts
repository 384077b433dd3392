/** One goal, one command: a coordinator, builders on branches of their own, their work merged, one end. With rehearsal agents. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Change } from '#contract/change'
import type { Effort } from '#contract/effort'
import type { Mail } from '#contract/mail'
import { type World, world } from '../support/world.ts'

let w: World
beforeAll(async () => {
  w = await world({ config: 'default_harness = "rehearsal"\ndefault_model = "fast"\n' })
  await w.addProject(w.repo, 'shop')
})
afterAll(() => w.end())

const builder = (name: string): string =>
  `@spawn builder @write ${name}.txt ${name}\\n@commit Add ${name}\\n@merge-ready\\n@mail @parent worker_done ${name} is built`
const goal = `${builder('one')}\n${builder('two')}\n@wait children`

it('goes from the goal to merged commits by one command, and says each thing once', async () => {
  const ran = await w.cli(['effort', 'start', goal, '--project', 'shop', '--into', 'main'])
  expect([ran.code, ran.stderr], ran.stdout).toEqual([0, ''])
  expect(ran.stdout).toMatch(/builder shop-2 spawned by shop-1/)
  expect(ran.stdout).toMatch(/coordinator shop-1 waits for its children/)
  expect(ran.stdout).toMatch(/m-1 drover\/shop-\d\/root landed on main as [0-9a-f]{12}/)
  expect(ran.stdout).toMatch(/e-1 completed/)
  const { effort } = (await w.call('GET', '/api/v1/efforts/e-1')).body
  expect(effort.landed).toHaveLength(2)
  expect(w.repo.git('ls-tree', '--name-only', 'main')).toMatch(/one\.txt[\s\S]*two\.txt/)
  const events = JSON.parse((await w.cli(['events', '--json'])).stdout).events as readonly Change[]
  expect(events.filter(({ type }) => type === 'effort_completed')).toHaveLength(1)
  const mails = (await w.call('GET', '/api/v1/mail?to=operator&type=result')).body.mail
  expect(mails).toHaveLength(1)
  expect(mails[0].body).toContain('2 commits landed on main')
  for (const { id } of effort.sessions)
    expect(await w.until(id, ({ phase }) => phase === 'ended')).toMatchObject({ endReason: 'completed' })
})

it('goes through a lead, its builders and a reviewer, and through a daemon that is killed in the middle', async () => {
  const reviewer = '@spawn reviewer @mail @parent worker_done Looks right'
  const parts = [
    builder('three'),
    builder('four'),
    reviewer,
    '@wait children',
    '@mail @parent worker_done all is there',
  ]
  const lead = parts.map((part) => part.replaceAll('\\n', '\\\\n')).join('\\n')
  const script = `@spawn lead ${lead}\n@wait children\n@say that is all`
  const { effort } = (await w.call('POST', '/api/v1/efforts', { projectId: 'shop', goal: script })).body
  // Guards refuse whatever is written while the daemon is away: both have committed by then.
  const ready = new Set<string>()
  await w.change(0, ({ type, payload }: Change) => {
    if (type === 'mail_sent' && payload.effortId === effort.id && payload.type === 'merge_ready')
      ready.add(payload.from)
    return ready.size === 2 ? true : undefined
  })
  await w.crash()
  await w.start()
  const done = await w.change(0, (change: Change) =>
    change.type === 'effort_completed' && change.payload.id === effort.id ? change.payload : undefined,
  )
  expect([done.state, done.reason, done.landed.length]).toEqual(['completed', null, 2])
  expect(done.sessions.map(({ role }) => role).toSorted()).toEqual([
    ...['builder', 'builder', 'coordinator', 'lead', 'reviewer'],
  ])
  expect(w.repo.git('ls-tree', '--name-only', 'main')).toMatch(/four\.txt[\s\S]*three\.txt/)
  const { mail } = (await w.call('GET', `/api/v1/mail?effort=${effort.id}&limit=100`)).body
  const count = (type: string, to: string) => mail.filter((one: Mail) => one.type === type && one.to === to).length
  const leadId = done.sessions.find(({ role }) => role === 'lead')!.id
  expect([count('worker_done', leadId), count('merged', leadId), count('worker_done', done.rootSessionId!)]).toEqual([
    3, 2, 1,
  ])
  expect([count('result', 'operator'), count('worker_died', leadId)]).toEqual([1, 0])
  const shown = (await w.cli(['effort', 'show', effort.id])).stdout
  expect(shown).toMatch(/coordinator \S+ .*\n└─ lead \S+ .*\n {3}├─ builder/)
})

it('asks the orchestrator, and prints the mail with which it answers', async () => {
  const more = { kind: 'orchestrator', projectId: 'shop', permissions: 'read-only' }
  const { id, launch } = await w.spawn('@sleep 600000', more)
  const environ = readFileSync(`/proc/${launch?.pid}/environ`, 'utf8')
  const token = /DROVER_TOKEN=([^\0]+)/.exec(environ)?.[1] ?? ''
  const asking = w.cli(['orchestrator', 'ask', 'How far are we?', '-p', 'shop', '--timeout', '60'])
  const question = await w.change(0, (change: Change) =>
    change.type === 'mail_sent' && change.payload.type === 'question' ? change.payload : undefined,
  )
  expect(question).toMatchObject({ from: 'operator', to: id, body: 'How far are we?' })
  await w.call('POST', `/api/v1/mail/${question.id}/reply`, { body: 'Half of it.' }, { token })
  expect(await asking).toEqual({ code: 0, stdout: 'Half of it.\n', stderr: '' })
  const late = await w.cli(['orchestrator', 'ask', 'And now?', '-p', 'shop', '--timeout', '1'])
  expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('has not answered within 1 s')])
})

it('does what the operator answers when its budget is reached', async () => {
  const body = { projectId: 'shop', goal: '@usage 10 10 2', budgetUsd: 1 }
  const { effort } = (await w.call('POST', '/api/v1/efforts', body)).body
  const gateOf = (after: number) =>
    w.change(after, (change: Change) =>
      change.type === 'mail_sent' && change.payload.effortId === effort.id && change.payload.type === 'decision_gate'
        ? { id: change.payload.id, seq: change.seq }
        : undefined,
    )
  const updated = (fits: (seen: Effort) => boolean) =>
    w.change(0, (change: Change) =>
      (change.type === 'effort_updated' || change.type === 'effort_completed') &&
      change.payload.id === effort.id &&
      fits(change.payload)
        ? change.payload
        : undefined,
    )
  const first = await gateOf(0)
  await w.call('POST', `/api/v1/mail/${first.id}/reply`, { body: 'raise the budget', option: 'raise the budget' })
  expect(await updated(({ budgetUsd }) => budgetUsd === 2)).toMatchObject({ state: 'running' })
  // What it has cost reaches the new one too: it is asked again, once.
  const second = await gateOf(first.seq)
  await w.call('POST', `/api/v1/mail/${second.id}/reply`, { body: 'stop', option: 'stop' })
  expect(await updated(({ state }) => state !== 'running')).toMatchObject({
    state: 'stopped',
    reason: 'Its budget was reached.',
  })
})
