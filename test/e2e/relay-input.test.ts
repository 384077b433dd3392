/** Bad input to a relay and its queue: each its code, and nothing is started. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type World, world } from '../support/world.ts'

const config = `
[routes]
good = ["rh:a"]
none = []
[harness.ghost]
command = ["/nowhere/ghost-agent"]
[harness.spirit]
command = ["/nowhere/spirit-agent"]
`
let w: World
beforeAll(async () => {
  w = await world({ config })
  await w.addProject(w.repo, 'shop')
})
afterAll(() => w.end())

/** Rows, branches and worktrees that something has been started by. */
const started = async () => ({
  relays: (await w.call('GET', '/api/v1/relays')).body.relays,
  sessions: (await w.call('GET', '/api/v1/sessions?includeTerminated=true')).body.sessions,
  branches: w.repo.git('for-each-ref', 'refs/heads/drover'),
  worktrees: w.repo.git('worktree', 'list', '--porcelain').match(/^worktree /gm)?.length,
})
const nothing = { relays: [], sessions: [], branches: '', worktrees: 1 }
const prompt = 'go'

it.each([
  ['T19: an unknown alias', { prompt, mix: ['gm'] }, 'UNKNOWN_AGENT_SPEC', 'gm'],
  ['an alias that is nearly one', { prompt, mix: ['codx'] }, 'UNKNOWN_AGENT_SPEC', 'codex'],
  ['one of several that is unknown', { prompt, mix: ['rh:a rehearsl:b'] }, 'UNKNOWN_AGENT_SPEC', 'rehearsal'],
  ['quota 0', { prompt, mix: ['rh@0'] }, 'INVALID_QUOTA', 'rh@0'],
  ['a range that ends before it begins', { prompt, mix: ['rh@3-2'] }, 'INVALID_QUOTA', 'rh@3-2'],
  ['an empty route', { prompt }, 'ROUTE_EMPTY', 'none'],
  ['only programs that are not there', { prompt, mix: ['ghost', 'spirit'] }, 'ALL_AGENTS_UNAVAILABLE', 'spirit-agent'],
  ['no rounds', { prompt, mix: ['rh:a'], iterations: 0 }, 'INVALID_BODY', 'iterations'],
  ['no lanes', { prompt, mix: ['rh:a'], parallel: 0 }, 'INVALID_BODY', 'parallel'],
  ['two lanes in one checkout', { prompt, mix: ['rh:a'], parallel: 2, inPlace: true }, 'INVALID_BODY', '--parallel'],
  ['an empty prompt', { prompt: ' ', mix: ['rh:a'] }, 'PROMPT_REQUIRED', 'prompt'],
  ['a base that is not there', { prompt, mix: ['rh:a'], base: 'nowhere' }, 'BASE_REF_NOT_FOUND', 'nowhere'],
  ['a project that is not there', { projectId: 'nowhere', prompt, mix: ['rh:a'] }, 'PROJECT_NOT_FOUND', 'nowhere'],
  ['a relay that is not there', { mode: 'resume', relay: 'r-99' }, 'RELAY_NOT_FOUND', 'r-99'],
  ['nothing to go on with', { mode: 'resume' }, 'RELAY_NOT_FOUND', 'shop'],
])('%s', async (_name, body, code, word) => {
  for (const path of ['/api/v1/relays', ...('mode' in body ? [] : ['/api/v1/relays/plan'])]) {
    const answer = await w.call('POST', path, { projectId: 'shop', ...body })
    expect([answer.body.code, answer.status >= 400], answer.text).toEqual([code, true])
    expect(answer.text).toContain(word)
    expect(answer.body.hint).toBeTruthy()
  }
  expect(await started()).toEqual(nothing)
})

it('D07: a queue that cannot be read, or whose tasks wait for each other, is an error and adds nothing', async () => {
  const ring = JSON.stringify({
    tasks: [
      { id: 't-1', title: 'a', blockedBy: ['t-2'] },
      { id: 't-2', title: 'b', blockedBy: ['t-1'] },
    ],
  })
  for (const [text, codes] of [
    ['{"tasks": [', ['QUEUE_UNREADABLE']],
    ['', ['QUEUE_UNREADABLE']],
    [ring, ['TASK_CYCLE', 'QUEUE_UNREADABLE']],
  ] as const) {
    const answer = await w.call('POST', '/api/v1/tasks/import', { projectId: 'shop', text })
    expect(codes, answer.text).toContain(answer.body.code)
  }
  expect((await w.call('GET', '/api/v1/tasks?project=shop')).body.tasks).toEqual([])
  expect(await started()).toEqual(nothing)
})

it('D07: open laps of a project that has no tasks here are named with the import, never passed over as an empty queue', async () => {
  mkdirSync(join(w.repo.path, '.laps'))
  const file = join(w.repo.path, '.laps', 'laps.json')
  const relay = () => w.cli(['relay', '-p', 'shop', '-a', 'rh:a', '--json'])
  writeFileSync(file, '{"version": 2, "tasks": [')
  const damaged = await relay()
  expect([damaged.code, damaged.stderr]).toEqual([1, expect.stringContaining('QUEUE_UNREADABLE')])
  const lap = (id: string, order: number) => ({ id, title: `Make ${id}`, description: `@write ${id}.txt x`, order })
  writeFileSync(file, JSON.stringify({ version: 2, tasks: [lap('b', 131072), lap('a', 65536)] }))
  const refused = await relay()
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('drover task import -p shop .laps/laps.json'),
  ])
  expect(await started()).toEqual(nothing)
  expect((await w.cli(['task', 'import', '-p', 'shop', file])).code).toBe(0)
  const ran = await relay()
  expect(ran.code, ran.stderr).toBe(0)
  const { tries } = JSON.parse(ran.stdout) as { tries: { title: string; outcome: string }[] }
  expect(tries.map(({ outcome }) => outcome)).toEqual(['completed', 'completed'])
  // Brought over and done: the file is not read a second time.
  expect((await relay()).code).toBe(0)
})
