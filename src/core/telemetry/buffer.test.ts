/** The buffer has an end, whatever is thrown at it; patience grows and stops growing; sets of labels have an end too. */
import { expect, it } from 'vitest'
import { createBuffer, patienceMs } from './buffer.ts'
import { createHistograms } from './histograms.ts'

it('holds so many and counts the rest, and gives back only what fits', () => {
  const buffer = createBuffer<number>(4)
  for (let n = 0; n < 1_000_000; n++) buffer.put(n)
  expect([buffer.size, buffer.full, buffer.lost(), buffer.lost()]).toEqual([4, true, 999_996, 0])
  const taken = buffer.take(3)
  expect(taken).toEqual([0, 1, 2])
  for (const n of [10, 11]) buffer.put(n)
  buffer.giveBack(taken)
  expect([buffer.take(9), buffer.lost(), buffer.full]).toEqual([[2, 3, 10, 11], 2, false])
  buffer.lose(5)
  expect(buffer.lost()).toBe(5)
})

it('waits longer and longer, at most a minute unless it was asked to', () => {
  expect([1, 2, 3, 7, 8, 1000].map((failures) => patienceMs(failures, null))).toEqual([
    1000, 2000, 4000, 60_000, 60_000, 60_000,
  ])
  expect(patienceMs(1, 300_000)).toBe(300_000)
})

it('a name that is never the same twice becomes one series, not a million', () => {
  const histograms = createHistograms([1, 2], 3)
  for (let n = 0; n < 10_000; n++) histograms.observe({ model: `m-${n}` }, 1)
  const points = histograms.read()
  expect(points).toHaveLength(4)
  expect(points.at(-1)).toEqual({
    attributes: { 'otel.metric.overflow': true },
    bounds: [1, 2],
    counts: [9997, 0, 0],
    sum: 9997,
  })
})
