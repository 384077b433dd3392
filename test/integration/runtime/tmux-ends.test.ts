/** Agents in panes, and every way in which something of them is killed: each is seen with its truth, within a sweep or two. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createTmux } from '#adapters/runtime/tmux/tmux'
import type { Launch } from '#ports/runtime'
import { endServer, freshId, isAlive, openStage, pidsOf, type Stage, tmux, until } from './stage.ts'

const stages: Stage[] = []
afterAll(async () => {
  for (const stage of stages) await stage.close()
})
const open = (): Stage => {
  const stage = openStage({ kind: 'tmux' })
  stages.push(stage)
  return stage
}
const stage = open()
const stubborn = 'trap "" HUP TERM INT QUIT; echo up; while :; do sleep 0.1; done'
const serverOf = (home: string): number => Number(tmux(home, 'display-message', '-p', '#{pid}'))
const shows = (stage: Stage, launch: Launch, word: string) =>
  until(`${word} is shown`, async () => {
    const screen = await stage.terminals.screen(launch.ref.launchId)
    return typeof screen !== 'string' && screen.rows.includes(word)
  })
async function within<T>(ms: number, what: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`not within ${ms} ms`)), ms).unref())
  return await Promise.race([what, late])
}

describe('an external kill', () => {
  it('of the agent', async () => {
    const launch = await stage.sh('sleep 300', { terminal: true })
    process.kill(launch.ref.pid!, 'SIGKILL')
    expect(await within(5000, launch.exited)).toMatchObject({ code: 137, signal: 'SIGKILL', how: 'exited' })
  })

  it.each([
    ['an obedient agent', 'echo up; exec sleep 300'],
    ['one that ignores everything', stubborn],
  ])('of the pane of %s ends it, and its exit is recorded', async (_who, script) => {
    const launch = await stage.sh(script, { terminal: true })
    await shows(stage, launch, 'up')
    tmux(stage.home, 'kill-session', '-t', `=${launch.ref.launchId}`)
    expect(await within(8000, launch.exited)).toMatchObject({ how: 'exited' })
    expect(await stage.terminals.screen(launch.ref.launchId)).toBe('gone')
    await until('nothing is left', () => pidsOf(launch).every((pid) => !isAlive(pid)))
  })

  it('of the wrapper ends the agent too, which has no screen any more, whatever it ignores', async () => {
    const launch = await stage.sh(stubborn, { terminal: true })
    await shows(stage, launch, 'up')
    process.kill(pidsOf(launch)[0]!, 'SIGKILL')
    expect(await within(8000, launch.exited)).toMatchObject({ code: null, how: 'vanished' })
    expect(isAlive(launch.ref.pid!)).toBe(false)
  })

  it('of the server ends its agents with their truth, and the next launch has a new one', async () => {
    const own = open()
    const launches = await Promise.all([1, 2, 3].map(() => own.sh('echo up; exec sleep 300', { terminal: true })))
    for (const launch of launches) await shows(own, launch, 'up')
    process.kill(serverOf(own.home), 'SIGKILL')
    for (const launch of launches)
      expect(await within(5000, launch.exited)).toMatchObject({ signal: 'SIGTERM', how: 'exited' })
    expect(await own.terminals.screen(launches[0]!.ref.launchId)).toBe('gone')
    expect(await own.terminals.kept()).toEqual([])
    const next = await own.sh('echo up; read x', { terminal: true })
    await shows(own, next, 'up')
    await next.stop(500)
  })
})

describe('a server', () => {
  it('that stands still is unknown, not gone, and nobody is ended for it', async () => {
    const own = open()
    const launch = await own.sh('echo up; read x', { terminal: true })
    await shows(own, launch, 'up')
    const server = serverOf(own.home)
    process.kill(server, 'SIGSTOP')
    try {
      expect(await own.terminals.screen(launch.ref.launchId)).toBe('unknown')
      expect(await own.terminals.kept()).toBe('unknown')
      expect(await own.terminals.paste(launch.ref.launchId, 'x')).toBe('unknown')
      expect(await own.runtime.find(launch.ref)).toBeTypeOf('object')
    } finally {
      process.kill(server, 'SIGCONT')
    }
    await shows(own, launch, 'up')
    await launch.stop(500)
  })

  it('whose socket was removed is unknown, and makes a new one when it is asked', async () => {
    const own = open()
    const launch = await own.sh('echo up; read x', { terminal: true })
    await shows(own, launch, 'up')
    execFileSync('rm', [tmux(own.home, 'display-message', '-p', '#{socket_path}').trim()])
    expect(await own.terminals.screen(launch.ref.launchId)).toBe('unknown')
    await shows(own, launch, 'up')
    await launch.stop(500)
  })

  it('that ends while sessions begin loses none of them', async () => {
    const own = open()
    for (let round = 0; round < 5; round++) {
      const first = await own.sh('exit 0', { terminal: true })
      await first.exited
      tmux(own.home, 'kill-server') // it answers before it is gone
      const more = await Promise.all([1, 2, 3].map(() => own.sh('echo up; read x', { terminal: true })))
      for (const launch of more) await shows(own, launch, 'up')
      await Promise.all(more.map((launch) => launch.stop(500)))
      for (const launch of more) await own.terminals.drop(launch.ref.launchId)
    }
    await endServer(own.home)
  })

  it('of one home knows nothing of another', async () => {
    const [one, two] = [open(), open()]
    const a = await one.sh('echo up; read x', { terminal: true })
    const b = await two.sh('echo up; read x', { terminal: true })
    expect(await one.terminals.screen(b.ref.launchId)).toBe('gone')
    await endServer(one.home)
    await within(5000, a.exited)
    await shows(two, b, 'up')
    await b.stop(500)
  })

  it('holds no secret, nor does any command line; what the child has is what its place says', async () => {
    const secret = 'hunter2-très-secret'
    const place = {
      env: {
        PATH: '/usr/bin:/bin',
        TOKEN: secret,
        PS1: 'a name that a running shell takes otherwise',
        DROVER_LAUNCH_ID: freshId(),
      },
    }
    for (const odd of [false, true]) {
      const env = odd ? place.env : { PATH: place.env.PATH, TOKEN: secret, DROVER_LAUNCH_ID: freshId() }
      const launch = await stage.start({ argv: ['/bin/cat'], terminal: true }, { env })
      const seen = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
      expect(seen).not.toContain(secret)
      expect(tmux(stage.home, 'show-environment', '-t', `=${launch.ref.launchId}`)).not.toContain(secret)
      expect(existsSync(join(launch.ref.dir, 'order'))).toBe(false)
      const command = () => readFileSync(`/proc/${launch.ref.pid}/cmdline`, 'utf8')
      await until('it has become its program', () => command() === '/bin/cat\0')
      const entries = readFileSync(`/proc/${launch.ref.pid}/environ`, 'utf8').split('\0').filter(Boolean)
      const told = {
        ...env,
        TERM: 'tmux-256color',
        COLORTERM: 'truecolor',
        DROVER_SPOOL: join(launch.ref.dir, 'stdout'),
      }
      expect(entries.sort()).toEqual(
        Object.entries(told)
          .map(([name, value]) => `${name}=${value}`)
          .sort(),
      )
      await launch.stop(500)
    }
  })

  it('takes fifty launches at once', async () => {
    const own = open()
    const launches = await Promise.all(
      Array.from({ length: 50 }, (_, n) => own.sh(`echo "n ${n}"; read x; exit 3`, { terminal: true })),
    )
    for (const [n, launch] of launches.entries()) await shows(own, launch, `n ${n}`)
    expect((await own.terminals.kept()).length).toBe(50)
    for (const { ref } of launches) expect(await own.terminals.press(ref.launchId, ['Enter'])).toBe('typed')
    for (const launch of launches) expect(await launch.exited).toMatchObject({ code: 3 })
  })
})

describe('a daemon that dies', () => {
  it('leaves agents and screens as they are for the next one', async () => {
    const launch = await stage.sh('echo up; read x; exit 9', { terminal: true })
    await shows(stage, launch, 'up')
    launch.detach()
    const next = createTmux({ home: stage.home })
    const found = await next.runtime.find(launch.ref)
    if (typeof found === 'string') throw new Error(found)
    expect(await next.terminals.press(launch.ref.launchId, ['Enter'])).toBe('typed')
    expect(await found.exited).toMatchObject({ code: 9, how: 'exited' })
  })
})
