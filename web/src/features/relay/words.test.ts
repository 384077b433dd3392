/** The words of relays, and the line of tries by agent. */
import { expect, it } from 'vitest'
import { type Relay, relayEndReasons, type Try, tryOutcomes } from '#contract/relay'
import { stripOf } from './strip.ts'
import { canGoOn, countdown, percent, progressWords, titleOf, tryTook, wordOfRelay, wordOfTry } from './words.ts'

const now = Date.parse('2026-01-01T12:00:00.000Z')
const iso = (seconds: number): string => new Date(now + seconds * 1_000).toISOString()

it.each([
  [-5, null],
  [0, null],
  [12, '12 s'],
  [245, '4 min 05 s'],
  [3 * 3600 + 24 * 60, '3 h 24 min'],
])('counts down %d s', (seconds, words) => expect(countdown(iso(seconds), now)).toBe(words))

it('says how far it is', () => {
  expect(progressWords({ target: 5, completed: 2, failed: 0 })).toBe('2 of 5 done')
  expect(progressWords({ target: null, completed: 2, failed: 1 })).toBe('2 done, 1 failed')
  expect([percent(null), percent(0), percent(0.666)]).toEqual([null, '0 %', '67 %'])
  expect(titleOf({ prompt: '\n  Mend it\nand more' })).toBe('Mend it')
  expect(titleOf({ prompt: null })).toBe('The queue')
})

it('never shows a stuck or failed end as success', () => {
  const ends = relayEndReasons.map((endReason) => wordOfRelay({ state: 'ended', endReason, stopping: null }))
  expect(ends.filter(({ sign }) => sign === 'reported').map(({ word }) => word)).toEqual(['target met', 'queue empty'])
  expect(wordOfRelay({ state: 'running', endReason: null, stopping: 'after' }).word).toBe('stops after this try')
})

it('gives every outcome its word, and what waits for a person its colour', () => {
  expect([null, ...tryOutcomes].map((outcome) => wordOfTry({ outcome }).word)).toEqual([
    'running',
    'completed',
    'failed',
    'not finished',
    'no change',
    'needs you',
    'called off',
    'parked',
  ])
  expect(wordOfTry({ outcome: 'needs_user' }).tone).toBe('need')
})

it('goes on only with what ended before its target', () => {
  const ended = { state: 'ended', endReason: 'stopped', target: 3, completed: 2 } as Relay
  expect(canGoOn(ended)).toBe(true)
  expect(canGoOn({ ...ended, completed: 3 })).toBe(false)
  expect(canGoOn({ ...ended, endReason: 'all_agents_unavailable' })).toBe(true)
  for (const endReason of ['target_met', 'queue_empty', 'replaced'] as const)
    expect(canGoOn({ ...ended, endReason })).toBe(false)
  expect(canGoOn({ ...ended, state: 'paused' })).toBe(false)
})

it('draws tries by agent, a running one up to now', () => {
  const one = (n: number, agent: string, from: number, to: number | null): Try =>
    ({ n, agent, startedAt: iso(from), endedAt: to === null ? null : iso(to) }) as Try
  const strip = stripOf([one(1, 'a', -100, -50), one(2, 'b', -50, -25), one(3, 'a', -25, null)], now)
  expect(strip?.rows.map(({ agent, bars }) => [agent, bars.map(({ n, left, width }) => [n, left, width])])).toEqual([
    [
      'a',
      [
        [1, 0, 50],
        [3, 75, 25],
      ],
    ],
    ['b', [[2, 50, 25]]],
  ])
  expect(stripOf([], now)).toBeNull()
  expect(tryTook(one(3, 'a', -25, null), now)).toBe('25 s')
})
