import { describe, expect, test } from 'vitest'
import type { Change } from '#contract/change'
import { defaultNotifyKinds, pageKinds } from '#contract/notify'
import type { Session } from '#contract/session'
import { itemsOf, itemsOfTalk } from './items.ts'

const at = '2026-01-02T03:04:05.000Z'
const session = (more: Partial<Session>): Session =>
  ({
    id: 'shop-1',
    name: 'Mend it',
    title: 'Mend it',
    phase: 'live',
    status: 'idle',
    activity: { state: 'idle', since: at },
    queued: 0,
    request: null,
    trouble: null,
    failure: null,
    health: null,
    branch: 'drover/shop-1/root',
    effortId: null,
    role: null,
    turn: null,
    lastText: null,
    lastActivityAt: at,
    ...more,
  }) as Session
const told = (payload: Session) =>
  itemsOf({ seq: 1, at, type: 'session_updated', projectId: 'shop', sessionId: payload.id, payload })
const change = (type: string, payload: unknown) => itemsOf({ seq: 7, at, type, projectId: 'shop', payload } as Change)
const asked = { requestId: 'r1', type: 'question', text: 'Which one?', options: [] } as const
const failure = { category: 'auth', code: 'X', message: 'signed out', hint: '', at, resetAt: null } as const

describe('what of a change rings', () => {
  test('the same question twice is the same item, another one is another', () => {
    const first = told(session({ status: 'needs_input', request: asked }))
    const again = told(session({ status: 'needs_input', request: asked, lastText: 'hm' }))
    const second = told(session({ status: 'needs_input', request: { ...asked, requestId: 'r2' } }))
    expect(first).toMatchObject([
      { kind: 'question', title: 'Mend it needs you', body: 'Which one?', path: '/sessions/shop-1' },
    ])
    expect(again[0]?.key).toBe(first[0]?.key)
    expect(second[0]?.key).not.toBe(first[0]?.key)
  })

  test.each([
    ['working', session({ status: 'working', turn: { n: 1, state: 'running', startedAt: at } }), []],
    ['failed', session({ status: 'failed', failure }), ['failed']],
    ['failed in a relay', session({ status: 'failed', failure, branch: 'drover/relay/r-1/1' }), []],
    ['parked', session({ status: 'parked', failure }), ['parked']],
    ['a turn that completed', session({ turn: { n: 2, state: 'completed', startedAt: at } }), ['done']],
    ['the same with more queued', session({ queued: 1, turn: { n: 2, state: 'completed', startedAt: at } }), []],
    ['the same in an effort', session({ effortId: 'e-1', turn: { n: 2, state: 'completed', startedAt: at } }), []],
    ['ended', session({ phase: 'ended', status: 'ended', request: asked }), []],
  ])('%s', (_, one, kinds) => expect(told(one).map(({ kind }) => kind)).toEqual(kinds))

  test.each([
    [
      'mail_sent',
      { id: 'mail-1', to: 'operator', type: 'decision_gate', subject: 'Which', body: 'b', thread: 'mail-1' },
      ['gate'],
    ],
    [
      'mail_sent',
      { id: 'mail-1', to: 'operator', type: 'escalation', subject: 'Help', body: 'b', thread: 'mail-1' },
      ['escalation'],
    ],
    ['mail_sent', { id: 'mail-1', to: 'operator', type: 'status', subject: 's', body: 'b', thread: 'mail-1' }, []],
    ['mail_sent', { id: 'mail-1', to: 'shop-1', type: 'decision_gate', subject: 's', body: 'b', thread: 'mail-1' }, []],
    [
      'merge_updated',
      { id: 'm-1', state: 'needs_human', needsApproval: [], attempts: 1, branch: 'b', target: 'main' },
      ['merge'],
    ],
    [
      'merge_updated',
      { id: 'm-1', state: 'ready', needsApproval: ['agent'], attempts: 1, branch: 'b', target: 'main' },
      ['merge'],
    ],
    ['merge_updated', { id: 'm-1', state: 'ready', needsApproval: [], attempts: 1, branch: 'b', target: 'main' }, []],
    ['task_updated', { id: 't-1', state: 'needs_user', title: 't', projectId: 'shop', result: null }, ['task']],
    ['task_updated', { id: 't-1', state: 'done', title: 't', projectId: 'shop', result: null }, []],
    ['effort_completed', { id: 'e-1', goal: 'g', state: 'completed', reason: null }, ['done']],
    ['effort_completed', { id: 'e-1', goal: 'g', state: 'failed', reason: 'r' }, ['needs-human']],
    ['effort_completed', { id: 'e-1', goal: 'g', state: 'stopped', reason: null }, []],
    ['relay_ended', { id: 'r-1', endReason: 'queue_empty', notes: [], failed: 0 }, ['done']],
    ['relay_ended', { id: 'r-1', endReason: 'queue_empty', notes: [], failed: 1 }, ['needs-human']],
    ['relay_ended', { id: 'r-1', endReason: 'all_agents_unavailable', notes: ['n'] }, ['needs-human']],
    ['relay_ended', { id: 'r-1', endReason: 'stopped', notes: [] }, []],
    ['agent_state_changed', { agent: 'cc', kind: 'spec', state: 'frozen', until: null, reason: null }, ['frozen']],
    ['agent_state_changed', { agent: 'cc', kind: 'spec', state: 'benched', until: null, reason: null }, []],
    ['turn_started', { turn: 1 }, []],
  ])('%s %o', (type, payload, kinds) => expect(change(type, payload).map(({ kind }) => kind)).toEqual(kinds))
})

test('a conversation with a persona rings when it answers, asks or fails, and leads to its page', () => {
  const done = { n: 2, state: 'completed', startedAt: at } as const
  const items = (more: Partial<Session>) => itemsOfTalk(session(more), 'chef').map(({ kind, path }) => [kind, path])
  expect(items({ turn: done, lastText: 'soup' })).toEqual([['talk', '/talk/chef']])
  expect(items({ turn: done, queued: 1 })).toEqual([])
  expect(items({ turn: { ...done, state: 'running' } })).toEqual([])
  expect(items({ turn: { ...done, state: 'cancelled' } })).toEqual([])
  expect(items({ status: 'needs_input', request: asked })).toEqual([['question', '/talk/chef']])
  expect(items({ status: 'failed', failure })).toEqual([['failed', '/talk/chef']])
})

test('a page rings for answers unless less was chosen', () => {
  expect(pageKinds(defaultNotifyKinds)).toEqual([...defaultNotifyKinds, 'talk'])
  expect(pageKinds([...defaultNotifyKinds, 'talk']).filter((kind) => kind === 'talk')).toHaveLength(1)
  expect(pageKinds(['failed'])).toEqual(['failed'])
  expect(pageKinds([])).toEqual([])
})
