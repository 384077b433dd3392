/** The wrapper script by itself, under every shell of this machine that may stand behind `sh`. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { wake } from '#adapters/runtime/process/input'
import { readPids } from '#adapters/runtime/process/launch-files'
import { wrapperArgv, wrapperScript } from '#adapters/runtime/process/wrapper'
import { until } from './stage.ts'

const shells = [['dash'], ['bash', '--posix'], ['busybox', 'sh']].filter(
  ([file, ...args]) => spawnSync(file!, [...args, '-c', 'exit 0']).status === 0,
)
const paths = { cat: '/bin/cat', mkfifo: '/usr/bin/mkfifo', sleep: '/bin/sleep', rm: '/bin/rm' }
const canReset = spawnSync('/usr/bin/env', ['--default-signal=INT,QUIT', 'true']).status === 0

describe.each(shells.map((shell) => ({ name: shell.join(' '), shell })))('under $name', ({ shell }) => {
  let dir = ''
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "drover wrapper's-"))
    for (const name of ['stdin', 'stdout', 'stderr']) writeFileSync(join(dir, name), '')
    writeFileSync(join(dir, 'wrapper.sh'), wrapperScript)
  })
  let group: number | undefined
  afterEach(() => {
    try {
      if (group !== undefined) process.kill(-group, 'SIGKILL')
    } catch {
      // the normal case: the group has ended by itself
    }
    rmSync(dir, { recursive: true })
  })

  const run = (mode: 'closed' | 'file' | 'followed', argv: string[], resetter = '') => {
    const env = { PATH: '/usr/bin:/bin' }
    const args = wrapperArgv({ dir, mode, tools: { ...paths, env: resetter }, env, argv })
    const child = spawn(shell[0]!, [...shell.slice(1), ...args], { env, stdio: 'ignore', detached: true })
    group = child.pid
    return { child, ended: once(child, 'exit') as Promise<[number | null]> }
  }
  const read = (name: string): string => readFileSync(join(dir, name), 'utf8')

  it('records pid and exit, and passes the exit code on', async () => {
    const { child, ended } = run('closed', ['/bin/sh', '-c', 'echo "$PPID"; exit 42'])
    expect((await ended)[0]).toBe(42)
    expect(read('exit')).toBe('42\n')
    expect(read('stdout')).toBe(`${child.pid}\n`)
    expect(readPids(dir)?.wrapper).toBe(child.pid)
    expect(existsSync(join(dir, 'exit.new'))).toBe(false)
  })

  it('follows its input to the end', async () => {
    const { ended } = run('followed', ['/bin/cat'])
    await until('the agent is named', () => (readPids(dir)?.follower ?? null) !== null)
    appendFileSync(join(dir, 'stdin'), 'one\n')
    wake(dir)
    await until('it came through', () => read('stdout') === 'one\n')
    appendFileSync(join(dir, 'stdin'), 'two\n')
    writeFileSync(join(dir, 'closed'), '')
    wake(dir)
    expect((await ended)[0]).toBe(0)
    expect(read('stdout')).toBe('one\ntwo\n')
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'passes %s on as TERM and waits for the agent (must never 31)',
    async (name) => {
      const script = 'trap "sleep 0.1; echo late; exit 5" TERM; echo up; while :; do sleep 0.02; done'
      const { child, ended } = run('closed', ['/bin/sh', '-c', script])
      await until('the agent is up', () => read('stdout') === 'up\n')
      child.kill(name)
      child.kill(name)
      expect((await ended)[0]).toBe(5)
      expect(read('exit')).toBe('5\n')
      expect(read('stdout')).toBe('up\nlate\n')
    },
  )

  it('tells a death by signal that reached both at once', async () => {
    const { child, ended } = run('closed', ['/bin/sleep', '300'])
    // Before it has become its program it still has the wrapper's handler, which a signal to the group would meet.
    await until('the agent has become its program', () => {
      const agent = readPids(dir)?.agent ?? null
      return agent !== null && readFileSync(`/proc/${agent}/cmdline`, 'utf8').startsWith('/bin/sleep\0')
    })
    process.kill(-child.pid!, 'SIGTERM')
    await ended
    expect(read('exit')).toBe('143\n')
  })

  it('starts nothing once the launch is abandoned', async () => {
    writeFileSync(join(dir, 'abandoned'), '')
    expect((await run('closed', ['/bin/sh', '-c', 'echo begun']).ended)[0]).toBe(122)
    expect(read('stdout')).toBe('')
    expect(readPids(dir)).toMatchObject({ agent: null })
  })

  it.skipIf(!canReset)('leaves INT and QUIT at their default for the agent', async () => {
    await run('closed', ['/bin/grep', 'SigIgn', '/proc/self/status'], '/usr/bin/env').ended
    expect(read('stdout')).toMatch(/^SigIgn:\t0+\n$/)
  })

  it.skipIf(shell[0] !== 'bash')('does so without that env where the shell can', async () => {
    await run('closed', ['/bin/grep', 'SigIgn', '/proc/self/status']).ended
    expect(read('stdout')).toMatch(/^SigIgn:\t0+\n$/)
  })
})
