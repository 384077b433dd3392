/** Jobs on the built daemon: a worktree or a scratch directory each, their ends, the queue, callbacks, the stream, and a daemon that is killed at every step. */
import { createHmac } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Job } from '#contract/job'
import { awaited } from '#test/support/awaited'
import { receiver } from '#test/support/receiver'
import { ok, type World, world } from '#test/support/world'

const secret = 'a-secret-of-sixteen-or-more'
const config = `default_harness = "rehearsal"
[doors]
max_concurrency = 2
max_queue_depth = 4
callback_secret = "${secret}"
[personas.triage]
system = "@say I triage"
agent = "rehearsal"
tools = "none"
`

let w: World
beforeAll(async () => {
  w = await world({ config })
  await w.addProject()
})
afterAll(() => w?.end())

const start = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  w.call('POST', '/jobs', { agent: 'rehearsal', ...body }, { headers })
const get = (id: string): Promise<Job> => ok<Job>(w.call('GET', `/jobs/${id}`))

/** Reads the stream of a job to its end. */
async function streamed(id: string): Promise<{ readonly text: string; readonly job: Job }> {
  const token = readFileSync(join(w.home, 'token'), 'utf8').trim()
  const url = `http://127.0.0.1:${w.daemon.port}/jobs/${id}/stream`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const text = await awaited(`the end of job ${id}`, answer.text())
  return { text, job: await get(id) }
}
const begun = async (body: Record<string, unknown>): Promise<string> => (await ok<Job>(start(body))).job_id
const gate = (name: string): { command: string; open: () => void; file: string } => {
  const file = join(w.dir, `job-gate-${name}`)
  return {
    file,
    command: `@sh until [ -f ${file} ]; do sleep 0.05; done`,
    open: () => writeFileSync(file, ''),
  }
}
const runs = (id: string) =>
  awaited(
    `job ${id} to run`,
    (async () => {
      for (;;) {
        const { status, session_id } = await get(id)
        if (status === 'running' && session_id !== null) return
        await new Promise((go) => setTimeout(go, 50))
      }
    })(),
  )

describe('a job', () => {
  it('in a project has a worktree and a branch of its own, and says what it said, used and changed', async () => {
    const asked = await start({
      prompt: '@write made.txt made\n@usage 120 34 0.05\n@say all done',
      project: 'demo',
      metadata: { ticket: 7 },
    })
    expect(asked.status).toBe(202)
    expect(asked.body).toEqual({ job_id: expect.stringMatching(/^[0-9a-f]{12}$/), status: 'queued' })
    const { text, job } = await streamed(asked.body.job_id)
    expect(job).toMatchObject({
      status: 'completed',
      project: 'demo',
      branch: expect.stringContaining('drover/'),
      output: expect.stringContaining('all done'),
      usage: { input_tokens: 120, output_tokens: 34 },
      cost_usd: 0.05,
      files_changed: ['made.txt'],
      metadata: { ticket: 7 },
      error: null,
    })
    expect(text).toContain('event: job\n')
    expect(text).toContain('"kind":"text","text":"all done"')
    expect(text.trimEnd().split('\n\n').at(-1)).toContain('event: end')
    expect(existsSync(join(w.repo.path, 'made.txt'))).toBe(false)
    await w.until(job.session_id ?? '', (session) => session.phase === 'ended')
  })

  it('without a project has a directory of its own; a persona says who does it; the key gives the same job', async () => {
    const key = { 'idempotency-key': 'ticket-8' }
    const body = { prompt: '@instructions\n@say second', persona: 'triage', agent: undefined }
    const first = await ok<Job>(start(body, key))
    expect((await ok<Job>(start(body, key))).job_id).toBe(first.job_id)
    const { job } = await streamed(first.job_id)
    expect(job).toMatchObject({ status: 'completed', persona: 'triage', project: null, branch: null })
    expect(job.output).toContain('second')
    // Its words are the session's, as at every door, and not the prompt's; its session is work that everybody sees.
    const rows = await w.rows(job.session_id ?? '')
    expect(JSON.stringify(rows.filter(({ kind }) => kind === 'text'))).toContain('@say I triage')
    expect(rows.filter(({ kind }) => kind === 'user')).toMatchObject([{ text: body.prompt }])
    const { sessions } = (await w.call('GET', '/api/v1/sessions?includeTerminated=true')).body
    expect(sessions.find(({ id }: { id: string }) => id === job.session_id)).toMatchObject({ persona: 'triage' })
    const { jobs } = await ok<{ jobs: Job[] }>(w.call('GET', '/jobs?limit=1'))
    expect(jobs.map(({ job_id }) => job_id)).toEqual([first.job_id])
  })

  it('execute is the predecessor’s name; its agent may be a persona', async () => {
    const body = { prompt: '@say ran', agent: 'triage', metadata: null, unknown: 'ignored' }
    const { status, body: answer } = await w.call('POST', '/execute', body)
    expect([status, answer.status]).toEqual([202, 'queued'])
    const { job } = await streamed(answer.job_id)
    expect(job).toMatchObject({ status: 'completed', persona: 'triage', budget_usd: 5, timeout_seconds: 2700 })
  })

  it.each([
    ['@fail auth', {}, 'failed'],
    ['@sh sleep 600', { timeout_seconds: 1 }, 'timeout'],
    ['@usage 1 1 2.5\n@sh sleep 600', { budget_usd: 1 }, 'failed'],
  ])('%j ends as %j says: %s', async (prompt, more, status) => {
    const { job } = await streamed(await begun({ prompt, ...more }))
    expect([job.status, job.error?.code !== undefined, job.finished_at !== null]).toEqual([status, true, true])
  })

  it.each([
    [{ prompt: '' }, 400, 'PROMPT_REQUIRED'],
    [{ prompt: 'x', persona: 'nobody', agent: undefined }, 400, 'PERSONA_NOT_FOUND'],
    [{ prompt: 'x', project: 'nowhere' }, 404, 'PROJECT_NOT_FOUND'],
    [{ prompt: 'x', persona: 'triage' }, 400, 'INVALID_BODY'],
    [{ prompt: 'x', callback_url: 'file:///etc/passwd' }, 400, 'INVALID_BODY'],
  ])('%j is refused: %i %s', async (body, status, code) => {
    const answer = await start(body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('that nobody knows is 404, and no session’s token opens the door', async () => {
    expect((await w.call('GET', '/jobs/000000000000')).status).toBe(404)
    expect((await w.call('GET', '/jobs/..%2f..')).status).toBe(404)
    expect((await w.call('GET', '/jobs', undefined, { token: null })).status).toBe(401)
  })
})

describe('the queue', () => {
  it('takes as many as it may, refuses the rest with 429, keeps the order, and a cancelled job leaves it', async () => {
    const [first, second] = [gate('first'), gate('second')]
    const running = [await begun({ prompt: first.command }), await begun({ prompt: second.command })]
    for (const id of running) await runs(id)
    const waiting = [await begun({ prompt: '@say third' }), await begun({ prompt: '@say fourth' })]
    const full = await start({ prompt: '@say fifth' })
    expect([full.status, full.body.code]).toEqual([429, 'QUEUE_FULL'])
    const old = await w.call('POST', '/execute', { prompt: '@say fifth', agent: 'rehearsal' })
    expect([old.status, old.body.detail]).toEqual([429, 'Queue full'])
    expect((await w.call('GET', '/health')).body).toMatchObject({ active: 2, queued: 2, capacity: 2, busy: true })
    const cancelled = await ok<{ cancelled: boolean; job: Job }>(w.call('POST', `/jobs/${waiting[1]}/cancel`, {}))
    expect(cancelled).toMatchObject({ cancelled: true, job: { status: 'cancelled', session_id: null } })
    first.open()
    expect((await streamed(waiting[0]!)).job.status).toBe('completed')
    const stopped = await ok<{ cancelled: boolean }>(w.call('POST', `/jobs/${running[1]}/cancel`, {}))
    expect(stopped.cancelled).toBe(true)
    expect((await streamed(running[1]!)).job.status).toBe('cancelled')
    const again = await ok<{ cancelled: boolean }>(w.call('POST', `/jobs/${running[1]}/cancel`, {}))
    expect(again.cancelled).toBe(false)
    expect((await w.call('GET', '/health')).body).toMatchObject({ active: 0, queued: 0 })
  })
})

describe('a callback', () => {
  it('is signed, and sent again until it is taken', async () => {
    const there = await receiver()
    let refusals = 1
    there.answer((_, answer) => answer.writeHead(refusals-- > 0 ? 503 : 204).end())
    const id = await begun({ prompt: '@say called back', callback_url: `${there.url}/done` })
    await streamed(id)
    const one = await there.until('the second try', (got) => got === there.got[1])
    const signature = createHmac('sha256', secret).update(one.body).digest('hex')
    expect(one.headers).toMatchObject({ 'x-drover-job': id, 'x-drover-signature': `sha256=${signature}` })
    expect(JSON.parse(one.body.toString())).toMatchObject({ job_id: id, status: 'completed', output: 'called back' })
    await there.close()
  })
})

describe('a daemon that is killed', () => {
  it('in the middle: what ran is watched again, what waited runs, what ended meanwhile is told', async () => {
    const [held, gone] = [gate('held'), gate('gone')]
    const ids = [
      await begun({ prompt: `${held.command}\n@say held` }),
      await begun({ prompt: `${gone.command}\n@say gone` }),
    ]
    for (const id of ids) await runs(id)
    const queued = await begun({ prompt: '@say waited' })
    await w.crash()
    gone.open()
    await w.start()
    held.open()
    for (const [id, word] of [
      [ids[0], 'held'],
      [ids[1], 'gone'],
      [queued, 'waited'],
    ] as const) {
      const { job } = await streamed(id!)
      expect([job.status, job.output]).toEqual(['completed', expect.stringContaining(word)])
    }
  })

  it.each(['job:running', 'spawn:row-written', 'spawn:turn-accepted', 'job:spawned', 'job:concluded'])(
    'at %s: the job ends, once, in a state that is true',
    async (point) => {
      const mark = join(w.dir, `ran-${point.replace(':', '-')}`)
      w.arm(point)
      // Answered or cut off: both are right.
      const asked = start({ prompt: `@sh echo x >> ${mark}\n@say after` }, { 'idempotency-key': point }).catch(
        () => undefined,
      )
      await w.gone()
      await asked
      w.arm(null)
      await w.start()
      const { job_id } = await ok<Job>(
        start({ prompt: `@sh echo x >> ${mark}\n@say after` }, { 'idempotency-key': point }),
      )
      const { job } = await streamed(job_id)
      expect(['completed', 'failed', 'error']).toContain(job.status)
      const ran = existsSync(mark) ? readFileSync(mark, 'utf8') : ''
      expect(ran.length).toBeLessThanOrEqual(2)
      if (job.status === 'completed') expect([ran, job.output]).toEqual(['x\n', expect.stringContaining('after')])
    },
  )
})
