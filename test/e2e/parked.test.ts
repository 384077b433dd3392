/** Benched agents and the rest of Drover: spawn and send wait for the reset, once, or are refused; other projects know it too. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { ok, type World, world } from '../support/world.ts'
import { getRelay, relay, untilRelay } from './relay-world.ts'

let w: World
beforeAll(async () => {
  w = await world({ config: '[relay]\nbackoff = "50ms"\n' })
  await w.addProject(w.repo, 'shop')
})
afterAll(() => w.end())

const spent = (model: string, seconds: number): Promise<Session> =>
  w.spawn(`@fail usage_limit resets-in=${seconds}`, { projectId: 'shop', harness: 'rehearsal', model })

describe('an agent whose account is spent', () => {
  it('is known to spawn: parked with its time and no launch, refused where nobody waits', async () => {
    const first = await spent('far', 3600)
    await w.turnEnd(first.id)
    await w.until(first.id, (session) => session.status === 'parked')
    const { agents } = (await w.call('GET', '/api/v1/agents')).body
    expect(agents).toMatchObject([{ agent: 'rehearsal:far', state: 'benched' }])
    const asked = { projectId: 'shop', prompt: '@say hello', harness: 'rehearsal', model: 'far' }
    const parked = await w.call('POST', '/api/v1/sessions', asked)
    expect(parked.status).toBe(201)
    expect(parked.body.session).toMatchObject({ status: 'parked', launch: null, turn: null, queued: 1 })
    const wait = Date.parse(parked.body.session.parkedUntil) - Date.now()
    expect(wait).toBeGreaterThan(3_400_000)
    expect(wait).toBeLessThan(3_600_000 + 130_000)
    const refused = await w.call('POST', '/api/v1/sessions', { ...asked, noWait: true })
    expect([refused.status, refused.body.code]).toEqual([409, 'AGENT_BENCHED'])
    const other = await w.spawn('@say another account', { projectId: 'shop', harness: 'rehearsal', model: 'near' })
    expect((await w.turnEnd(other.id)).outcome).toBe('completed')
  })

  it('is known to send: queued with its time, or refused, from the shell too', async () => {
    const first = await spent('mail', 3600)
    await w.turnEnd(first.id)
    await w.until(first.id, (session) => session.status === 'parked')
    const said = await w.cli(['send', '--session', first.id, '--message', '@say later'])
    expect(said.stdout).toMatch(/^queued: parked until \d{4}-/)
    const no = await w.cli(['send', '--session', first.id, '--message', '@say now', '--no-wait'])
    expect([no.code, no.stderr]).toEqual([1, expect.stringContaining('AGENT_BENCHED')])
    const { delivery } = (await w.call('POST', `/api/v1/sessions/${first.id}/send`, { message: '@say too' })).body
    expect(delivery).toMatchObject({ state: 'queued', position: 2, until: expect.any(String) })
    expect((await w.session(first.id)).turn?.n).toBe(1)
  })

  it('starts what waited once, when the bench is taken back, over a crash of the daemon', async () => {
    const first = await spent('back', 3600)
    await w.turnEnd(first.id)
    await w.until(first.id, (session) => session.status === 'parked')
    const { session } = (
      await w.call('POST', '/api/v1/sessions', {
        projectId: 'shop',
        prompt: '@append once.txt x',
        harness: 'rehearsal',
        model: 'back',
      })
    ).body
    await w.crash()
    await w.start()
    expect((await w.session(session.id)).status).toBe('parked')
    await ok(w.call('POST', '/api/v1/agents/reset', { agent: 'rh:back' }))
    expect((await w.turnEnd(session.id)).outcome).toBe('completed')
    const after = await w.until(session.id, (one) => one.status === 'idle')
    expect([after.turn?.n, after.queued, after.parkedUntil]).toEqual([1, 0, null])
  })

  it('stays taken back over a restart: the limit that was hit before benches nobody again', async () => {
    const first = await spent('again', 3600)
    await w.turnEnd(first.id)
    await w.until(first.id, (session) => session.status === 'parked')
    await ok(w.call('POST', '/api/v1/agents/reset', { agent: 'rh:again' }))
    await w.until(first.id, (session) => session.parkedUntil === null)
    await w.crash()
    await w.start()
    await ok(w.call('POST', `/api/v1/sessions/${first.id}/send`, { message: '@say back at work' }))
    await w.row(first.id, (row) => row.kind === 'turn_end' && row.turn === 2 && row.outcome === 'completed')
  })

  it('is not touched by a relay of another project, which waits and goes on at the reset', async () => {
    const first = await spent('soon', 4)
    await w.turnEnd(first.id)
    const { id } = await relay(w, { prompt: '@write soon.txt 1', mix: ['rh:soon'] })
    const waiting = await untilRelay(w, id, (one) => one.state === 'waiting' || one.state === 'ended')
    expect(waiting.waitingFor?.agents).toMatchObject([{ agent: 'rehearsal:soon' }])
    const done = await untilRelay(w, id, (one) => one.state === 'ended')
    expect([done.endReason, done.completed]).toEqual(['target_met', 1])
    expect((await getRelay(w, id)).failed).toBe(0)
  })
})
