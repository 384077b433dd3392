/**
 * Measures, for people: how long a written line takes to be a batch, with many launches at work, and what idle launches
 * cost. Run it by hand: `node test/integration/runtime/measure-lag.ts [launches] [lines a second] [seconds]`.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openStage } from './stage.ts'

const [count = 50, rate = 20, seconds = 5] = process.argv.slice(2).map(Number)
const stage = openStage()
const rank = (sorted: number[], p: number): string => sorted[Math.floor((sorted.length - 1) * p)]!.toFixed(2)
const cpu = async (ms: number): Promise<string> => {
  const before = process.cpuUsage()
  await wait(ms)
  const spent = process.cpuUsage(before)
  return (((spent.user + spent.system) / 1000 / ms) * 100).toFixed(2)
}

let begun = performance.now()
const launches = await Promise.all(Array.from({ length: count }, () => stage.start({ argv: ['/bin/sleep', '600'] })))
console.log(`${count} launches begun in ${(performance.now() - begun).toFixed(0)} ms`)
const lags: number[] = []
const readers = launches.map(async (launch) => {
  for await (const batch of launch.lines(0)) {
    const now = performance.now()
    for (const line of batch.lines) lags.push(now - Number(line))
  }
})
await wait(500)
console.log(`idle: ${await cpu(5000)} % of one core, ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`)

const end = performance.now() + seconds * 1000
const writers = launches.map(async ({ ref }, n) => {
  await wait((n / count) * (1000 / rate))
  while (performance.now() < end) {
    appendFileSync(join(ref.dir, 'stdout'), `${performance.now()}\n`)
    await wait(1000 / rate)
  }
})
await Promise.all(writers)
await wait(200)
lags.sort((a, b) => a - b)
console.log(`${lags.length} lines: lag p50 ${rank(lags, 0.5)} ms, p99 ${rank(lags, 0.99)} ms, max ${rank(lags, 1)} ms`)
begun = performance.now()
await Promise.all(launches.map((launch) => launch.stop(2000)))
await Promise.all(readers)
console.log(`all stopped in ${(performance.now() - begun).toFixed(0)} ms`)
await stage.close()
