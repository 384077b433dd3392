/**
 * The judge on what real CLIs did: nobody who is at work is ever ended, and everybody who hangs is found when the thresholds
 * say so. The tables that come out are published in docs/liveness.md.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { corpus, judged, played, type Series, type Story, silenceOf, type Told, usageOf } from './corpus.suite.ts'
import { day, inTurns, type Kind, kinds, known, limits, tables } from './corpus-page.suite.ts'
import { atRest, type Thresholds } from './judge.ts'

/** The CLI says every few seconds that its tool still runs: nothing tells that from work. */
const neverFound = new Set(['claude-code hung-tool', 'qwen hung-tool'])

const nameOf = ({ cli, kind }: Series): string => `${cli} ${kind}`
const atWork = known.filter(({ kind }) => kind.deadAt === undefined)
const hanging = known.filter(({ series, kind }) => kind.deadAt !== undefined && !neverFound.has(nameOf(series)))

const at = (told: readonly Told[], health: Told['health']): number | undefined =>
  told.find((one) => one.health === health)?.silent

/** A look is taken every ten seconds: a verdict that needs one may come that much later. */
const expectAt = (found: number | undefined, wanted: number, slack = 11): void => {
  expect(found).toBeGreaterThanOrEqual(wanted)
  expect(found).toBeLessThanOrEqual(wanted + slack)
}

test('every situation is there, of every CLI that can be brought into it', () => {
  expect([...new Set(inTurns.map(({ kind }) => kind))].sort()).toEqual(Object.keys(kinds).sort())
  const without = new Set(['codex hung-tool', 'copilot hung-tool'])
  const clis = ['claude-code', 'codex', 'copilot', 'gemini', 'opencode', 'pi', 'qwen']
  const wanted = clis.flatMap((cli) => Object.keys(kinds).map((kind) => `${cli} ${kind}`))
  expect(inTurns.map(nameOf).sort()).toEqual(wanted.filter((name) => !without.has(name)).sort())
})

describe('who is at work is never ended', () => {
  it.each(atWork)('$series.cli $series.kind', ({ series, kind }) => {
    expect(at(judged(played(series, kind), limits), 'dead')).toBeUndefined()
  })

  it.each(atWork.filter(({ series }) => series.tool.length > 0))(
    '$series.cli $series.kind, also when nobody knows of its tool',
    ({ series, kind }) => {
      const seconds = [...played(series, kind)].map((second) => ({ ...second, toolOpen: false }))
      expect(at(judged(seconds, limits), 'dead')).toBeUndefined()
    },
  )

  it('and one that answers after 50 minutes is alive again', () => {
    for (const { series, kind } of atWork.filter(({ series }) => series.kind === 'think'))
      expect(judged(played(series, kind), limits).at(-1)?.health, nameOf(series)).toBe('alive')
  })
})

describe('who hangs is found at its threshold', () => {
  it.each(hanging)('$series.cli $series.kind', ({ series, kind }) => {
    const told = judged(played(series, kind), limits)
    if (kind.suspectAt !== undefined) expectAt(at(told, 'suspect'), kind.suspectAt)
    expectAt(at(told, 'dead'), kind.deadAt ?? 0)
    expect(told.at(-1)?.health).toBe('dead')
  })
})

describe('a configuration that makes everything fifteen times as fast', () => {
  const scale = 15
  const fast: Thresholds = {
    stallMs: limits.stallMs / scale,
    toolStallMs: limits.toolStallMs / scale,
    connectedIdleMs: limits.connectedIdleMs / scale,
    connectedKillMs: limits.connectedKillMs / scale,
  }
  const sooner = (kind: Kind): Story => ({ ...kind, minutes: Math.max(1, kind.minutes / scale) })

  it.each(atWork)('never ends $series.cli $series.kind', ({ series, kind }) => {
    expect(at(judged(played(series, sooner(kind)), fast), 'dead')).toBeUndefined()
  })

  it.each(hanging)('finds $series.cli $series.kind', ({ series, kind }) => {
    const told = judged(played(series, sooner(kind)), fast)
    // The window is shorter, so a burst of housekeeping in it counts for more.
    expectAt(at(told, 'dead'), (kind.deadAt ?? 0) / scale, 60)
  })
})

describe('a session that waits for its next prompt', () => {
  const idle = corpus.filter(({ kind }) => kind === 'idle')
  const asTurn: Story = { repeats: 'silence', minutes: day }

  it('rests for 24 hours, and would be ended were it judged: that is why it never is', () => {
    expect(idle.length).toBeGreaterThan(0)
    for (const series of idle) expect(at(judged(played(series, asTurn), limits), 'dead'), series.cli).toBeDefined()
  })
})

describe('what counts as rest', () => {
  const rests = new Set(['hung', 'hung-connected', 'hung-stream', 'hung-tool'])
  const works = new Set(['compile', 'install'])

  it('lies above everything that waits, and far below everything that works', () => {
    for (const series of inTurns) {
      const { cpuPercent, ioPerMinute } = usageOf(series)
      if (rests.has(series.kind)) {
        expect(cpuPercent, nameOf(series)).toBeLessThan(atRest.cpuShare * 100)
        expect(ioPerMinute, nameOf(series)).toBeLessThan(atRest.ioBytesPerMinute)
      } else if (works.has(series.kind)) {
        const times = Math.max(cpuPercent / (atRest.cpuShare * 100), ioPerMinute / atRest.ioBytesPerMinute)
        expect(times, nameOf(series)).toBeGreaterThan(3)
      }
    }
  })

  it('is measured over seconds in which nobody spoke', () => {
    for (const series of inTurns.filter(({ kind }) => rests.has(kind)))
      expect(silenceOf(series).some((second) => series.spoke.includes(second))).toBe(false)
  })
})

test.each(Object.entries(tables()))('docs/liveness.md says what the code does: %s', (name, table) => {
  const page = readFileSync(new URL('../../../docs/liveness.md', import.meta.url), 'utf8')
  // After a change: node test/live/record-corpus.ts --page
  expect(new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)\\n<!-- /${name} -->`).exec(page)?.[1]).toBe(table)
})
