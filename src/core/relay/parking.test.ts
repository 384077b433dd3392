/** Work for a benched agent: waits, refused, spread over two minutes. */
import { describe, expect, test } from 'vitest'
import { decideBench, startsAt } from './parking.ts'

const bench = { agent: 'codex', until: Date.parse('2026-03-01T10:00:00Z'), reason: 'usage limit' }

describe('a benched agent', () => {
  test.each([
    [null, false, 'accept'],
    [null, true, 'accept'],
    [bench, false, 'park'],
  ] as const)('%j, refusing to wait: %s -> %s', (known, noWait, wanted) => {
    expect(decideBench(known, noWait)).toBe(wanted)
  })

  test('is refused with its time where nobody waits', () => {
    expect(decideBench(bench, true)).toMatchObject({
      refused: 'AGENT_BENCHED',
      message: 'codex is benched until 2026-03-01T10:00:00.000Z: usage limit',
    })
  })

  test('comes back within two minutes after the reset, never before', () => {
    for (const chance of [0, 0.25, 0.5, 0.999999]) {
      const at = startsAt(bench, chance) - bench.until
      expect(at).toBeGreaterThanOrEqual(0)
      expect(at).toBeLessThan(120_000)
    }
  })
})
