/** The end of a launch: everything it started is gone within the grace and two seconds, whatever it tried. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Launch } from '#ports/runtime'
import { isAlive, lineOf, openStage, pidsOf, until } from './stage.ts'

const stage = openStage()
afterAll(() => stage.close())

const pidIn = async (launch: Launch, word: string): Promise<number> =>
  Number((await lineOf(launch, (line) => line.startsWith(`${word} `))).split(' ')[1])

async function stopped(launch: Launch, graceMs: number) {
  const before = performance.now()
  const exit = await launch.stop(graceMs)
  const ms = performance.now() - before
  // Two seconds on an idle machine; here it only tells an end from a wait for the agent.
  expect(ms).toBeLessThan(graceMs + 30_000)
  expect(pidsOf(launch).filter(isAlive)).toEqual([])
  expect(await stage.runtime.leftovers([launch.ref.launchId])).toEqual([])
  return { exit, ms }
}

describe('stop', () => {
  it('ends an obedient agent at once, long before the grace', async () => {
    const { exit, ms } = await stopped(await stage.start({ argv: ['/bin/sleep', '300'] }), 50_000)
    expect(exit).toMatchObject({ code: 143, signal: 'SIGTERM', how: 'exited' })
    expect(ms).toBeLessThan(40_000)
  })

  it('lets an agent finish within the grace and tells its own code', async () => {
    const launch = await stage.sh('trap "sleep 0.2; echo bye; exit 3" TERM; echo up; while :; do sleep 0.02; done')
    await lineOf(launch, (line) => line === 'up')
    expect((await stopped(launch, 5000)).exit).toMatchObject({ code: 3 })
    expect(readFileSync(join(launch.ref.dir, 'stdout'), 'utf8')).toContain('bye')
  })

  it('kills an agent that ignores TERM, after the grace', async () => {
    const launch = await stage.sh('trap "" TERM INT HUP; echo up; while :; do sleep 300; done')
    await lineOf(launch, (line) => line === 'up')
    const { exit, ms } = await stopped(launch, 300)
    expect(exit).toMatchObject({ code: 137, signal: 'SIGKILL', how: 'exited' })
    expect(ms).toBeGreaterThanOrEqual(300)
  })

  it('A07: ends a tool in a session of its own that ignores TERM (weak point 7)', async () => {
    const tool = 'trap "" TERM; echo tool $$; while :; do sleep 300; done'
    const launch = await stage.sh(`setsid sh -c '${tool}' & wait`)
    const pid = await pidIn(launch, 'tool')
    await stopped(launch, 200)
    expect(isAlive(pid)).toBe(false)
  })

  it('ends a double-forked child that left session, parent and output behind', async () => {
    const note = join(stage.home, 'orphan.pid')
    const orphan = `trap "" TERM; echo $$ > ${note}.new; mv ${note}.new ${note}; exec sleep 300`
    const launch = await stage.sh(
      `(setsid sh -c '(setsid sh -c "${orphan.replace(/["$]/g, '\\$&')}" >/dev/null 2>&1 &)' >/dev/null 2>&1 &); sleep 300`,
    )
    await until('the orphan says its pid', () => existsSync(note))
    const pid = Number(readFileSync(note, 'utf8'))
    expect(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ')[1]).not.toBe(String(launch.ref.pid))
    await stopped(launch, 200)
    expect(isAlive(pid)).toBe(false)
  })

  it('ends children whose environment was emptied while their parents live', async () => {
    const launch = await stage.sh(`env -i setsid sh -c 'echo bare $$; sleep 300; :' & wait`)
    const pid = await pidIn(launch, 'bare')
    await stopped(launch, 200)
    expect(isAlive(pid)).toBe(false)
  })

  it('outruns a tree that starts new processes all the time', async () => {
    const launch = await stage.sh(
      'trap "" TERM; f() { while :; do (setsid sleep 50 >/dev/null 2>&1 &); done; }; f & f & echo up; wait',
    )
    await lineOf(launch, (line) => line === 'up')
    await stopped(launch, 50)
  })

  it('ends a stopped agent', async () => {
    const launch = await stage.start({ argv: ['/bin/sleep', '300'] })
    for (const pid of pidsOf(launch)) process.kill(pid, 'SIGSTOP')
    const { exit } = await stopped(launch, 3000)
    expect(exit).toMatchObject({ signal: 'SIGTERM', how: 'exited' })
  })

  it('is one and the same for all who ask, and repeats its answer', async () => {
    const launch = await stage.sh('trap "" TERM; echo up; while :; do sleep 300; done')
    await lineOf(launch, (line) => line === 'up')
    const exits = await Promise.all([launch.stop(200), launch.stop(200), launch.stop(60_000)])
    expect(new Set(exits).size).toBe(1)
    expect(await launch.stop(0)).toEqual(exits[0])
  })

  it('A08: records the exit every time, however it races with the end', async () => {
    const launches = await Promise.all(Array.from({ length: 20 }, () => stage.start({ argv: ['/bin/sleep', '300'] })))
    const exits = await Promise.all(launches.map((launch, i) => launch.stop(i % 2 === 0 ? 1000 : 0)))
    expect(exits.map((exit) => exit.how)).toEqual(launches.map(() => 'exited'))
  })

  it('ends followed agents with their followers', async () => {
    const launch = await stage.start({ argv: ['/bin/cat'], stdin: { mode: 'followed' }, lifetime: 'session' })
    expect(pidsOf(launch)).toHaveLength(3)
    await stopped(launch, 1000)
  })

  it('works when the wrapper is already dead', async () => {
    const launch = await stage.start({ argv: ['/bin/sleep', '300'] })
    process.kill(pidsOf(launch)[0]!, 'SIGKILL')
    const { exit } = await stopped(launch, 1000)
    expect(exit).toMatchObject({ code: null, how: 'vanished' })
  })
})

describe('what a launch leaves behind', () => {
  it('is listed by its tag, kept at a normal end, and ended by a sweep', async () => {
    const launch = await stage.sh('setsid sleep 301 >/dev/null 2>&1 & echo server $!')
    const pid = await pidIn(launch, 'server')
    await launch.exited
    const id = launch.ref.launchId
    await until('the server runs', async () => (await stage.runtime.leftovers([id]))[0]?.command === 'sleep 301')
    expect(await stage.runtime.leftovers([id])).toEqual([{ pid, command: 'sleep 301', launchId: id }])
    expect(await stage.runtime.leftovers([id.slice(0, -1), `${id}0`])).toEqual([])
    await stage.runtime.sweep([`${id}0`], 0)
    expect(isAlive(pid)).toBe(true)
    await stage.runtime.sweep([id], 1000)
    expect(isAlive(pid)).toBe(false)
  })

  it('is ended by a stop after the end', async () => {
    const launch = await stage.sh('setsid sleep 302 >/dev/null 2>&1 & echo server $!; exit 6')
    const pid = await pidIn(launch, 'server')
    await launch.exited
    expect(await stage.runtime.finished(launch.ref).stop(1000)).toMatchObject({ code: 6, how: 'exited' })
    expect(isAlive(pid)).toBe(false)
  })

  it('is a stray of its own home only, when no row names it', async () => {
    const launch = await stage.start({ argv: ['/bin/sleep', '303'] })
    const id = launch.ref.launchId
    const mine = (await stage.runtime.strays(stage.home, new Set())).filter((stray) => stray.launchId === id)
    expect(mine.map((stray) => stray.pid).sort()).toEqual(pidsOf(launch).sort())
    expect((await stage.runtime.strays(stage.home, new Set([id]))).filter((stray) => stray.launchId === id)).toEqual([])
    const other = mkdtempSync(join(tmpdir(), 'drover-other-'))
    expect(await stage.runtime.strays(other, new Set())).toEqual([])
    expect(await stage.runtime.strays(stage.home.slice(0, -1), new Set())).toEqual([])
    rmSync(other, { recursive: true })
    await launch.stop(1000)
  })

  it('never reaches a process that is not of the launch (must never 47)', async () => {
    const bystander = spawn('/bin/sleep', ['304'], { stdio: 'ignore', env: { NOTE: 'DROVER_LAUNCH_ID=l_x' } })
    const launch = await stage.start({ argv: ['/bin/sleep', '300'] })
    await stage.runtime.sweep(['l_x', ''], 0)
    await launch.stop(0)
    expect(isAlive(bystander.pid!)).toBe(true)
    bystander.kill('SIGKILL')
  })
})
