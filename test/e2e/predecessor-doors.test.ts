/**
 * The predecessor's tests of its console and its job runner, by their names, against Drover's doors: an operator's session is its
 * session, a turn its prompt, an action its verb, a job its execute. docs/doors-tests.md says where the others are.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Job } from '#contract/job'
import { awaited } from '#test/support/awaited'
import { ok, type World, world } from '#test/support/world'

const config = `default_harness = "rehearsal"
[doors]
max_concurrency = 2
max_queue_depth = 3
[actions.status]
argv = ["/bin/echo", "running"]
[actions.reset]
argv = ["/bin/echo", "again"]
mutating = true
`
let w: World
beforeAll(async () => {
  w = await world({ config: '', start: false })
  const file = join(w.env.HOME ?? '', '.config', 'drover', 'config.toml')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, config)
  await w.start()
  await w.addProject()
})
afterAll(() => w?.end())

const stream = async (id: string, after: string, frames: number): Promise<readonly string[]> => {
  const abort = new AbortController()
  const token = (await import('node:fs')).readFileSync(`${w.home}/token`, 'utf8').trim()
  const answer = await fetch(`http://127.0.0.1:${w.daemon.port}/api/v1/sessions/${id}/stream`, {
    headers: { authorization: `Bearer ${token}`, ...(after === '' ? {} : { 'last-event-id': after }) },
    signal: abort.signal,
  })
  const read = async (): Promise<readonly string[]> => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const whole = text.split('\n\n').slice(0, -1)
      const told = whole.filter((one) => /^(id|event): /m.test(one))
      if (told.length >= frames) return told.slice(0, frames)
    }
    return []
  }
  try {
    return await awaited(`${frames} frames`, read())
  } finally {
    abort.abort()
  }
}
const idOf = (frame: string): string => /^id: (\d+)$/m.exec(frame)?.[1] ?? /^event: (\S+)$/m.exec(frame)?.[1] ?? ''

describe('5.10: a session is the console’s', () => {
  it('add_event_assigns_sequential_ids', async () => {
    const { id } = await w.spawn('@say one\n@say two')
    await w.turnEnd(id)
    const ids = (await w.rows(id)).map((row) => row.id)
    expect(ids).toEqual(ids.map((_, n) => n + 1))
  })

  it('turn_streams_events_into_log: the prompt first, the end last, and every part between', async () => {
    const { id } = await w.spawn('@say hm\n@write a.txt x')
    await w.turnEnd(id)
    const kinds = (await w.rows(id)).map((row) => row.kind)
    expect([kinds[0], kinds.at(-1)]).toEqual(['user', 'turn_end'])
    expect(kinds).toEqual(expect.arrayContaining(['session', 'text', 'tool', 'tool_result', 'result']))
  })

  it('attach_replays_then_signals_caught_up, and attach_reconnect_replays_only_missed', async () => {
    const { id } = await w.spawn('@say one')
    await w.turnEnd(id)
    const count = (await w.rows(id)).length
    const all = await stream(id, '', count + 1)
    expect(all.map(idOf)).toEqual([...Array.from({ length: count }, (_, n) => String(n + 1)), 'caught-up'])
    const missed = await stream(id, '2', count - 1)
    expect(missed.map(idOf)).toEqual([...Array.from({ length: count - 2 }, (_, n) => String(n + 3)), 'caught-up'])
  })

  it('subscribe_receives_broadcast: whoever listens hears each event, once', async () => {
    const gate = join(w.dir, 'broadcast')
    const { id } = await w.spawn(`@say up\n@sh until [ -f ${gate} ]; do sleep 0.05; done\n@say told to all`)
    await w.row(id, (row) => row.kind === 'text' && row.text === 'up')
    const seen = (await w.rows(id)).length
    const listening = [1, 2].map(() => stream(id, String(seen), 3))
    writeFileSync(gate, '')
    const [one, two] = await Promise.all(listening)
    expect(one?.map(idOf)).toEqual(two?.map(idOf))
    await w.turnEnd(id)
  })

  it('prompt_starts_turn; prompt_409_when_turn_active and one_turn_at_a_time; resume_after_first_turn', async () => {
    const gate = join(w.dir, 'one-turn')
    const { id } = await w.spawn('@remember a red barn')
    await w.turnEnd(id)
    const hold = `@sh until [ -f ${gate} ]; do sleep 0.05; done\n@recall`
    expect(await ok(w.call('POST', `/api/v1/sessions/${id}/turns`, { prompt: hold }))).toMatchObject({ turn: { n: 2 } })
    const second = await w.call('POST', `/api/v1/sessions/${id}/turns`, { prompt: '@say no' })
    expect([second.status, second.body.code]).toEqual([409, expect.any(String)])
    writeFileSync(gate, '')
    await w.turnEnd(id, 2)
    expect((await w.session(id)).lastText).toBe('a red barn')
  })

  it('manager_create_get, and session_create_and_unknown_session_404', async () => {
    const made = await w.spawn('@say hi')
    expect((await w.session(made.id)).id).toBe(made.id)
    for (const path of ['turns', 'cancel', 'send'])
      expect(
        (await w.call('POST', `/api/v1/sessions/demo-999/${path}`, { prompt: 'x', message: 'x' })).status,
      ).not.toBe(200)
    expect((await w.call('POST', '/api/v1/sessions/demo-999/cancel', {})).status).toBe(404)
    expect((await w.call('GET', '/api/v1/sessions/demo-999')).status).toBe(404)
  })

  it('health_no_auth; api_requires_auth; api_accepts_bearer', async () => {
    expect(await w.call('GET', '/health', undefined, { token: null })).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    })
    for (const [method, path] of [
      ['POST', '/api/v1/sessions'],
      ['GET', '/api/v1/actions'],
      ['POST', '/api/v1/sessions/demo-1/turns'],
      ['POST', '/api/v1/actions/reset'],
    ] as const) {
      expect((await w.call(method, path, {}, { token: null })).status).toBe(401)
      expect((await w.call(method, path, {}, { token: 'wrong' })).status).toBe(401)
    }
    expect((await w.call('GET', '/api/v1/actions')).status).toBe(200)
  })

  it('allowed_verbs_match_host_script: what is listed is what is configured, and which of it changes something', async () => {
    const { actions } = await ok<{ actions: { name: string; mutating: boolean }[] }>(w.call('GET', '/api/v1/actions'))
    expect(actions.map(({ name, mutating }) => [name, mutating]).toSorted()).toEqual([
      ['reset', true],
      ['status', false],
    ])
  })
})

describe('5.13: execute, jobs and health', () => {
  const execute = (body: object, more: object = {}) => w.call('POST', '/execute', { agent: 'rehearsal', ...body }, more)
  const job = (id: string): Promise<Job> => ok<Job>(w.call('GET', `/jobs/${id}`))
  const until = (id: string, status: string): Promise<Job> =>
    awaited(
      `job ${id} to be ${status}`,
      (async () => {
        for (;;) {
          const one = await job(id)
          if (one.status === status) return one
          await new Promise((resolve) => setTimeout(resolve, 30))
        }
      })(),
    )

  it('execute: 401 missing, wrong and empty token; 202 right token; default timeout 2700; metadata stored', async () => {
    for (const token of [null, 'wrong', ' ']) expect((await execute({ prompt: 'x' }, { token })).status).toBe(401)
    const { status, body } = await execute({ prompt: '@say done', metadata: { ticket: 'a' } })
    expect([status, body.status]).toEqual([202, 'queued'])
    expect(body.job_id).toMatch(/^[0-9a-f]{12}$/)
    expect(await until(body.job_id, 'completed')).toMatchObject({
      timeout_seconds: 2700,
      budget_usd: 5,
      metadata: { ticket: 'a' },
    })
  })

  it('execute: a body without a prompt is refused (422 there)', async () => {
    expect((await execute({})).status).toBe(400)
  })

  it('execute: no 409 while another runs; two run at once, each in a workspace of its own; third waits as queued; 429 beyond depth', async () => {
    await awaited(
      'the job before to have left',
      (async () => {
        while ((await w.call('GET', '/health')).body.active > 0) await new Promise((resolve) => setTimeout(resolve, 20))
      })(),
    )
    const gate = join(w.dir, 'jobs-gate')
    const prompt = `@sh until [ -f ${gate} ]; do sleep 0.05; done`
    const ids: string[] = []
    for (const n of [1, 2, 3]) {
      const { status, body } = await execute({ prompt: `${prompt}\n@say ${n}` })
      expect(status).toBe(202)
      ids.push(body.job_id)
    }
    const running = [await until(ids[0]!, 'running'), await until(ids[1]!, 'running')]
    expect((await job(ids[2]!)).status).toBe('queued')
    expect(await w.call('GET', '/health')).toMatchObject({
      body: { status: 'ok', busy: true, active: 2, queued: 1, capacity: 2 },
    })
    const full = await execute({ prompt: 'x' })
    expect([full.status, full.body.detail]).toEqual([429, 'Queue full'])
    writeFileSync(gate, '')
    for (const id of ids) await until(id, 'completed')
    const sessions = await Promise.all(
      running.map(async ({ job_id }) => w.session((await job(job_id)).session_id ?? '')),
    )
    expect(new Set(sessions.map(({ workspace }) => workspace)).size).toBe(2)
  })

  it('jobs: 404', async () => {
    expect((await w.call('GET', '/jobs/000000000000')).status).toBe(404)
  })
})
