/** The table of verdicts, and long silences played second by second. */
import { describe, expect, it, test } from 'vitest'
import type { Health } from '#contract/session'
import { beat, fresh, judge, lookEveryMs, lookFromMs, type Pulse, type Reading, type Thresholds } from './judge.ts'

const second = 1000
const minute = 60 * second
const limits: Thresholds = {
  stallMs: 15 * minute,
  toolStallMs: 120 * minute,
  connectedIdleMs: 5 * minute,
  connectedKillMs: 60 * minute,
}

/** A world that uses so much a second, watched for so long; answers every verdict that was given, with its second. */
function watch(
  seconds: number,
  world: {
    readonly cpuMsPerSecond?: number
    readonly ioPerSecond?: number
    readonly connections?: number | null
    readonly toolOpen?: boolean
    readonly speaksAt?: (second: number) => boolean
    readonly restMs?: number
    readonly failed?: (second: number) => boolean
    readonly limits?: Thresholds
  },
): readonly { readonly at: number; readonly health: Health; readonly why: string }[] {
  const own = world.limits ?? limits
  const verdicts: { at: number; health: Health; why: string }[] = []
  let pulse: Pulse = fresh
  let lastLook = Number.NEGATIVE_INFINITY
  for (let at = 1; at <= seconds; at++) {
    const due = pulse.silentMs >= lookFromMs(own) && (at - lastLook) * second >= lookEveryMs(own)
    if (due) lastLook = at
    const reading: Reading = {
      cpuMs: at * (world.cpuMsPerSecond ?? 0),
      ioBytes: at * (world.ioPerSecond ?? 0),
      connections: world.connections === undefined ? 0 : world.connections,
    }
    const seen = due ? (world.failed?.(at) === true ? ('failed' as const) : reading) : null
    const spoke = world.speaksAt?.(at) === true
    pulse = beat(pulse, { passedMs: second, spoke, restMs: world.restMs ?? 0, reading: seen }, own)
    const { health, why } = judge(pulse, { toolOpen: world.toolOpen === true }, own)
    if (verdicts.at(-1)?.health !== health) verdicts.push({ at, health, why })
  }
  return verdicts
}

const words = (verdicts: ReturnType<typeof watch>): readonly string[] =>
  verdicts.map(({ at, health }) => `${at} ${health}`)

describe('a silence, second by second', () => {
  test('without a connection, CPU or I/O: slowing, then dead at the threshold', () => {
    expect(words(watch(1000, {}))).toEqual(['1 alive', '540 slowing', '900 dead'])
  })

  test('with an idle connection: suspect five minutes later, dead after an hour', () => {
    expect(words(watch(4000, { connections: 1 }))).toEqual(['1 alive', '540 slowing', '1200 suspect', '3600 dead'])
  })

  test('a think of 50 minutes behind an open connection is never ended', () => {
    expect(watch(50 * 60, { connections: 1 }).map(({ health }) => health)).not.toContain('dead')
  })

  test('a silent compile of 45 minutes is alive all the time', () => {
    expect(words(watch(45 * 60, { toolOpen: true, cpuMsPerSecond: 900 }))).toEqual(['1 alive'])
    expect(words(watch(45 * 60, { toolOpen: true }))).toEqual(['1 alive'])
  })

  test.each([
    ['CPU', { cpuMsPerSecond: 60 }],
    ['I/O', { ioPerSecond: 40_000 }],
  ])('without a connection but with %s: suspect, never dead', (_name, use) => {
    expect(words(watch(24 * 3600, use))).toEqual(['1 alive', '540 slowing', '900 suspect'])
  })

  test('a connection that carries something is slowing at most', () => {
    expect(words(watch(24 * 3600, { connections: 2, ioPerSecond: 40_000 }))).toEqual(['1 alive', '540 slowing'])
  })

  test('timers and spinners are no work', () => {
    expect(words(watch(1000, { cpuMsPerSecond: 10, ioPerSecond: 2_000 })).at(-1)).toBe('900 dead')
  })

  test('a tool that hangs is dead at the threshold of tools', () => {
    expect(words(watch(8000, { toolOpen: true }))).toEqual(['1 alive', '4320 slowing', '7200 dead'])
  })

  test('words make it alive again, also after a verdict', () => {
    expect(words(watch(1300, { connections: 1, speaksAt: (at) => at === 1250 }))).toEqual([
      '1 alive',
      '540 slowing',
      '1200 suspect',
      '1250 alive',
    ])
  })

  test('where the system does not tell of connections nothing is ever dead', () => {
    expect(words(watch(24 * 3600, { connections: null }))).toEqual(['1 alive', '540 slowing', '900 suspect'])
  })

  test('a probe that fails is unknown and never counts', () => {
    expect(words(watch(24 * 3600, { failed: () => true }))).toEqual(['1 alive', '540 slowing', '900 unknown'])
    // One failure among many: no verdict from it, and the next look gives one again.
    const once = watch(1000, { failed: (at) => at >= 885 && at < 920 })
    expect(words(once)).toEqual(['1 alive', '540 slowing', '900 unknown', '921 dead'])
  })

  test('0 switches it off', () => {
    expect(words(watch(24 * 3600, { limits: { ...limits, stallMs: 0 } }))).toEqual(['1 alive'])
  })

  test('T15: a threshold of 60 s is slowing at 36 s, dead after it without a connection, suspect 5 minutes later with one', () => {
    const minute = { stallMs: 60_000, toolStallMs: 600_000, connectedIdleMs: 300_000, connectedKillMs: 3_600_000 }
    expect(words(watch(80, { limits: minute }))).toEqual(['1 alive', '36 slowing', '60 suspect', '61 dead'])
    expect(words(watch(400, { limits: minute, connections: 1 }))).toEqual(['1 alive', '36 slowing', '360 suspect'])
  })

  test('small thresholds work alike', () => {
    const small = { stallMs: 5000, toolStallMs: 60_000, connectedIdleMs: 2000, connectedKillMs: 8000 }
    expect(words(watch(20, { limits: small })).at(-1)).toBe('6 dead')
    expect(words(watch(20, { limits: small, connections: 1 }))).toEqual(['1 alive', '3 slowing', '7 suspect', '8 dead'])
  })
})

describe('time', () => {
  it('counts what was watched: a machine that slept for a day ends nobody', () => {
    let pulse = beat(fresh, { passedMs: 24 * 60 * minute, spoke: false, reading: null }, limits)
    expect(pulse.silentMs).toBe(5000)
    pulse = beat(pulse, { passedMs: second, spoke: false, reading: null }, limits)
    expect(judge(pulse, { toolOpen: false }, limits).health).toBe('alive')
  })

  it('keeps no more readings than the window needs', () => {
    let pulse = fresh
    for (let i = 0; i < 5000; i++)
      pulse = beat(pulse, { passedMs: 1000, spoke: false, reading: { cpuMs: i, ioBytes: i, connections: 0 } }, limits)
    expect(pulse.readings.length).toBeLessThanOrEqual(302)
  })
})

describe('what was seen', () => {
  it('is kept as numbers, and said in words', () => {
    const readings = [
      { atMs: 540_000, cpuMs: 1000, ioBytes: 0, connections: 1 },
      { atMs: 900_000, cpuMs: 4600, ioBytes: 60_000, connections: 0 },
    ]
    const { why, seen } = judge({ silentMs: 900_000, readings, blind: false }, { toolOpen: false }, limits)
    expect(why).toBe('silent for 15 min, no connection, no CPU and no I/O')
    expect(seen).toEqual({
      silentSeconds: 900,
      toolOpen: false,
      connections: 0,
      cpuPercent: 1,
      ioBytesPerMinute: 10_000,
    })
  })

  it('a process that left the tree is a sign of life', () => {
    const readings = [
      { atMs: 540_000, cpuMs: 9000, ioBytes: 100, connections: 0 },
      { atMs: 900_000, cpuMs: 10, ioBytes: 100, connections: 0 },
    ]
    expect(judge({ silentMs: 900_000, readings, blind: false }, { toolOpen: false }, limits).health).toBe('suspect')
  })
})

describe('a pause between retries that the agent announced', () => {
  const short: Thresholds = { ...limits, stallMs: 20 * second, toolStallMs: 20 * second, connectedIdleMs: 0 }
  const speaksAt = (at: number): boolean => at === 1

  it('is no silence; what is longer is', () => {
    expect(words(watch(60, { limits: short, speaksAt }))).toEqual(['1 alive', '13 slowing', '21 suspect', '22 dead'])
    expect(words(watch(120, { limits: short, speaksAt, restMs: 60 * second }))).toEqual([
      '1 alive',
      '73 slowing',
      '81 suspect',
      '82 dead',
    ])
    expect(watch(30, { limits: short, speaksAt, restMs: 60 * second }).at(-1)?.why).toContain('before it tries again')
  })

  it('is not believed beyond what a dead connection is given', () => {
    const kill = { ...short, connectedKillMs: 30 * second }
    expect(words(watch(120, { limits: kill, speaksAt, restMs: 1e12 })).at(-1)).toBe('52 dead')
  })
})
