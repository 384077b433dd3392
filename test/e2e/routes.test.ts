/** `drover routes check` and `GET /api/v1/routes` on a real daemon: routes, errors, warnings, exit codes; short names in a spawn. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type World, world } from '#test/support/world'

let w: World
afterEach(() => w.end())

const check = async (...args: string[]) => {
  const { code, stdout, stderr } = await w.cli(['routes', 'check', ...args], { cwd: w.repo.path })
  return { code, stdout, stderr }
}

test('T05: every route is listed, resolved; a missing program warns and is no error', async () => {
  w = await world({
    config: `[relay]
mix = "rh:a rh:b@*"
[harness.mycode]
command = ["no-such-program-anywhere", "run", "$PROMPT"]
model_flag = "--model"
[harness.mycode.models]
kimi = "moonshot/kimi-k2"
[routes]
default = ["rh:a@2", "mycode:kimi"]
planner = ["rh:p", "rh:q@2-4"]
[role.reviewer]
route = "planner"
`,
  })
  const project = await w.addProject()
  const { code, stdout } = await check()
  expect(code).toBe(0)
  expect(stdout.split('\n').map((line) => line.replace(/ {2,}/g, ' | ').trim())).toEqual([
    'ROUTE | AGENT | QUOTA | FOUND',
    'default | rehearsal:a | 2 | yes',
    '| mycode:moonshot/kimi-k2 | 1 | no',
    'planner | rehearsal:p | 1 | yes',
    '| rehearsal:q | 2-4 | yes',
    'role.reviewer | rehearsal:p | 1 | yes',
    '| rehearsal:q | 2-4 | yes',
    'mix | rehearsal:a | 1 | yes',
    '| rehearsal:b | * | yes',
    expect.stringMatching(/^warning \| mycode \(default\) is missing here: no-such-program-anywhere is not on PATH/),
    '',
  ])
  const json = await check('-p', project, '--json')
  const api = await w.call('GET', `/api/v1/routes?project=${project}`)
  expect(api.status).toBe(200)
  expect(JSON.parse(json.stdout)).toEqual(api.body)
  expect(api.body.routes[0]).toEqual({
    name: 'default',
    entries: ['rehearsal:a@2', 'mycode:moonshot/kimi-k2'],
    agents: [
      { agent: 'rehearsal:a', model: 'a', quota: '2', found: true },
      { agent: 'mycode:moonshot/kimi-k2', model: 'moonshot/kimi-k2', quota: '1', found: false },
    ],
  })
  expect((await w.call('GET', '/api/v1/routes')).body.errors).toEqual([])
  expect((await w.call('GET', '/api/v1/routes?project=nobody')).body.code).toBe('PROJECT_NOT_FOUND')
  expect((await w.call('GET', '/api/v1/routes', undefined, { token: null, tcp: true })).status).toBe(401)
})

test('T04: errors exit with 1, each with its code; an unknown schema_version and a missing default only warn', async () => {
  w = await world({
    config: 'schema_version = 99\n[harness.9lives]\ncommand = ["true"]\n',
    repo: {
      '.drover/config.toml': `schema_version = 98
[routes]
a = ["9lives", "gm", "cc@0"]
empty = []
Empty = ["rh:a", "rh:b"]
theirs = ["theirs", "rh:a"]
[role.r]
route = "nowhere"
[harness.theirs]
command = ["opencode", "$PROMPT"]
`,
    },
  })
  const project = await w.addProject()
  const { code, stdout } = await check('--json')
  const found = JSON.parse(stdout)
  expect(code).toBe(1)
  expect(found.errors.map((one: { code: string; route: string }) => `${one.code} ${one.route}`)).toEqual([
    'INVALID_CONFIG null',
    'INVALID_CONFIG Empty',
    'UNKNOWN_AGENT_SPEC a',
    'UNKNOWN_AGENT_SPEC a',
    'INVALID_QUOTA a',
    'ROUTE_EMPTY empty',
    'UNKNOWN_AGENT_SPEC theirs',
    'ROUTE_NOT_FOUND nowhere',
  ])
  expect(found.errors[6].hint).toContain('not trusted')
  const warnings = found.warnings.map((one: { message: string }) => one.message).join('\n')
  expect(warnings).toMatch(/schema_version 99 is not known here[\s\S]*schema_version 98 is not known here/)
  expect(warnings).toContain('There is no default route')

  const { hash } = (await w.call('GET', `/api/v1/projects/${project}/trust`)).body.trust
  expect((await w.call('POST', `/api/v1/projects/${project}/trust`, { hash })).status).toBe(200)
  const trusted = (await w.call('GET', `/api/v1/routes?project=${project}`)).body
  expect(trusted.errors.map((one: { route: string }) => one.route)).not.toContain('theirs')
  expect(JSON.stringify(trusted.warnings)).toContain('opencode without \\"run\\"')

  const shown = await check()
  expect(shown.code).toBe(1)
  expect(shown.stdout).toContain('error    empty: Route "empty" names no agent. (ROUTE_EMPTY)')
})

test('a configuration that does not hold is an error of the check, with its place', async () => {
  w = await world({ repo: { '.drover/config.toml': '[routs]\ndefault = ["cc"]\n' } })
  await w.addProject()
  const { code, stdout } = await check()
  expect(code).toBe(1)
  expect(stdout).toContain('no routes')
  expect(stdout).toMatch(/config\.toml: unknown key routs \(nearest known key: routes\) \(INVALID_CONFIG\)/)
})

test('a short name of a model works in a spawn, and the program is given the long one', async () => {
  w = await world({
    config: `[harness.mycode]
command = ["mycode", "run", "$PROMPT"]
model_flag = "--model"
output_strategy = "tail"
output_lines = 40
tail_stream = "stdout"
[harness.mycode.models]
kimi = "moonshot/kimi-k2"
`,
    start: false,
  })
  const programs = join(w.dir, 'programs')
  mkdirSync(programs)
  writeFileSync(join(programs, 'mycode'), '#!/bin/sh\nprintf "\\033[1m%s\\033[0m\\n" "$*"\n')
  chmodSync(join(programs, 'mycode'), 0o755)
  await w.start({ PATH: `${programs}:${w.env.PATH}` })
  await w.addProject()
  const session = await w.spawn('hello', { harness: 'mycode', model: 'kimi' })
  await w.turnEnd(session.id)
  expect((await w.session(session.id)).model).toBe('moonshot/kimi-k2')
  const said = (await w.rows(session.id)).flatMap((row) => (row.kind === 'text' ? [row.text] : []))
  expect(said).toEqual(['run hello --model moonshot/kimi-k2'])
})

test('a custom harness that nothing can be started from is listed with its fault, and keeps no other from being listed', async () => {
  w = await world({ config: '[harness.talks]\ncommand = ["opencode", "$PROMPT"]\n' })
  const { body } = await w.call('GET', '/api/v1/harnesses')
  const found = (id: string) => body.harnesses.find((one: { id: string }) => one.id === id)
  expect(found('rehearsal')).toMatchObject({ readiness: { state: 'ready' } })
  expect(found('talks')).toMatchObject({
    custom: true,
    readiness: { state: 'missing', message: expect.stringContaining('opens its terminal interface') },
  })
  const { code, stdout } = await w.cli(['harness', 'ls'])
  expect([code, /^talks +missing /m.test(stdout)]).toEqual([0, true])
  expect((await w.call('POST', '/api/v1/harnesses/talks/probe')).body.code).toBe('INVALID_CONFIG')
})
