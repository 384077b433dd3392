/** The doctor finds what is really wrong: each fault is planted in a real home and must be named. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliWorld, createCliWorld, readJson } from './cli-world.ts'

let world: CliWorld
beforeEach(() => {
  world = createCliWorld()
})
afterEach(() => world.close())

interface Found {
  readonly code: number | null
  check(name: string): { level: string; message: string; hint?: string }
}

async function doctor(...more: string[]): Promise<Found> {
  const ran = await world.drover(['doctor', '--json', ...more])
  const report = JSON.parse(ran.out) as { checks: { name: string; level: string; message: string }[] }
  return { code: ran.code, check: (name) => report.checks.find((one) => one.name === name)! }
}

test('a token: refused fails, accepted names its owner, untried warns', async () => {
  const seen: (string | undefined)[] = []
  let status = 401
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.statusCode = status
    response.end('{"login":"ada"}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  const { port } = server.address() as { port: number }
  const env = { GITHUB_TOKEN: 'a-token-of-the-test', GITHUB_API_URL: `http://127.0.0.1:${port}` }
  try {
    await world.drover(['start'], { env })
    // What a page reads again and again leaves the machine alone, and says so.
    const { port: own } = readJson(join(world.home, 'running.json'))
    const token = readFileSync(join(world.home, 'token'), 'utf8').trim()
    for (let look = 0; look < 3; look++) {
      const read = await fetch(`http://127.0.0.1:${own}/api/v1/doctor`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const { checks } = (await read.json()) as { checks: { name: string; level: string; message: string }[] }
      expect(checks.find((one) => one.name === 'github-token')).toMatchObject({
        level: 'WARN',
        message: 'GITHUB_TOKEN is set; the forge was not asked whether it is good',
      })
    }
    expect(seen).toEqual([])
    const refused = await doctor()
    expect(seen).toHaveLength(1)
    expect(refused.code).toBe(1)
    expect(refused.check('github-token')).toMatchObject({ level: 'FAIL', message: 'GITHUB_TOKEN is refused (401)' })
    status = 200
    expect((await doctor()).check('github-token')).toMatchObject({
      level: 'PASS',
      message: 'GITHUB_TOKEN is accepted for ada',
    })
    status = 500
    expect((await doctor()).check('github-token')).toMatchObject({ level: 'WARN' })
    expect(new Set(seen)).toEqual(new Set(['Bearer a-token-of-the-test']))
  } finally {
    server.close()
  }
})

test('tools are judged by the environment of whoever asks, and it says whose', async () => {
  await world.json(['start'])
  expect((await doctor()).check('git')).toMatchObject({
    level: 'PASS',
    message: expect.stringContaining('(PATH of this shell)'),
  })
  const empty = join(world.dir, 'empty')
  mkdirSync(empty)
  const ran = await world.drover(['doctor', '--json'], { env: { PATH: empty } })
  const { checks } = JSON.parse(ran.out) as { checks: { name: string; level: string; message: string }[] }
  const git = checks.find(({ name }) => name === 'git')
  expect([ran.code, git?.level]).toEqual([1, 'FAIL'])
  expect(git?.message).toMatch(/cannot be run \(PATH of this shell\); the daemon: .*\d+\.\d+/)
  expect(checks.find(({ name }) => name === 'tmux')).toMatchObject({ level: 'WARN' })
})

test('what no row names is found and left alone', async () => {
  await world.json(['start'])
  const before = await doctor()
  for (const name of ['dead-pids', 'orphan-worktrees', 'missing-worktrees', 'stray-processes', 'spools']) {
    expect([name, before.check(name).level]).toEqual([name, 'PASS'])
  }
  const orphan = join(world.home, 'worktrees', 'lost', 'lost-1')
  mkdirSync(orphan, { recursive: true })
  writeFileSync(join(orphan, 'work.txt'), 'dear')
  const spool = join(world.home, 'sessions', 'lost-1', 'launches', '1')
  mkdirSync(spool, { recursive: true })
  const stray = spawn('sleep', ['60'], {
    env: {
      DROVER_LAUNCH_ID: `l_${'0'.repeat(24)}`,
      DROVER_SESSION_ID: 'lost-1',
      DROVER_SOCKET: join(world.home, 'drover.sock'),
      DROVER_HOME: world.home,
    },
  })
  chmodSync(world.home, 0o755)
  try {
    const found = await doctor('--fix')
    expect(found.check('orphan-worktrees')).toMatchObject({ level: 'WARN', message: expect.stringContaining(orphan) })
    expect(found.check('spools')).toMatchObject({ level: 'WARN', message: expect.stringContaining(spool) })
    expect(found.check('stray-processes')).toMatchObject({
      level: 'WARN',
      message: expect.stringContaining(String(stray.pid)),
    })
    expect(found.check('home')).toMatchObject({ level: 'WARN', message: expect.stringContaining('755') })
    expect(found.code).toBe(0)
    const { readFileSync } = await import('node:fs')
    expect(readFileSync(join(orphan, 'work.txt'), 'utf8')).toBe('dear')
    expect(stray.exitCode).toBeNull()
  } finally {
    stray.kill()
  }
})

test('a daemon that cannot start is a failure of its own, with the cause', async () => {
  mkdirSync(world.home, { mode: 0o700 })
  writeFileSync(join(world.home, 'drover.db'), 'this is no database, but long enough to be looked at as one')
  const found = await doctor()
  expect(found.code).toBe(1)
  expect(found.check('daemon').level).toBe('FAIL')
  expect(found.check('sqlite')).toMatchObject({ level: 'FAIL', message: expect.stringContaining('no SQLite file') })
})
