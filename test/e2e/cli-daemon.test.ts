/** The daemon's life from the shell: start, stop, restart, crashes, races, failures, and agents that must not touch it. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bin, type CliWorld, createCliWorld, isAlive, readJson, until } from './cli-world.ts'

let world: CliWorld
beforeEach(() => {
  world = createCliWorld()
})
afterEach(() => world.close())

const mode = (path: string) => statSync(path).mode & 0o777
/** A release changes nothing here. */
const { version } = readJson(join(import.meta.dirname, '../../package.json')) as { version: string }

test('start is idempotent, says what status says, and keeps its files private', async () => {
  expect(await world.json(['status'])).toEqual({ state: 'not_running', version, home: world.home })
  const first = await world.json(['start', '--timeout', '20'])
  expect(first).toMatchObject({ state: 'ready', home: world.home, version })
  expect(Object.keys(first).sort()).toEqual([
    'home',
    'pid',
    'port',
    'socket',
    'startedAt',
    'state',
    'uptimeSeconds',
    'version',
  ])
  const again = await world.json(['start'])
  expect(again.pid).toBe(first.pid)
  expect(await world.json(['status'])).toMatchObject({ state: 'ready', pid: first.pid })
  expect(mode(world.home)).toBe(0o700)
  for (const file of ['token', 'drover.sock', 'daemon.log', 'drover.db', 'running.json']) {
    expect([file, mode(join(world.home, file))]).toEqual([file, 0o600])
  }
  const text = await world.drover(['start'])
  expect(text).toMatchObject({ code: 0 })
  expect(text.out).toContain('already running')
})

test('stop returns when the process is gone; stopping twice is fine', async () => {
  const { pid } = await world.json(['start'])
  expect(await world.json(['stop'])).toMatchObject({ state: 'not_running' })
  expect(isAlive(pid)).toBe(false)
  expect(existsSync(join(world.home, 'running.json'))).toBe(false)
  const again = await world.drover(['stop'])
  expect(again).toMatchObject({ code: 0, out: 'the daemon was not running\n' })
})

test('restart interrupts no agent and keeps the port; stop ends agents, --keep-agents does not', async () => {
  const path = world.repository('shop')
  await world.json(['project', 'add', '--path', path])
  const { session } = await world.json(['spawn', '--harness', 'rehearsal', '--prompt', '@say one\n@sleep 60000'])
  const agent = (await world.json(['session', 'get', session.id])).session.launch.pid
  const before = await world.json(['status'])
  const after = await world.json(['restart'])
  expect(after.pid).not.toBe(before.pid)
  expect(after.port).toBe(before.port)
  expect(isAlive(agent)).toBe(true)
  expect((await world.json(['session', 'get', session.id])).session).toMatchObject({
    status: 'working',
    launch: { pid: agent },
  })
  await world.drover(['stop', '--keep-agents'])
  expect(isAlive(agent)).toBe(true)
  await world.json(['start'])
  await world.drover(['stop'])
  expect(isAlive(agent)).toBe(false)
})

test('a daemon that was killed is stale until the next start', async () => {
  const { pid } = await world.json(['start'])
  process.kill(pid, 'SIGKILL')
  await until('the daemon is gone', () => !isAlive(pid))
  expect(await world.json(['status'])).toMatchObject({ state: 'stale', error: expect.stringContaining(String(pid)) })
  expect((await world.drover(['stop'])).code).toBe(0)
  const next = await world.json(['project', 'ls'])
  expect(next).toEqual({ projects: [] })
  expect((await world.json(['status'])).pid).not.toBe(pid)
})

test('running.json of another program is stale, never a reason to signal it', async () => {
  await world.json(['start'])
  await world.drover(['stop'])
  const running = {
    pid: process.pid,
    port: 1,
    socket: join(world.home, 'drover.sock'),
    startedAt: '2026-01-01T00:00:00Z',
    version: '0',
  }
  writeFileSync(join(world.home, 'running.json'), JSON.stringify(running))
  expect(await world.json(['status'])).toMatchObject({ state: 'stale' })
  expect(await world.drover(['stop'])).toMatchObject({ code: 0 })
  expect(await world.json(['start'])).toMatchObject({ state: 'ready' })
})

test('a daemon that does not answer is unhealthy, and is not replaced', async () => {
  const { pid } = await world.json(['start'])
  process.kill(pid, 'SIGSTOP')
  try {
    // `status` answers: looking is no failure. What needs the daemon fails, and says that it does not answer.
    expect(await world.json(['status'])).toMatchObject({ state: 'unhealthy', pid })
    const told = await world.drover(['status'])
    expect([told.code, told.out]).toEqual([0, expect.stringMatching(/^state +unhealthy\n/)])
    const ran = await world.drover(['start'])
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('(DAEMON_UNRESPONSIVE)')])
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await until('it recovers', async () => (await world.json(['status'])).state === 'ready')
})

test('a socket whose file was taken away leaves the port', async () => {
  const { socket, pid } = await world.json(['start'])
  rmSync(socket)
  expect(await world.json(['status'])).toMatchObject({ state: 'ready', pid })
  expect(await world.json(['project', 'ls'])).toEqual({ projects: [] })
  const doctor = await world.drover(['doctor', '--json'])
  expect(JSON.parse(doctor.out).checks).toContainEqual(expect.objectContaining({ name: 'socket', level: 'FAIL' }))
  expect(await world.json(['stop'])).toMatchObject({ state: 'not_running' })
  expect(isAlive(pid)).toBe(false)
})

test('the log goes where it was asked to', async () => {
  const file = join(world.dir, 'elsewhere.log')
  await world.json(['start', '--log-file', file])
  expect(readFileSync(file, 'utf8')).toContain('"ready"')
  const newest = async () => ((await world.json(['logs', '-n', '1'])).lines as { time: string }[])[0]?.time
  const before = await newest()
  expect(before).toBeDefined()
  await world.json(['restart'])
  expect(existsSync(join(world.home, 'daemon.log'))).toBe(false)
  expect(await newest()).not.toBe(before)
  await world.json(['stop'])
  expect((await world.drover(['logs'])).out).toContain('"ready"')
  await world.json(['start', '--log-file', join(world.home, 'daemon.log')])
  expect(readFileSync(join(world.home, 'daemon.log'), 'utf8')).toContain('"ready"')
  expect(existsSync(join(world.home, 'log-file'))).toBe(false)
})

test('a place for the log that is gone since keeps no daemon from starting', async () => {
  const dir = join(world.dir, 'passing')
  mkdirSync(dir)
  await world.json(['start', '--log-file', join(dir, 'a.log')])
  await world.json(['stop'])
  rmSync(dir, { recursive: true })
  expect(await world.json(['start'])).toMatchObject({ state: 'ready' })
  expect((await world.drover(['logs'])).out).toContain('"ready"')
  expect(existsSync(join(world.home, 'log-file'))).toBe(false)
})

test('four starts at once give one daemon (must never 18)', async () => {
  const all = await Promise.all([1, 2, 3, 4].map(() => world.json(['start'])))
  expect(new Set(all.map((one) => one.pid)).size).toBe(1)
})

test('the slower of two starts leaves no daemon behind that would take over later (must never 50)', async () => {
  const slow = join(world.dir, 'slow.mjs')
  writeFileSync(
    slow,
    `import { existsSync, writeFileSync } from 'node:fs'
if (process.argv[1]?.endsWith('daemon.mjs')) {
  writeFileSync(process.env.PID_FILE, String(process.pid))
  while (!existsSync(process.env.AWAITED_FILE)) await new Promise((done) => setTimeout(done, 20))
}`,
  )
  const pidOf = (name: string) => join(world.dir, `pid-${name}`)
  const start = (name: string, awaited: string) => {
    const env = { NODE_OPTIONS: `--import=${slow}`, PID_FILE: pidOf(name), AWAITED_FILE: awaited }
    return world.json(['start'], { env })
  }
  // The quick one goes on once the other process is there, the late one once the quick one serves.
  const [quick, late] = await Promise.all([
    start('quick', pidOf('late')),
    start('late', join(world.home, 'running.json')),
  ])
  const loser = Number(readFileSync(pidOf('late'), 'utf8'))
  expect(late.pid).toBe(quick.pid)
  expect(loser).not.toBe(quick.pid)
  expect(isAlive(loser)).toBe(false)
})

test('a start that fails says why, with the end of the log', async () => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  const { port } = server.address() as { port: number }
  try {
    const ran = await world.drover(['start'], { env: { DROVER_PORT: String(port) } })
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('(DAEMON_START_FAILED)')
    expect(ran.err).toContain(`Port ${port} is in use`)
    expect(ran.err).toContain('daemon.log')
  } finally {
    server.close()
  }
})

test('--no-start refuses and starts nothing', async () => {
  const ran = await world.drover(['project', 'ls', '--no-start'])
  expect(ran.code).toBe(1)
  expect(ran.err).toMatch(/\(DAEMON_NOT_RUNNING\)\n.*drover start/)
  expect(await world.json(['status'])).toMatchObject({ state: 'not_running' })
})

test('inside an agent nothing is started and no file of the operator is read', async () => {
  const inside = {
    DROVER_SESSION_ID: 'shop-1',
    DROVER_SOCKET: join(world.dir, 'none.sock'),
    DROVER_TOKEN: 'x',
    DROVER_DAEMON_WAIT: '0',
  }
  for (const words of [['project', 'ls'], ['start'], ['up'], ['daemon'], ['logs']]) {
    const ran = await world.drover(words, { env: inside })
    expect([words[0], ran.code]).toEqual([words[0], 1])
  }
  expect(existsSync(join(world.home, 'running.json'))).toBe(false)
  const { socket } = await world.json(['start'])
  const wrong = await world.drover(['project', 'ls'], { env: { ...inside, DROVER_SOCKET: socket } })
  expect(wrong.err).toContain('(UNAUTHORIZED)')
  const none = await world.drover(['project', 'ls'], { env: { DROVER_SESSION_ID: 'shop-1' } })
  expect(none.err).toContain('DROVER_SOCKET')
})

test("an agent's own command line speaks as that session and for nobody else", async () => {
  await world.json(['project', 'add', '--path', world.repository('shop')])
  const cli = `${process.execPath} ${bin}`
  const prompt = [
    `@sh ${cli} session get shop-1 --json > own.json 2> own.err`,
    `@sh ${cli} session kill shop-1 > kill.out 2>&1; echo "exit $?" >> kill.out`,
    `@sh ${cli} spawn --project shop --prompt x > spawn.out 2>&1; echo "exit $?" >> spawn.out`,
  ].join('\n')
  const ran = await world.drover(['spawn', '--harness', 'rehearsal', '--prompt', prompt, '--wait'])
  expect(ran.code).toBe(0)
  const workspace = (await world.json(['session', 'get', 'shop-1'])).session.workspace
  expect(readJson(join(workspace, 'own.json')).session.id).toBe('shop-1')
  for (const file of ['kill.out', 'spawn.out']) {
    const text = readFileSync(join(workspace, file), 'utf8')
    expect(text).toContain('(FORBIDDEN_SCOPE)')
    expect(text).toContain('exit 1')
  }
})

test('the daemon in the foreground logs to the terminal and ends by a signal; agents would go on', async () => {
  const child = world.start(['daemon'])
  let out = ''
  child.stdout?.on('data', (text) => {
    out += text
  })
  await until('ready', async () => (await world.json(['status'])).state === 'ready')
  await until('the log is on the terminal', () => out.includes('"ready"'))
  const ended = new Promise((done) => child.on('exit', done))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(await world.json(['status'])).toMatchObject({ state: 'not_running' })
})
