/**
 * `rss-idle`, `rss-agent`, `rss-soak`: resident memory of the daemon doing nothing; what one more live agent costs in the
 * daemon, its wrapper and its follower together; and whether it stays flat while 1,000,000 events pass through.
 * Floor (rss.floor.ts): `node` with the same driver loaded and a database open.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '#test/support/world'
import { interleave, type Measurement, type Runs } from '../measure.ts'
import { each, idleSessions, pause } from '../stage/agents.ts'
import { finalLine, linesText } from '../stage/lines.ts'
import type { Stage } from '../stage/stage.ts'
import { median } from '../statistics.ts'
import { openGang } from './ingest.ts'

const floor = '`node` with the same driver loaded'

export const rss: Measurement = {
  figures: [
    {
      id: 'rss-idle',
      unit: 'MB',
      what: 'resident memory of an idle daemon',
      floor,
      rule: { type: 'above-at-most', limit: 60 },
    },
    {
      id: 'rss-agent',
      unit: 'MB',
      what: 'per extra live agent: daemon, wrapper and follower',
      floor,
      rule: { type: 'value-at-most', limit: 4 },
    },
    {
      id: 'rss-soak',
      unit: 'MB',
      what: 'resident memory of the daemon after 1,000,000 events',
      floor,
      rule: { type: 'flat', limit: 1.1 },
    },
  ],
  async run(stage, wanted) {
    const found: Record<string, Runs> = {}
    if (wanted.has('rss-idle')) found['rss-idle'] = await idle(stage)
    if (wanted.has('rss-agent')) found['rss-agent'] = await agents(stage)
    if (wanted.has('rss-soak')) found['rss-soak'] = await soak(stage)
    return found
  },
}

function idle(stage: Stage): Promise<Runs> {
  stage.say('rss-idle')
  return interleave(stage.rounds, floorOnce, async () => {
    const world = await stage.world()
    await pause(stage.quick ? 300 : 2000)
    const size = rssOf(world.daemon.pid)
    await world.end()
    return size
  })
}

/** Megabytes. */
export const rssOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

async function floorOnce(): Promise<number> {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'rss.floor.ts')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  const size = rssOf(child.pid!)
  child.stdin?.end()
  return size
}

async function agents(stage: Stage): Promise<Runs> {
  stage.say('rss-agent')
  const world = await stage.world()
  const count = stage.quick ? 5 : 20
  const spawnSome = () =>
    each(
      Array.from({ length: count }, (_, n) => n),
      4,
      () => world.spawn('wait', { harness: 'idle', model: undefined }),
    )
  // The first ones also pay for code that is loaded once.
  await spawnSome()
  await pause(stage.quick ? 300 : 1000)
  const runs = await interleave(stage.rounds, floorOnce, async () => {
    const before = cost(world)
    await spawnSome()
    await pause(stage.quick ? 300 : 1000)
    return (cost(world) - before) / count
  })
  await world.end()
  return runs
}

/** The daemon with every wrapper and follower; the agents themselves are not ours. */
function cost(world: World): number {
  const machinery = world.processes().filter(({ command }) => command.includes('/launches/'))
  return [world.daemon.pid, ...machinery.map(({ pid }) => pid)].reduce((sum, pid) => sum + rssOf(pid), 0)
}

/** Portion by portion, memory read after each; flat is the median of the last fifth over that of the second. */
async function soak(stage: Stage): Promise<Runs> {
  const world = await stage.world()
  const dir = stage.dir()
  const total = stage.quick ? 100_000 : 1_000_000
  const portions = stage.quick ? 10 : 20
  const sessions = stage.quick ? 2 : 5
  const file = join(dir, 'soak')
  writeFileSync(file, `${linesText(total / portions / sessions)}${finalLine}\n`)
  const ids = await idleSessions(world, sessions)
  const gang = await openGang(world, ids, dir, file)
  const series: [number, number][] = []
  const floors: number[] = []
  for (let portion = 1; portion <= portions; portion++) {
    if (portion % 4 === 1) floors.push(await floorOnce())
    await gang.ingest(total / portions)
    series.push([(portion * total) / portions, rssOf(world.daemon.pid)])
    stage.say(`rss-soak: ${portion * (total / portions)} events, ${Math.round(series.at(-1)![1])} MB`)
  }
  gang.close()
  await world.end()
  const fifth = portions / 5
  const part = (from: number): number => median(series.slice(from, from + fifth).map(([, mb]) => mb))
  const flatness = part(portions - fifth) / part(fifth)
  return {
    floor: floors,
    subject: series.slice(-fifth).map(([, mb]) => mb),
    flatness,
    note: `last fifth / second fifth = ${flatness.toFixed(3)}`,
    series,
  }
}
