/** Agents that fail under a relay: who is tried again, paused, benched or out, for how long, and who sees it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AgentStanding, Relay } from '#contract/relay'
import { tempRepo } from '../support/temp-repo.ts'
import { ok, type World, world } from '../support/world.ts'
import { addTask, ended, getTask, relay, triesOf, untilRelay, whole, words } from './relay-world.ts'

const config = `
[relay]
backoff = "50ms"
[routes]
default = ["rh:plain"]
planner = ["rh:plans@2"]
[harness.ghost]
command = ["/nowhere/ghost-agent"]
`
let w: World
beforeAll(async () => {
  w = await world({ config })
  await w.addProject(w.repo, 'shop')
})
afterAll(() => w.end())
afterEach(async () => {
  const { relays } = await ok<{ relays: Relay[] }>(w.call('GET', '/api/v1/relays'))
  for (const one of relays.filter(({ state }) => state !== 'ended')) {
    await w.call('POST', `/api/v1/relays/${one.id}/stop`, { now: true })
    await ended(w, one.id)
  }
  for (const task of (await w.call('GET', '/api/v1/tasks?project=shop')).body.tasks)
    await w.call('DELETE', `/api/v1/tasks/${task.id}`)
  for (const { agent } of await agents()) await w.call('POST', '/api/v1/agents/reset', { agent })
})

const agents = async (): Promise<AgentStanding[]> =>
  (await ok<{ agents: AgentStanding[] }>(w.call('GET', '/api/v1/agents'))).agents
const standing = async (agent: string) => (await agents()).find((one) => one.agent === agent)
const minutes = (until: string | null | undefined): number =>
  Math.round((Date.parse(until ?? '') - Date.now()) / 60_000)

describe('T08: infrastructure that fails', () => {
  it('D14: twice in a chain pauses the agent for an hour, kept over a crash; the next relay waits; a pause taken back stays so', async () => {
    await addTask(w, { title: 'Net', body: '@only a @fail transient\n@only b @write net.txt x' })
    const { tries } = await whole(w, { mix: ['rh:a', 'rh:b'] })
    expect(words(tries)).toEqual([
      'rehearsal:a failed transient',
      'rehearsal:a failed transient',
      'rehearsal:b completed',
    ])
    expect(tries[0]?.evidence.length).toBeGreaterThan(0)
    expect(tries[0]?.sessionId).toBe(tries[1]?.sessionId)
    const paused = await standing('rehearsal:a')
    expect([paused?.state, minutes(paused?.until)]).toEqual(['paused', 60])
    await w.crash()
    await w.start()
    expect(await standing('rehearsal:a')).toMatchObject({ state: 'paused', until: paused?.until })
    const waits = await relay(w, { prompt: '@write later.txt x', mix: ['rh:a'] })
    expect([waits.state, waits.waitingFor?.until]).toEqual(['waiting', paused?.until])
    expect(waits.waitingFor?.agents.map((one) => one.agent)).toEqual(['rehearsal:a'])
    expect(await triesOf(w, waits.id)).toEqual([])
    await w.call('POST', '/api/v1/agents/reset', { agent: 'rh:a' })
    expect((await ended(w, waits.id)).endReason).toBe('target_met')
    await w.crash()
    await w.start()
    expect((await standing('rehearsal:a'))?.state).toBe('active')
  })

  it('D01: pauses an agent without a model just the same; once, or a plain failure, pauses nobody and rotates', async () => {
    await addTask(w, { title: 'Bare', body: '@only a @write bare.txt x\n@only default @fail overloaded' })
    await addTask(w, { title: 'Plain', body: '@only c @fail agent_error\n@only a @write plain.txt x' })
    const bare = await relay(w, { prompt: '@fail overloaded', mix: ['rh'], iterations: 1 })
    const waits = await untilRelay(w, bare.id, (one) => one.state === 'waiting')
    expect(waits.waitingFor?.agents.map((one) => one.agent)).toEqual(['rehearsal'])
    expect((await standing('rehearsal'))?.state).toBe('paused')
    await w.call('POST', `/api/v1/relays/${bare.id}/stop`, { now: true })
    await ended(w, bare.id)
    const plain = await relay(w, { mix: ['rh:c', 'rh:a'], mode: 'new' })
    await ended(w, plain.id)
    expect(words(await triesOf(w, plain.id)).filter((line) => line.includes('agent_error'))).toHaveLength(2)
    expect((await standing('rehearsal:c'))?.state).toBe('active')
  })
})

describe('what no time mends', () => {
  it('D06: a program that is not there is named at once, tried once, and the next agent goes on', async () => {
    await addTask(w, { title: 'Ghost', body: '@write ghost.txt x' })
    const { relay: end, tries } = await whole(w, { mix: ['ghost', 'rh:a'] })
    expect(words(tries)).toEqual(['ghost failed launch', 'rehearsal:a completed'])
    expect(tries[0]?.reason).toContain('/nowhere/ghost-agent')
    expect([end.endReason, end.completed]).toEqual(['queue_empty', 1])
    expect((await standing('ghost'))?.state).toBe('unavailable')
  })

  it('A16: everybody signed out ends it gracefully with a line each, the task kept for whoever comes', async () => {
    const { id } = await addTask(w, { title: 'Auth', body: '@fail auth' })
    const { relay: end, tries } = await whole(w, { mix: ['rh:a', 'rh:b'] })
    expect([end.endReason, end.completed]).toEqual(['all_agents_unavailable', 0])
    expect(words(tries)).toEqual(['rehearsal:a failed auth', 'rehearsal:b failed auth'])
    expect(end.notes).toEqual([expect.stringContaining('rehearsal:a: '), expect.stringContaining('rehearsal:b: ')])
    expect((await getTask(w, id)).state).toBe('ready')
  })

  it('T20: a model that is refused is reported and never replaced', async () => {
    await addTask(w, { title: 'Model', body: '@write model.txt x' })
    const { tries } = await whole(w, { mix: ['rh:invalid', 'rh:claude-haiku-4-5'] })
    expect(words(tries)).toEqual(['rehearsal:claude-haiku-4-5 completed'])
    expect(tries[0]?.model).toBe('claude-haiku-4-5')
    expect(await standing('rehearsal:invalid')).toMatchObject({ state: 'unavailable', tries: 0 })
    expect((await standing('rehearsal:invalid'))?.reason).toContain('invalid')
    const only = await w.call('POST', '/api/v1/relays', { projectId: 'shop', prompt: 'x', mix: ['rh:invalid'] })
    expect(only.body.code).toBe('ALL_AGENTS_UNAVAILABLE')
  })
})

describe('a spent account', () => {
  it('is benched for every project of the home, over a crash and --new, until its reset; then parked work starts once', async () => {
    const other = tempRepo(`${w.dir}/other`)
    await w.addProject(other, 'other')
    await addTask(w, { title: 'Limit', body: '@only a @fail usage_limit resets-in=3600\n@only b @write limit.txt x' })
    const first = await whole(w, { mix: ['rh:a', 'rh:b'] })
    expect(words(first.tries)).toEqual(['rehearsal:a parked usage_limit', 'rehearsal:b completed'])
    const benched = await standing('rehearsal:a')
    expect([benched?.state, minutes(benched?.until)]).toEqual(['benched', 60])
    await w.crash()
    await w.start()
    const elsewhere = await relay(w, { projectId: 'other', prompt: '@write o.txt x', mix: ['rh:a'], mode: 'new' })
    expect([elsewhere.state, elsewhere.waitingFor?.until]).toEqual(['waiting', benched?.until])
    const again = await relay(w, { projectId: 'other', prompt: '@write o.txt x', mix: ['rh:a'], mode: 'new' })
    expect([again.state, (await triesOf(w, again.id)).length]).toEqual(['waiting', 0])
    await w.call('POST', `/api/v1/relays/${again.id}/stop`, { now: true })
  })

  it('that comes back: the relay says until when it waits, never calls that success, and starts once', async () => {
    const { id } = await relay(w, {
      prompt: '@sh test -e "$DROVER_HOME/../back" || touch "$DROVER_HOME/../back"\n@fail usage_limit resets-in=2',
      mix: ['rh:a'],
      iterations: 1,
    })
    const waits = await untilRelay(w, id, (one) => one.state === 'waiting')
    expect(waits.completed).toBe(0)
    const [parked] = await triesOf(w, id)
    expect(parked).toMatchObject({ outcome: 'parked', category: 'usage_limit' })
    // It comes back by itself, once a reset.
    await untilRelay(w, id, (one) => one.lanes[0]?.tryN === parked!.n + 1)
    await untilRelay(w, id, (one) => one.state === 'waiting')
    expect((await triesOf(w, id)).map((one) => one.outcome)).toEqual(['parked', 'parked'])
  })
})

it('T05: a role picks its route, with the meaning of a quota that a mix has; a task without one takes the default', async () => {
  for (const n of [1, 2]) await addTask(w, { title: `Plan ${n}`, body: `@write plan-${n}.txt x`, role: 'planner' })
  await addTask(w, { title: 'Do', body: '@write do.txt x' })
  const { tries } = await whole(w, {})
  expect(tries.map(({ agent, role, route }) => [agent, role, route])).toEqual([
    ['rehearsal:plans', 'planner', 'planner'],
    ['rehearsal:plans', 'planner', 'planner'],
    ['rehearsal:plain', null, 'default'],
  ])
})

it('A04: what an agent and its tree say arrives whole in the record of the try', async () => {
  await addTask(w, {
    title: 'Whole',
    role: 'fixer',
    verify: 'test -f whole.txt',
    body: '@usage 100 20 0.5\n@tool Read {}\n@write whole.txt x\n@sh "$DROVER_BIN" task done --summary "all of it"',
  })
  const { relay: end, tries } = await whole(w, { mix: ['rh:a'], iterations: 1 })
  const [one] = tries
  expect(one).toMatchObject({
    relayId: end.id,
    agent: 'rehearsal:a',
    model: 'a',
    role: 'fixer',
    route: 'mix',
    outcome: 'completed',
    category: null,
    exitCode: 0,
    filesChanged: 1,
    insertions: 1,
    deletions: 0,
    summary: 'all of it',
    verify: { ok: true, command: 'test -f whole.txt' },
    totals: { inputTokens: 100, outputTokens: 20, costUsd: 0.5 },
  })
  expect(one?.totals.toolCalls).toBeGreaterThan(0)
  const empty = Object.entries(one ?? {}).flatMap(([field, value]) => (value === null || value === '' ? [field] : []))
  // Nothing failed, nothing was there before, and a rehearsal has no version: these say so, all others have a value.
  expect(empty.sort()).toEqual(['category', 'cliVersion', 'handoff', 'reason'])
  const prompt = (await w.call('GET', `/api/v1/relays/${end.id}/tries/${one?.n}/prompt`)).body
  expect(JSON.stringify(prompt)).toContain('Whole')
  expect({ ...end, target: 1 }).toMatchObject({ mix: ['rehearsal:a'], completed: 1, baseCommit: expect.any(String) })
})
