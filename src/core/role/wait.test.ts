/** What may be waited for, and when it has come. */
import { describe, expect, it } from 'vitest'
import { type ChildFacts, isSettled, judgeWait, readDuration, readWait, type WaitFacts } from './wait.ts'

const now = new Date('2026-01-01T12:00:00.000Z')
const since = now.toISOString()

describe('reading', () => {
  it.each([
    ['children', undefined, { for: 'children', taskId: null, until: null }],
    [' mail ', '2h', { for: 'mail', taskId: null, until: '2026-01-01T14:00:00.000Z' }],
    ['task:t-3', '90', { for: 'task', taskId: 't-3', until: '2026-01-01T12:01:30.000Z' }],
    ['time:30m', undefined, { for: 'time', taskId: null, until: '2026-01-01T12:30:00.000Z' }],
    ['time:30m', '2h', { for: 'time', taskId: null, until: '2026-01-01T12:30:00.000Z' }],
  ])('%s %s', (text, deadline, wanted) => expect(readWait(text, deadline, now)).toEqual({ ...wanted, since }))

  it.each([
    ['', undefined],
    ['kids', undefined],
    ['task:', undefined],
    ['task: ', undefined],
    ['time:', undefined],
    ['time:soon', undefined],
    ['time:0', undefined],
    ['time:31d', undefined],
    ['children', ''],
    ['children', 'tomorrow'],
    ['Children', undefined],
  ])('%j %j is refused', (text, deadline) =>
    expect(readWait(text, deadline, now)).toMatchObject({ refused: 'WAIT_INVALID', hint: expect.any(String) }),
  )

  it.each([
    ['90', 90_000],
    ['1.5h', 5_400_000],
    ['500ms', 500],
    ['2d', 172_800_000],
    ['-1', null],
    ['1 week', null],
  ])('duration %j is %j', (text, ms) => expect(readDuration(text)).toBe(ms))
})

const child = (state: 'owed' | 'reported' | 'missing' | null, phase: ChildFacts['phase'] = 'live'): ChildFacts => ({
  id: 'c',
  phase,
  report: state === null ? null : { state, mailId: null, at: since },
})

describe('settled', () => {
  it.each([
    [child('owed'), false],
    [child('owed', 'starting'), false],
    [child('reported'), true],
    [child('missing'), true],
    [child('owed', 'ended'), true],
    [child(null), false],
    [child(null, 'ended'), true],
  ])('%j: %j', (facts, wanted) => expect(isSettled(facts)).toBe(wanted))
})

describe('has it come?', () => {
  const past = '2026-01-01T11:59:59.000Z'
  const future = '2026-01-01T12:00:01.000Z'
  const facts = (what: 'children' | 'mail' | 'task' | 'time', until: string | null, more: Partial<WaitFacts> = {}) => ({
    waiting: { for: what, taskId: what === 'task' ? 't' : null, until, since },
    now,
    children: [],
    queued: 0,
    task: null,
    ...more,
  })
  it.each([
    ['one child at work', facts('children', null, { children: [child('owed'), child('reported')] }), 'waiting'],
    ['all reported', facts('children', null, { children: [child('reported'), child('reported')] }), 'met'],
    ['all dead', facts('children', null, { children: [child('owed', 'ended'), child('missing')] }), 'met'],
    ['at work, deadline past', facts('children', past, { children: [child('owed')] }), 'late'],
    ['reported at the deadline', facts('children', past, { children: [child('reported')] }), 'met'],
    ['no mail', facts('mail', future), 'waiting'],
    ['mail', facts('mail', future, { queued: 1 }), 'met'],
    ['no mail, deadline past', facts('mail', past), 'late'],
    ['a task that is ready', facts('task', null, { task: 'ready' }), 'waiting'],
    ['a task that is held', facts('task', null, { task: 'claimed' }), 'waiting'],
    ['a task that is done', facts('task', null, { task: 'done' }), 'met'],
    ['a task that failed', facts('task', null, { task: 'failed' }), 'met'],
    ['a task that needs somebody', facts('task', null, { task: 'needs_user' }), 'met'],
    ['a task that is gone', facts('task', null), 'met'],
    ['a time to come', facts('time', future), 'waiting'],
    ['a time that passed', facts('time', past), 'met'],
  ] as const)('%s', (_, given, wanted) => expect(judgeWait(given as WaitFacts)).toBe(wanted))
})
