/** A daemon that is there and says nothing, and a shell whose directory is gone: every command says so and ends. */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bin, type CliWorld, createCliWorld, type Ran, until } from './cli-world.ts'

let world: CliWorld
let pid: number
let id: string
let stoppedAt: string
beforeAll(async () => {
  world = createCliWorld()
  pid = (await world.json(['start', '--timeout', '60'])).pid
  const spawned = await world.json(['spawn', '--scratch', '--harness', 'rehearsal', '--prompt', '@say hi', '--wait'])
  id = spawned.session.id
})
afterAll(() => world.close())

describe('a daemon whose process is stopped', () => {
  beforeAll(() => {
    stoppedAt = new Date().toISOString()
    process.kill(pid, 'SIGSTOP')
  })
  afterAll(() => process.kill(pid, 'SIGCONT'))

  const commands: string[][] = [
    ['session', 'ls'],
    ['session', 'get', '<id>'],
    ['session', 'kill', '<id>'],
    ['session', 'tail', '<id>', '--follow'],
    ['session', 'attach', '<id>'],
    ['events', '--follow'],
    ['spawn', '--scratch', '--harness', 'rehearsal', '--prompt', '@say x'],
    ['send', '--session', '<id>', '--message', 'x'],
    ['cancel', '<id>'],
    ['project', 'ls'],
    ['harness', 'ls'],
    ['link'],
    ['up'],
    ['start'],
    ['start', '--json'],
    ['stop', '-y'],
    ['restart'],
    ['session', 'ls', '--no-start'],
  ]
  // Side by side: each does nothing but wait for the same daemon.
  test.concurrent.each(commands.map((words) => [words.join(' '), words] as const))('%s', async (_name, words) => {
    const begun = performance.now()
    const ran = await world.drover(words.map((word) => (word === '<id>' ? id : word)))
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('(DAEMON_UNRESPONSIVE)')])
    expect(ran.err).toContain(`kill -CONT ${pid}`)
    // Five seconds on a quiet machine; the bound here only tells an end from waiting for ever.
    expect(performance.now() - begun).toBeLessThan(30_000)
  })

  test('status and doctor say it as well', async () => {
    const view = await world.json(['status'])
    expect(view).toMatchObject({ state: 'unhealthy', pid, error: 'its process is stopped' })
    expect((await world.drover(['status'])).out).toContain(`kill -CONT ${pid}`)
    const doctor = await world.drover(['doctor', '--json'])
    const daemon = JSON.parse(doctor.out).checks.find((one: { name: string }) => one.name === 'daemon')
    expect([doctor.code, daemon.level, daemon.hint]).toEqual([1, 'FAIL', expect.stringContaining('kill -CONT')])
  })
})

test('it goes on where it stood: what was given up meanwhile is not carried out late', async () => {
  expect(await world.json(['status'])).toMatchObject({ state: 'ready', pid })
  const given = ['', `/${id}/kill`, `/${id}/send`, `/${id}/cancel`].map((path) => `/api/v1/sessions${path}`)
  interface Line {
    readonly time: string
    readonly method?: string
    readonly path?: string
    readonly status: number
  }
  const late = async () => {
    const { lines }: { lines: readonly Line[] } = await world.json(['logs', '-n', '1000'])
    return lines.filter(({ time, method }) => method === 'POST' && time > stoppedAt)
  }
  await until('the daemon comes to each of them', async () => {
    const paths = (await late()).map(({ path }) => path)
    return given.every((path) => paths.includes(path))
  })
  expect((await late()).filter(({ status }) => status < 400)).toEqual([])
  const { sessions } = await world.json(['session', 'ls', '--include-terminated'])
  expect(sessions).toHaveLength(1)
  expect((await world.json(['session', 'get', id])).session).toMatchObject({ status: 'idle', turn: { n: 1 } })
})

describe('a directory that was removed', () => {
  /** Node cannot be started in a directory that is not there: a shell goes in, the directory goes, the shell goes on. */
  const runGone = (words: readonly string[]): Promise<Ran> => {
    const cwd = join(world.dir, 'gone')
    mkdirSync(cwd)
    const script = 'rm -rf "$0" && exec "$@"'
    const child = spawn('sh', ['-c', script, cwd, process.execPath, bin, ...words], { cwd, env: { ...world.env } })
    let [out, err] = ['', '']
    child.stdout.on('data', (data: Buffer) => {
      out += data
    })
    child.stderr.on('data', (data: Buffer) => {
      err += data
    })
    return new Promise((done, fail) => {
      child.on('error', fail)
      child.on('close', (code) => {
        rmSync(cwd, { recursive: true, force: true })
        done({ code, out, err })
      })
    })
  }

  test.each([['version'], ['status'], ['session', 'ls'], ['session', 'get', '<id>'], ['doctor', '--json']])(
    'needs none for %s',
    async (...words) => {
      const ran = await runGone(words.map((word) => (word === '<id>' ? id : word)))
      expect([ran.code, ran.err]).toEqual([0, ''])
    },
  )

  test.each([
    ['spawn', '--prompt', 'x', '--harness', 'rehearsal'],
    ['up'],
    ['init'],
    ['config', 'check'],
    ['project', 'add'],
  ])('%s says so in a sentence', async (...words) => {
    const ran = await runGone(words)
    expect([ran.code, ran.err]).toEqual([
      1,
      'the directory this shell is in no longer exists (INVALID_PATH)\nChange into one that does (`cd ~`), then run the command again.\n',
    ])
  })
})
