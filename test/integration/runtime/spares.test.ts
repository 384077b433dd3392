/** Launches by a wrapper that waited for them: the same to the agent, found and ended alike, and never begun twice. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { readPids, readSpare } from '#adapters/runtime/process/launch-files'
import { orderFor } from '#adapters/runtime/process/order'
import { wrapperScript } from '#adapters/runtime/process/wrapper'
import { freshId, isAlive, openStage, readAll, type Stage, sparesOf, until } from './stage.ts'

const stage = openStage({ spares: true })
const daemons: ChildProcess[] = []
afterAll(async () => {
  for (const daemon of daemons) daemon.kill('SIGKILL')
  await stage.close()
})

/** The next launch finds a spare. */
async function ready(): Promise<number> {
  if (sparesOf(process.pid, stage.home).length === 0) await (await stage.sh('exit 0')).exited
  await until('a spare waits', () => sparesOf(process.pid, stage.home).length === 1)
  return sparesOf(process.pid, stage.home)[0]!
}

describe.runIf(process.platform === 'linux')('a spare', () => {
  it('becomes the wrapper of the next launch, which sees no difference', async () => {
    const odd = { ODD: "it's\n$HOME `x` \\", EMPTY: '', PWD: '/elsewhere' }
    // Signals as a program that it starts inherits them: the shell's own are blocked while it starts one.
    const script =
      'env -0 | sort -z; pwd; ls /proc/$$/fd; grep Sig /proc/self/status; umask; cut -d" " -f6 /proc/$$/stat'
    const launchId = freshId()
    const env = { ...stage.place(launchId).env, ...odd }
    const run = async (by: Stage, name: string) => {
      const dir = join(stage.home, name)
      const launch = await by.sh(script, {}, { dir, env, launchId })
      const { lines } = await readAll(launch)
      const { wrapper } = readPids(dir)!
      return { wrapper, dir, exit: await launch.exited, text: lines.join('\n').replaceAll(`${wrapper}`, 'WRAPPER') }
    }
    const spare = await ready()
    const early = await run(stage, 'early')
    expect(early.wrapper).toBe(spare)
    expect(existsSync(join(early.dir, 'wrapper.sh'))).toBe(false)
    const late = await run(openStage({ home: stage.home }), 'late')
    expect(readSpare(late.dir)).toBeNull()
    const shown = (text: string): string[] => text.replaceAll(/\0/g, '\n').split('\n')
    expect(shown(early.text)).toEqual(shown(late.text))
    expect(early.exit).toEqual(late.exit)
  })

  it('leaves no word of an order on the disk, and no launch id in its own environment', async () => {
    const spare = await ready()
    const launch = await stage.sh('sleep 300', {}, { env: { PATH: '/usr/bin:/bin', SECRET: 'not-on-the-disk-7' } })
    expect(readPids(launch.ref.dir)?.wrapper).toBe(spare)
    const found = spawnSync('grep', ['-r', 'not-on-the-disk-7', stage.home])
    expect(found.stdout.toString()).toBe('')
    expect(readFileSync(`/proc/${spare}/environ`, 'utf8')).not.toContain('not-on-the-disk-7')
    await launch.stop(1000)
    await until('all of it is gone', () => !isAlive(spare))
  })

  it('that was killed is no launch lost: the ordinary way is taken', async () => {
    const spare = await ready()
    process.kill(spare, 'SIGSTOP')
    const dir = join(stage.home, 'killed')
    const starting = stage.sh('echo begun; exit 3', {}, { dir })
    await until('it was given the launch', () => readSpare(dir) !== null)
    process.kill(spare, 'SIGKILL')
    const launch = await starting
    expect((await readAll(launch)).lines).toEqual(['begun'])
    expect(await launch.exited).toMatchObject({ code: 3 })
    expect(readPids(launch.ref.dir)?.wrapper).not.toBe(spare)
  })

  it('is passed over for what cannot be said to a shell', async () => {
    const spare = await ready()
    const launch = await stage.sh('exit 4', {}, { env: { PATH: '/usr/bin:/bin', 'not-a-name': '1' } })
    expect(await launch.exited).toMatchObject({ code: 4 })
    expect(readPids(launch.ref.dir)?.wrapper).not.toBe(spare)
    expect(isAlive(spare)).toBe(true)
  })

  it('feeds a long-lived agent, and the next daemon finds, feeds and ends it', async () => {
    const spare = await ready()
    const plan = { argv: ['/bin/cat'], stdin: { mode: 'followed' }, lifetime: 'session' } as const
    const first = await stage.start(plan)
    first.detach()
    const found = await openStage({ home: stage.home }).runtime.find({ ...first.ref, pid: null, startTime: null })
    if (typeof found === 'string') throw new Error(`expected a launch, got ${found}`)
    expect(found.ref).toEqual(first.ref)
    expect(readPids(found.ref.dir)?.wrapper).toBe(spare)
    await found.write('once more\n', 0)
    await found.closeInput()
    expect((await readAll(found)).lines).toEqual(['once more'])
    expect(await found.exited).toMatchObject({ code: 0, how: 'exited' })
    await until('its follower is gone', () => !isAlive(readPids(found.ref.dir)!.follower!))
  })
})

function startElsewhere() {
  const place = stage.place(freshId())
  const plan = { env: {}, files: [], argv: ['/bin/sleep', '300'], stdin: { mode: 'followed' }, lifetime: 'session' }
  const warmUp = stage.place(freshId())
  const request = JSON.stringify({ home: stage.home, plan, place, warmUp })
  const starter = fileURLToPath(new URL('./starter.ts', import.meta.url))
  const daemon = spawn(process.execPath, [starter, request], { stdio: ['ignore', 'pipe', 'inherit'] })
  daemons.push(daemon)
  const words = createInterface(daemon.stdout)[Symbol.asyncIterator]()
  return { daemon, place, next: async (): Promise<string> => (await words.next()).value ?? '' }
}

describe.runIf(process.platform === 'linux')('the death of the daemon', () => {
  it('ends its spare, and leaves either a launch that is found or nothing at all, at every moment', async () => {
    const seen = { found: 0, gone: 0 }
    for (let round = 0; round < 8; round++) {
      const { daemon, place, next } = startElsewhere()
      await next()
      const spares = sparesOf(daemon.pid!, stage.home)
      expect(spares).toHaveLength(1)
      if (round === 7) await next()
      else if (round > 0) await wait(round)
      daemon.kill('SIGKILL')
      await once(daemon, 'exit')
      const { launchId, dir } = place
      const launch = await stage.runtime.find({ launchId, dir, pid: null, startTime: null, bootId: null })
      if (launch === 'unknown') throw new Error('nothing here is unknowable')
      if (launch === 'gone') seen.gone++
      else {
        seen.found++
        expect(await launch.stop(1000)).toMatchObject({ how: 'exited' })
      }
      await until('no spare is left', () => spares.every((pid) => !isAlive(pid)))
      expect(await stage.runtime.leftovers([launchId])).toEqual([])
    }
    expect(seen.found).toBeGreaterThan(0)
  })
})

const shells = [['dash'], ['bash', '--posix'], ['busybox', 'sh']].filter(
  ([file, ...args]) => spawnSync(file!, [...args, '-c', 'exit 0']).status === 0,
)

describe.runIf(process.platform === 'linux').each(shells.map((shell) => ({ name: shell.join(' '), shell })))(
  'under $name',
  ({ shell }) => {
    const run = async (order: string | null) => {
      const dir = mkdtempSync(join(tmpdir(), "drover spare's-"))
      const fd = openSync(join(dir, 'order'), 'wx+')
      writeFileSync(join(dir, 'wrapper.sh'), wrapperScript)
      for (const name of ['stdin', 'stdout', 'stderr']) writeFileSync(join(dir, name), '')
      const args = [...shell.slice(1), join(dir, 'wrapper.sh'), 'drover-launch', join(dir, 'spare'), 'spare']
      const child = spawn(shell[0]!, args, { env: {}, stdio: ['pipe', 'ignore', 'ignore', fd], detached: true })
      const ended = once(child, 'exit')
      if (order === null) child.stdin!.end()
      else {
        writeSync(fd, order.replaceAll('DIR', dir.replaceAll("'", "'\\''")))
        child.stdin!.end('\n')
      }
      closeSync(fd)
      const [code] = (await ended) as [number | null]
      const read = (name: string) => (existsSync(join(dir, name)) ? readFileSync(join(dir, name), 'utf8') : null)
      const result = { code, exit: read('exit'), pid: read('pid'), stdout: read('stdout') }
      rmSync(dir, { recursive: true })
      return result
    }
    const tools = { cat: '/bin/cat', mkfifo: '/usr/bin/mkfifo', sleep: '/bin/sleep', rm: '/bin/rm', env: '' }
    const argv = ['/bin/sh', '-c', 'echo "$WORD"; exit 42']
    const order = orderFor({ dir: 'DIR', mode: 'closed', tools, env: { WORD: "it's" }, argv }, '/')!

    it('does what it is told, once it is told all of it', async () => {
      expect(await run(order)).toMatchObject({ code: 42, exit: '42\n', stdout: "it's\n" })
    })

    it('does nothing for an order that is not whole', async () => {
      const torn = order.slice(0, order.lastIndexOf('drover__order'))
      expect(await run(torn)).toEqual({ code: 121, exit: null, pid: null, stdout: '' })
    })

    it('ends when nobody will ask for it any more', async () => {
      expect(await run(null)).toEqual({ code: 0, exit: null, pid: null, stdout: '' })
    })
  },
)
