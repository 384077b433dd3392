/**
 * Random interleavings of commands, agents and crashes against the real core, in a world of numbers: every schedule holds
 * the invariants, and defects that are planted on purpose are found and made short. The long form is
 * `npm run test:simulation`; `SIM_SEED=<n>` replays the schedule of one number.
 */
import { describe, expect, it } from 'vitest'
import { describeFinding, run, scheduleOf, search, shrink } from './schedule.ts'

describe('the simulated world', () => {
  it('holds its invariants over thousands of schedules', () => {
    const found = search(Number(process.env.SIM_SEED ?? 1), process.env.SIM_SEED === undefined ? 10_000 : 1)
    expect(found, describeFinding(found)).toBeNull()
  })

  it('makes the same schedule of the same number', () => {
    expect(scheduleOf(4711)).toEqual(scheduleOf(4711))
    expect(scheduleOf(4711)).not.toEqual(scheduleOf(4712))
  })
})

/** Each is one wrong order of effects in the flows; the number says how short a schedule must tell it. */
const planted: readonly (readonly [string, RegExp, number])[] = [
  ['offset-first', /wrote \d+ lines and \d+ are stored/, 16],
  ['exec-first', /runs and no row names it/, 6],
  ['kill-forgotten', /was to be killed and is not/, 16],
  ['late-cancel', /which it did not name/, 12],
  ['launch-twice', /processes at once|delivered 2 times/, 8],
  ['unsaved-removal', /without a snapshot/, 8],
]

describe('a planted defect', () => {
  it.each(planted)('%s is found and told by a short schedule', (defect, fault, length) => {
    const found = search(1, 20_000, new Set([defect]))
    expect(found?.fault).toMatch(fault)
    expect(found?.schedule.length, describeFinding(found)).toBeLessThanOrEqual(length)
    // One number replays it, and without the defect the same schedule holds.
    expect(run(scheduleOf(found?.seed ?? 0), new Set([defect]))).not.toBeNull()
    expect(run(scheduleOf(found?.seed ?? 0))).toBeNull()
    expect(run(found?.schedule ?? [])).toBeNull()
  })

  it('nothing can be left away from a short schedule', () => {
    const defects = new Set(['unsaved-removal'])
    const { schedule } = search(1, 20_000, defects) ?? { schedule: [] }
    const fails = (shorter: readonly (typeof schedule)[number][]): boolean => run(shorter, defects) !== null
    expect(shrink(schedule, fails)).toEqual(schedule)
    for (let at = 0; at < schedule.length; at++)
      expect(fails([...schedule.slice(0, at), ...schedule.slice(at + 1)])).toBe(false)
  })
})
