/** What people see of a session: a failure until a turn completes, a known reset, an idle session, the model of a turn. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { ok, type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world()
  await w.addProject()
})
afterAll(() => w.end())

const post = (id: string, what: string, body: unknown = {}) => w.call('POST', `/api/v1/sessions/${id}/${what}`, body)

let accounts = 0

/** Each with an account of its own: one that is spent would park the sessions after it. */
async function ended(prompt: string, more: Record<string, unknown> = {}): Promise<Session> {
  const { id } = await w.spawn(prompt, { model: `account-${++accounts}`, ...more })
  await w.turnEnd(id)
  return w.session(id)
}

describe('a failed turn', () => {
  const table: [prompt: string, category: string, cause: string][] = [
    ['@fail auth', 'auth', 'signed out'],
    ['@fail usage_limit', 'usage_limit', 'quota used up'],
    ['@fail transient', 'transient', 'connection failed'],
    ['@fail invalid_model', 'invalid_model', 'model refused'],
    ['@fail agent_error', 'agent_error', 'agent error'],
    ['@fail crash', 'agent_error', 'crashed'],
    ['@say gone\n@exit 0', 'unknown', 'failed'],
  ]
  it.each(table)('%s is shown with its category, its words and what to do', async (prompt, category, cause) => {
    const session = await ended(prompt)
    expect(session).toMatchObject({ status: 'failed', phase: 'live', activity: { state: 'idle' } })
    expect(session.failure).toMatchObject({ category, resetAt: null })
    expect(session.failure?.message).not.toBe('')
    expect(session.failure?.hint).not.toBe('')
    const listed = await w.cli(['session', 'ls'])
    const line = listed.stdout.split('\n').find((one) => one.startsWith(`${session.id} `))
    expect(line).toMatch(new RegExp(`\\bfailed\\b.*${cause}`))
    const got = await w.cli(['session', 'get', session.id])
    expect(got.stdout).toMatch(/^status +failed$/m)
    expect(got.stdout).toMatch(new RegExp(`^failed +${cause}: .*, ${category}\\)$`, 'm'))
    expect(got.stdout).toMatch(/^what to do +\S/m)
    const found = await ok<{ sessions: Session[] }>(w.call('GET', '/api/v1/sessions?status=failed&limit=1000'))
    expect(found.sessions.map(({ id }) => id)).toContain(session.id)
  })

  it('stands over a cancel, a kill, a restore and a restart, and leaves with the first turn that completes', async () => {
    const { id, failure } = await ended('@say before\n@fail auth')
    await post(id, 'turns', { prompt: '@sleep 60000' })
    expect(await w.session(id)).toMatchObject({ status: 'working', failure })
    expect((await post(id, 'cancel')).body).toMatchObject({ cancelled: true, session: { status: 'failed', failure } })
    await post(id, 'kill')
    expect(await w.session(id)).toMatchObject({ status: 'ended', failure })
    await post(id, 'restore')
    expect(await w.session(id)).toMatchObject({ status: 'failed', failure })
    await w.stop('keep')
    await w.start()
    expect(await w.session(id)).toMatchObject({ status: 'failed', failure })
    await post(id, 'turns', { prompt: '@say better' })
    await w.turnEnd(id, 3)
    expect(await w.session(id)).toMatchObject({ status: 'idle', failure: null })
  })
})

describe('a known reset', () => {
  it('parks the session until then, and says so; afterwards it is failed, told to whoever watches', async () => {
    const session = await ended('@fail usage_limit resets-in=4')
    expect(session).toMatchObject({ status: 'parked', failure: { category: 'usage_limit' } })
    const resetAt = Date.parse(session.failure?.resetAt ?? '')
    expect(resetAt - Date.parse(session.failure?.at ?? '')).toBeGreaterThan(2000)
    const listed = await w.cli(['session', 'ls'])
    expect(listed.stdout).toMatch(new RegExp(`^${session.id} +parked .*quota, back at \\d\\d:\\d\\d`, 'm'))
    expect((await w.cli(['session', 'get', session.id])).stdout).toMatch(/^parked until +\d\d:\d\d \(20/m)
    const after = await w.until(session.id, (one) => one.status === 'failed')
    expect(Date.now()).toBeGreaterThanOrEqual(resetAt)
    expect(after.failure).toEqual(session.failure)
    expect((await w.cli(['session', 'get', session.id])).stdout).toMatch(/^quota back since +/m)
  })

  it('is forgotten by a turn that is tried all the same', async () => {
    const { id } = await ended('@fail usage_limit resets-in=3600')
    await post(id, 'turns', { prompt: '@say it works' })
    await w.turnEnd(id, 2)
    expect(await w.session(id)).toMatchObject({ status: 'idle', failure: null })
  })

  it('outlives the daemon', async () => {
    const { id } = await ended('@fail rate_limit retry-after=3600')
    await w.stop('keep')
    await w.start()
    expect((await w.session(id)).status).toBe('parked')
  })
})

describe('a spawn without a prompt', () => {
  it('makes an idle session without a process, which begins with its first message', async () => {
    const answer = await w.call('POST', '/api/v1/sessions', { projectId: 'demo', harness: 'rehearsal' })
    expect(answer.status).toBe(201)
    const { session } = answer.body
    expect(session).toMatchObject({ status: 'idle', phase: 'live', turn: null, launch: null, lastEventId: 0 })
    expect(session.activity.state).toBe('idle')
    expect(await w.rows(session.id)).toEqual([])
    await w.stop('keep')
    await w.start()
    expect(await w.session(session.id)).toMatchObject({ status: 'idle', turn: null, launch: null })
    const sent = await post(session.id, 'send', { message: '@say the first words\n@write a.txt one' })
    expect(sent.body.delivery).toEqual({ state: 'started', turn: 1 })
    expect(await w.turnEnd(session.id)).toMatchObject({ outcome: 'completed', turn: 1 })
    await w.until(session.id, (one) => one.filesChanged === 1)
  })

  it('is killed, forked and cancelled like any other', async () => {
    const { session } = await ok<{ session: Session }>(
      w.call('POST', '/api/v1/sessions', { projectId: 'demo', harness: 'rehearsal' }),
    )
    expect((await post(session.id, 'cancel')).body).toMatchObject({ cancelled: false, session: { status: 'idle' } })
    const fork = await post(session.id, 'fork')
    expect([fork.status, fork.body.session.status]).toEqual([201, 'idle'])
    expect((await post(session.id, 'kill')).body.session.status).toBe('ended')
    expect((await post(session.id, 'restore')).body.session.status).toBe('idle')
  })

  it('works from the command line, says what to do next, and a blank prompt stays a mistake', async () => {
    const made = await w.cli(['spawn', '--project', 'demo', '--harness', 'rehearsal', '--json'])
    expect([made.code, JSON.parse(made.stdout).session.status]).toEqual([0, 'idle'])
    const people = await w.cli(['spawn', '--project', 'demo', '--harness', 'rehearsal'])
    expect(people.stdout).toContain('drover send --session')
    for (const prompt of ['', ' \n\t ']) {
      const blank = await w.cli(['spawn', '--project', 'demo', '--harness', 'rehearsal', '--prompt', prompt])
      expect([blank.code, blank.stderr]).toEqual([2, expect.stringContaining('(PROMPT_REQUIRED)')])
      const raw = await w.call('POST', '/api/v1/sessions', { projectId: 'demo', harness: 'rehearsal', prompt })
      expect([raw.status, raw.body.code]).toEqual([400, 'PROMPT_REQUIRED'])
    }
    const wait = await w.cli(['spawn', '--project', 'demo', '--harness', 'rehearsal', '--wait'])
    expect([wait.code, wait.stderr]).toEqual([2, expect.stringContaining('(PROMPT_REQUIRED)')])
  })
})

describe('a cancel without a turn', () => {
  it('is no fault, in every state', async () => {
    const { id } = await ended('@say done')
    const idle = await post(id, 'cancel')
    expect([idle.status, idle.body.cancelled, idle.body.session.id]).toEqual([200, false, id])
    const cli = await w.cli(['cancel', id])
    expect([cli.code, cli.stdout]).toEqual([0, `nothing to cancel: no turn runs; ${id} is idle\n`])
    await post(id, 'kill')
    expect((await post(id, 'cancel')).body).toMatchObject({ cancelled: false, session: { status: 'ended' } })
    const other = await post(id, 'cancel', { launchId: 'l_000000000000000000000000' })
    expect([other.status, other.body.code]).toEqual([409, 'LAUNCH_CHANGED'])
  })
})

describe('the model of a turn', () => {
  const modelsOf = async (id: string): Promise<readonly (string | null)[]> =>
    (await w.rows(id)).flatMap((row) => (row.kind === 'session' ? [row.model] : []))

  it('holds for that turn, whatever becomes of it', async () => {
    const { id } = await ended('@say one', { model: 'fast' })
    await post(id, 'turns', { prompt: '@fail invalid_model', model: 'other' })
    await w.turnEnd(id, 2)
    expect(await w.session(id)).toMatchObject({ status: 'failed', model: 'fast' })
    await post(id, 'turns', { prompt: '@say three' })
    await w.turnEnd(id, 3)
    expect((await modelsOf(id)).at(-1)).toBe('fast')
    expect(await w.session(id)).toMatchObject({ status: 'idle', model: 'fast' })
  })

  it('goes with a message, through the queue and a restart too', async () => {
    const { id } = await w.spawn('@sleep 60000', { model: 'fast' })
    const queued = await w.cli(['send', '--session', id, '--message', '@say with another', '--model', 'other'])
    expect(queued.stdout).toBe('queued: position 1\n')
    await post(id, 'send', { message: '@say with its own' })
    await w.stop('keep')
    await w.start()
    await post(id, 'cancel')
    await w.turnEnd(id, 3)
    expect((await modelsOf(id)).slice(-2)).toEqual(['other', 'fast'])
    expect((await w.session(id)).model).toBe('fast')
  })

  it('is judged before anything is accepted, and never goes into a running turn', async () => {
    const { id } = await ended('@say one')
    for (const [what, body] of [
      ['turns', { prompt: '@say x', model: 'invalid' }],
      ['send', { message: '@say x', model: 'invalid' }],
    ] as const) {
      const refused = await post(id, what, body)
      expect([refused.status, refused.body.code]).toEqual([422, 'UNSUPPORTED_MODEL'])
    }
    const steered = await post(id, 'send', { message: 'x', steer: true, model: 'fast' })
    expect([steered.status, steered.body.code]).toEqual([400, 'INVALID_BODY'])
    expect((await w.session(id)).turn?.n).toBe(1)
  })

  it('is changed for good only by asking for that', async () => {
    const { id } = await ended('@say one')
    const set = await w.cli(['session', 'set', id, '--model', 'other', '--name', 'Later'])
    expect([set.code, set.stdout]).toEqual([0, `${id} is now called Later and takes other from its next turn on\n`])
    await post(id, 'turns', { prompt: '@say two' })
    await w.turnEnd(id, 2)
    expect((await modelsOf(id)).at(-1)).toBe('other')
    expect(await w.session(id)).toMatchObject({ name: 'Later', model: 'other' })
    const back = await w.cli(['session', 'set', id, '--model', '', '--json'])
    expect(JSON.parse(back.stdout).session).toMatchObject({ name: 'Later', model: null })
    const path = `/api/v1/sessions/${id}`
    const bad = await w.call('PATCH', path, { name: 'Never', model: 'invalid' })
    expect([bad.status, bad.body.code]).toEqual([422, 'UNSUPPORTED_MODEL'])
    expect((await w.session(id)).name).toBe('Later')
    const none = await w.call('PATCH', path, {})
    expect([none.status, none.body.code]).toEqual([400, 'NAME_REQUIRED'])
    expect((await w.cli(['session', 'set', id])).code).toBe(2)
  })

  it('leaves a process that lives on, whose own model nobody named', async () => {
    const lived = await world({ config: '[harness.rehearsal]\nlifetime = "session"\n' })
    try {
      await lived.addProject()
      const { id } = await lived.spawn('@remember lark', { model: undefined })
      await lived.turnEnd(id)
      await lived.call('POST', `/api/v1/sessions/${id}/turns`, { prompt: '@say fast', model: 'invalid-no-more' })
      await lived.turnEnd(id, 2)
      await lived.call('POST', `/api/v1/sessions/${id}/turns`, { prompt: '@recall' })
      expect(await lived.turnEnd(id, 3)).toMatchObject({ outcome: 'completed' })
      const rows = await lived.rows(id)
      expect(rows.some((row) => row.kind === 'text' && row.text.includes('lark'))).toBe(true)
      expect(rows.flatMap((row) => (row.kind === 'session' ? [row.model] : [])).at(-1)).toBeNull()
    } finally {
      await lived.end()
    }
  })
})

describe('session get -p', () => {
  it('takes the project, and the number alone with it', async () => {
    const { id } = await ended('@say here')
    const number = id.slice(id.lastIndexOf('-') + 1)
    for (const words of [[id], [number]]) {
      const got = await w.cli(['session', 'get', ...words, '-p', 'demo', '--json'])
      expect([got.code, JSON.parse(got.stdout).session.id]).toEqual([0, id])
    }
    const other = await w.cli(['session', 'get', id, '-p', 'another'])
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('is a session of demo')])
  })
})
