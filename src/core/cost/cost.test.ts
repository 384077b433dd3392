/** Days on the operator's calendar, and sums in which the unknown is never 0. */
import { describe, expect, test } from 'vitest'
import { dayStart, daysBetween, sinceOf } from './days.ts'
import { groupCosts, type Owner, sumOf, type Use } from './sum.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

describe('days', () => {
  test.each([
    ['today', 'UTC', '2026-03-10T00:00:00.000Z'],
    ['today', 'Asia/Kolkata', '2026-03-09T18:30:00.000Z'],
    ['today', 'America/Los_Angeles', '2026-03-09T07:00:00.000Z'],
    ['yesterday', 'UTC', '2026-03-09T00:00:00.000Z'],
    ['1d', 'UTC', '2026-03-10T00:00:00.000Z'],
    ['7d', 'UTC', '2026-03-04T00:00:00.000Z'],
    // The clocks went forward on the 8th: midnight before is at 8 o'clock UTC.
    ['7d', 'America/Los_Angeles', '2026-03-03T08:00:00.000Z'],
    ['24h', 'UTC', '2026-03-09T05:00:00.000Z'],
    ['2026-01-31', 'Europe/Berlin', '2026-01-30T23:00:00.000Z'],
    ['2026-01-31T12:00:00Z', 'UTC', '2026-01-31T12:00:00.000Z'],
    ['2026-02-30', 'UTC', null],
    ['last week', 'UTC', null],
    ['0d', 'UTC', null],
    ['', 'UTC', null],
  ])('%s in %s begins at %s', (word, zone, expected) => {
    expect(iso(sinceOf(word, at('2026-03-10T05:00:00Z'), zone))).toBe(expected)
  })

  test('a day over a change of clocks is a whole day, and the ends are cut', () => {
    const days = daysBetween(at('2026-10-24T12:00:00Z'), at('2026-10-26T12:00:00Z'), 'Europe/Berlin')
    expect(days.map(({ name }) => name)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
    expect((days[1]!.until - days[1]!.from) / 3_600_000).toBe(25)
    expect(iso(days[0]!.from)).toBe('2026-10-24T12:00:00.000Z')
    expect(iso(days[2]!.until)).toBe('2026-10-26T12:00:00.000Z')
    expect(dayStart(at('2026-10-26T12:00:00Z'), 'Europe/Berlin')).toBe(days[2]!.from)
  })
})

const use = (over: Partial<Use>): Use => ({
  day: '2026-03-10',
  sessionId: 'shop-1',
  model: 'opus',
  input: 100,
  output: 10,
  cacheRead: 0,
  cacheWrite: 0,
  costUsd: 0.1,
  ...over,
})
const owners: Record<string, Owner> = {
  'shop-1': {
    name: 'Login',
    projectId: 'shop',
    harness: 'claude-code',
    role: 'builder',
    taskId: 't-1',
    effortId: 'e-1',
  },
  'shop-2': { name: 'shop-2', projectId: 'shop', harness: 'codex', role: null, taskId: null, effortId: null },
  'site-1': { name: 'site-1', projectId: 'site', harness: 'codex', role: null, taskId: null, effortId: null },
}
const uses = [
  use({ costUsd: 0.1 }),
  use({ day: '2026-03-11', costUsd: 0.2 }),
  use({ sessionId: 'shop-2', model: null, costUsd: null, input: 5000, output: 500 }),
  use({ sessionId: 'site-1', model: 'gpt', costUsd: 1.5 }),
  // Tokens first, the price with the last event: known.
  use({ sessionId: 'site-1', model: 'gpt', costUsd: null, input: 1, output: 1 }),
]
const grouped = (by: Parameters<typeof groupCosts>[1]) =>
  groupCosts(uses, by, (id) => owners[id] ?? null).map(({ key, label, costUsd, unknownCosts }) => [
    key,
    label,
    costUsd,
    unknownCosts,
  ])

describe('sums', () => {
  test('the unknown is counted beside the sum, with its tokens', () => {
    expect(sumOf(uses)).toEqual({
      costUsd: 1.8,
      inputTokens: 5301,
      outputTokens: 531,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      sessions: 3,
      unknownCosts: 1,
      unknownTokens: 5500,
    })
    expect(sumOf(uses.slice(2, 3))).toMatchObject({ costUsd: null, unknownCosts: 1 })
    expect(sumOf([])).toMatchObject({ costUsd: null, sessions: 0, unknownCosts: 0 })
  })
  test.each([
    [
      'project',
      [
        ['site', 'site', 1.5, 0],
        ['shop', 'shop', 0.3, 1],
      ],
    ],
    [
      'agent',
      [
        ['codex', 'codex', 1.5, 1],
        ['claude-code', 'claude-code', 0.3, 0],
      ],
    ],
    [
      'model',
      [
        ['gpt', 'gpt', 1.5, 0],
        ['opus', 'opus', 0.3, 0],
        ['', 'the own model of codex', null, 1],
      ],
    ],
    [
      'session',
      [
        ['site-1', 'site-1', 1.5, 0],
        ['shop-1', 'Login', 0.3, 0],
        ['shop-2', 'shop-2', null, 1],
      ],
    ],
    [
      'role',
      [
        ['', 'without a role', 1.5, 1],
        ['builder', 'builder', 0.3, 0],
      ],
    ],
    [
      'task',
      [
        ['', 'without a task', 1.5, 1],
        ['t-1', 't-1', 0.3, 0],
      ],
    ],
    [
      'effort',
      [
        ['', 'without an effort', 1.5, 1],
        ['e-1', 'e-1', 0.3, 0],
      ],
    ],
    [
      'day',
      [
        ['2026-03-10', '2026-03-10', 1.6, 1],
        ['2026-03-11', '2026-03-11', 0.2, 0],
      ],
    ],
  ] as const)('by %s', (by, rows) => {
    expect(grouped(by)).toEqual(rows)
  })
})
