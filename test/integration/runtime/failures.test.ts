/** What cannot be started, and what cannot be recorded. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { freshId, openStage } from './stage.ts'

const stage = openStage()
const mounts: string[] = []
afterAll(async () => {
  for (const mount of mounts) execFileSync('umount', ['-l', mount])
  await stage.close()
})
const file = (name: string, text: string, mode: number): string => {
  const path = join(stage.home, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}
const canMount = (dir: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', dir], { stdio: 'ignore' })
    mounts.push(dir)
    return true
  } catch {
    return false
  }
}

describe('a launch that cannot be started', () => {
  it.each([
    ['a program that is not there', () => ['/nowhere/agent'], 'ENOENT'],
    ['a name that is on no path', () => ['no-such-agent-anywhere'], 'ENOENT'],
    ['a file that is not executable', () => [file('plain', 'x', 0o644)], 'EACCES'],
    ['a directory', () => [stage.home], 'EACCES'],
    ['a script whose interpreter is gone', () => [file('script', '#!/nowhere/node\n', 0o755)], 'ENOENT'],
    ['no program at all', () => [], 'EINVAL'],
    ['arguments that are too large', () => ['/bin/echo', 'x'.repeat(200_000)], 'E2BIG'],
    ['an argument with a NUL', () => ['/bin/echo', 'a\0b'], 'EINVAL'],
  ])('says so for %s', async (_what, argv, errno) => {
    await expect(stage.start({ argv: argv() })).rejects.toMatchObject({
      code: 'LAUNCH_FAILED',
      details: { errno },
      hint: expect.any(String),
    })
  })

  it('names the binary', async () => {
    await expect(stage.start({ argv: ['/nowhere/agent'] })).rejects.toMatchObject({
      details: { binary: '/nowhere/agent' },
    })
  })

  it('says so for an environment that is too large and for a missing working directory', async () => {
    const env = { PATH: '/bin', BIG: 'x'.repeat(200_000) }
    await expect(stage.start({ argv: ['/bin/echo'] }, { env })).rejects.toMatchObject({ details: { errno: 'E2BIG' } })
    const cwd = join(stage.home, 'gone')
    await expect(stage.start({ argv: ['/bin/echo'] }, { cwd })).rejects.toMatchObject({
      code: 'LAUNCH_FAILED',
      details: { errno: 'ENOENT' },
    })
  })

  it('refuses a plan that places files outside, or over its own', async () => {
    for (const path of ['../escape', '/etc/escape', 'pid', 'a/../../x', './exit']) {
      const files = [{ path, content: 'x' }]
      await expect(stage.start({ argv: ['/bin/echo'], files })).rejects.toMatchObject({ code: 'LAUNCH_FAILED' })
    }
  })
})

describe('a launch that cannot be recorded', () => {
  it('does not begin where a file stands in the place of its directory', async () => {
    writeFileSync(join(stage.home, 'taken'), '')
    const dir = join(stage.home, 'taken', '1')
    await expect(stage.sh('touch began', {}, { dir })).rejects.toMatchObject({ code: 'LAUNCH_UNRECORDED' })
    expect(existsSync(join(stage.home, 'began'))).toBe(false)
  })

  it('does not begin twice in one directory', async () => {
    const place = stage.place(freshId())
    const plan = { argv: ['/bin/true'], env: {}, files: [], stdin: { mode: 'closed' }, lifetime: 'turn' } as const
    await (await stage.runtime.start(plan, place)).exited
    await expect(stage.runtime.start(plan, place)).rejects.toMatchObject({ code: 'LAUNCH_UNRECORDED' })
  })

  it('is ended again when its pid cannot be written (must never 17, must never 26)', async () => {
    const place = stage.place(freshId())
    mkdirSync(place.dir, { recursive: true })
    // A dangling link into a missing directory: the check for an old launch passes, the wrapper's write fails.
    execFileSync('ln', ['-s', '/nowhere/at/all', join(place.dir, 'pid')])
    const plan = { argv: ['/bin/sh', '-c', 'touch began; sleep 300'], env: {}, files: [], lifetime: 'turn' } as const
    await expect(stage.runtime.start({ ...plan, stdin: { mode: 'closed' } }, place)).rejects.toMatchObject({
      code: 'LAUNCH_UNRECORDED',
      hint: expect.stringContaining('writable'),
    })
    expect(await stage.runtime.leftovers([place.launchId])).toEqual([])
    expect(existsSync(join(stage.home, 'began'))).toBe(false)
  })

  it('is ended again when there is no room for its pid', async () => {
    const place = stage.place(freshId())
    mkdirSync(place.dir, { recursive: true })
    const plan = {
      argv: ['/bin/sleep', '300'],
      env: {},
      files: [],
      stdin: { mode: 'closed' },
      lifetime: 'turn',
    } as const
    execFileSync('ln', ['-s', '/dev/full', join(place.dir, 'pid')])
    await expect(stage.runtime.start(plan, place)).rejects.toMatchObject({ code: 'LAUNCH_UNRECORDED' })
    expect(await stage.runtime.leftovers([place.launchId])).toEqual([])
  })

  it('fails with a reason on a full disk, and leaves no process', async ({ skip }) => {
    const dir = join(stage.home, 'small')
    mkdirSync(dir)
    if (!canMount(dir)) return skip('mounting needs more rights than this machine gives')
    writeFileSync(join(dir, 'fill'), Buffer.alloc(60 * 1024))
    const place = stage.place(freshId(), { dir: join(dir, '1') })
    const plan = { argv: ['/bin/sleep', '300'], env: {}, files: [], lifetime: 'turn' } as const
    const stdin = { mode: 'file', text: 'x'.repeat(64 * 1024) } as const
    await expect(stage.runtime.start({ ...plan, stdin }, place)).rejects.toMatchObject({
      code: 'LAUNCH_UNRECORDED',
      details: { errno: 'ENOSPC' },
    })
    expect(await stage.runtime.leftovers([place.launchId])).toEqual([])
    rmSync(join(dir, 'fill'))
    rmSync(place.dir, { recursive: true })

    // A disk that fills up later: the exit cannot be written, but whoever started the process still learns it.
    const fill = `head -c 100000 /dev/zero > ${join(dir, 'fill')}; exit 8`
    const launch = await stage.sh(fill, {}, { dir: join(dir, '2') })
    // In a terminal it is nobody's child: then nothing is said that is not known.
    const told = stage.kind === 'process' ? { code: 8, how: 'exited' } : { code: null, how: 'vanished' }
    expect(await launch.exited).toMatchObject(told)
    expect(await stage.runtime.find(launch.ref)).toBe('gone')
  })
})
