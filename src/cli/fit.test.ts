/** A list on a terminal of any width: no line is wrapped, what matters most stays. */
import { describe, expect, test } from 'vitest'
import type { Session } from '#contract/session'
import { columnsOf } from '#core/relay/show-words'
import { rows } from './commands/session-ls.ts'
import { widthsOf } from './fit.ts'
import type { Io } from './print.ts'

const io = (columns: number): Io => ({
  out() {},
  err() {},
  outTty: true,
  errTty: false,
  inTty: false,
  colour: false,
  columns,
})
const now = Date.parse('2026-01-01T12:00:00.000Z')

const session = (over: Partial<Session>): Session =>
  ({
    id: 'shop-1',
    projectId: 'shop',
    name: 'shop-1',
    harness: 'claude-code',
    model: 'opus',
    status: 'idle',
    phase: 'live',
    queued: 0,
    totals: { inputTokens: null, outputTokens: null, costUsd: null },
    lastText: null,
    lastActivityAt: '2026-01-01T11:55:00.000Z',
    filesChanged: 3,
    request: null,
    failure: null,
    health: null,
    role: null,
    parentId: null,
    waitingFor: null,
    report: null,
    title: over.name ?? over.id ?? 'shop-1',
    ...over,
  }) as Session

const fleet = [
  session({
    name: '登录页面的测试'.repeat(20),
    lastText: 'word '.repeat(60),
    totals: { inputTokens: 1, outputTokens: 1, costUsd: 1.234 },
  }),
  session({
    id: 'shop-2',
    name: 'shop-2',
    status: 'failed',
    failure: {
      category: 'auth',
      code: 'AGENT_FAILED',
      message: 'Invalid API key · Please run /login',
      hint: '',
      at: '',
      resetAt: null,
    },
    totals: { inputTokens: 12_000, outputTokens: 345, costUsd: null },
  }),
  session({
    id: 'a-very-long-project-name-12',
    projectId: 'a-very-long-project-name',
    name: '👩‍💻 emoji \u001b[31mred',
    role: 'builder',
    parentId: 'shop-1',
    queued: 2,
  }),
]

describe('session ls', () => {
  test.each([40, 60, 80, 100, 132, 200])('at %i columns no line is wider', (columns) => {
    const lines = rows(io(columns), fleet, now).split('\n')
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(columns)
    expect(lines.join('\n')).not.toContain('\u001b')
  })
  test('at 80 columns it shows project, cost, tokens where cost is unknown, and why a turn failed', () => {
    const [head, first, second] = rows(io(80), fleet.slice(0, 2), now).split('\n')
    for (const word of ['ID', 'STATUS', 'PROJECT', 'COST', 'LAST']) expect(head).toContain(word)
    expect(first).toMatch(/shop-1 .* shop .*\$1\.23/)
    expect(second).toMatch(/failed .*12\.3k tok .*signed out/)
  })
  test('with room to spare it shows everything', () => {
    const [head, , , third] = rows(io(240), fleet, now).split('\n')
    for (const word of ['ROLE', 'PARENT', 'HARNESS', 'NAME', 'FILES', 'ACTIVE']) expect(head).toContain(word)
    expect(third).toContain('idle +2')
  })
  test('a column that nobody needs is not there', () => {
    expect(rows(io(240), fleet.slice(1, 2), now).split('\n')[0]).not.toMatch(/ROLE|PARENT|NAME/)
  })
})

test('the widest gives first, the least needed goes first', () => {
  const columns = [{ head: 'A' }, { head: 'B', least: 4 }, { head: 'C', least: 4, rank: 1 }, { head: 'D', rank: 2 }]
  expect(widthsOf(columns, [5, 20, 10, 3], 80)).toEqual([5, 20, 10, 3])
  expect(widthsOf(columns, [5, 20, 10, 3], 30).reduce<number>((sum, w) => sum + (w ?? 0), 6)).toBe(30)
  expect(widthsOf(columns, [5, 20, 10, 3], 17)).toEqual([5, 4, 4, null])
  expect(widthsOf(columns, [5, 20, 10, 3], 12)).toEqual([5, 5, null, null])
})
