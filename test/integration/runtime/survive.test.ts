/** The daemon dies, the agent does not: found again, read on exactly once, fed, ended, and never confused with another. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { LaunchPlan } from '#ports/harness'
import type { Launch, LaunchRef } from '#ports/runtime'
import { freshId, isAlive, lineOf, openStage, readAll, until } from './stage.ts'

const stage = openStage()
const daemons: ChildProcess[] = []
afterAll(async () => {
  for (const daemon of daemons) daemon.kill('SIGKILL')
  await stage.close()
})

type Words = Partial<LaunchPlan> & { argv: readonly string[] }

/** A process of its own that starts a launch; `begun` comes just before, `said` with the reference. */
function startElsewhere(plan: Words) {
  const place = stage.place(freshId())
  const full = { env: {}, files: [], stdin: { mode: 'closed' }, lifetime: 'turn', ...plan }
  const request = JSON.stringify({ home: stage.home, plan: full, place, kind: stage.kind })
  const starter = fileURLToPath(new URL('./starter.ts', import.meta.url))
  const daemon = spawn(process.execPath, [starter, request], { stdio: ['ignore', 'pipe', 'inherit'] })
  daemons.push(daemon)
  const words = createInterface(daemon.stdout)[Symbol.asyncIterator]()
  const kill = async (): Promise<void> => {
    daemon.kill('SIGKILL')
    await once(daemon, 'exit')
  }
  return { place, kill, next: async (): Promise<string> => (await words.next()).value ?? '' }
}

/** Starts a launch from a process of its own, which is then killed. */
async function startAndDie(plan: Words): Promise<LaunchRef> {
  const daemon = startElsewhere(plan)
  await daemon.next()
  const ref = JSON.parse(await daemon.next())
  await daemon.kill()
  return ref
}

const found = async (ref: LaunchRef): Promise<Launch> => {
  const launch = await stage.runtime.find(ref)
  if (launch === 'gone' || launch === 'unknown') throw new Error(`expected a launch, got ${launch}`)
  return launch
}
const status = (ref: LaunchRef): string | null => {
  const path = join(ref.dir, 'exit')
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

describe('after the death of the daemon', () => {
  it('goes on, and is read on exactly once from the stored offset', async () => {
    const script = 'i=0; while [ $i -lt 300 ]; do echo "line $i"; i=$((i+1)); sleep 0.002; done'
    const ref = await startAndDie({ argv: ['/bin/sh', '-c', script] })
    const first = await found(ref)
    const lines: string[] = []
    let offset = 0
    for await (const batch of first.lines(0)) {
      lines.push(...batch.lines)
      offset = batch.next
      if (lines.length > 20) first.detach()
    }
    const again = await stage.runtime.find(ref)
    const second = typeof again === 'string' ? stage.runtime.finished(ref) : again
    lines.push(...(await readAll(second, offset)).lines)
    expect(lines).toEqual(Array.from({ length: 300 }, (_, i) => `line ${i}`))
    expect(await second.exited).toMatchObject({ code: 0, how: 'exited' })
  })

  it('records its exit while nobody watches', async () => {
    const ref = await startAndDie({ argv: ['/bin/sh', '-c', 'sleep 0.2; echo done; echo why >&2; exit 5'] })
    await until('the exit is recorded', () => status(ref) !== null)
    expect(await stage.runtime.find(ref)).toBe('gone')
    const launch = stage.runtime.finished(ref)
    expect(await launch.exited).toEqual({ code: 5, signal: null, stderrTail: 'why\n', how: 'exited' })
    expect((await readAll(launch, 2)).lines).toEqual(['ne'])
  })

  it('still takes input, and end-of-file (must never 12)', async () => {
    const ref = await startAndDie({ argv: ['/bin/cat'], stdin: { mode: 'followed' }, lifetime: 'session' })
    const launch = await found(ref)
    const text = `${'z'.repeat(1024 * 1024 - 1)}\n`
    await launch.write(text, 0)
    await launch.closeInput()
    expect((await readAll(launch)).lines).toEqual([text.slice(0, -1)])
    expect(await launch.exited).toMatchObject({ code: 0 })
  })

  it('gets input that the dead daemon had written without waking the follower', async () => {
    const ref = await startAndDie({ argv: ['/bin/cat'], stdin: { mode: 'followed' }, lifetime: 'session' })
    writeFileSync(join(ref.dir, 'stdin'), 'left behind\n')
    const launch = await found(ref)
    expect(await lineOf(launch, () => true)).toBe('left behind')
    await launch.stop(1000)
  })

  it('can be stopped by the next daemon, tree and all, and records how', async () => {
    const ref = await startAndDie({ argv: ['/bin/sh', '-c', 'setsid sleep 300 & echo $!; wait'] })
    const launch = await found(ref)
    const child = Number(await lineOf(launch, () => true))
    expect(await launch.stop(2000)).toMatchObject({ code: 143, signal: 'SIGTERM', how: 'exited' })
    expect(isAlive(child)).toBe(false)
    expect(isAlive(ref.pid!)).toBe(false)
  })

  it('answers whoever was ending it although the daemon let go of it meanwhile', async () => {
    const ref = await startAndDie({ argv: ['/bin/sh', '-c', 'trap "" TERM; while :; do sleep 0.1; done'] })
    const launch = await found(ref)
    const ending = launch.stop(300)
    launch.detach()
    expect(await ending).toMatchObject({ signal: 'SIGKILL' })
    expect(await stage.runtime.find(ref)).toBe('gone')
  })

  it('is seen by an external kill', async () => {
    const ref = await startAndDie({ argv: ['/bin/sleep', '300'] })
    const launch = await found(ref)
    const wrapper = Number(readFileSync(join(ref.dir, 'pid'), 'utf8').split('\n')[0])
    process.kill(wrapper, 'SIGKILL')
    process.kill(ref.pid!, 'SIGKILL')
    expect(await launch.exited).toMatchObject({ code: null, how: 'vanished' })
    expect(await stage.runtime.find(ref)).toBe('gone')
  })

  it('and of wrapper and agent, the follower of its input is ended by whoever looks for it', async () => {
    const ref = await startAndDie({ argv: ['/bin/cat'], stdin: { mode: 'followed' }, lifetime: 'session' })
    const pids = readFileSync(join(ref.dir, 'pid'), 'utf8').split('\n').filter(Boolean).map(Number)
    const [wrapper, agent, follower] = pids as [number, number, number]
    for (const pid of [wrapper, agent]) process.kill(pid, 'SIGKILL')
    await until('both are gone', () => !isAlive(wrapper) && !isAlive(agent))
    // In a terminal the system itself tells the follower that its wrapper is gone.
    if (stage.kind === 'process') expect(isAlive(follower)).toBe(true)
    expect(await stage.runtime.find(ref)).toBe('gone')
    await until('the follower is gone', () => !isAlive(follower))
  })
})

describe('a daemon killed while it starts a launch', () => {
  it('leaves either a launch that is found or nothing at all, at every moment', async () => {
    const seen = { found: 0, gone: 0 }
    for (let round = 0; round < 24; round++) {
      const daemon = startElsewhere({ argv: ['/bin/sleep', '300'], stdin: { mode: 'followed' }, lifetime: 'session' })
      await daemon.next()
      if (round === 23) await daemon.next()
      else await wait(round * 2)
      await daemon.kill()
      const { launchId, dir } = daemon.place
      const launch = await stage.runtime.find({ launchId, dir, pid: null, startTime: null, bootId: null })
      if (launch === 'unknown') throw new Error('nothing here is unknowable')
      if (launch === 'gone') {
        seen.gone++
        await until('no process is left', async () =>
          (await stage.runtime.strays(stage.home, new Set())).every((stray) => stray.launchId !== launchId),
        )
      } else {
        seen.found++
        expect(await launch.stop(1000)).toMatchObject({ how: 'exited' })
      }
      expect(await stage.runtime.leftovers([launchId])).toEqual([])
    }
    expect(seen.found).toBeGreaterThan(0)
  })
})

describe('identity', () => {
  it('is found by its pid file alone when the row knows no pid yet', async () => {
    const ref = await startAndDie({ argv: ['/bin/sleep', '300'] })
    const launch = await found({ ...ref, pid: null, startTime: null, bootId: null })
    expect(launch.ref).toEqual(ref)
    await launch.stop(1000)
  })

  it('is found by its tag when the wrapper died before it could name it', async () => {
    const ref = await startAndDie({ argv: ['/bin/sh', '-c', 'trap "" HUP; exec sleep 300'] })
    const wrapper = Number(readFileSync(join(ref.dir, 'pid'), 'utf8').split('\n')[0])
    writeFileSync(join(ref.dir, 'pid'), `${wrapper}\n`)
    process.kill(wrapper, 'SIGKILL')
    await until('the wrapper is gone', () => !isAlive(wrapper))
    const launch = await found({ ...ref, pid: null, startTime: null, bootId: null })
    expect(launch.ref.pid).toBe(ref.pid)
    await launch.stop(1000)
  })

  it('is not another process of the same number, nor of another boot (weak point 6)', async () => {
    const launch = await stage.start({ argv: ['/bin/sleep', '300'] })
    const { ref } = launch
    expect(await stage.runtime.find({ ...ref, startTime: String(Number(ref.startTime) - 1) })).toBe('gone')
    expect(await stage.runtime.find({ ...ref, bootId: '00000000-0000-0000-0000-000000000000' })).toBe('gone')
    expect(await stage.runtime.find(ref)).toBeTypeOf('object')
    // A pid file whose numbers now mean someone else: this test's own process.
    const dir = join(stage.home, 'reused')
    mkdirSync(dir)
    writeFileSync(join(dir, 'pid'), `${process.pid}\n${process.pid}\n\n`)
    const stranger = { launchId: 'l_reused', dir, pid: null, startTime: null, bootId: null }
    expect(await stage.runtime.find(stranger)).toBe('gone')
    await launch.stop(1000)
    expect(isAlive(process.pid)).toBe(true)
  })

  it('never signals a process that only has the number', async () => {
    const bystander = spawn('/bin/sleep', ['300'], { stdio: 'ignore' })
    daemons.push(bystander)
    const dir = join(stage.home, 'old')
    mkdirSync(dir)
    writeFileSync(join(dir, 'pid'), `${bystander.pid}\n${bystander.pid}\n\n`)
    const gone = stage.runtime.finished({ launchId: 'l_old', dir, pid: bystander.pid!, startTime: '1', bootId: null })
    expect(await gone.stop(0)).toMatchObject({ how: 'vanished' })
    expect(isAlive(bystander.pid!)).toBe(true)
  })

  it('gives a launch up for good when no process ever began', async () => {
    const place = stage.place(freshId())
    const ref = { launchId: place.launchId, dir: place.dir, pid: null, startTime: null, bootId: null }
    expect(await stage.runtime.find(ref)).toBe('gone') // not even a directory
    mkdirSync(place.dir, { recursive: true })
    expect(await stage.runtime.find(ref)).toBe('gone')
    expect(existsSync(join(place.dir, 'abandoned'))).toBe(true)
    // The wrapper that comes too late starts nothing.
    const plan = { argv: ['/bin/sh', '-c', 'touch started'], env: {}, files: [], lifetime: 'turn' as const }
    await expect(stage.runtime.start({ ...plan, stdin: { mode: 'closed' } }, place)).rejects.toMatchObject({
      code: 'LAUNCH_FAILED',
      details: { errno: 'ECANCELED' },
    })
    expect(existsSync(join(stage.home, 'started'))).toBe(false)
    expect(await stage.runtime.find(ref)).toBe('gone')
  })

  it('is unknown, not gone, while a wrapper that lives has not named its agent', async () => {
    const launch = await stage.start({ argv: ['/bin/sleep', '300'] })
    const wrapper = Number(readFileSync(join(launch.ref.dir, 'pid'), 'utf8').split('\n')[0])
    writeFileSync(join(launch.ref.dir, 'pid'), `${wrapper}\n`)
    const ref = { ...launch.ref, pid: null, startTime: null, bootId: null }
    expect(await stage.runtime.find(ref)).toBe('unknown')
    await launch.stop(1000)
  })

  it('is unknown when its files cannot be judged', async () => {
    const dir = join(stage.home, 'odd')
    mkdirSync(join(dir, 'exit'), { recursive: true }) // a directory where a file should be
    const ref = { launchId: 'l_odd', dir, pid: null, startTime: null, bootId: null }
    expect(await stage.runtime.find(ref)).toBe('unknown')
    expect(stage.logged.some((entry) => entry.level === 'warn')).toBe(true)
    rmSync(dir, { recursive: true })
  })
})
