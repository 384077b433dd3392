/** How many connections a door takes, by what the process may open. */
import { expect, it } from 'vitest'
import { connectionLimits } from './strangers.ts'

it.each([
  [64, { strangers: 8, all: 16 }],
  [128, { strangers: 16, all: 32 }],
  [256, { strangers: 32, all: 64 }],
  [1_024, { strangers: 128, all: 256 }],
  [1_048_576, { strangers: 256, all: 262_144 }],
])('%i descriptors', (descriptors, wanted) => {
  expect(connectionLimits(descriptors)).toEqual(wanted)
  // Both doors together leave half of them to agents.
  expect(2 * wanted.all).toBeLessThanOrEqual(Math.max(32, descriptors / 2))
})
