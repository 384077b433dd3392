/**
 * The corpus of recorded series (`fixtures/`, made by `test/live/record-corpus.ts`) and its player: a series is made as long
 * as its story asks, by repeating what was recorded, and given to the judge second by second, as `watch-health` would. Owns
 * the stories and the clock; what must come out is told by the test.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { Health } from '#contract/session'
import { beat, fresh, judge, lookEveryMs, lookFromMs, type Pulse, type Reading, type Thresholds } from './judge.ts'

export interface Series {
  readonly cli: string
  readonly kind: string
  /** Milliseconds of CPU and bytes read and written in each second, and connections at its end. */
  readonly cpu: readonly number[]
  readonly io: readonly number[]
  readonly net: readonly (number | null)[]
  /** Seconds in which a line came, and from which to which a tool call was open. */
  readonly spoke: readonly number[]
  readonly tool: readonly (readonly [from: number, to: number])[]
  /** Announced pauses: second, milliseconds. */
  readonly rest: readonly (readonly [second: number, ms: number])[]
  readonly ended?: number
}

const fixtures = new URL('./fixtures/', import.meta.url)

export const corpus: readonly Series[] = readdirSync(fixtures)
  .sort()
  .flatMap((name) => {
    const { cli, series } = JSON.parse(readFileSync(new URL(name, fixtures), 'utf8'))
    return series.map((one: Series) => ({ ...one, cli }))
  })

/** One second of a series, as the watcher would find it. */
interface Second {
  readonly cpuMs: number
  readonly ioBytes: number
  readonly connections: number | null
  readonly spoke: boolean
  readonly restMs: number
  readonly toolOpen: boolean
}

function secondOf(series: Series, at: number): Second {
  return {
    cpuMs: series.cpu[at - 1] ?? 0,
    ioBytes: series.io[at - 1] ?? 0,
    connections: series.net[at - 1] ?? null,
    spoke: series.spoke.includes(at),
    restMs: series.rest.find(([second]) => second === at)?.[1] ?? 0,
    toolOpen: series.tool.some(([from, to]) => from <= at && at <= to),
  }
}

/** A request takes a moment to be sent; from here on a silent series is what it is. */
const settled = 10

/** The recorded seconds of its longest silence. */
export function silenceOf({ cpu, spoke }: Series): readonly number[] {
  const marks = [0, ...spoke, cpu.length + 1]
  const gaps = marks.slice(1).map((to, at) => ({ from: (marks[at] ?? 0) + 1, to: to - 1 }))
  const { from, to } = gaps.reduce((best, gap) => (gap.to - gap.from > best.to - best.from ? gap : best))
  const first = Math.min(Math.max(from, settled), to)
  // In its last second a process may be on its way out already.
  return Array.from({ length: Math.max(1, to - 1 - first) }, (_, n) => first + n)
}

/** The story of a kind: what is repeated, for how long, and whether it then goes on as recorded. */
export interface Story {
  /** Its longest silence; its second half, words included if it goes on to say some; or all of it. */
  readonly repeats: 'silence' | 'tail' | 'all'
  readonly minutes: number
  readonly goesOn?: true
}

/** The seconds of a story, one after the other. */
export function* played(series: Series, { repeats, minutes, goesOn }: Story): Generator<Second> {
  const all = series.cpu.map((_, index) => index + 1)
  // Some CLIs say nothing of an answer before it is whole.
  const silent = repeats === 'silence' || (repeats === 'all' && series.spoke.length < 2)
  const loop = silent ? silenceOf(series) : repeats === 'tail' ? all.slice(Math.floor(all.length / 2)) : all
  const [first, last] = [loop[0] ?? 1, loop.at(-1) ?? all.length]
  for (const at of all) if (at < first) yield secondOf(series, at)
  for (let n = 0; n < minutes * 60; n++) yield secondOf(series, loop[n % loop.length] ?? first)
  if (goesOn === true) for (const at of all) if (at > last) yield secondOf(series, at)
}

export interface Told {
  readonly health: Health
  /** Seconds of silence at which it was first said. */
  readonly silent: number
}

/** As many as the flow asks for before it acts. */
const deadTicks = 3

/** Every word that was said of a story, in order; it ends with the launch. */
export function judged(seconds: Iterable<Second>, limits: Thresholds): readonly Told[] {
  const told: Told[] = []
  let pulse: Pulse = fresh
  let used: Reading = { cpuMs: 0, ioBytes: 0, connections: null }
  let [sinceLook, deadFor] = [Number.POSITIVE_INFINITY, 0]
  for (const second of seconds) {
    used = {
      cpuMs: (used.cpuMs ?? 0) + second.cpuMs,
      ioBytes: (used.ioBytes ?? 0) + second.ioBytes,
      connections: second.connections,
    }
    const due =
      pulse.silentMs >= lookFromMs(limits) && (pulse.readings.length === 0 || sinceLook >= lookEveryMs(limits))
    sinceLook = due ? 0 : sinceLook + 1000
    const { spoke, restMs } = second
    pulse = beat(pulse, { passedMs: 1000, spoke, restMs, reading: due ? used : null }, limits)
    const { health } = judge(pulse, { toolOpen: second.toolOpen }, limits)
    if (told.at(-1)?.health !== health) told.push({ health, silent: Math.round(pulse.silentMs / 1000) })
    deadFor = health === 'dead' ? deadFor + 1 : 0
    if (deadFor >= deadTicks) return told
  }
  return told
}

/** What its processes used while it was silent: percent of a core, bytes a minute. */
export function usageOf(series: Series): { readonly cpuPercent: number; readonly ioPerMinute: number } {
  const seconds = silenceOf(series).map((at) => secondOf(series, at))
  const mean = (of: (second: Second) => number): number =>
    seconds.reduce((sum, second) => sum + of(second), 0) / seconds.length
  return { cpuPercent: mean(({ cpuMs }) => cpuMs) / 10, ioPerMinute: mean(({ ioBytes }) => ioBytes) * 60 }
}
