/** Efforts, groups and orchestrators from outside: by the shell and the API, with rehearsal agents. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Change } from '#contract/change'
import type { Effort } from '#contract/effort'
import type { Session } from '#contract/session'
import { ok, type World, world } from '../support/world.ts'

let w: World
beforeAll(async () => {
  w = await world({ config: 'default_harness = "rehearsal"\ndefault_model = "fast"\n' })
  await w.addProject(w.repo, 'shop')
})
afterAll(() => w.end())

const start = async (goal: string, more: object = {}): Promise<Effort> =>
  (await ok<{ effort: Effort }>(w.call('POST', '/api/v1/efforts', { projectId: 'shop', goal, ...more }))).effort
const get = async (id: string): Promise<Effort> =>
  (await ok<{ effort: Effort }>(w.call('GET', `/api/v1/efforts/${id}`))).effort
const endOf = (id: string): Promise<Effort> =>
  w.change(0, (change: Change) =>
    change.type === 'effort_completed' && change.payload.id === id ? change.payload : undefined,
  )
const idleAfter = (id: string, turn: number) =>
  w.until(id, (session) => session.turn?.n === turn && session.turn.state !== 'running' && session.status !== 'working')

describe('an effort', () => {
  it('is a root session with the goal, its role and its target', async () => {
    const effort = await start('@say planning', { into: 'main', permissions: 'ask', budgetUsd: 3 })
    expect(effort).toMatchObject({ state: 'running', into: 'main', permissions: 'ask', budgetUsd: 3, merges: [] })
    expect(effort.sessions).toMatchObject([{ role: 'coordinator', parentId: null, depth: 0, report: null }])
    await idleAfter(effort.rootSessionId!, 1)
    expect(await w.session(effort.rootSessionId!)).toMatchObject({ role: 'coordinator', effortId: effort.id })
    expect((await get(effort.id)).state).toBe('running')
    const shown = await w.cli(['effort', 'show', effort.id])
    expect(shown.stdout).toContain(`coordinator ${effort.rootSessionId}  idle`)
    const listed = JSON.parse((await w.cli(['effort', 'ls', '-p', 'shop', '--json'])).stdout)
    expect(listed.efforts.map((one: Effort) => one.id)).toContain(effort.id)
    await ok(w.call('POST', `/api/v1/efforts/${effort.id}/stop`, {}))
  })

  it('that fails is followed to its end by the shell, with exit 1', async () => {
    const ran = await w.cli(['effort', 'start', '@fail auth', '--project', 'shop'])
    expect(ran.stderr).toBe('')
    expect(ran.code).toBe(1)
    expect(ran.stdout).toMatch(/^coordinator shop-\d+ begins\n/)
    expect(ran.stdout).toMatch(/e-\d+ failed: the last turn of coordinator shop-\d+ failed/)
  })

  it('that is said to be complete ends with exit 0, its sessions with it, and the operator has one mail', async () => {
    const running = w.cli(['effort', 'start', '@say hello', '--project', 'shop', '--json'])
    const begun = await w.change(0, (change: Change) =>
      change.type === 'effort_started' && change.payload.goal === '@say hello' ? change.payload : undefined,
    )
    await idleAfter(begun.rootSessionId!, 1)
    const done = await w.cli(['effort', 'complete', begun.id])
    expect(done.stdout).toContain(`${begun.id} is completed`)
    const { code, stdout } = await running
    expect([code, JSON.parse(stdout).effort.state]).toEqual([0, 'completed'])
    expect(await w.session(begun.rootSessionId!)).toMatchObject({ status: 'ended', endReason: 'completed' })
    const mail = await w.change(0, (change: Change) =>
      change.type === 'mail_sent' && change.payload.effortId === begun.id ? change.payload : undefined,
    )
    expect(mail).toMatchObject({ to: 'operator', type: 'result', from: begun.rootSessionId })
  })

  it('that is stopped keeps its work and says why', async () => {
    const effort = await start('@sleep 600000')
    const more = { role: 'builder', effortId: effort.id, parentId: effort.rootSessionId, projectId: 'shop' }
    const { id } = await w.spawn('@write a.txt half of it\n@sleep 600000', more)
    await w.row(id, (row) => row.kind === 'tool_result')
    const stopped = await w.cli(['effort', 'stop', effort.id, '--reason', 'enough', '-y'])
    expect([stopped.code, stopped.stdout]).toEqual([0, `${effort.id} is stopped: enough\n`])
    expect(await w.session(id)).toMatchObject({ status: 'ended', endReason: 'aborted' })
    expect(await w.session(effort.rootSessionId!)).toMatchObject({ status: 'ended', endReason: 'killed' })
    const { snapshots } = (await w.call('GET', `/api/v1/sessions/${id}/snapshots`)).body
    expect(snapshots.at(-1)).toMatchObject({ reason: 'kill', files: 1 })
    expect((await w.call('POST', `/api/v1/efforts/${effort.id}/complete`, {})).body.code).toBe('EFFORT_ENDED')
    const late = await w.call('POST', '/api/v1/sessions', { ...more, parentId: undefined, prompt: 'x' })
    expect(late.body.code).toBe('EFFORT_ENDED')
    // Its sessions stay as they ended: what they made goes on in a session of its own.
    const back = await w.cli(['session', 'restore', id])
    expect([back.code, back.stderr]).toEqual([1, expect.stringContaining('EFFORT_ENDED')])
    expect(back.stderr).toContain(`drover session fork ${id}`)
    expect(await w.session(id)).toMatchObject({ status: 'ended', endReason: 'aborted' })
    const { session: fork } = await ok<{ session: Session }>(w.call('POST', `/api/v1/sessions/${id}/fork`, {}))
    expect(fork).toMatchObject({ role: null, effortId: null })
    await ok(w.call('POST', `/api/v1/sessions/${fork.id}/kill`, {}))
  })

  it('that reached its budget starts nothing new until it is raised', async () => {
    const effort = await start('@usage 10 10 2', { budgetUsd: 1 })
    const root = effort.rootSessionId!
    await idleAfter(root, 1)
    const gate = await w.change(0, (change: Change) =>
      change.type === 'mail_sent' && change.payload.effortId === effort.id ? change.payload : undefined,
    )
    expect(gate).toMatchObject({ type: 'decision_gate', payload: { options: ['raise the budget', 'stop'] } })
    const { delivery } = (await w.call('POST', `/api/v1/sessions/${root}/send`, { message: '@say on' })).body
    expect(delivery.state).toBe('queued')
    expect((await w.call('POST', `/api/v1/sessions/${root}/turns`, { prompt: '@say on' })).body.code).toBe(
      'EFFORT_LIMIT',
    )
    expect((await w.cli(['effort', 'budget', effort.id, '5'])).code).toBe(0)
    await idleAfter(root, 2)
    await ok(w.call('POST', `/api/v1/efforts/${effort.id}/stop`, {}))
  })

  it('is decided once, also by a daemon that comes after a crash', async () => {
    const effort = await start('@sleep 600000')
    await w.crash()
    await w.start()
    expect((await get(effort.id)).state).toBe('running')
    await ok(w.call('POST', `/api/v1/sessions/${effort.rootSessionId}/kill`, {}))
    expect(await endOf(effort.id)).toMatchObject({ state: 'failed' })
    const { events } = JSON.parse((await w.cli(['events', '--type', 'effort_completed', '--json'])).stdout)
    expect(
      events.filter((one: Extract<Change, { type: 'effort_completed' }>) => one.payload.id === effort.id),
    ).toHaveLength(1)
  })

  it('refuses what cannot be', async () => {
    const code = async (body: object) => (await w.call('POST', '/api/v1/efforts', body)).body.code
    expect(await code({ projectId: 'nowhere', goal: 'x' })).toBe('PROJECT_NOT_FOUND')
    expect(await code({ projectId: 'shop', goal: '' })).toBe('PROMPT_REQUIRED')
    expect(await code({ projectId: 'shop', goal: 'x', agent: 'nobody' })).toBe('UNKNOWN_AGENT_SPEC')
    expect(await code({ projectId: 'shop', goal: 'x', into: 'no-such-branch' })).toBe('MERGE_TARGET_MISSING')
    expect(await code({ projectId: 'shop', goal: 'x', budgetUsd: -1 })).toBe('INVALID_BODY')
    expect((await w.call('GET', '/api/v1/efforts/e-999')).body.code).toBe('EFFORT_NOT_FOUND')
    expect((await w.cli(['effort', 'start', 'x', '--project', 'shop', '--budget', 'much'])).code).toBe(2)
  })
})

describe('a group of tasks', () => {
  it('says what is missing, and is complete once', async () => {
    const add = async (title: string): Promise<string> =>
      JSON.parse((await w.cli(['task', 'add', '-p', 'shop', '--title', title, '--json'])).stdout).task.id
    const [one, two] = [await add('one'), await add('two')]
    const made = await w.cli(['group', 'create', 'both', one, '-p', 'shop'])
    expect(made.stdout).toBe(`g-1 both is open: 0/1 done\nmissing: ${one}\n`)
    await w.cli(['group', 'add', 'both', two, '-p', 'shop'])
    await w.cli(['task', 'done', one])
    expect((await w.cli(['group', 'status', 'both', '-p', 'shop'])).stdout).toContain(`missing: ${two}`)
    await w.cli(['task', 'done', two])
    const done = await w.change(0, (change: Change) => (change.type === 'group_completed' ? change.payload : undefined))
    expect(done).toMatchObject({ id: 'g-1', missing: [] })
    expect((await w.cli(['group', 'ls'])).stdout).toMatch(/g-1\s+complete\s+2\/2/)
    const late = await w.cli(['group', 'add', 'both', one, '-p', 'shop'])
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('GROUP_COMPLETED')])
    expect((await w.cli(['group', 'status', 'bohth', '-p', 'shop'])).stderr).toContain('Did you mean "both"?')
  })
})

describe('the orchestrator', () => {
  it('is one a project: started, read and stopped', async () => {
    const id = JSON.parse((await w.cli(['orchestrator', 'start', '-p', 'shop', '--json'])).stdout).orchestrator.id
    expect((await w.cli(['orchestrator', 'start', '-p', 'shop'])).stdout).toContain(id)
    expect(await w.session(id)).toMatchObject({ kind: 'orchestrator', role: 'coordinator' })
    await idleAfter(id, 1)
    expect((await w.cli(['orchestrator', 'output', '-p', 'shop'])).stdout).toContain('turn 1 completed')
    expect((await w.cli(['orchestrator', 'stop', '-p', 'shop'])).stdout).toContain(`${id} has ended`)
    expect((await w.cli(['orchestrator', 'output', '-p', 'shop'])).stderr).toContain('has no orchestrator')
  })
})
