/** Against the plain way of doing it: split at every value, the longest first. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKnownValues, type KnownValues, shortestValue } from './known-values.ts'

/** Few letters, so that values overlap, contain each other and share their fours. */
const letters = fc.constantFrom('a', 'b', '.', '$')
const value = fc.string({ unit: letters, minLength: shortestValue, maxLength: shortestValue + 4 })

function plainly(text: string, values: ReadonlySet<string>): string {
  const sorted = [...values].sort((a, b) => b.length - a.length)
  for (let i = 0; i < text.length; i++) {
    const found = sorted.find((one) => text.startsWith(one, i))
    if (found !== undefined) return `${text.slice(0, i)}#${plainly(text.slice(i + found.length), values)}`
  }
  return text
}

function replaced(known: KnownValues, text: string): string {
  let [out, at] = ['', 0]
  for (const { from, to } of known.find(text)) {
    out += `${text.slice(at, from)}#`
    at = to
  }
  return out + text.slice(at)
}

describe('known values', () => {
  it('are replaced wherever they stand, from when they are known', () => {
    const step = fc.record({ value, before: fc.string({ unit: letters }), after: fc.string() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const known = createKnownValues()
        const values = new Set<string>()
        for (const { value, before, after } of steps) {
          values.add(value)
          known.add(value)
          const text = [before, ...steps.map((one) => one.value), after].join(before)
          expect(replaced(known, text)).toBe(plainly(text, values))
        }
      }),
    )
  })

  it('leave text alone when none is known', () => {
    expect(createKnownValues().find('nothing to see here at all')).toEqual([])
  })

  it('say from where on a text could be the beginning of one', () => {
    const known = createKnownValues()
    known.add('correct horse battery')
    known.add('orse is not a word')
    expect(known.longest).toBe(21)
    expect(known.beginsAt('say corr')).toBe(4)
    expect(known.beginsAt('say correct h')).toBe(4)
    expect(known.beginsAt('say correct horse')).toBe(4)
    expect(known.beginsAt('say horse is')).toBe(5)
    expect(known.beginsAt('nothing')).toBe(7)
    // A whole one is found, not begun.
    expect(known.beginsAt('correct horse battery')).toBe(21)
  })
})
