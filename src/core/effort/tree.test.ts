import { describe, expect, test } from 'vitest'
import type { Effort, EffortMember } from '#contract/effort'
import type { WaitingFor } from '#contract/role'
import { columnsOf } from '#core/relay/show-words'
import { awaitedOf, effortFacts, treeLines, treeOf, waitWords } from './tree.ts'

const at = '2026-01-01T10:00:00.000Z'
const nowMs = Date.parse('2026-01-01T10:04:00.000Z')
const member = (id: string, parentId: string | null, more: Partial<EffortMember> = {}): EffortMember => ({
  id,
  name: id,
  role: 'builder',
  parentId,
  depth: 0,
  taskId: null,
  status: 'working',
  files: [],
  waitingFor: null,
  report: null,
  branch: null,
  turns: 1,
  totals: { inputTokens: null, outputTokens: null, costUsd: null },
  createdAt: at,
  ...more,
})
const waiting = (patch: Partial<WaitingFor> = {}): WaitingFor => ({
  for: 'children',
  taskId: null,
  until: null,
  since: at,
  ...patch,
})
const effort: Effort = {
  id: 'e-1',
  projectId: 'p',
  goal: 'a goal\nin two lines',
  state: 'running',
  reason: null,
  rootSessionId: 'p-1',
  into: 'main',
  permissions: 'bypass',
  budgetUsd: 5,
  sessions: [
    member('p-1', null, { role: 'coordinator', status: 'waiting', waitingFor: waiting() }),
    member('p-2', 'p-1', { role: 'lead', status: 'waiting', waitingFor: waiting() }),
    member('p-3', 'p-2', {
      taskId: 't-1',
      files: ['src/**'],
      totals: { inputTokens: 1000, outputTokens: 200, costUsd: 0.5 },
    }),
    member('p-4', 'p-2', { status: 'ended', report: { state: 'missing', mailId: null, at } }),
    member('p-5', 'p-1', { role: 'reviewer', status: 'reported', report: { state: 'reported', mailId: 'mail-1', at } }),
  ],
  merges: [
    {
      id: 'm-1',
      sessionId: 'p-3',
      branch: 'b',
      into: 'main',
      state: 'landed',
      tier: 'clean',
      reason: null,
      landedCommit: '0123456789abcdef',
      createdAt: at,
      landedAt: at,
    },
  ],
  totals: { inputTokens: 1000, outputTokens: 200, costUsd: 0.5, unknownCosts: 2, seconds: 240 },
  landed: ['0123456789abcdef'],
  createdAt: at,
  endedAt: null,
}

test('the tree of a whole effort', () => {
  expect(treeLines(effort, { columns: 120, nowMs }).map(({ text }) => text)).toEqual([
    'coordinator p-1  waiting  waits for its children · (p-2) · 4m 00s',
    '├─ lead p-2  waiting  waits for its children · (p-3) · 4m 00s',
    '│  ├─ builder p-3  working  t-1 · src/** · m-1 landed 01234567 · 1.2k tok · $0.50 · 4m 00s',
    '│  └─ builder p-4  ended  report missing · 4m 00s',
    '└─ reviewer p-5  reported  4m 00s',
  ])
})

test('a narrow terminal has two lines a session and none too wide', () => {
  const lines = treeLines(effort, { columns: 34, nowMs })
  expect(lines).toHaveLength(10)
  for (const { text } of lines) expect(columnsOf(text)).toBeLessThanOrEqual(34)
  expect(lines[4]!.text).toBe('│  ├─ builder p-3  working')
  expect(lines[5]!.text).toBe('│  │     t-1 · src/** · m-1 lande…')
})

describe('the order', () => {
  const order = (members: readonly EffortMember[]) =>
    treeOf(members).map(({ level, member: { id } }) => `${level}${id}`)
  test('children stand below their parents, whoever came first', () => {
    expect(order([member('c', 'b'), member('a', null), member('b', 'a'), member('d', 'a')])).toEqual([
      '0a',
      '1b',
      '2c',
      '1d',
    ])
  })
  test('one whose parent is elsewhere is a root', () => {
    expect(order([member('a', 'gone'), member('b', 'a')])).toEqual(['0a', '1b'])
  })
  test('a circle loses nobody and ends', () => {
    expect(order([member('a', 'b'), member('b', 'a')])).toEqual(['0a', '1b'])
  })
})

test.each([
  ['children', waiting(), 'waits for its children'],
  [
    'mail with a deadline',
    waiting({ for: 'mail', until: '2026-01-01T10:06:00.000Z' }),
    'waits for mail, 2m 00s at most',
  ],
  ['a task', waiting({ for: 'task', taskId: 't-9' }), 'waits for t-9'],
  ['a time', waiting({ for: 'time', until: '2026-01-01T10:04:30.000Z' }), 'waits for 30s'],
])('who waits for %s', (_, one, words) => expect(waitWords(one, nowMs)).toBe(words))

test('one that waits for children waits for those at work alone', () => {
  const [root, lead] = effort.sessions as [EffortMember, EffortMember]
  expect(awaitedOf(root, effort.sessions).map(({ id }) => id)).toEqual(['p-2'])
  expect(awaitedOf(lead, effort.sessions).map(({ id }) => id)).toEqual(['p-3'])
  expect(awaitedOf(effort.sessions[2]!, effort.sessions)).toEqual([])
})

test('of a goal that is a page the head has the beginning', () => {
  const { goal } = Object.fromEntries(effortFacts({ ...effort, goal: 'line\n'.repeat(500) }, nowMs))
  expect(goal).toMatch(/^(line ){40,48}\w*…$/)
  expect(goal).toHaveLength(240)
})

test('the head says what is not known', () => {
  const facts = Object.fromEntries(effortFacts({ ...effort, state: 'failed', reason: 'p-4 gave no report.' }, nowMs))
  expect(facts).toMatchObject({
    goal: 'a goal in two lines',
    state: 'failed: p-4 gave no report.',
    cost: '$0.50 and 2 sessions unknown of $5.00',
    merges: '1, 1 commit landed',
    time: '4m 00s',
  })
})
