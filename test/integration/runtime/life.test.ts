/** One launch from start to exit: what it gets, what it leaves, what is recorded. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isAlive, lineOf, openStage, pidsOf, readAll, until } from './stage.ts'

const stage = openStage()
afterAll(() => stage.close())

describe('a launch', () => {
  it.each([0, 1, 7, 127, 200, 255])('records exit code %i', async (code) => {
    const launch = await stage.sh(`exit ${code}`)
    expect(await launch.exited).toEqual({ code, signal: null, stderrTail: '', how: 'exited' })
    expect(readFileSync(join(launch.ref.dir, 'exit'), 'utf8')).toBe(`${code}\n`)
  })

  it('keeps the order of its lines, with exact byte offsets, and gives the unterminated last one', async () => {
    const launch = await stage.sh('i=0; while [ $i -lt 2000 ]; do echo "é $i"; i=$((i+1)); done; printf end')
    const all = await readAll(launch)
    expect(all.lines).toEqual([...Array.from({ length: 2000 }, (_, i) => `é ${i}`), 'end'])
    expect(all.next).toBe(statSync(join(launch.ref.dir, 'stdout')).size)
  })

  it('keeps its files to the owner and writes no values of variables down', async () => {
    const launch = await stage.sh('exit 0', { files: [{ path: 'extra/note.txt', content: 'placed' }] })
    await launch.exited
    expect(statSync(launch.ref.dir).mode & 0o777).toBe(0o700)
    for (const name of ['plan.json', 'pid', 'stdin', 'stdout', 'stderr', 'exit', 'extra/note.txt'])
      expect(statSync(join(launch.ref.dir, name)).mode & 0o777, name).toBe(0o600)
    expect(readFileSync(join(launch.ref.dir, 'extra/note.txt'), 'utf8')).toBe('placed')
    const plan = readFileSync(join(launch.ref.dir, 'plan.json'), 'utf8')
    expect(JSON.parse(plan)).toMatchObject({ launchId: launch.ref.launchId, stdin: 'closed', cwd: stage.home })
    expect(plan).not.toContain('drover.sock')
  })

  it('gets exactly the environment of its place', async () => {
    const env = { DROVER_LAUNCH_ID: 'l_exact', mode: 'mine', dir: 'kept', EMPTY: '', MULTI: 'a\nb' }
    const launch = await stage.start({ argv: ['/usr/bin/env', '-0'] }, { env })
    await launch.exited
    const entries = readFileSync(join(launch.ref.dir, 'stdout'), 'utf8').split('\0').filter(Boolean)
    expect(entries.sort()).toEqual(
      Object.entries(env)
        .map(([name, value]) => `${name}=${value}`)
        .sort(),
    )
  })

  it('passes arguments untouched, whatever they hold', async () => {
    const words = ['$(touch owned)', '`id`', "'", '"', ';', '--', '-n', 'a b', '', '\\n', '*', 'é']
    const launch = await stage.start({ argv: ['/usr/bin/printf', '[%s]\n', ...words] })
    expect((await readAll(launch)).lines).toEqual(words.map((word) => `[${word}]`))
    expect(existsSync(join(stage.home, 'owned'))).toBe(false)
  })

  it('reads a prompt of 1 MB from a file to its end, and shows none of it in its arguments', async () => {
    const text = `${'x'.repeat(1024 * 1024 - 7)}\nsecret`
    const launch = await stage.start({ argv: ['/usr/bin/wc', '-c'], stdin: { mode: 'file', text } })
    expect((await readAll(launch)).lines[0]!.trim()).toBe(String(text.length))
  })

  it('has an empty input when closed', async () => {
    const launch = await stage.start({ argv: ['/usr/bin/wc', '-c'] })
    expect((await readAll(launch)).lines[0]!.trim()).toBe('0')
  })

  it('has a session of its own and default signals', async () => {
    const script =
      'grep -E "SigIgn|SigBlk" /proc/self/status; read pid comm st pp pg sid rest < /proc/self/stat; echo sid $sid'
    const launch = await stage.sh(`${script}; exec sleep 60`)
    const sid = await lineOf(launch, (line) => line.startsWith('sid '))
    expect(sid).toBe(`sid ${pidsOf(launch)[0]}`)
    const spool = readFileSync(join(launch.ref.dir, 'stdout'), 'utf8')
    expect(spool).toMatch(/SigBlk:\s0+\n/)
    expect(spool).toMatch(/SigIgn:\s0+\n/)
    process.kill(launch.ref.pid!, 'SIGINT')
    expect(await launch.exited).toMatchObject({ code: 130, signal: 'SIGINT', how: 'exited' })
  })

  it('starts a program whose path holds an equals sign', async () => {
    const { copyFileSync, mkdirSync } = await import('node:fs')
    mkdirSync(join(stage.home, 'a=b'))
    copyFileSync('/usr/bin/printf', join(stage.home, 'a=b', 'printf'))
    const launch = await stage.start({ argv: [join(stage.home, 'a=b', 'printf'), 'fine\n'] })
    expect((await readAll(launch)).lines).toEqual(['fine'])
  })

  it('tells the last 16 KB of its errors', async () => {
    const launch = await stage.sh('i=0; while [ $i -lt 3000 ]; do echo "error $i" >&2; i=$((i+1)); done; exit 3')
    const exit = await launch.exited
    expect(exit.code).toBe(3)
    expect(exit.stderrTail.length).toBe(16 * 1024)
    expect(exit.stderrTail.endsWith('error 2999\n')).toBe(true)
  })

  it('names the agent, not the wrapper: a kill of that pid is seen at once', async () => {
    const launch = await stage.start({ argv: ['/bin/sleep', '60'] })
    await expect.poll(() => readFileSync(`/proc/${launch.ref.pid}/cmdline`, 'utf8')).toBe('/bin/sleep\x0060\0')
    process.kill(launch.ref.pid!, 'SIGKILL')
    expect(await launch.exited).toMatchObject({ code: 137, signal: 'SIGKILL', how: 'exited' })
  })

  // In a terminal the wrapper holds the screen: with it goes what the agent needs (tmux-ends.test.ts).
  it.skipIf(stage.kind === 'tmux')('goes on when its wrapper is killed, and is vanished once it ends too', async () => {
    const launch = await stage.start({ argv: ['/bin/cat'], stdin: { mode: 'followed' }, lifetime: 'session' })
    const [wrapper, agent, follower] = pidsOf(launch) as [number, number, number]
    process.kill(wrapper, 'SIGKILL')
    await until('the wrapper is gone', () => !isAlive(wrapper))
    expect(await stage.runtime.find(launch.ref)).toBeTypeOf('object')
    await launch.write('still here\n', 0)
    expect(await lineOf(launch, () => true)).toBe('still here')
    process.kill(agent, 'SIGKILL')
    expect(await launch.exited).toMatchObject({ code: null, how: 'vanished' })
    await until('the follower is gone', () => !isAlive(follower))
  })

  it('lets a wrapper that is asked to end pass that on and record the truth', async () => {
    const launch = await stage.sh('trap "exit 9" TERM; echo up; while :; do sleep 0.05; done')
    await lineOf(launch, (line) => line === 'up')
    process.kill(pidsOf(launch)[0]!, 'SIGTERM')
    expect(await launch.exited).toMatchObject({ code: 9, how: 'exited' })
  })
})
