/** Mail on the real engine in a simulated home: groups, threads, keys, and whom an agent may write to. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionRecord } from '#adapters/store/sqlite/store-fixture'
import type { Mail } from '#contract/mail'
import { type Caller, operator } from '#flows/access/caller'
import type { Deps } from '#flows/engine/context'
import type { Flows } from '#flows/engine/flows'
import type { SessionRecord } from '#ports/store/session'
import { createSimHome, type SimHome } from '#test/support/engine'

let home: SimHome
let deps: Deps
let flows: Flows

const as = (sessionId: string): Caller => ({
  type: 'session',
  sessionId,
  launchId: 'l_1',
  projectId: sessionId.replace(/-\d+$/, ''),
  kind: 'worker',
})

beforeEach(async () => {
  home = createSimHome({
    plant(given) {
      deps = given
      return given
    },
  })
  home.boot()
  await home.scheduler.quiet()
  for (let next = home.scheduler.ready()[0]; next !== undefined; next = home.scheduler.ready()[0])
    await home.scheduler.let(next)
  flows = home.flows!
  const crew: Record<string, Partial<SessionRecord>> = {
    'p-1': { role: 'lead', effortId: 'e-1' },
    'p-2': { role: 'builder', parentId: 'p-1', effortId: 'e-1' },
    'p-3': { role: 'builder', parentId: 'p-1', effortId: 'e-1' },
    'p-4': { role: 'builder', parentId: 'p-1', effortId: 'e-1', phase: 'ended' },
    'p-5': {},
    'q-1': { projectId: 'q', effortId: null },
  }
  deps.journal.command((tx) => {
    // While they start, nothing is delivered to them.
    for (const [id, more] of Object.entries(crew)) tx.insertSession(sessionRecord(id, { phase: 'starting', ...more }))
    tx.insertEffort({
      id: 'e-1',
      projectId: 'p',
      goal: 'g',
      state: 'running',
      reason: null,
      rootSessionId: 'p-1',
      into: 'main',
      permissions: 'bypass',
      budgetUsd: null,
      budgetAskedAt: null,
      offeredUpTo: 0,
      refusals: [],
      createdAt: '2030',
      endedAt: null,
    })
  })
})
afterEach(() => home.crash())

const code = (work: () => unknown): Promise<string> =>
  Promise.resolve()
    .then(work)
    .then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    )
const send = (from: Caller, input: Partial<Parameters<Flows['sendMail']>[0]>, key: string | null = null) =>
  flows.sendMail({ to: 'operator', body: 'words', ...input }, from, key)
const receivers = (mails: readonly Mail[]): readonly string[] => mails.map((mail) => mail.to)

describe('a group', () => {
  it.each([
    ['p-1', '@children', ['p-2', 'p-3']],
    ['p-1', '@builders', ['p-2', 'p-3']],
    ['p-2', '@builders', ['p-3']],
    ['p-2', '@all', ['p-1', 'p-3']],
    ['p-2', '@parent', ['p-1']],
  ])('of %s: %s becomes one mail for each of %j', async (from, to, expected) => {
    const mails = await send(as(from), { to })
    expect(receivers(mails)).toEqual(expected)
    for (const mail of mails)
      expect(mail).toMatchObject({ from, thread: mail.id, effortId: 'e-1', projectId: 'p', state: 'queued' })
  })

  it('is the operator’s by the name of an effort', async () => {
    expect(await code(() => send(operator, { to: '@builders' }))).toBe('EMPTY_GROUP')
    expect(await code(() => send(operator, { to: '@builders', effort: 'e-9' }))).toBe('EFFORT_NOT_FOUND')
    expect(receivers(await send(operator, { to: '@builders', effort: 'e-1' }))).toEqual(['p-2', 'p-3'])
  })

  it('gets the same mails for the same key, whoever joined since, and each sender has its own keys', async () => {
    const first = await send(as('p-1'), { to: '@children' }, 'k')
    deps.journal.command((tx) =>
      tx.insertSession(sessionRecord('p-9', { phase: 'starting', role: 'builder', parentId: 'p-1', effortId: 'e-1' })),
    )
    expect(await send(as('p-1'), { to: '@children' }, 'k')).toEqual(first)
    expect(receivers(await send(as('p-1'), { to: '@children' }, 'k2'))).toEqual(['p-2', 'p-3', 'p-9'])
    const [other] = await send(as('p-2'), { to: 'operator' }, 'k')
    expect(first.map((mail) => mail.id)).not.toContain(other?.id)
  })

  it('two calls with one key at once are one', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send(as('p-1'), { to: '@children' }, 'k')))
    expect(new Set(answers.map((mails) => JSON.stringify(mails.map((mail) => mail.id)))).size).toBe(1)
    expect(deps.journal.reads.queuedMail('p-2')).toHaveLength(1)
  })
})

describe('an agent', () => {
  it('writes to sessions of its own project only, and to nobody who has ended (must never 41)', async () => {
    expect(await code(() => send(as('p-2'), { to: 'q-1' }))).toBe('UNKNOWN_RECIPIENT')
    expect(await code(() => send(as('p-2'), { to: 'p-5' }))).toBe('accepted')
    expect(await code(() => send(as('p-2'), { to: 'p-4' }))).toBe('RECIPIENT_ENDED')
    expect(await code(() => send(operator, { to: 'q-1' }))).toBe('accepted')
  })
})

describe('a thread', () => {
  it('begins with its root; a reply joins it, goes to the other side and is no report (weak point 21)', async () => {
    const [done] = await send(as('p-2'), { to: '@parent', type: 'worker_done', subject: 'Done' })
    const reply = await flows.replyMail(done!.id, { body: 'thanks' }, as('p-1'), null)
    expect(reply).toMatchObject({ to: 'p-2', type: 'status', payload: null, thread: done!.id, replyTo: done!.id })
    const back = await flows.replyMail(reply.id, { body: 'welcome' }, as('p-2'), null)
    expect(back).toMatchObject({ to: 'p-1', subject: 'Re: Done', thread: done!.id, replyTo: reply.id })
    // Whoever answers their own mail writes to the same side again.
    expect((await flows.replyMail(back.id, { body: 'and' }, as('p-2'), null)).to).toBe('p-1')
    const ids = flows.mailThread(back.id, operator).mail.map((mail) => mail.id)
    expect(ids.slice(0, 3)).toEqual([done!.id, reply.id, back.id])
    expect(() => flows.mailThread(done!.id, as('p-3'))).toThrow('There is no mail')
  })

  it('a question is answered, and mail to the operator is read once it is', async () => {
    const [asked] = await send(as('p-2'), { type: 'question', body: 'Which?' })
    expect(asked?.state).toBe('queued')
    expect(await flows.replyMail(asked!.id, { body: 'this' }, operator, null)).toMatchObject({
      type: 'answer',
      to: 'p-2',
    })
    expect(flows.mail(asked!.id, operator)).toMatchObject({ state: 'read', readAt: expect.any(String) })
  })
})

describe('words that hold a secret', () => {
  it('are redacted for everybody but their receiver', async () => {
    const secret = ['sk-ant-api03', 'abcdefghijklmnop'].join('-')
    const [mail] = await send(operator, { to: 'p-2', body: `use ${secret}`, subject: `key ${secret}` })
    expect(JSON.stringify(mail)).not.toContain(secret)
    expect(JSON.stringify(flows.mails({}, operator))).not.toContain(secret)
    expect(flows.mail(mail!.id, as('p-2')).body).toBe(`use ${secret}`)
  })
})
