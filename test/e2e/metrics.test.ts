/** GET /metrics on the built daemon: what was counted, who may read it, and that no words of anybody are in it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type World, world } from '#test/support/world'

const token = 'a-token-for-figures-alone'
let w: World
beforeAll(async () => {
  w = await world({ config: `[telemetry]\nmetrics_token = "${token}"\n` })
  await w.addProject()
})
afterAll(() => w?.end())

it('counts turns, tokens and cost as they end, shows the doors, and says nothing of what was said', async () => {
  for (const prompt of ['@usage 120 34 0.25\n@say a secret word', '@fail auth']) {
    const { id } = await w.spawn(prompt)
    await w.turnEnd(id)
  }
  const { status, text, headers } = await w.call('GET', '/metrics', undefined, { token })
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const wanted = [
    'drover_turns_started_total{harness="rehearsal"} 2',
    'drover_turns_total{harness="rehearsal",outcome="completed"} 1',
    'drover_turns_total{harness="rehearsal",outcome="error"} 1',
    'drover_tokens_total{harness="rehearsal",direction="input"} 120',
    'drover_tokens_total{harness="rehearsal",direction="output"} 34',
    'drover_cost_usd_total{harness="rehearsal"} 0.25',
    'drover_turn_seconds_count 2',
    'drover_doors_queued 0',
    'drover_doors_capacity 10',
  ]
  expect(text.split('\n')).toEqual(expect.arrayContaining(wanted))
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(text).not.toContain('secret word')
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [-+\dInfNa.e]+)$/)
})

it('is closed to others, and its token opens nothing else', async () => {
  const read = (bearer: string | null, path: string) => w.call('GET', path, undefined, { token: bearer })
  expect((await read(null, '/metrics')).status).toBe(401)
  expect((await read('a-token-for-figures-alon', '/metrics')).status).toBe(401)
  expect((await read(token, '/api/v1/sessions')).status).toBe(401)
  expect((await w.call('GET', '/metrics')).status).toBe(200)
  const shown = await w.cli(['config', 'show', '--json'])
  expect(shown.stdout).not.toContain(token)
})
