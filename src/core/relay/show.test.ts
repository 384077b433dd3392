/** The relay's lines as tables: words and widths, what is folded, the monitor at every width, the end. */
import { describe, expect, test } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import type { Change } from '#contract/change'
import type { Relay, Try } from '#contract/relay'
import type { Session } from '#contract/session'
import { beat, fresh, judge, type Reading } from '#core/health/judge'
import { endedLine, endLines, endTable, isGood, leftBehind, sumsOf } from './show-end.ts'
import {
  factsOf,
  hear,
  hearDelta,
  type RelayFacts,
  running,
  seeChange,
  seeDelta,
  seeFiles,
  seeRow,
  seeSession,
  triedBefore,
} from './show-facts.ts'
import { block, type Hands, headerOf, healthWords, hintLine, place, type Sight, usageWords } from './show-monitor.ts'
import { columnsOf, counted, cutTo, elapsed, joinParts, money } from './show-words.ts'

const began = '2026-11-17T14:02:00.000Z'
const at = (seconds: number): string => new Date(Date.parse(began) + seconds * 1000).toISOString()

const relay = (more: Partial<Relay> = {}): Relay => ({
  id: 'r-1',
  projectId: 'shop',
  state: 'running',
  endReason: null,
  waitingFor: null,
  prompt: 'do it',
  mix: ['claude-code:opus', 'codex'],
  routes: {},
  target: 5,
  completed: 1,
  failed: 0,
  parallel: 1,
  land: false,
  inPlace: false,
  branch: 'drover/relay/r-1/root',
  baseRef: 'main',
  baseCommit: 'abc',
  stopping: null,
  lanes: [lane(1)],
  notes: [],
  mergeId: null,
  createdAt: began,
  updatedAt: began,
  endedAt: null,
  ...more,
})
function lane(n: number, more: Partial<Relay['lanes'][number]> = {}): Relay['lanes'][number] {
  const nobody = { branch: null, workspace: null, taskId: null, agent: null, sessionId: null, tryN: null, from: null }
  return { n, at: 'busy', ...nobody, ...more }
}
const oneTry = (more: Partial<Try> = {}): Try => ({
  n: 1,
  projectId: 'shop',
  relayId: 'r-1',
  lane: 1,
  taskId: 't-1',
  title: 'Mend the login',
  sessionId: 'shop-1',
  launchId: null,
  turn: 1,
  agent: 'claude-code:opus',
  model: null,
  cliVersion: null,
  role: null,
  route: 'mix',
  outcome: null,
  category: null,
  evidence: [],
  reason: null,
  exitCode: null,
  commits: [],
  filesChanged: null,
  insertions: null,
  deletions: null,
  verify: null,
  totals: { inputTokens: null, outputTokens: null, costUsd: null, toolCalls: 0 },
  summary: null,
  handoff: null,
  promptHash: '',
  promptBytes: 0,
  nativeId: null,
  startedAt: began,
  endedAt: null,
  ...more,
})
const session = (more: Partial<Session> = {}): Session =>
  ({
    id: 'shop-1',
    filesChanged: 3,
    lastActivityAt: at(60),
    request: null,
    health: null,
    ...more,
  }) as Session
const row = (more: Record<string, unknown>): EventRow => ({ id: 1, at: at(100), turn: 1, ...more }) as EventRow
const sight = (width: number, more: Partial<Sight> = {}): Sight => ({
  width,
  height: 24,
  now: Date.parse(at(123)),
  clock: (iso) => iso.slice(11, 16),
  ...more,
})
const quiet: Hands = { keys: true, armed: null, said: null }
const texts = (facts: RelayFacts, width: number, hands = quiet, more: Partial<Sight> = {}) =>
  block(facts, hands, sight(width, more)).map(({ text }) => text)
const working = (): RelayFacts => {
  const facts = seeSession(factsOf(relay(), [oneTry()], 5), session())
  return seeRow(facts, 'shop-1', row({ kind: 'tool', callId: 'c', name: 'write', input: { a: 1 } }))
}

describe('words', () => {
  test.each([
    [-5, '0s'],
    [59_999, '59s'],
    [123_000, '2m 03s'],
    [3_661_000, '1h 01m'],
    [90_000_000, '1d 1h'],
  ])('%i ms is %s', (ms, text) => expect(elapsed(ms)).toBe(text))
  test.each([
    [0, '0'],
    [999, '999'],
    [1234, '1.2k'],
    [99_949, '99.9k'],
    [123_456, '123k'],
    [1_200_000, '1.2M'],
  ])('%i tokens are %s', (n, text) => expect(counted(n)).toBe(text))
  test.each([
    [0, '$0.00'],
    [0.001, '<$0.01'],
    [1.5, '$1.50'],
  ])('%f dollars are %s', (usd, text) => expect(money(usd)).toBe(text))
  test.each([
    ['plain', 5],
    ['日本', 4],
    ['e\u0301', 1],
    ['🚀 go', 5],
    ['', 0],
  ])('%s takes %i columns', (text, columns) => expect(columnsOf(text)).toBe(columns))
  test.each([
    ['whole', 5, 'whole'],
    ['too long', 5, 'too…'],
    ['日本語', 4, '日…'],
    ['日本語', 5, '日本…'],
    ['🚀🚀', 3, '🚀…'],
    ['x', 0, ''],
  ])('%s within %i columns is %s', (text, width, cut) => expect(cutTo(text, width)).toBe(cut))
  test('parts of a low rank stay, in their order', () => {
    const parts = [
      { text: 'a', rank: 0 },
      { text: '', rank: 0 },
      { text: 'bbbb', rank: 9 },
      { text: 'c', rank: 1 },
    ]
    expect(joinParts(parts, 20)).toBe('a · bbbb · c')
    expect(joinParts(parts, 8)).toBe('a · c')
    expect(joinParts(parts, 1)).toBe('a')
  })
})

describe('facts', () => {
  const change = (type: string, payload: unknown): Change =>
    ({ seq: 1, at: began, type, projectId: 'shop', payload }) as Change
  test('only what is about this relay is taken', () => {
    const facts = factsOf(relay(), [], 5)
    expect(seeChange(facts, change('relay_updated', relay({ id: 'r-2' })))).toBe(facts)
    expect(seeChange(facts, change('try_started', oneTry({ relayId: 'r-2' })))).toBe(facts)
    expect(seeChange(facts, change('session_updated', session()))).toBe(facts)
    expect(seeChange(facts, change('task_added', {}))).toBe(facts)
    const begun = seeChange(facts, change('try_started', oneTry()))
    expect(running(begun)).toHaveLength(1)
    expect(seeChange(begun, change('session_updated', session())).sessions.size).toBe(1)
    expect(running(seeChange(begun, change('try_ended', oneTry({ outcome: 'completed' }))))).toHaveLength(0)
    expect(seeChange(facts, change('relay_ended', relay({ state: 'ended' }))).relay.state).toBe('ended')
  })
  test('what is heard is of the running turn only', () => {
    const said = hear(undefined, row({ kind: 'text', text: 'x'.repeat(400) }))
    expect(said).toMatchObject({ turn: 1, signs: 400, tokens: null })
    const used = hear(
      said,
      row({ kind: 'usage', input: 10, output: 5, costUsd: 0.5, cacheRead: null, cacheWrite: null }),
    )
    expect(used).toMatchObject({ tokens: 15, costUsd: 0.5 })
    expect(hear(used, row({ kind: 'user', turn: 2, text: 'on' }))).toMatchObject({ turn: 2, signs: 2, tokens: null })
  })
  test('a message that is being written counts once', () => {
    const half = hearDelta(
      hear(undefined, row({ kind: 'user', text: '' })),
      { kind: 'text', text: 'x'.repeat(40) },
      at(1),
    )
    expect(half).toMatchObject({ partial: 40, doing: 'writing', at: at(1) })
    expect(hear(half, row({ kind: 'text', text: 'x'.repeat(80) }))).toMatchObject({ partial: 0, signs: 80 })
    expect(
      seeDelta(factsOf(relay(), [], 5), 's-1', { kind: 'thinking', text: 'x' }, at(1)).heard.get('s-1')?.doing,
    ).toBe('thinking')
  })
  test.each([
    [[], 0],
    [[oneTry({ outcome: 'failed' })], 1],
    [[oneTry({ outcome: 'cancelled' })], 0],
    [[oneTry({ outcome: 'failed', taskId: 't-2' })], 0],
    [[oneTry({ outcome: 'failed' }), oneTry({ n: 2, outcome: 'completed' })], 0],
    [[oneTry({ outcome: 'incomplete' }), oneTry({ n: 2, outcome: 'parked' })], 2],
  ])('how often it was tried before, case %#', (before, times) =>
    expect(triedBefore([...before, oneTry({ n: 9 })], oneTry({ n: 9 }))).toBe(times),
  )
  test('a prompt counts by its lane', () => {
    const all = [
      oneTry({ taskId: null, outcome: 'failed', lane: 2 }),
      oneTry({ n: 2, taskId: null, outcome: 'failed' }),
    ]
    expect(triedBefore(all, oneTry({ n: 3, taskId: null }))).toBe(1)
  })
})

describe('T03: the monitor', () => {
  test('header, status and keys', () => {
    expect(texts(working(), 100)).toEqual([
      '[2/5] claude-code:opus · Mend the login · started 14:02',
      '  2m 03s · 3 files · write 23s ago · ~2 tok',
      'Ctrl+S skip · Ctrl+P pause · Ctrl+X stop after this try · Ctrl+C quit now · d detach',
    ])
  })
  test('reported tokens and cost take the place of the estimate', () => {
    const usage = row({ kind: 'usage', input: 12_000, output: 345, costUsd: 0.12, cacheRead: null, cacheWrite: null })
    expect(texts(seeRow(working(), 'shop-1', usage), 100)[1]).toBe(
      '  2m 03s · 3 files · write 23s ago · 12.3k tok · $0.12',
    )
  })
  test.each([
    [4, '~1 tok'],
    [3_900, '~975 tok'],
    [4_000, '~1k tok'],
    [49_000, '~12k tok'],
  ])('%i signs are estimated as %s', (signs, words) =>
    expect(usageWords(hear(undefined, row({ kind: 'text', text: 'x'.repeat(signs) }))).tokens).toBe(words),
  )
  test('a retry says which of how many, and keeps its place', () => {
    const facts = factsOf(relay(), [oneTry({ outcome: 'failed' }), oneTry({ n: 2, agent: 'codex' })], 5)
    expect(texts(facts, 100).slice(0, 2)).toEqual([
      '[2/5] codex · Mend the login · started 14:02',
      '  2m 03s · retry 2/5',
    ])
  })
  test.each([
    [relay({ target: null }), 0, '[2]'],
    [relay(), 0, '[2/5]'],
    [relay({ completed: 4 }), 3, '[5/5]'],
  ])('place %#', (of, ahead, text) => expect(place(of, ahead)).toBe(text))

  test.each([
    [relay({ state: 'paused', notes: ['shop-1 was cancelled'] }), [], 'paused: shop-1 was cancelled'],
    [relay({ state: 'paused' }), [oneTry()], 'paused; what runs goes on'],
    [relay({ stopping: 'after' }), [oneTry()], 'stops after this try'],
    [relay({ stopping: 'now' }), [oneTry()], 'stopping'],
    [relay(), [], 'preparing the next try'],
    [
      relay({
        state: 'waiting',
        waitingFor: { until: at(723), agents: [{ agent: 'codex', until: at(723), reason: 'usage limit' }] },
      }),
      [],
      'waiting until 14:14 (10m 00s) for codex (usage limit)',
    ],
    [relay({ lanes: [lane(1, { at: 'again', agent: 'codex', from: at(133) })] }), [], '  codex again in 10s'],
  ])('what the relay itself is at, case %#', (of, tries, text) => {
    expect(texts(factsOf(of, tries, 5), 100).at(-2)).toBe(text)
  })
  test('paused: the key goes on', () => {
    expect(hintLine(relay({ state: 'paused' }), quiet, sight(100))?.text).toContain('Ctrl+P go on')
  })
  test.each([
    ['skip', 'press Ctrl+S again to skip this try'],
    ['pause', 'press Ctrl+P again to pause'],
    ['stop', 'press Ctrl+X again to stop after this try'],
    ['quit', 'press Ctrl+C again to call the running tries off and end the relay'],
  ] as const)('a first press of %s asks for a second within the time', (key, text) => {
    const until = Date.parse(at(123))
    expect(hintLine(relay(), { ...quiet, armed: { key, until: until + 1 } }, sight(100))?.text).toBe(text)
    expect(hintLine(relay(), { ...quiet, armed: { key, until } }, sight(100))?.text).toContain('Ctrl+S skip')
  })
  test.each([
    [100, 'Ctrl+S skip · Ctrl+P pause · Ctrl+X stop after this try · Ctrl+C quit now · d detach'],
    [79, 'Ctrl+S skip · Ctrl+P pause · Ctrl+X stop · Ctrl+C quit now · d detach'],
    [60, '^S skip · ^P pause · ^X stop · ^C quit · d detach'],
    [45, '^S skip ^P pause ^X stop ^C quit d'],
    [20, '^S·^P·^X·^C·d'],
  ])('the keys in %i columns', (width, text) => expect(hintLine(relay(), quiet, sight(width))?.text).toBe(text))
  test('without keys there is no hint', () =>
    expect(hintLine(relay(), { ...quiet, keys: false }, sight(80))).toBeNull())

  test('no line is wider than the screen, no block higher, at any size', () => {
    const many = Array.from({ length: 16 }, (_, i) =>
      oneTry({
        n: i + 1,
        lane: i + 1,
        sessionId: `shop-${i + 1}`,
        title: '日本語の長い題名 with a very long tail of words',
      }),
    )
    const lanes = many.map((one) => lane(one.lane))
    for (const facts of [working(), factsOf(relay({ parallel: 16, lanes }), many, 5)]) {
      for (let width = 10; width <= 210; width += 7) {
        for (const height of [2, 5, 24, 50]) {
          const lines = texts(facts, width, quiet, { height })
          expect(lines.length).toBeLessThan(height)
          for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(width)
        }
      }
    }
  })
  test('parallel lanes: one line each, with their own agent and title', () => {
    const tries = [oneTry(), oneTry({ n: 2, lane: 2, sessionId: 'shop-2', agent: 'codex', title: 'Port the parser' })]
    const facts = factsOf(relay({ prompt: null, parallel: 2, lanes: [lane(1), lane(2)] }), tries, 5)
    expect(texts(facts, 120).slice(0, 3)).toEqual([
      '[3/5] 2 of 2 lanes · the queue · started 14:02',
      '1 claude-code:opus · Mend the login · 2m 03s',
      '2 codex · Port the parser · 2m 03s',
    ])
    expect(texts(facts, 120, quiet, { height: 4 })).toContain('  and 2 more')
  })
  test('files as they were counted last go before what the session knew', () => {
    expect(texts(seeFiles(working(), 'shop-1', 1), 100)[1]).toContain(' · 1 file · ')
  })
  test('a question of the agent is shown', () => {
    const request = { requestId: 'q', type: 'question' as const, text: 'Which\nway?', options: [] }
    expect(texts(seeSession(working(), session({ request })), 100)[1]).toContain('asks: Which way?')
  })
  test('a header without room keeps the agent', () => {
    expect(headerOf(relay(), oneTry(), 0, sight(30)).text).toBe('[2/5] claude-code:opus')
  })
})

describe('silence, in the words of the judge', () => {
  const limits = { stallMs: 10_000, toolStallMs: 20_000, connectedIdleMs: 5_000, connectedKillMs: 60_000 }
  const after = (seconds: number, reading: Reading | 'failed') => {
    let pulse = fresh
    for (let s = 0; s < seconds; s++) pulse = beat(pulse, { passedMs: 1000, spoke: false, reading }, limits)
    const { health, why } = judge(pulse, { toolOpen: false }, limits)
    return healthWords({ state: health, since: began, why })
  }
  const still = { cpuMs: 0, ioBytes: 0 }
  test.each([
    [3, { ...still, connections: 0 }, []],
    [7, { ...still, connections: 0 }, ['slowing']],
    [30, { ...still, connections: 0 }, ['no connection', 'no I/O']],
    [12, { ...still, connections: 1 }, ['slowing']],
    [30, { ...still, connections: 1 }, ['no I/O']],
    [90, { ...still, connections: 1 }, ['no I/O']],
    [30, { cpuMs: null, ioBytes: null, connections: null }, ['silent']],
    [30, 'failed' as const, ['cannot be looked at']],
  ])('%i s of silence, case %#', (seconds, reading, words) => expect(after(seconds, reading)).toEqual(words))
})

describe('the end', () => {
  const commits = [{ hash: '0123456789abcdef', subject: 's', by: 'drover' as const }]
  const done = oneTry({ outcome: 'completed', endedAt: at(61), commits, filesChanged: 2, insertions: 5, deletions: 1 })
  const limit = oneTry({
    n: 2,
    agent: 'codex',
    outcome: 'failed',
    category: 'usage_limit',
    reason: 'limit\nreached',
    endedAt: at(5),
    totals: { inputTokens: 900, outputTokens: 100, costUsd: 0.5, toolCalls: 1 },
  })
  test.each([
    [done, '✓ try 1 completed · claude-code:opus · Mend the login · 0123456789ab · 1m 01s · 2 files +5 -1'],
    [limit, '✗ try 2 failed (usage_limit) · codex · Mend the login · 5s · limit reached'],
    [oneTry({ outcome: 'cancelled', endedAt: at(1) }), '• try 1 cancelled · claude-code:opus · Mend the login · 1s'],
    [
      oneTry({ outcome: 'needs_user', endedAt: at(1), reason: 'which way' }),
      '? try 1 needs you · claude-code:opus · Mend the login · 1s · which way',
    ],
  ])('a try that ended, case %#', (one, text) => expect(endedLine(one, null).text).toBe(text))
  test('in 60 columns the title gives way, the commit stays', () => {
    const { text } = endedLine({ ...done, title: 'A title that goes on and on' }, 70)
    expect(columnsOf(text)).toBeLessThanOrEqual(70)
    expect(text).toContain('0123456789ab')
  })
  test('the table has a row an agent, and one for all', () => {
    const ended = relay({ state: 'ended', endReason: 'target_met', endedAt: at(100) })
    expect(endTable(ended, [done, limit])).toEqual({
      head: ['AGENT', 'TRIES', 'PASSED', 'FAILED', 'CANCELLED', 'TOKENS', 'COST', 'TIME', 'COMMITS'],
      rows: [
        ['claude-code:opus', '1', '1', '0', '0', '-', '-', '1m 01s', '1'],
        ['codex', '1', '0', '1', '0', '1.0k', '$0.50', '5s', '0'],
        ['all', '2', '1', '1', '0', '1.0k', '$0.50', '1m 40s', '1'],
      ],
    })
    expect(endTable(ended, [oneTry({ outcome: 'parked' })]).head).toContain('PARKED')
  })
  test('every outcome is counted once', () => {
    const outcomes = ['completed', 'failed', 'incomplete', 'no_change', 'needs_user', 'cancelled', 'parked'] as const
    const { tries, passed, failed, cancelled, parked } = sumsOf(
      'x',
      outcomes.map((outcome) => oneTry({ outcome })),
    )
    expect([tries, passed, failed, cancelled, parked]).toEqual([7, 1, 4, 1, 1])
  })
  test('only a met target and an empty queue are good; else a line a reason', () => {
    const unavailable = relay({
      state: 'ended',
      endReason: 'all_agents_unavailable',
      notes: ['codex: signed out', 'gemini: not eligible'],
    })
    expect(endLines(unavailable, []).map(({ text }) => text)).toEqual([
      'r-1 ended: all agents unavailable; 1 of 5 done',
      '  codex: signed out',
      '  gemini: not eligible',
    ])
    const reasons = [
      'target_met',
      'queue_empty',
      'queue_stuck',
      'all_agents_unavailable',
      'stopped',
      'replaced',
      'failed',
    ]
    expect(reasons.filter((endReason) => isGood(relay({ endReason: endReason as Relay['endReason'] }), []))).toEqual([
      'target_met',
      'queue_empty',
    ])
  })
  test('a queue of which a task was given up is not done, and the task is named', () => {
    const end = relay({ state: 'ended', endReason: 'queue_empty', target: null, completed: 1, failed: 2 })
    const tasks = [
      { id: 't-1', state: 'failed' },
      { id: 't-2', state: 'ready' },
      { id: 't-3', state: 'needs_user' },
      { id: 't-4', state: 'failed' },
    ] as const
    const left = leftBehind(
      [{ taskId: 't-1' }, { taskId: 't-1' }, { taskId: 't-2' }, { taskId: 't-3' }, { taskId: null }],
      tasks,
    )
    expect(left).toEqual(['t-1', 't-3'])
    expect(isGood(end, left)).toBe(false)
    expect(endLines(end, left).map(({ text, tone }) => `${tone} ${text}`)).toEqual([
      'bad r-1 ended: the queue is empty but for what nobody could do; 1 done, 2 given up',
      'plain   t-1 is left: drover task get t-1; once more with drover task set t-1 --ready',
      'plain   t-3 is left: drover task get t-3; once more with drover task set t-3 --ready',
    ])
    // Somebody tried it once more meanwhile, and it was done.
    expect(isGood(end, leftBehind([{ taskId: 't-1' }], []))).toBe(true)
  })
})
