/** Against the plain way of doing it: split at every value, the longest first. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKnownValues, shortestValue } from './known-values.ts'

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

describe('known values', () => {
  it('are replaced wherever they stand, and only while they are known', () => {
    const step = fc.record({ add: fc.boolean(), value, before: fc.string({ unit: letters }), after: fc.string() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const known = createKnownValues('#')
        const values = new Set<string>()
        for (const { add, value, before, after } of steps) {
          if (add) values.add(value)
          else values.delete([...values][0] ?? value)
          known.add(value)
          if (!add) known.remove(value)
          for (const one of values) known.add(one)
          for (const { value: other } of steps) if (!values.has(other)) known.remove(other)
          const text = [before, ...steps.map((one) => one.value), after].join(before)
          expect(known.replace(text)).toBe(plainly(text, values))
        }
      }),
    )
  })

  it('leave text alone when none is known', () => {
    expect(createKnownValues('#').replace('nothing to see here at all')).toBe('nothing to see here at all')
  })
})
