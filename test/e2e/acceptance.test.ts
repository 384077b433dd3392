/** Words a user relies on when something is wrong, tried from outside: fences, a broken file, a failed start, a new token. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliWorld, createCliWorld, until } from './cli-world.ts'

let world: CliWorld
beforeEach(() => {
  world = createCliWorld()
})
afterEach(() => world.close())

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
  readonly json: any
}

const token = () => readFileSync(join(world.home, 'token'), 'utf8').trim()

function call(method: string, path: string, body?: unknown, bearer: string | null = token()): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
    }
    const asked = request({ socketPath: join(world.home, 'drover.sock'), method, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, json: JSON.parse(text) }))
    })
    asked.on('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

function userConfig(text: string): void {
  mkdirSync(join(world.dir, 'config', 'drover'), { recursive: true })
  writeFileSync(join(world.dir, 'config', 'drover', 'config.toml'), text)
}

test('a command that names any other launch does nothing and says LAUNCH_CHANGED', async () => {
  const spawned = await world.json(['spawn', '--scratch', '--harness', 'rehearsal', '--prompt', '@hang'])
  const { id, launch } = spawned.session
  for (const launchId of [`l_${'0'.repeat(24)}`, 'some-other-launch']) {
    for (const [verb, body] of [
      ['kill', {}],
      ['cancel', {}],
      ['send', { message: 'stop', interrupt: true }],
    ] as const) {
      const answer = await call('POST', `/api/v1/sessions/${id}/${verb}`, { ...body, launchId })
      const said = [verb, answer.status, answer.json.code ?? answer.json.delivery]
      expect(said).toEqual([verb, 409, 'LAUNCH_CHANGED'])
    }
  }
  const { session } = await world.json(['session', 'get', id])
  expect(session).toMatchObject({ status: 'working', launch: { id: launch.id, pid: launch.pid }, queued: 0 })
})

test('a broken configuration is one finding of a whole report', async () => {
  await world.json(['start'])
  userConfig('max_sesions = 3\n')
  const ran = await world.drover(['doctor', '--json'])
  expect(ran.code).toBe(1)
  const report = JSON.parse(ran.out) as { checks: { section: string; name: string; level: string; message: string }[] }
  const config = report.checks.find((check) => check.name === 'config')
  expect(config).toMatchObject({ level: 'FAIL', message: expect.stringContaining('nearest known key: max_sessions') })
  expect(new Set(report.checks.map((check) => check.section))).toEqual(
    new Set(['Core', 'Tools', 'Harnesses', 'Forge', 'Consistency']),
  )
  const harnesses = report.checks.filter((check) => check.section === 'Harnesses')
  expect(harnesses).toMatchObject([{ name: 'all', level: 'WARN' }])
})

test('a daemon that cannot start says why in a sentence', async () => {
  userConfig('[server]\nhost = "0.0.0.0"\n')
  const ran = await world.drover(['start'])
  expect(ran.code).toBe(1)
  expect(ran.err).toContain('(INSECURE_BIND)')
  expect(ran.err).toContain('allow_insecure_bind')
  expect(ran.err).not.toContain('{"level"')
  expect(ran.err).not.toContain('node:internal')
})

test('the doctor reads the schema version of a store that no daemon serves', async () => {
  await world.json(['start'])
  await world.drover(['stop', '-y'])
  const { checks } = JSON.parse((await world.drover(['doctor', '--no-start', '--json'])).out) as {
    checks: { name: string; level: string; message: string }[]
  }
  expect(checks.find((check) => check.name === 'schema')).toMatchObject({
    level: 'PASS',
    message: expect.stringMatching(/^version \d+$/),
  })
  expect(checks.find((check) => check.name === 'memory')?.message).toContain('launches wait below 256 MB')
})

test('an empty file in the place of the socket is no reason not to start', async () => {
  await world.json(['start'])
  await world.drover(['stop', '-y'])
  writeFileSync(join(world.home, 'drover.sock'), '')
  expect((await world.json(['start'])).state).toBe('ready')
})

test('what stands in the place of the socket is named, kept, and not called a port', async () => {
  mkdirSync(world.home, { mode: 0o700 })
  writeFileSync(join(world.home, 'drover.sock'), 'dear')
  const ran = await world.drover(['start'])
  expect(ran.code).toBe(1)
  expect(ran.err).toContain('drover.sock')
  expect(ran.err).not.toContain('Port 0')
  expect(readFileSync(join(world.home, 'drover.sock'), 'utf8')).toBe('dear')
})

test('a new token ends what the old one gave: pages and links that nobody used yet', async () => {
  await world.json(['start'])
  const old = token()
  const { code } = await world.json(['link'])
  const page = await call('POST', '/auth/exchange', { code }, null)
  const waiting = await world.json(['link'])
  expect((await call('GET', '/api/v1/projects', undefined, page.json.bearer)).status).toBe(200)
  await world.json(['token', 'rotate'])
  expect((await call('GET', '/api/v1/projects')).status).toBe(200)
  expect((await call('GET', '/api/v1/projects', undefined, old)).status).toBe(401)
  expect((await call('GET', '/api/v1/projects', undefined, page.json.bearer)).status).toBe(401)
  expect((await call('POST', '/auth/exchange', { code: waiting.code }, null)).json.code).toBe('CODE_EXPIRED')
})

test('setup and ready commands know the ports of their session', async () => {
  const path = world.repository('shop')
  mkdirSync(join(path, '.drover'))
  writeFileSync(
    join(path, '.drover', 'config.toml'),
    'ports = 4\n[setup]\nrun = ["echo $DROVER_PORT_BASE $DROVER_PORT_COUNT > ports.txt"]\n',
  )
  await world.json(['project', 'add', '--path', path])
  await world.json(['project', 'trust', 'shop', '-y'])
  const prompt = '@sh echo $DROVER_PORT_BASE $DROVER_PORT_COUNT > agent-ports.txt'
  const args = ['spawn', '--project', 'shop', '--harness', 'rehearsal', '--prompt', prompt, '--wait']
  const { workspace } = (await world.json(args)).session
  const ports = readFileSync(join(workspace, 'ports.txt'), 'utf8')
  expect(ports).toMatch(/^\d+ 4\n$/)
  expect(readFileSync(join(workspace, 'agent-ports.txt'), 'utf8')).toBe(ports)
})

test('a dry run of cleanup tells of branches what the real run then does', async () => {
  const path = world.repository('shop')
  await world.json(['project', 'add', '--path', path])
  const spawn = (prompt: string) =>
    world.json(['spawn', '--project', 'shop', '--harness', 'rehearsal', '--prompt', prompt, '--wait'])
  await spawn('@say nothing to keep')
  await spawn('@write a.txt one\n@commit work of its own')
  for (const id of ['shop-1', 'shop-2']) await world.json(['session', 'kill', id])
  const dry = await world.json(['session', 'cleanup', '--dry-run'])
  const real = await world.json(['session', 'cleanup', '-y'])
  expect(real.removed).toMatchObject([
    { session: 'shop-2', branchDeleted: false },
    { session: 'shop-1', branchDeleted: true },
  ])
  expect(dry.removed).toEqual(real.removed)
})

test('a launch that waits for room goes on when the floor is lowered; one that was killed waits no more', async () => {
  userConfig('[limits]\nmin_free_disk = "900000GB"\n')
  await world.json(['start'])
  const args = ['spawn', '--scratch', '--harness', 'rehearsal', '--prompt', '@say there is room', '--wait']
  const waits = (id: string) =>
    until(`${id} waits`, async () => {
      const ran = await world.drover(['session', 'get', id, '--json'])
      return ran.code === 0 && JSON.parse(ran.out).session.trouble?.code === 'RESOURCE_FLOOR'
    })
  const first = world.drover(args)
  await waits('scratch-1')
  const second = world.drover(args)
  await waits('scratch-2')
  const killed = await world.json(['session', 'kill', 'scratch-2'])
  expect(killed.session).toMatchObject({ status: 'ended', trouble: null })
  expect((await second).code).toBe(1)
  userConfig('')
  expect((await first).code).toBe(0)
  const { session } = await world.json(['session', 'get', 'scratch-1'])
  expect(session).toMatchObject({ status: 'idle', lastText: 'there is room', trouble: null })
})

test('an attached reader gets one JSON object a line', async () => {
  const { session } = await world.json(['spawn', '--scratch', '--harness', 'rehearsal', '--prompt', 'hi', '--wait'])
  const reader = world.start(['session', 'attach', session.id, '--json'])
  let text = ''
  reader.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  await until('the end of the turn is shown', () => text.includes('"turn_end"') && text.endsWith('\n'))
  const ended = new Promise((done) => reader.on('close', done))
  reader.kill('SIGINT')
  expect(await ended).toBe(0)
  const rows = text.trimEnd().split('\n')
  expect(rows.map((row) => JSON.parse(row).id)).toEqual(rows.map((_, index) => index + 1))
})

test('the log is JSON lines throughout and names project, session and launch', async () => {
  const path = world.repository('shop')
  await Promise.all([1, 2, 3].map(() => world.json(['start'])))
  await world.json(['project', 'add', '--path', path])
  const args = ['spawn', '--project', 'shop', '--harness', 'rehearsal', '--prompt', 'hi', '--wait']
  await world.json(args)
  await world.json(['session', 'rename', 'shop-1', 'other'])
  await world.drover(['stop', '-y'])
  await world.drover(['start'], { env: { DROVER_PORT: 'no-port' } })
  // biome-ignore lint/suspicious/noExplicitAny: a log line may hold anything
  const lines: any[] = readFileSync(join(world.home, 'daemon.log'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const launch = expect.stringMatching(/^l_/)
  const about = { project: 'shop', session: 'shop-1' }
  expect(lines.find((line) => line.message === 'launched')).toMatchObject({ ...about, launch })
  expect(lines.find((line) => line.message === 'agent exited')).toMatchObject({ ...about, launch, exitCode: 0 })
  const requests = lines.filter((line) => line.message === 'request')
  const requestId = expect.stringMatching(/^req_/)
  expect(requests.find((line) => line.path === '/api/v1/projects')).toMatchObject({ requestId, project: 'shop' })
  expect(requests.find((line) => line.path === '/api/v1/sessions')).toMatchObject({ requestId, ...about, launch })
  expect(requests.find((line) => line.method === 'PATCH')).toMatchObject({ requestId, ...about })
  expect(lines.at(-1)).toMatchObject({ level: 'error', cause: { code: 'INVALID_CONFIG', hint: expect.any(String) } })
})

test('the worktree of a session is no project of its own (must never 1)', async () => {
  const path = world.repository('shop')
  await world.json(['project', 'add', '--path', path])
  const args = ['spawn', '--project', 'shop', '--harness', 'rehearsal', '--prompt', '@sh mkdir deep', '--wait']
  const { workspace } = (await world.json(args)).session
  for (const cwd of [workspace, join(workspace, 'deep')]) {
    const ran = await world.drover(['up'], { cwd })
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('(INVALID_PATH)')])
  }
  expect((await world.json(['project', 'ls'])).projects).toHaveLength(1)
})

test('a home that cannot be made is a sentence, not a defect', async () => {
  const file = join(world.dir, 'a-file')
  writeFileSync(file, '')
  for (const command of ['start', 'daemon']) {
    for (const home of [file, join(file, 'below')]) {
      const ran = await world.drover([command], { env: { DROVER_HOME: home } })
      expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('(DAEMON_START_FAILED)')])
      expect(ran.err).toContain(home)
      expect(ran.err).not.toContain('defect')
    }
  }
})
