/** Sums in words, and bars that never show the unknown as 0. */
import { expect, test } from 'vitest'
import type { CostRow } from '#contract/cost'
import { barsOf, chartWords, costWords, missingWords } from './words.ts'

const row = (key: string, costUsd: number | null, unknownCosts = 0): CostRow => ({
  key,
  label: key,
  costUsd,
  inputTokens: 1000,
  outputTokens: 500,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  sessions: costUsd === null && unknownCosts === 0 ? 0 : 1,
  unknownCosts,
  unknownTokens: unknownCosts * 1500,
})

test('the unknown is said, nothing is nothing', () => {
  expect(costWords(row('a', 1.5))).toBe('$1.50')
  expect(costWords(row('a', null, 1))).toBe('unknown')
  expect(costWords(row('a', null))).toBe(null)
  expect(missingWords(row('a', 1))).toBe(null)
  expect(missingWords(row('a', 1, 2))).toBe('2 sessions of unknown cost: 3.0k tokens are not in it')
})

test('bars are as high as their part of the dearest day; a day of unknown cost has a mark and no height', () => {
  const days = [row('2026-03-09', 2), row('2026-03-10', null, 1), row('2026-03-11', null), row('2026-03-12', 0.5)]
  const bars = barsOf(days)
  expect(bars.map(({ height, unknown }) => [height, unknown])).toEqual([
    [1, false],
    [0, true],
    [0, false],
    [0.25, false],
  ])
  expect(bars[3]!.left + bars[3]!.width).toBeLessThan(1)
  expect(bars[1]!.words).toBe('2026-03-10: unknown, 1.5k tokens of unknown cost')
  expect(bars[2]!.words).toBe('2026-03-11: nothing')
  expect(chartWords({ days, total: row('t', 2.5) })).toBe(
    'Cost of each of 4 days, $2.50 in all; the dearest was 2026-03-09 with $2.00',
  )
  expect(barsOf([])).toEqual([])
})
