/** The ladder: who is on it, and which step is due. */
import { describe, expect, it } from 'vitest'
import { nextStep, stepNumber, type WatchFacts, type WatchLimits, watchSteps } from './watchdog.ts'

const limits: WatchLimits = { showMs: 10, remindMs: 20, noticeMs: 30, stopMs: 40 }
const facts: WatchFacts = {
  lifetime: 'task',
  live: true,
  owes: true,
  turnRunning: false,
  asks: false,
  waiting: false,
  parked: false,
  held: false,
  queued: 0,
  cancelled: false,
  idleMs: 1000,
  step: 0,
  reminders: 0,
  mostReminders: 1,
  deaf: false,
}
const next = (over: Partial<WatchFacts>, more: Partial<WatchLimits> = {}) =>
  nextStep({ ...facts, ...over }, { ...limits, ...more })

it('climbs one step after the other', () => {
  expect(watchSteps.map((_, step) => next({ step }))).toEqual([...watchSteps])
  expect(next({ step: 4 })).toBeNull()
  expect(watchSteps.map(stepNumber)).toEqual([1, 2, 3, 4])
})

it.each([
  [0, 9, null],
  [0, 10, 'shown'],
  [1, 19, null],
  [1, 20, 'reminded'],
  [2, 30, 'noticed'],
  [3, 39, null],
  [3, 40, 'stopped'],
] as const)('from step %i after %i ms: %s', (step, idleMs, wanted) => expect(next({ step, idleMs })).toBe(wanted))

describe('never (must never 22, weak point 3) for one that', () => {
  it.each<[string, Partial<WatchFacts>]>([
    ['waits', { waiting: true }],
    ['is parked', { parked: true }],
    ['is held by a budget', { held: true }],
    ['asks something', { asks: true }],
    ['lives as long as its effort', { lifetime: 'effort' }],
    ['owes nothing', { owes: false }],
    ['is at work', { turnRunning: true }],
    ['has mail on its way', { queued: 1 }],
    ['the operator stopped', { cancelled: true }],
    ['does not live', { live: false }],
  ])('%s', (_, over) => {
    for (const step of [0, 1, 2, 3]) expect(next({ ...over, step })).toBeNull()
  })
})

describe('passes over', () => {
  it('a step that is switched off', () => {
    expect(next({ step: 0 }, { showMs: 0 })).toBe('reminded')
    expect(next({ step: 3 }, { stopMs: 0 })).toBeNull()
    expect(next({}, { showMs: 0, remindMs: 0, noticeMs: 0, stopMs: 0 })).toBeNull()
  })
  it('a reminder that was given already, or that nobody can hear', () => {
    expect(next({ step: 1, reminders: 1 })).toBe('noticed')
    expect(next({ step: 1, reminders: 1, mostReminders: 2 })).toBe('reminded')
    expect(next({ step: 1, reminders: 0, mostReminders: 0 })).toBe('reminded')
    expect(next({ step: 1, deaf: true })).toBe('noticed')
  })
})
