/** What is measured again, how often, and what stands then. */
import { describe, expect, it } from 'vitest'
import { measureCalmly, unrest } from './calm.ts'
import { type Figure, judge, type Measurement, type Rule, type Runs } from './measure.ts'
import type { Stage } from './stage/stage.ts'

const figure = (rule: Rule): Figure => ({ id: 'f', unit: 'ms', what: 'a thing', floor: 'the least', rule })

describe('repeats', () => {
  const ratio = figure({ type: 'ratio-at-most', limit: 3 })
  const script = (list: readonly Runs[], once = false) => {
    const asked: string[][] = []
    const measurement: Measurement = {
      figures: [ratio],
      once,
      async run(_stage, wanted) {
        asked.push([...wanted])
        return { f: list[asked.length - 1]! }
      },
    }
    return { asked, measurement }
  }
  const wild = (value: number): Runs => ({ floor: [1, 1], subject: [value, value * 2] })
  const calmRuns: Runs = { floor: [1, 1.1], subject: [9, 9.9] }
  const stage = (quick: boolean): Stage => ({ quick }) as Stage

  it('count in what the verdict is made of', () => {
    const runs: Runs = { floor: [0.01, 0.04], subject: [5, 6] }
    expect(unrest(ratio, runs)).toBe(4)
    expect(unrest(figure({ type: 'above-at-most', limit: 3 }), runs)).toBe(1.2)
    expect(unrest(figure({ type: 'above-at-most', limit: 0.1 }), runs)).toBe(4)
    expect(unrest(figure({ type: 'value-at-most', limit: 3 }), runs)).toBe(1.2)
  })

  it('are made again while they lie apart, and the calmest stand, good or bad', async () => {
    const { asked, measurement } = script([wild(2), calmRuns])
    const found = await measureCalmly(measurement, stage(false), [ratio])
    expect(asked).toHaveLength(2)
    expect(found.f).toEqual({ ...calmRuns, note: 'the calmest of 2 tries' })
    expect(judge(ratio, found.f!, false).ok).toBe(false)
  })

  it('end after three tries', async () => {
    const worst: Runs = { floor: [1, 1], subject: [1, 9] }
    const { asked, measurement } = script([worst, { ...wild(4), note: 'words' }, worst])
    const found = await measureCalmly(measurement, stage(false), [ratio])
    expect(asked).toHaveLength(3)
    expect(found.f).toEqual({ ...wild(4), note: 'words; the calmest of 3 tries' })
  })

  it('are made once in a quick run, and where they cannot be made again', async () => {
    for (const [quick, once] of [
      [true, false],
      [false, true],
    ] as const) {
      const { asked, measurement } = script([wild(2)], once)
      expect(await measureCalmly(measurement, stage(quick), [ratio])).toEqual({ f: wild(2) })
      expect(asked).toHaveLength(1)
    }
  })
})
