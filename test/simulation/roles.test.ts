/**
 * The turn contract on the real engine: what a role owes after a turn, over kills, stalls, waits and daemons that die. Numbers
 * in the names are those of the table in `docs/turn-contract.md`.
 */
import { describe, expect, it } from 'vitest'
import { type RolesWorld, rolesWorld } from './roles-world.ts'

async function pair(world: RolesWorld, role = 'builder'): Promise<{ lead: string; child: string }> {
  const lead = await world.spawn({ role: 'lead' })
  const child = await world.spawn({ role }, lead.id)
  return { lead: lead.id, child: child.id }
}
const deaths = (world: RolesWorld, to: string) => world.mailTo(to).filter((mail) => mail.type === 'worker_died')
const strict = { reminders: 0 }

describe('a clean end', () => {
  it('2 7 without its terminal mail: missing, an error that says so (must never 25)', async () => {
    const world = await rolesWorld(strict)
    const { child } = await pair(world)
    await world.finish(child)
    expect(world.session(child).report).toMatchObject({ state: 'missing', mailId: null })
    const errors = world.home.store.reads.eventsBefore(child, 1_000, 50).filter((row) => row.kind === 'error')
    expect(errors).toMatchObject([
      { code: 'TERMINAL_MAIL_MISSING', message: expect.stringContaining('No terminal mail') },
    ])
    expect(world.session(child)).toMatchObject({ phase: 'live', activity: 'idle' })
  })

  it('17 and exactly one worker_died to its parent (must never 40)', async () => {
    const world = await rolesWorld(strict)
    const { lead, child } = await pair(world)
    await world.finish(child)
    await world.pass(5_000)
    expect(deaths(world, lead)).toMatchObject([
      {
        from: child,
        source: 'daemon',
        priority: 'high',
        subject: `worker_died: ${child}`,
        payload: {
          agentName: child,
          capability: 'builder',
          taskId: null,
          reason: 'Clean exit without terminal mail',
          lastActivity: expect.any(String),
          terminatedBy: 'runner',
        },
      },
    ])
  })

  it('18 and none where there is no parent', async () => {
    const world = await rolesWorld(strict)
    const { id } = await world.spawn({ role: 'builder' })
    await world.finish(id)
    expect(world.session(id).report?.state).toBe('missing')
    expect(world.home.store.reads.mails({ from: id, limit: 10 })).toEqual([])
  })

  it('whose parent has ended is told to report to the operator, which counts', async () => {
    const world = await rolesWorld()
    const { lead, child } = await pair(world)
    await world.ask((flows) => flows.kill(lead, {}))
    await world.pass(4_000)
    const by = { type: 'session', sessionId: child, launchId: 'l', projectId: 'p', kind: 'worker' } as const
    const says = (to: string) =>
      world.ask((flows) => flows.sendMail({ to, type: 'worker_done', body: 'done' }, by, null))
    const hint = expect.stringContaining('Send it to operator')
    await expect(says('@parent')).rejects.toMatchObject({ code: 'RECIPIENT_ENDED', hint })
    await world.finish(child)
    const { prompt } = world.home.store.reads.turn(child, 2) ?? {}
    expect(prompt).toContain('--to operator --type worker_done')
    await says('operator')
    await world.finish(child)
    expect(world.session(child).report?.state).toBe('reported')
  })

  it('is reminded first, in a turn of its own, and believed when it speaks then', async () => {
    const world = await rolesWorld()
    const { lead, child } = await pair(world)
    await world.finish(child)
    expect(world.session(child)).toMatchObject({ turn: 2, report: { state: 'owed' } })
    expect(world.home.store.reads.turn(child, 2)).toMatchObject({ source: 'daemon' })
    await world.mail(child, lead, 'worker_done')
    await world.finish(child)
    expect(world.session(child).report?.state).toBe('reported')
    expect(deaths(world, lead)).toEqual([])
  })

  it('is reminded as often as the policy says, then missing (must never 25)', async () => {
    const world = await rolesWorld({ reminders: 2 })
    const { lead, child } = await pair(world)
    for (const turn of [2, 3]) {
      await world.finish(child)
      expect(world.session(child).turn).toBe(turn)
    }
    await world.finish(child)
    expect(world.session(child)).toMatchObject({ turn: 3, report: { state: 'missing' } })
    expect(deaths(world, lead)).toHaveLength(1)
  })
})

describe('a terminal mail', () => {
  it.each([
    [6, 'builder', 'worker_done', true],
    [8, 'merger', 'merged', true],
    [9, 'merger', 'merge_failed', true],
    [10, 'scout', 'result', true],
    [11, 'merger', 'worker_done', false],
    [19, 'reviewer', 'worker_done', true],
  ] as const)('%i of a %s: %s counts: %s (must never 16)', async (_, role, type, counts) => {
    const world = await rolesWorld(strict)
    const { lead, child } = await pair(world, role)
    const mail = await world.mail(child, lead, type)
    await world.finish(child)
    const report = counts ? { state: 'reported', mailId: `mail-${mail.number}` } : { state: 'missing', mailId: null }
    expect(world.session(child).report).toMatchObject(report)
    expect(deaths(world, lead)).toHaveLength(counts ? 0 : 1)
  })

  it('6 of an earlier turn does not count for a later one (must never 27)', async () => {
    const world = await rolesWorld(strict)
    const { lead, child } = await pair(world)
    await world.mail(child, lead, 'worker_done')
    await world.finish(child)
    await world.ask((flows) =>
      flows.startTurn(child, { prompt: 'more' }, { type: 'operator', via: 'token', label: 'o' }),
    )
    expect(world.session(child).report?.state).toBe('owed')
    await world.finish(child)
    expect(world.session(child).report?.state).toBe('missing')
    expect(deaths(world, lead)).toHaveLength(1)
  })

  it('22 leaves it reachable: a turn wakes it in its conversation and makes a new report owed', async () => {
    const world = await rolesWorld(strict)
    const { lead, child } = await pair(world)
    world.home.machine.write(world.process(child), { k: 'id', id: 'native' })
    await world.mail(child, lead, 'worker_done')
    await world.finish(child)
    await world.ask((flows) =>
      flows.startTurn(child, { prompt: 'more' }, { type: 'operator', via: 'token', label: 'o' }),
    )
    expect(world.home.store.reads.newestLaunch(child)?.resumeOf).toBe('native')
    const second = await world.mail(child, lead, 'worker_done')
    await world.finish(child)
    expect(world.session(child).report).toMatchObject({ state: 'reported', mailId: `mail-${second.number}` })
    expect(deaths(world, lead)).toEqual([])
  })

  it('after its verdict is believed', async () => {
    const world = await rolesWorld(strict)
    const { lead, child } = await pair(world)
    await world.finish(child)
    await world.mail(child, lead, 'worker_done')
    expect(world.session(child).report?.state).toBe('reported')
    expect(deaths(world, lead)).toHaveLength(1)
  })
})

describe('an end that was made for it', () => {
  it('14 15 a kill: aborted, one worker_died', async () => {
    const world = await rolesWorld()
    const { lead, child } = await pair(world)
    const killing = world.flows.kill(child, {})
    await world.rest()
    await world.pass(4_000)
    await killing
    expect(world.session(child)).toMatchObject({ phase: 'ended', endReason: 'aborted', endedBy: 'operator' })
    expect(deaths(world, lead)).toMatchObject([
      { from: child, payload: { reason: expect.stringContaining('Aborted'), terminatedBy: 'operator' } },
    ])
  })

  it('12 16 a stall: stalled, one worker_died', async () => {
    const world = await rolesWorld()
    const { lead, child } = await pair(world)
    world.process(child).hung = true
    // Their lead is at work all the while.
    for (let s = 0; s < 40 && world.session(child).phase !== 'ended'; s++) {
      world.home.machine.write(world.process(lead), { k: 'text', t: 'on it' })
      await world.pass(1_000)
    }
    expect(world.session(child)).toMatchObject({ phase: 'ended', endReason: 'stalled', report: { state: 'missing' } })
    expect(deaths(world, lead)).toMatchObject([
      { from: child, payload: { reason: expect.stringContaining('stalled'), terminatedBy: 'runner' } },
    ])
  })

  it('a kill after its report says nothing', async () => {
    const world = await rolesWorld()
    const { lead, child } = await pair(world)
    await world.mail(child, lead, 'worker_done')
    await world.finish(child)
    await world.ask((flows) => flows.kill(child, {}))
    expect(world.session(child)).toMatchObject({ endReason: 'killed', report: { state: 'reported' } })
    expect(deaths(world, lead)).toEqual([])
  })

  it('a kill of one that sent it in its last turn believes it (must never 34)', async () => {
    const world = await rolesWorld()
    const { lead, child } = await pair(world)
    await world.mail(child, lead, 'worker_done')
    await world.ask((flows) => flows.kill(child, {}))
    expect(world.session(child).report?.state).toBe('reported')
    expect(deaths(world, lead)).toEqual([])
  })

  it('the operator’s cancel keeps it and says nothing', async () => {
    const world = await rolesWorld()
    const { lead, child } = await pair(world)
    await world.ask((flows) => flows.cancelTurn(child, {}))
    await world.pass(30_000)
    expect(world.session(child)).toMatchObject({ phase: 'live', turn: 1, report: { state: 'owed' } })
    expect(deaths(world, lead)).toEqual([])
  })

  it('a dismissal by its parent ends it without a word; by the operator the parent hears of it', async () => {
    const world = await rolesWorld()
    const { lead, child } = await pair(world)
    const by = { type: 'session', sessionId: lead, launchId: 'l', projectId: 'p', kind: 'worker' } as const
    await world.ask((flows) => flows.dismiss(child, by))
    expect(world.session(child)).toMatchObject({ phase: 'ended', endReason: 'completed', report: null })
    expect(deaths(world, lead)).toEqual([])
    const other = await world.spawn({ role: 'scout' }, lead)
    await expect(world.ask((flows) => flows.dismiss(lead, { ...by, sessionId: other.id }))).rejects.toMatchObject({
      code: 'FORBIDDEN_SCOPE',
    })
    await world.ask((flows) => flows.dismiss(other.id, { type: 'operator', via: 'token', label: 'o' }))
    expect(deaths(world, lead)).toMatchObject([{ from: other.id, payload: { terminatedBy: 'operator' } }])
  })
})

describe('what breaks around it', () => {
  it('27 an adapter that cannot read its lines: the process is ended, the turn fails, nothing is claimed of the child (must never 28)', async () => {
    const world = await rolesWorld(strict)
    const { lead, child } = await pair(world)
    const process = world.process(child)
    for (const _ of [1, 2]) world.home.machine.write(process, { k: 'bug' })
    await world.rest()
    await world.pass(5_000)
    expect(process.alive).toBe(false)
    expect(world.home.store.reads.turn(child, 1)).toMatchObject({ state: 'error', code: 'ADAPTER_FAILED' })
    expect(world.session(child)).toMatchObject({ phase: 'live', report: { state: 'owed' } })
    expect(deaths(world, lead)).toEqual([])
  })

  it('29 a store that cannot be written for a while: nothing is thrown at anybody, and the verdict follows (must never 17, must never 33)', async () => {
    const world = await rolesWorld(strict)
    const { lead, child } = await pair(world)
    world.home.store.failing = 3
    await world.finish(child)
    await world.pass(20_000)
    expect(world.home.machine.alive().some((one) => one.sessionId === child)).toBe(false)
    expect(world.session(child).report?.state).toBe('missing')
    expect(deaths(world, lead)).toHaveLength(1)
  })
})

describe('waiting', () => {
  it('is an agreed end of a turn: no reminder, no watchdog (must never 5, weak point 1)', async () => {
    const world = await rolesWorld()
    const { lead } = await pair(world)
    world.flows.wait(lead, { for: 'children' })
    await world.finish(lead)
    await world.pass(60_000)
    expect(world.session(lead)).toMatchObject({ turn: 1, waiting: { for: 'children' }, report: { state: 'owed' } })
    expect(world.flows.session(lead).status).toBe('waiting')
  })

  it('for children ends when all have reported, and says so', async () => {
    const world = await rolesWorld(strict)
    const { lead, child } = await pair(world)
    const other = await world.spawn({ role: 'scout' }, lead)
    world.flows.wait(lead, { for: 'children' })
    await world.finish(lead)
    await world.mail(child, 'operator', 'worker_done')
    await world.finish(child)
    await world.pass(2_000)
    expect(world.session(lead).turn).toBe(1)
    await world.mail(other.id, 'operator', 'result')
    await world.finish(other.id)
    await world.pass(2_000)
    expect(world.session(lead)).toMatchObject({ turn: 2, waiting: null })
    expect(world.home.store.reads.turn(lead, 2)?.prompt).toContain(`> ${child} (builder): reported`)
  })

  it('stands until it is met, also over turns that others begin; for mail they are what came', async () => {
    const world = await rolesWorld()
    const { lead, child } = await pair(world)
    const by = { type: 'operator', via: 'token', label: 'o' } as const
    world.flows.wait(lead, { for: 'children' })
    await world.finish(lead)
    await world.ask((flows) => flows.startTurn(lead, { prompt: 'how is it going?' }, by))
    expect(world.flows.session(lead)).toMatchObject({ status: 'working', waitingFor: { for: 'children' } })
    await world.finish(lead)
    expect(world.flows.session(lead)).toMatchObject({ status: 'waiting', turn: { n: 2 } })
    await world.mail(child, 'operator', 'worker_done')
    await world.finish(child)
    await world.pass(2_000)
    expect(world.session(lead)).toMatchObject({ turn: 3, waiting: null })
    world.flows.wait(lead, { for: 'mail' })
    await world.finish(lead)
    await world.ask((flows) => flows.startTurn(lead, { prompt: 'here it is' }, by))
    expect(world.session(lead).waiting).toBeNull()
  })

  it('for children that are all dead is met at once', async () => {
    const world = await rolesWorld(strict)
    const { lead, child } = await pair(world)
    await world.finish(child)
    world.read(lead)
    world.flows.wait(lead, { for: 'children' })
    await world.finish(lead)
    expect(world.session(lead)).toMatchObject({ turn: 2, waiting: null })
  })

  it('for a time ends by itself; a deadline says what did not come, with a notice', async () => {
    const world = await rolesWorld()
    const { lead } = await pair(world)
    world.flows.wait(lead, { for: 'time:10s' })
    await world.finish(lead)
    await world.pass(9_000)
    expect(world.session(lead).turn).toBe(1)
    await world.pass(2_000)
    expect(world.session(lead).turn).toBe(2)
    world.flows.wait(lead, { for: 'mail', deadline: '5s' })
    await world.finish(lead)
    await world.pass(7_000)
    expect(world.home.store.reads.turn(lead, 3)?.prompt).toContain('mail did not come')
    const notices = world.home.store.reads.eventsBefore(lead, 1_000, 50).filter((row) => row.kind === 'notice')
    expect(notices).toMatchObject([{ code: 'wait_deadline' }])
  })

  it('is refused for what cannot come', async () => {
    const world = await rolesWorld()
    const { child } = await pair(world)
    expect(() => world.flows.wait(child, { for: 'children' })).toThrow(
      expect.objectContaining({ code: 'WAIT_INVALID' }),
    )
    expect(() => world.flows.wait(child, { for: 'rain' })).toThrow(expect.objectContaining({ code: 'WAIT_INVALID' }))
    expect(() => world.flows.wait(child, { for: 'task:t-9' })).toThrow(
      expect.objectContaining({ code: 'TASK_NOT_FOUND' }),
    )
  })
})

describe('starting others', () => {
  it('holds the table and the limits also between calls at once', async () => {
    const world = await rolesWorld()
    const lead = await world.spawn({ role: 'lead' })
    const caller = { type: 'session', sessionId: lead.id, launchId: 'l', projectId: 'p', kind: 'worker' } as const
    const asked = Array.from({ length: 5 }, (_, n) =>
      world.flows.spawn({ projectId: null, role: 'builder', prompt: `#${n}` }, caller).then(
        () => 'ok',
        (cause: { code: string }) => cause.code,
      ),
    )
    await world.rest()
    expect((await Promise.all(asked)).sort()).toEqual(['CHILDREN_LIMIT', 'CHILDREN_LIMIT', 'ok', 'ok', 'ok'])
    const [child] = world.flows.children(lead.id)
    expect(child).toMatchObject({ parentId: lead.id, depth: 1, role: 'builder', permissions: 'bypass' })
    await expect(world.spawn({ role: 'scout' }, child!.id)).rejects.toMatchObject({ code: 'ROLE_MAY_NOT_SPAWN' })
    await expect(world.spawn({ role: 'scout', base: 'x' }, lead.id)).rejects.toMatchObject({ code: 'FORBIDDEN_SCOPE' })
    await expect(world.spawn({}, lead.id)).rejects.toMatchObject({ code: 'ROLE_UNKNOWN' })
  })

  it('the same call again is the same child', async () => {
    const world = await rolesWorld()
    const lead = await world.spawn({ role: 'lead' })
    const first = await world.spawn({ role: 'builder', key: 'k' }, lead.id)
    const again = await world.spawn({ role: 'builder', key: 'k' }, lead.id)
    expect(again.id).toBe(first.id)
    expect(world.flows.children(lead.id)).toHaveLength(1)
  })
})

describe('the ladder', () => {
  it('shows, reminds, tells the operator and stops one that owes and does nothing', async () => {
    const world = await rolesWorld()
    const { lead, child } = await pair(world)
    world.flows.wait(lead, { for: 'time:1h' })
    await world.finish(lead)
    await world.finish(child, 'failed')
    await world.pass(30_000)
    expect(world.session(child).turn).toBe(2)
    await world.finish(child, 'failed')
    await world.pass(100_000)
    const steps = world.home.store.reads
      .eventsBefore(child, 10_000, 100)
      .flatMap((row) => (row.kind === 'notice' ? [row.code] : []))
      .filter((code) => code.startsWith('watchdog_'))
      .reverse()
    expect(steps).toEqual([
      'watchdog_shown',
      'watchdog_reminded',
      'watchdog_shown',
      'watchdog_noticed',
      'watchdog_stopped',
    ])
    expect(world.session(child)).toMatchObject({ phase: 'ended', endReason: 'stalled', endedBy: 'watchdog' })
    expect(deaths(world, lead)).toMatchObject([{ payload: { terminatedBy: 'watchdog' } }])
    expect(world.mailTo('operator')).toMatchObject([{ type: 'escalation', payload: { severity: 'warning' } }])
  })
})

describe('over any crash', () => {
  const told = async (after: number): Promise<boolean> => {
    const world = await rolesWorld()
    const { lead, child } = await pair(world)
    let died = false
    world.home.onDeath = () => {
      died = true
    }
    world.home.dieAfter(after)
    await world.finish(child)
    await world.again()
    if (world.home.machine.alive().some((one) => one.sessionId === child)) await world.finish(child)
    await world.again()
    await world.pass(3_000)
    expect(world.session(child).report?.state, `died at ${after}`).toBe('missing')
    expect(deaths(world, lead), `died at ${after}`).toHaveLength(1)
    return died
  }
  it('a missing report is told once (must never 40, weak point 5)', async () => {
    let at = 1
    while (await told(at)) at += 1
    expect(at).toBeGreaterThan(5)
  })
})
