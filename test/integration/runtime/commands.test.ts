/** Commands that run to their end, for setup and for probes, and what the machine says about itself. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createHost } from '#adapters/runtime/process/host'
import { isAlive, openStage, until } from './stage.ts'

const stage = openStage()
afterAll(() => stage.close())
const env = { PATH: process.env.PATH ?? '/usr/bin:/bin' }
const command = (script: string, more: object = {}) => ({
  argv: ['/bin/sh', '-c', script],
  cwd: stage.home,
  env,
  logFile: join(stage.home, 'logs', 'setup.log'),
  timeoutMs: 20_000,
  ...more,
})
const pidIn = async (file: string): Promise<number> => {
  const read = () => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return ''
    }
  }
  await until('a pid is written', () => read().endsWith('\n'))
  return Number(read())
}

describe('run', () => {
  it('tells the code and the end of this run only, in order', async () => {
    expect(await stage.runtime.run(command('echo one; echo two >&2; exit 3'))).toEqual({
      code: 3,
      signal: null,
      tail: 'one\ntwo\n',
      bytes: 8,
      timedOut: false,
      overflowed: false,
    })
    expect((await stage.runtime.run(command('echo three'))).tail).toBe('three\n')
    expect(readFileSync(join(stage.home, 'logs', 'setup.log'), 'utf8')).toBe('one\ntwo\nthree\n')
  })

  it('leaves nothing behind when it is to be swept, and what it left otherwise', async () => {
    const note = join(stage.home, 'daemon.pid')
    const script = `(setsid sh -c 'trap "" TERM; echo $$ > ${note}; exec sleep 300' >/dev/null 2>&1 &); while [ ! -s ${note} ]; do :; done`
    expect(await stage.runtime.run(command(script, { sweep: true }))).toMatchObject({ code: 0 })
    expect(isAlive(await pidIn(note))).toBe(false)
  })

  it('ends what prints without end, and says what of the output was dropped', async () => {
    const logFile = join(stage.home, 'logs', 'flood.log')
    const seen: number[] = []
    const flood = await stage.runtime.run(
      command('yes', {
        logFile,
        maxLogBytes: 2 ** 20,
        keepLogBytes: 1000,
        onOutput: (bytes: number) => seen.push(bytes),
      }),
    )
    expect(flood).toMatchObject({ code: null, overflowed: true, timedOut: false })
    expect(flood.bytes).toBeGreaterThan(2 ** 20)
    const kept = readFileSync(logFile, 'utf8')
    expect(kept).toMatch(/^\[\d+ earlier bytes are not kept\]\n/)
    expect(kept.length).toBeLessThan(1100)
    expect(kept).toContain('y\ny\n')
  })

  it('ends the whole tree when its time is over', async () => {
    const note = join(stage.home, 'late.pid')
    const script = `(setsid sh -c 'trap "" TERM; echo $$ > ${note}; sleep 300' >/dev/null 2>&1 &); sleep 300`
    const result = await stage.runtime.run(command(script, { timeoutMs: 3000 }))
    expect(result).toMatchObject({ code: null, timedOut: true })
    expect(isAlive(await pidIn(note))).toBe(false)
  })

  it('ends the whole tree on an abort', async () => {
    const note = join(stage.home, 'abort.pid')
    const abort = new AbortController()
    const running = stage.runtime.run(command(`setsid sleep 300 & echo $! > ${note}; wait`, { signal: abort.signal }))
    const pid = await pidIn(note)
    abort.abort()
    expect(await running).toMatchObject({ code: null, timedOut: false })
    expect(isAlive(pid)).toBe(false)
    expect(await stage.runtime.run(command('echo never', { signal: abort.signal }))).toMatchObject({
      code: null,
      tail: '',
    })
  })

  it('says what cannot be run', async () => {
    const argv = ['/nowhere/tool']
    await expect(stage.runtime.run(command('', { argv }))).rejects.toMatchObject({
      code: 'LAUNCH_FAILED',
      details: { binary: '/nowhere/tool', errno: 'ENOENT' },
    })
    const big = ['/bin/echo', 'x'.repeat(200_000)]
    await expect(stage.runtime.run(command('', { argv: big }))).rejects.toMatchObject({ details: { errno: 'E2BIG' } })
  })
})

describe('the host', () => {
  const bin = join(stage.home, 'bin')
  mkdirSync(bin)
  const tool = join(bin, 'tool')
  writeFileSync(tool, '#!/bin/sh\necho "version 1.2"; echo "$SECRET" >&2; exit 4\n')
  chmodSync(tool, 0o755)
  writeFileSync(join(bin, 'plain'), 'x')
  const host = createHost({ PATH: `${bin}:/usr/bin:/bin`, SECRET: 'kept' })

  it('finds programs on its path only when they can be executed', async () => {
    expect(await host.which('tool')).toBe(tool)
    expect(await host.which(tool)).toBe(tool)
    expect(await host.which('plain')).toBeNull()
    expect(await host.which('bin')).toBeNull()
    expect(await host.isExecutable(bin)).toBe(false)
    expect(await host.readText(join(bin, 'plain'))).toBe('x')
    expect(await host.readText(join(bin, 'none'))).toBeNull()
  })

  it('runs a program and tells all of it', async () => {
    expect(await host.exec([tool], { timeoutMs: 5000 })).toEqual({ code: 4, stdout: 'version 1.2\n', stderr: 'kept\n' })
    const bare = await host.exec([tool], { timeoutMs: 5000, env: { PATH: '/bin' } })
    expect(bare.stderr).toBe('\n')
    expect(await host.exec(['/nowhere/x'], { timeoutMs: 5000 })).toMatchObject({ code: null, stdout: '' })
  })

  it('ends one that takes too long, with its children', async () => {
    const note = join(stage.home, 'probe.pid')
    const script = `setsid sleep 300 & echo $! > ${note}; echo begun; wait`
    const result = await host.exec(['/bin/sh', '-c', script], { timeoutMs: 3000 })
    expect(result).toMatchObject({ code: null, stdout: 'begun\n' })
    expect(isAlive(await pidIn(note))).toBe(false)
    const abort = AbortSignal.timeout(200)
    expect(await host.exec(['/bin/sleep', '300'], { timeoutMs: 60_000, signal: abort })).toMatchObject({ code: null })
  })

  it('does not wait for a child that keeps the pipes open', async () => {
    const note = join(stage.home, 'pipe.pid')
    const before = performance.now()
    const result = await host.exec(['/bin/sh', '-c', `sleep 300 & echo $! > ${note}; echo out`], { timeoutMs: 50_000 })
    expect(result).toMatchObject({ code: 0, stdout: 'out\n' })
    expect(performance.now() - before).toBeLessThan(40_000)
    process.kill(await pidIn(note), 'SIGKILL')
  })
})

describe('resources', () => {
  it('tells what is free for use, even before the home exists', async () => {
    const free = await stage.runtime.resources()
    expect(free.freeMemoryBytes).toBeGreaterThan(1024 * 1024)
    expect(free.freeDiskBytes).toBeGreaterThan(1024 * 1024)
    const available = Number(/MemAvailable:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1024
    expect(Math.abs(free.freeMemoryBytes - available)).toBeLessThan(2 * 1024 ** 3)
  })
})
