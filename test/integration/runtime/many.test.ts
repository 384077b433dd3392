/** Many launches at once, and what each costs. */
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { isAlive, openStage, pidsOf, readAll } from './stage.ts'

const stage = openStage()
afterAll(() => stage.close())

const pss = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? Number.NaN)
const rss = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN)
const openFiles = (): number => readdirSync('/proc/self/fd').length

describe('many launches', () => {
  it('200 at once: all begin, every line of each is read once, all are recorded', async () => {
    const before = openFiles()
    const launches = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        stage.sh(`i=0; while [ $i -lt 50 ]; do echo "${n} $i"; i=$((i+1)); done; exit ${n % 100}`),
      ),
    )
    const read = await Promise.all(launches.map((launch) => readAll(launch)))
    const exits = await Promise.all(launches.map((launch) => launch.exited))
    for (const [n, { lines }] of read.entries())
      expect(lines).toEqual(Array.from({ length: 50 }, (_, i) => `${n} ${i}`))
    expect(exits.map((exit) => exit.code)).toEqual(launches.map((_, n) => n % 100))
    expect(openFiles()).toBeLessThanOrEqual(before + 2)
  })

  it('100 long-lived ones: fed, small, and stopped together within the bound', async () => {
    const plan = { argv: ['/bin/cat'], stdin: { mode: 'followed' }, lifetime: 'session' } as const
    const launches = await Promise.all(Array.from({ length: 100 }, () => stage.start(plan)))
    const readers = launches.map((launch) => launch.lines(0)[Symbol.asyncIterator]())
    await Promise.all(launches.map((launch, n) => launch.write(`hello ${n}\n`, 0)))
    const first = await Promise.all(readers.map((reader) => reader.next()))
    expect(first.map(({ value }) => value?.lines)).toEqual(launches.map((_, n) => [`hello ${n}`]))

    const own = launches.map((launch) => pidsOf(launch)).map(([wrapper, , follower]) => [wrapper!, follower!])
    const median = (size: (pid: number) => number): number =>
      own.map((pids) => pids.reduce((sum, pid) => sum + size(pid), 0)).sort((a, b) => a - b)[50]!
    console.log(`wrapper and follower: Pss ${median(pss)} kB, RSS ${median(rss)} kB (median of 100)`)
    expect(median(rss)).toBeLessThan(4096)

    const before = performance.now()
    const exits = await Promise.all(launches.map((launch) => launch.stop(45_000)))
    expect(performance.now() - before).toBeLessThan(40_000)
    expect(exits.every((exit) => exit.how === 'exited')).toBe(true)
    expect(launches.flatMap(pidsOf).filter(isAlive)).toEqual([])
  })
})
