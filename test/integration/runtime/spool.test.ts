/** Lines out of bytes: torn, long, broken and shortened spools. The agent is a program that writes what it is told. */
import { appendFileSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import type { LineBatch } from '#ports/runtime'
import { openStage, readAll } from './stage.ts'

const stage = openStage()
afterAll(() => stage.close())
const follower = { stdin: { mode: 'followed' }, lifetime: 'session' } as const
const quiet = () => stage.start({ argv: ['/bin/sleep', '300'] })

describe('the spool', () => {
  it('D12: holds a torn line back until it is whole (weak point 22)', async () => {
    const launch = await stage.start({ argv: ['/bin/cat'], ...follower })
    const batches = launch.lines(0)[Symbol.asyncIterator]()
    await launch.write('whole\nto', 0)
    expect((await batches.next()).value).toEqual({ lines: ['whole'], next: 6 })
    const pending = batches.next()
    expect(await Promise.race([pending, wait(150, 'nothing')])).toBe('nothing')
    await launch.write('rn\n', 8)
    expect((await pending).value).toEqual({ lines: ['torn'], next: 11 })
    await launch.stop(1000)
    expect((await batches.next()).done).toBe(true)
  })

  it('D09: gives a line of 5 MB whole and soon', async () => {
    const size = 5 * 1024 * 1024
    const launch = await stage.sh(`head -c ${size} /dev/zero | tr '\\0' a; echo; echo after`)
    const before = performance.now()
    const all = await readAll(launch)
    expect(all.lines.map((line) => line.length)).toEqual([size, 5])
    expect(all.next).toBe(size + 7)
    expect(performance.now() - before).toBeLessThan(40_000)
  })

  it('replaces what is not UTF-8 and counts bytes, not characters', async () => {
    const launch = await stage.sh(`printf 'a\\377b\\n\\342\\202\\n\\342\\202\\254\\n\\000\\n\\n'`)
    const all = await readAll(launch)
    expect(all.lines).toEqual(['a\ufffdb', '\ufffd', '€', '\0', ''])
    expect(all.next).toBe(14)
  })

  it('keeps characters whole over the border of a read', async () => {
    const launch = await stage.sh(`i=0; while [ $i -lt 600 ]; do printf '%01000d€\\n' $i; i=$((i+1)); done`)
    const all = await readAll(launch)
    expect(all.lines).toHaveLength(600)
    expect(all.lines.every((line) => /^0+\d*€$/.test(line))).toBe(true)
  })

  it('reads on from any offset that it gave', async () => {
    const launch = await stage.sh('seq 1 50000')
    await launch.exited
    const offsets: LineBatch[] = []
    for await (const batch of launch.lines(0)) offsets.push(batch)
    const middle = offsets[0]!
    expect(offsets.length).toBeGreaterThan(1)
    const rest = await readAll(stage.runtime.finished(launch.ref), middle.next)
    expect(rest.lines[0]).toBe(String(Number(middle.lines.at(-1)) + 1))
    expect(rest.lines.at(-1)).toBe('50000')
  })

  it('tells that it is shorter than the offset and goes on from its end', async () => {
    const launch = await quiet()
    const spool = join(launch.ref.dir, 'stdout')
    appendFileSync(spool, 'one\ntwo\nthr')
    const batches = launch.lines(100)[Symbol.asyncIterator]()
    expect((await batches.next()).value).toEqual({ lines: [], next: 11, truncated: { expected: 100, actual: 11 } })
    appendFileSync(spool, 'three\n')
    expect((await batches.next()).value).toEqual({ lines: ['three'], next: 17 })
    const pending = batches.next()
    truncateSync(spool, 4)
    expect((await pending).value).toEqual({ lines: [], next: 4, truncated: { expected: 17, actual: 4 } })
    await launch.stop(1000)
  })

  it('is empty and ended for a launch that left nothing', async () => {
    const ref = { launchId: 'l_none', dir: join(stage.home, 'none'), pid: 1, startTime: '1', bootId: null }
    const launch = stage.runtime.finished(ref)
    expect(await readAll(launch)).toEqual({ lines: [], next: 0, truncated: [], batches: 0 })
    expect((await readAll(stage.runtime.finished(ref), 9)).truncated).toEqual([{ expected: 9, actual: 0 }])
    expect(await launch.exited).toEqual({ code: null, signal: null, stderrTail: '', how: 'vanished' })
  })

  it('ends for its readers at a detach, and the agent goes on', async () => {
    const launch = await quiet()
    const reading = readAll(launch)
    launch.detach()
    expect((await reading).lines).toEqual([])
    const again = await stage.runtime.find(launch.ref)
    expect(again).toBeTypeOf('object')
    if (typeof again === 'object') await again.stop(1000)
  })

  it('lets others have their turn during a flood', async () => {
    const launch = await stage.sh('head -c 6000000 /dev/zero | tr "\\0" "\\n"')
    await launch.exited
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const all = await readAll(launch)
    clearInterval(timer)
    expect(all.lines).toHaveLength(6_000_000)
    expect(turns).toBeGreaterThan(3)
  })

  it('gives every line exactly once to two readers at a time', async () => {
    const launch = await stage.sh('i=0; while [ $i -lt 500 ]; do echo $i; i=$((i+1)); done')
    const [a, b] = await Promise.all([readAll(launch), readAll(launch)])
    expect(a.lines).toEqual(readFileSync(join(launch.ref.dir, 'stdout'), 'utf8').trimEnd().split('\n'))
    expect(b.lines).toEqual(a.lines)
  })
})
