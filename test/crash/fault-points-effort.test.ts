/**
 * One effort, a coordinator over a lead over two builders and a reviewer, on a daemon that dies again and again, each time at
 * another step: nobody is started twice, no mail is lost or doubled, nothing lands twice, and it ends once.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Change } from '#contract/change'
import type { Effort } from '#contract/effort'
import type { Mail } from '#contract/mail'
import { ok, type World, world } from '#test/support/world'
import { faultsOfWorld } from './whole.ts'

/** Sixteen daemons one after the other, on a machine that has other things to do. */
const patience = { timeout: 600_000 }

let w: World
beforeAll(async () => {
  w = await world({ config: 'default_harness = "rehearsal"\ndefault_model = "fast"\n' })
  await w.addProject(w.repo, 'shop')
})
afterAll(() => w.end())

/** In the order in which the story meets them; one that others were faster than is met later, or not at all. */
const points = [
  'effort:written',
  'effort:root-up',
  'spawn:row-written',
  'spawn:turn-accepted',
  'launch:recorded',
  'spawn:launched',
  'wait:registered',
  'mail:sent',
  'effort:offered',
  'merge:enqueued',
  'merge:made',
  'merge:landing',
  'merge:landed',
  'mail:taken',
  'mail:settled',
  'effort:ended',
] as const

// Its first mail is sent once the daemon is back: what a guard must see is refused while nobody is there to ask.
const builder = (name: string): string =>
  `@spawn builder @mail @parent status ${name} begins\\n@write ${name}.txt ${name}\\n@commit Add ${name}\\n@merge-ready\\n@mail @parent worker_done ${name} is built`
const parts = [
  builder('one'),
  builder('two'),
  '@spawn reviewer @mail @parent worker_done Looks right',
  '@wait children',
  '@mail @parent worker_done all is there',
]
const lead = parts.map((part) => part.replaceAll('\\n', '\\\\n')).join('\\n')
const goal = `@spawn lead ${lead}\n@wait children\n@say that is all`

const over = (change: Change): Effort | undefined => (change.type === 'effort_completed' ? change.payload : undefined)

it('a whole effort on a daemon that dies at every step: each thing is there once', patience, async () => {
  const met: string[] = []
  let done: Effort | null = null
  for (const point of points) {
    await w.crash().catch(() => undefined)
    await w.start({ DROVER_FAULT: point })
    // Cut off before its root was up it never was, and is asked for again; after that it goes on by itself.
    if (met.length <= 1) await w.call('POST', '/api/v1/efforts', { projectId: 'shop', goal }).catch(() => undefined)
    const ended = w.change(0, over).catch(() => null)
    const died = await Promise.race([w.gone().then(() => null), ended])
    if (died === null) met.push(point)
    else done = died
    if (done !== null) break
  }
  await w.crash().catch(() => undefined)
  await w.start()
  done ??= await w.change(0, over)
  expect(met.length, met.join()).toBeGreaterThan(7)
  // A write that a guard could not be asked about is refused, and told as such: then nothing of it lands.
  expect(['completed', 'failed']).toContain(done.state)

  const { effort } = await ok<{ effort: Effort }>(w.call('GET', `/api/v1/efforts/${done.id}`))
  expect(effort.sessions.map(({ role }) => role).toSorted()).toEqual([
    ...['builder', 'builder', 'coordinator', 'lead', 'reviewer'],
  ])
  const { mail } = await ok<{ mail: Mail[] }>(w.call('GET', `/api/v1/mail?effort=${done.id}&limit=1000`))
  const said = mail
    .filter(({ from }) => from !== 'drover')
    .map(({ from, to, type, subject }) => [from, to, type, subject].join(' '))
  expect(said.filter((one, at) => said.indexOf(one) !== at)).toEqual([])
  const of = (type: string) =>
    mail
      .filter((one) => one.type === type)
      .map(({ subject }) => subject)
      .toSorted()
  expect(of('worker_done')).toEqual(['Looks right', 'all is there', 'one is built', 'two is built'])
  expect(of('status')).toEqual(['one begins', 'two begins'])
  expect(of('worker_died')).toEqual([])
  expect(mail.filter(({ to, type }) => to === 'operator' && type === 'result')).toHaveLength(1)

  const landed = effort.merges.filter(({ state }) => state === 'landed')
  expect(new Set(landed.map(({ branch }) => branch)).size).toBe(landed.length)
  const subjects = w.repo.git('log', '--format=%s', 'main').split('\n')
  for (const name of ['Add one', 'Add two']) expect(subjects.filter((one) => one === name).length).toBeLessThan(2)
  expect(subjects.filter((one) => one.startsWith('Add '))).toHaveLength(landed.length)

  const ends: string[] = []
  const mark = `mark ${effort.id}`
  await ok(w.call('PATCH', `/api/v1/sessions/${effort.rootSessionId}`, { name: mark }))
  await w.change(0, (change: Change) => {
    if (change.type === 'effort_completed') ends.push(change.payload.id)
    return change.type === 'session_updated' && change.payload.name === mark ? true : undefined
  })
  expect(ends).toEqual([effort.id])
  expect(await faultsOfWorld(w)).toEqual([])
})
