/**
 * The daemon dies at each step of what roles owe and ask for, and starts again: a child is started once however often its
 * parent asks, a reminder is one turn, a wait ends once, and a parent hears of a death exactly once.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Change } from '#contract/change'
import type { Mail } from '#contract/mail'
import type { Session } from '#contract/session'
import { ok, type World, world } from '#test/support/world'
import { dieAt, kill, revive } from './die-at.ts'
import { faultsOfWorld } from './whole.ts'

let w: World
const inWorld = (reminders: number): void => {
  beforeAll(async () => {
    w = await world({ config: `cancel_grace = 1\n[coordination]\nreminders = ${reminders}\n` })
    await w.addProject()
  })
  afterAll(() => w.end())
  afterEach(() => revive(w))
}

const childrenOf = async (id: string): Promise<readonly Session[]> =>
  (await ok<{ sessions: Session[] }>(w.call('GET', `/api/v1/sessions/${id}/children`))).sessions

/** A lead that has no turn: it only gets mail. */
async function lead(): Promise<string> {
  const body = { projectId: 'demo', harness: 'rehearsal', model: 'fast', role: 'lead' }
  return (await ok<{ session: Session }>(w.call('POST', '/api/v1/sessions', body))).session.id
}

/** Deaths of this session, read up to a change of our own making. */
let marks = 0
async function deaths(id: string): Promise<readonly Mail[]> {
  marks += 1
  const name = `mark ${marks}`
  const found: Mail[] = []
  await ok(w.call('PATCH', `/api/v1/sessions/${id}`, { name }))
  return w.change(0, (change: Change) => {
    if (change.type === 'mail_sent' && change.payload.type === 'worker_died' && change.payload.from === id)
      found.push(change.payload)
    return change.type === 'session_updated' && change.payload.name === name ? found : undefined
  })
}

describe('a child', () => {
  // Nobody else launches anything: points are counted.
  inWorld(0)

  // The first time is the lead's own spawn, the second its child's.
  it.each([
    'spawn:row-written#2',
    'spawn:workspace-made#2',
    'spawn:turn-accepted#2',
    'launch:recorded#2',
    'launch:started#2',
    'spawn:launched#2',
  ])('%s: is started once, and its parent hears so', async (point) => {
    // Its agent may be quicker than the answer.
    await dieAt(w, point, () => w.spawn('@spawn scout @sleep 20\n@say gone on', { role: 'lead', name: point }))
    const { sessions } = await ok<{ sessions: Session[] }>(w.call('GET', '/api/v1/sessions'))
    const id = sessions.find((one) => one.name === point)?.id ?? ''
    const row = await w.row(id, (one) => one.kind === 'tool_result')
    expect(row).toMatchObject({ ok: true, output: expect.stringContaining('started scout') })
    expect(await childrenOf(id)).toMatchObject([{ role: 'scout', parentId: id, depth: 1 }])
    await w.row(id, (one) => one.kind === 'text' && one.text === 'gone on')
    expect(await faultsOfWorld(w)).toEqual([])
    // The scout's end would wake its lead in the middle of the next one.
    for (const one of [...(await childrenOf(id)), { id }]) await kill(w, one.id)
  })
})

describe('what is owed', () => {
  inWorld(1)

  it('role:turn: the reminder is one turn, the verdict one mail', async () => {
    const parent = await lead()
    let id = ''
    await dieAt(w, 'role:turn', async () => {
      id = (await w.spawn('@say done', { role: 'builder', parentId: parent })).id
    })
    await w.until(id, (one) => one.report?.state === 'missing')
    const rows = await w.rows(id)
    expect(rows.filter((row) => row.kind === 'user').map((row) => row.source)).toEqual(['operator', 'daemon'])
    expect(rows.filter((row) => row.kind === 'error')).toMatchObject([{ code: 'TERMINAL_MAIL_MISSING' }])
    expect(await deaths(id)).toMatchObject([{ to: parent, payload: { reason: 'Clean exit without terminal mail' } }])
  })

  it.each(['kill:marked', 'kill:process-ended', 'kill:saved', 'kill:ended'])(
    '%s: one worker_died (must never 40)',
    async (point) => {
      const parent = await lead()
      const { id } = await w.spawn('@say here\n@sleep 60000', { role: 'builder', parentId: parent })
      await w.row(id, (row) => row.kind === 'text')
      await dieAt(w, point, () => kill(w, id))
      expect(await w.until(id, (one) => one.phase === 'ended')).toMatchObject({
        endReason: 'aborted',
        report: { state: 'missing' },
      })
      expect(await deaths(id)).toMatchObject([{ to: parent, payload: { terminatedBy: 'operator' } }])
    },
  )

  it('wait:registered: what was agreed stands, and ends once', async () => {
    let id = ''
    await dieAt(w, 'wait:registered', async () => {
      id = (await w.spawn('@wait time:2s\n@say gone on', { role: 'builder' })).id
    })
    await w.row(id, (one) => one.kind === 'text' && one.text === 'gone on')
    const rows = await w.rows(id)
    expect(rows.filter((row) => row.kind === 'user').map((row) => row.turn)).toEqual([1, 2])
    expect(rows.filter((row) => row.kind === 'tool_result')).toMatchObject([{ ok: true, output: 'waits for time:2s' }])
  })
})
