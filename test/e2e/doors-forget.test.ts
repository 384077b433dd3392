/** What the doors forget of jobs and personas on the built daemon, and what they never do: work in a project. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Job } from '#contract/job'
import type { Session } from '#contract/session'
import { awaited } from '#test/support/awaited'
import { ok, type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world({
    config: `default_harness = "rehearsal"
[doors]
forget_above = 2
[personas.worker]
agent = "rehearsal:fast"
tools = "all"
project = "demo"
`,
  })
  await w.addProject()
})
afterAll(() => w?.end())

async function job(body: Record<string, unknown>): Promise<Job> {
  const { job_id } = await ok<Job>(w.call('POST', '/jobs', { agent: 'rehearsal:fast', ...body }))
  const over = async (): Promise<Job> => {
    for (;;) {
      const one = await ok<Job>(w.call('GET', `/jobs/${job_id}`))
      const session = one.session_id === null ? null : await w.session(one.session_id)
      if (one.finished_at !== null && session?.phase === 'ended') return one
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }
  return awaited('the end of a job', over())
}
const sessions = async (): Promise<readonly Session[]> =>
  (await w.call('GET', '/api/v1/sessions?includePersonas=true&includeTerminated=true&limit=500')).body.sessions

it('the oldest above the number go with what they said; the work of a project stays, and so do costs', async () => {
  const work = await job({ prompt: '@write made.txt kept\n@commit kept\n@usage 1 1 0.5', project: 'demo' })
  const left = await job({ prompt: '@write loose.txt kept', project: 'demo' })
  const scratch = [
    await job({ prompt: '@say one' }),
    await job({ prompt: '@say two' }),
    await job({ prompt: '@say 3' }),
  ]
  for (const n of [1, 2, 3, 4])
    await ok(
      w.call('POST', '/v1/chat/completions', {
        messages: [{ role: 'user', content: `chat ${n}\n@usage 1 1 0.25` }],
        model: 'rehearsal',
      }),
    )
  await ok(
    w.call('POST', '/v1/chat/completions', {
      messages: [{ role: 'user', content: 'go\n@write made.txt by a persona\n@commit made' }],
      model: 'worker',
    }),
  )
  const kept = await ok<{ id: string }>(
    w.call('POST', '/v1/responses', { model: 'rehearsal', input: 'a\n@remember oats' }),
  )
  const costs = (await w.call('GET', '/api/v1/costs')).body
  const tip = execFileSync('git', ['rev-parse', work.branch ?? ''], { cwd: w.repo.path, encoding: 'utf8' })
  const gone = scratch[0]?.session_id ?? ''
  // Ten seconds after its start the daemon looks.
  await w.stop()
  await w.start()
  const forgotten = async (): Promise<void> => {
    for (;;) {
      const there = await sessions()
      const chats = there.filter(({ title }) => title.startsWith('User: chat'))
      const job = await w.call('GET', `/jobs/${work.job_id}`)
      if (job.status === 404 && chats.length <= 2 && !there.some(({ id }) => id === gone)) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  await awaited('the old ones to be forgotten', forgotten(), 60_000)
  const { jobs } = await ok<{ jobs: Job[] }>(w.call('GET', '/jobs'))
  expect(jobs.map(({ job_id }) => job_id)).toEqual([scratch[2]?.job_id, scratch[1]?.job_id])
  expect(existsSync(join(w.home, 'sessions', gone))).toBe(false)

  const there = await sessions()
  for (const one of [work, left])
    expect(there.find(({ id }) => id === one.session_id)).toMatchObject({ phase: 'ended' })
  expect(execFileSync('git', ['rev-parse', work.branch ?? ''], { cwd: w.repo.path, encoding: 'utf8' })).toBe(tip)
  const loose = await ok<{ session: Session }>(w.call('POST', `/api/v1/sessions/${left.session_id}/restore`))
  expect(existsSync(join(loose.session.workspace ?? '', 'loose.txt'))).toBe(true)
  expect(there.filter(({ persona }) => persona === '@agent').length).toBeGreaterThanOrEqual(2)
  expect((await w.call('GET', '/api/v1/costs')).body.total).toEqual(costs.total)
  const next = await ok<{ output: { content: { text: string }[] }[] }>(
    w.call('POST', '/v1/responses', { model: 'rehearsal', input: '@recall', previous_response_id: kept.id }),
  )
  expect(next.output[0]?.content[0]?.text).toBe('oats')
})
