/**
 * Random interleavings of commands, agents, crashes and failures on the real engine in a simulated world: every schedule
 * holds what is promised, and mistakes that are planted on purpose are found and made short. The long form is
 * `npm run test:simulation`; `SIM_SEED=<n>` replays the schedule of one number.
 */
import { describe, expect, it } from 'vitest'
import { type Defect, defects } from './defects.ts'
import { schedules } from './found.ts'
import {
  alone,
  describeFinding,
  effortsFrom,
  mailFrom,
  relaysFrom,
  run,
  scheduleOf,
  search,
  shrink,
  tripsFrom,
} from './schedule.ts'
import type { Action, Theme } from './story.ts'

const from = Number(process.env.SIM_SEED ?? 1)

describe('the simulated world', () => {
  it('holds what is promised over hundreds of schedules (must never 7, must never 23)', {
    timeout: 120_000,
  }, async () => {
    const found = await search(from, process.env.SIM_SEED === undefined ? 200 : 1)
    expect(found, describeFinding(found)).toBeNull()
  })

  it('holds it for relays too', { timeout: 120_000 }, async () => {
    const found = await search(relaysFrom, process.env.SIM_SEED === undefined ? 200 : 0)
    expect(found, describeFinding(found)).toBeNull()
  })

  it('holds it for mail too', { timeout: 120_000 }, async () => {
    const found = await search(mailFrom, process.env.SIM_SEED === undefined ? 200 : 0)
    expect(found, describeFinding(found)).toBeNull()
  })

  it('holds it for efforts too', { timeout: 120_000 }, async () => {
    const found = await search(effortsFrom, process.env.SIM_SEED === undefined ? 30 : 0)
    expect(found, describeFinding(found)).toBeNull()
  })

  it('holds it for trips too', { timeout: 120_000 }, async () => {
    const found = await search(tripsFrom, process.env.SIM_SEED === undefined ? 100 : 0)
    expect(found, describeFinding(found)).toBeNull()
  })

  it.each(schedules)('no longer: %s', async (_what, schedule) => {
    expect(await alone(() => run(schedule))).toBeNull()
  })

  it('one number gives one schedule and one story, twice', async () => {
    expect(scheduleOf(4711)).toEqual(scheduleOf(4711))
    expect(scheduleOf(4711)).not.toEqual(scheduleOf(4712))
    for (const seed of [4711, 4712, 4713, relaysFrom + 4711, mailFrom + 4711, effortsFrom + 4711, tripsFrom + 4711]) {
      const [first, second] = [await tracedRun(scheduleOf(seed)), await tracedRun(scheduleOf(seed))]
      expect(first.length).toBeGreaterThan(20)
      expect(second).toEqual(first)
    }
  })
})

async function tracedRun(schedule: readonly Action[]): Promise<readonly string[]> {
  const lines: string[] = []
  await alone(() => run(schedule, { trace: (line) => lines.push(line) }))
  return lines
}

/** What the simulation says of each, how short a schedule must tell it, and from which number on to look: rare ones take long. */
const planted: readonly (readonly [Defect, RegExp, number, number, Theme])[] = [
  ['unsaved-removal', /without a snapshot/, 10, 1, 'agents'],
  ['delivered-twice', /delivered twice/, 6, 1, 'agents'],
  ['lost-is-completed', /never said so/, 6, 1, 'agents'],
  ['offset-first', /is stored$/, 8, 1050, 'agents'],
  ['kill-forgotten', /was to be killed/, 10, 1, 'agents'],
  ['launched-twice', /two processes at once|delivered twice|runs for ever|nobody named it/, 6, 1, 'agents'],
  ['started-first', /no row names it/, 6, 1, 'agents'],
  ['secret-forgotten', /was given as/, 6, 1, 'agents'],
  ['swap-without-compare', /lost commits/, 6, 1398, 'landing'],
  ['landing-forgotten', /and is on (main|next)/, 4, 1, 'landing'],
  ['half-a-train', /never verified/, 8, 1, 'landing'],
  ['lane-kept', /holds m-\d+ for ever/, 4, 1, 'landing'],
  ['unsaved-resolution', /went without a copy/, 8, 480, 'landing'],
  ['judged-twice', /ended twice/, 8, relaysFrom, 'relays'],
  ['order-lost', /was taken before/, 5, relaysFrom, 'relays'],
  ['mail-forgotten', /no turn that completed carried it/, 8, mailFrom, 'mail'],
  ['mail-twice', /was carried by turns \d+, \d+/, 6, mailFrom, 'mail'],
  ['died-again', /died 2 times/, 8, effortsFrom, 'efforts'],
  ['wait-unmet', /none is left to come/, 8, effortsFrom + 1861, 'efforts'],
  ['waiters-forgotten', /ended while p-\d+ waits/, 8, effortsFrom, 'efforts'],
  ['green-unmerged', /is done and c\d+ is not on the remote/, 4, tripsFrom, 'trips'],
  ['merged-unseen', /not green|a stranger's commit/, 12, tripsFrom, 'trips'],
  ['children-uncounted', /children at work/, 8, effortsFrom, 'efforts'],
]

describe('a planted defect', () => {
  it.each(planted)(
    '%s is found and told by a short schedule',
    { timeout: 120_000 },
    async (defect, fault, length, from, about) => {
      const plant = defects[defect]
      const found = await search(from, 2_000, { plant, about })
      expect(found?.fault).toMatch(fault)
      expect(found?.schedule.length, describeFinding(found)).toBeLessThanOrEqual(length)
      // One number replays it, and without the defect the same schedule holds.
      await alone(async () => {
        expect(await run(scheduleOf(found?.seed ?? 0), { plant })).not.toBeNull()
        expect(await run(scheduleOf(found?.seed ?? 0))).toBeNull()
        expect(await run(found?.schedule ?? [])).toBeNull()
      })
    },
  )

  it('nothing can be left away from a short schedule', { timeout: 120_000 }, async () => {
    const plant = defects['unsaved-removal']
    const { schedule } = (await search(190, 5_000, { plant })) ?? { schedule: [] }
    const fails = async (shorter: readonly Action[]): Promise<boolean> => (await run(shorter, { plant })) !== null
    await alone(async () => {
      expect(await shrink(schedule, fails)).toEqual(schedule)
      for (let at = 0; at < schedule.length; at++)
        expect(await fails([...schedule.slice(0, at), ...schedule.slice(at + 1)])).toBe(false)
    })
  })
})
