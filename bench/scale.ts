/**
 * How costs grow: the same act with 1 to 1,000 sessions and with 10^3 to 10^6 events, and the exponent of the cost. Nothing
 * may grow faster than linearly; attach, a page of the list and spawn must stay flat.
 */
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '#test/support/world'
import { openGang } from './figures/ingest.ts'
import { rssOf } from './figures/rss.ts'
import { each, idleSessions, live, makeFifo } from './stage/agents.ts'
import { calm } from './stage/cpu.ts'
import { finalLine, linesText } from './stage/lines.ts'
import { largeSession, type Stage } from './stage/stage.ts'
import { clientOf, watch } from './stage/watch.ts'
import { exponent, median, round } from './statistics.ts'

export interface Growth {
  readonly growth: string
  /** What is counted on the x axis. */
  readonly over: 'sessions' | 'events'
  readonly unit: string
  readonly what: string
  readonly points: readonly (readonly [number, number])[]
  readonly exponent: number
  readonly atMost: number
  readonly ok: boolean
}

type Point = readonly [number, number]

/** A measured exponent of something flat is not exactly zero, of something linear not exactly one. */
const flat = 0.15
const linear = 1.05

const known = {
  'spawn-live': ['sessions', 'ms', flat, 'spawn one more session beside n live agents, request to answer'],
  'ingest-live': ['sessions', 'ms', linear, '100 events from each of n live agents at once, all stored'],
  'rss-live': ['sessions', 'MB', linear, 'resident memory of the daemon with n live agents'],
  'list-page': ['sessions', 'ms', flat, 'the newest session of n stored, over HTTP'],
  'boot-stored': ['sessions', 'ms', flat, 'start to ready with n sessions stored'],
  'ingest-events': ['events', 'ms', linear, 'one session writes n events, all stored'],
  'attach-events': ['events', 'ms', flat, 'newest page of a session of n events, over HTTP'],
  'boot-events': ['events', 'ms', flat, 'start to ready with n events stored'],
} as const satisfies Record<string, readonly [Growth['over'], string, number, string]>

type Name = keyof typeof known

export const growthNames = Object.keys(known)

export async function scale(
  stage: Stage,
  only: readonly string[] | null,
  tell: (growth: Growth) => void,
): Promise<readonly Growth[]> {
  const sessions = stage.quick ? [1, 10, 100] : [1, 10, 100, 1_000]
  const events = stage.quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000]
  const wants = (...names: Name[]): boolean => only === null || names.some((name) => only.includes(name))
  const found: Growth[] = []
  const keep = (parts: Readonly<Partial<Record<Name, Point[]>>>): void => {
    for (const [name, points] of Object.entries(parts) as [Name, Point[]][]) {
      if (!wants(name)) continue
      const growth = judgeGrowth(name, points)
      found.push(growth)
      tell(growth)
    }
  }
  if (wants('spawn-live', 'ingest-live', 'rss-live')) keep(await withLive(stage, sessions))
  if (wants('list-page', 'boot-stored')) keep(await withStored(stage, sessions))
  if (wants('ingest-events')) keep({ 'ingest-events': await withIngested(stage, events) })
  if (wants('attach-events', 'boot-events')) keep(await withEvents(stage, events))
  return found
}

export function judgeGrowth(growth: Name, points: readonly Point[]): Growth {
  const [over, unit, atMost, what] = known[growth]
  const found = exponent(points)
  return {
    growth,
    over,
    unit,
    what,
    points: points.map(([x, y]) => [x, round(y)] as const),
    exponent: round(found),
    atMost,
    ok: found <= atMost,
  }
}

async function withLive(stage: Stage, counts: readonly number[]) {
  const found = { 'spawn-live': [] as Point[], 'ingest-live': [] as Point[], 'rss-live': [] as Point[] }
  for (const count of counts) {
    stage.say(`scale: ${count} live agents`)
    const world = await stage.world()
    // The first spawn in a home also loads code; it is not one of the n.
    await idleSessions(world, 1)
    const dir = stage.dir()
    const go = makeFifo(join(dir, 'go'))
    const file = join(dir, 'lines')
    writeFileSync(file, `${linesText(100)}${finalLine}\n`)
    const prompt = `: < '${go}'\nexec cat '${file}'\n`
    const spawn = async (): Promise<number> => {
      const begun = performance.now()
      await world.spawn(prompt, { harness: 'script', model: undefined })
      return performance.now() - begun
    }
    await each(Array.from({ length: count }), 4, spawn)
    // What a thousand spawns left to do is not the price of one more.
    await calm(world.daemon.pid)
    const more: number[] = []
    for (let i = 0; i < 9; i++) more.push(await spawn())
    found['spawn-live'].push([count, median(more)])
    // Those that were spawned to be timed live too.
    const all = count + more.length
    found['rss-live'].push([all, rssOf(world.daemon.pid)])
    found['ingest-live'].push([all, await release(world, go, all)])
    // A polite stop would first save a thousand worktrees.
    await world.crash()
    await world.end()
  }
  return found
}

/** Gives the sign and waits for the end of all turns. */
async function release(world: World, go: string, count: number): Promise<number> {
  const fleet = await watch(world, '/api/v1/events?after=0', (frame) => frame.event === 'turn_ended')
  const before = fleet.seen
  const begun = performance.now()
  const handle = openSync(go, 'r+')
  await fleet.reached(before + count)
  const ms = performance.now() - begun
  closeSync(handle)
  fleet.close()
  return ms
}

async function withStored(stage: Stage, counts: readonly number[]) {
  const found = { 'list-page': [] as Point[], 'boot-stored': [] as Point[] }
  for (const count of counts) {
    stage.say(`scale: ${count} stored sessions`)
    const world = await stage.seeded({ sessions: count, events: 100 })
    found['boot-stored'].push([count, await bootTime(world)])
    found['list-page'].push([count, await pageTime(world, '/api/v1/sessions?includeTerminated=true&limit=1')])
    await world.end()
  }
  return found
}

async function withEvents(stage: Stage, counts: readonly number[]) {
  const found = { 'attach-events': [] as Point[], 'boot-events': [] as Point[] }
  for (const count of counts) {
    stage.say(`scale: ${count} stored events`)
    const world = await stage.seeded({ sessions: 1, events: count })
    found['boot-events'].push([count, await bootTime(world)])
    const top = (await live(world, largeSession)).lastEventId
    const path = `/api/v1/sessions/${largeSession}/events?before=${top + 1}&limit=200`
    found['attach-events'].push([count, await pageTime(world, path)])
    await world.end()
  }
  return found
}

async function withIngested(stage: Stage, counts: readonly number[]): Promise<Point[]> {
  const world = await stage.world()
  const dir = stage.dir()
  const points: Point[] = []
  for (const count of counts) {
    stage.say(`scale: ingest of ${count} events`)
    const file = join(dir, `lines-${count}`)
    writeFileSync(file, `${linesText(count)}${finalLine}\n`)
    const times: number[] = []
    const gang = await openGang(world, await idleSessions(world, 1), dir, file)
    for (let i = 0; i < (count > 100_000 ? 1 : 4); i++) times.push(await gang.ingest(count))
    gang.close()
    points.push([count, median(times)])
  }
  await world.end()
  return points
}

/** Leaves the daemon running. */
async function bootTime(world: World): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    const begun = performance.now()
    await world.start()
    times.push(performance.now() - begun)
    if (i < 4) await world.stop('keep')
  }
  return median(times)
}

async function pageTime(world: World, path: string): Promise<number> {
  const client = clientOf(world)
  const times: number[] = []
  for (let i = 0; i < 400; i++) times.push((await client.get(path)).ms)
  client.close()
  return median(times.slice(200))
}
