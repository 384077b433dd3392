/** The arithmetic of the benchmark on numbers whose answer is known. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exponent, median, percentile, round, spread } from './statistics.ts'

describe('median and percentiles', () => {
  it('take the middle, or the place between two', () => {
    expect([median([5]), median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([5, 2, 2.5])
    const hundred = Array.from({ length: 101 }, (_, n) => 100 - n)
    expect([percentile(hundred, 0), percentile(hundred, 0.99), percentile(hundred, 1)]).toEqual([0, 99, 100])
    expect(percentile([0, 10], 0.25)).toBe(2.5)
    expect(median([])).toBeNaN()
  })

  it('leave the given list as it is and lie within it', () => {
    const given = [3, 1, 2]
    median(given)
    expect(given).toEqual([3, 1, 2])
    const some = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 })
    fc.assert(
      fc.property(some, fc.double({ min: 0, max: 1, noNaN: true }), (values, part) => {
        const found = percentile(values, part)
        expect(found).toBeGreaterThanOrEqual(Math.min(...values) - 1e-6)
        expect(found).toBeLessThanOrEqual(Math.max(...values) + 1e-6)
      }),
    )
  })
})

describe('round and spread', () => {
  it('keep four digits and leave what is no number', () => {
    expect([round(123_456), round(0.000123456), round(0), round(-1.23456)]).toEqual([123_500, 0.0001235, 0, -1.235])
    expect([round(Number.NaN), round(Number.POSITIVE_INFINITY)]).toEqual([Number.NaN, Number.POSITIVE_INFINITY])
  })

  it('say how far runs lie apart', () => {
    expect([spread([2, 2, 2]), spread([2, 3, 4]), spread([7])]).toEqual([1, 2, 1])
  })
})

describe('the exponent of a growth', () => {
  const over = (cost: (n: number) => number) => exponent([1, 10, 100, 1_000].map((n) => [n, cost(n)] as const))

  it('is 0 for what stays flat, 1 for what is linear, 2 for what is square', () => {
    expect(over(() => 42)).toBeCloseTo(0, 10)
    expect(over((n) => 3 * n)).toBeCloseTo(1, 10)
    expect(over((n) => 0.1 * n * n)).toBeCloseTo(2, 10)
    expect(over((n) => 5 / n)).toBeCloseTo(-1, 10)
  })

  it('hides a linear part behind a base as the eye does, and shows it once it matters', () => {
    expect(over((n) => 40 + 0.01 * n)).toBeLessThan(0.05)
    expect(over((n) => 40 + n)).toBeGreaterThan(0.4)
  })

  it('finds the power that was put in, through noise of a tenth', () => {
    const noise = fc.array(fc.double({ min: 0.95, max: 1.05, noNaN: true }), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(fc.double({ min: 0, max: 2, noNaN: true }), noise, (power, wobble) => {
        const points = [1, 10, 100, 1_000].map((n, i) => [n, 7 * n ** power * wobble[i]!] as const)
        expect(Math.abs(exponent(points) - power)).toBeLessThan(0.05)
      }),
    )
  })
})
