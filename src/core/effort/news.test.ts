import { expect, test } from 'vitest'
import type { Change } from '#contract/change'
import { hear, nothingHeard } from './news.ts'

const at = '2026-01-01T10:00:00.000Z'
const effort = (state: string, reason: string | null = null, id = 'e-1') =>
  ({
    type: state === 'running' ? 'effort_started' : 'effort_completed',
    at,
    payload: { id, goal: 'a\ngoal', state, reason },
  }) as unknown as Change
const session = (id: string, status: string, more: object = {}) =>
  ({
    type: 'session_updated',
    at,
    payload: {
      ...{ id, status, effortId: 'e-1', role: 'builder', parentId: 'p-1', waitingFor: null, report: null },
      ...{ endReason: null, failure: null, ...more },
    },
  }) as unknown as Change
const merge = (state: string, more: object = {}) =>
  ({
    type: 'merge_updated',
    at,
    payload: {
      id: 'm-1',
      sessionId: 'p-2',
      branch: 'b',
      target: 'main',
      state,
      reason: null,
      landedCommit: null,
      needsApproval: [],
      ...more,
    },
  }) as unknown as Change

const told = (changes: readonly Change[]): readonly string[] => {
  let heard = nothingHeard('e-1')
  return changes.flatMap((change) => {
    const news = hear(heard, change)
    heard = news.heard
    return news.line ?? []
  })
}

test('the story of an effort, each thing once', () => {
  const waitingFor = { for: 'children', taskId: null, until: '2026-01-01T11:00:00.000Z', since: at }
  expect(
    told([
      session('p-1', 'starting', { role: 'coordinator', parentId: null }),
      effort('running'),
      session('p-1', 'working', { role: 'coordinator', parentId: null }),
      session('p-2', 'starting'),
      session('p-2', 'working'),
      session('p-2', 'working'),
      session('p-1', 'waiting', { role: 'coordinator', parentId: null, waitingFor }),
      session('p-2', 'needs_input'),
      session('p-2', 'working'),
      session('p-2', 'needs_input'),
      session('p-2', 'reported'),
      merge('queued'),
      merge('merging'),
      merge('verifying'),
      merge('ready'),
      merge('landed', { landedCommit: '0123456789abcdef' }),
      session('p-2', 'ended', { endReason: 'completed' }),
      effort('completed'),
      effort('completed'),
    ]),
  ).toEqual([
    'coordinator p-1 begins',
    'e-1 started: a goal',
    'builder p-2 spawned by p-1',
    'coordinator p-1 waits for its children',
    'builder p-2 asks you something',
    'builder p-2 asks you something',
    'builder p-2 reported',
    'm-1 b queued',
    'm-1 b landed on main as 0123456789ab',
    'builder p-2 ended (completed)',
    'e-1 completed',
  ])
})

test.each([
  ['another effort', effort('running', null, 'e-2'), []],
  ['a session of another effort', session('p-9', 'starting', { effortId: 'e-2' }), []],
  ['a merge of a stranger', merge('landed', { sessionId: 'p-9' }), []],
  [
    'a failed turn',
    session('p-2', 'failed', { failure: { message: 'no account' } }),
    ['builder p-2 failed: no account'],
  ],
  [
    'a report that is missing',
    session('p-2', 'idle', { report: { state: 'missing' } }),
    ['builder p-2 gave no report'],
  ],
  ['a failed effort', effort('failed', 'p-2 gave no report.'), ['e-1 failed: p-2 gave no report.']],
])('%s', (_, change, lines) => expect(told([change])).toEqual(lines))

test('a merge that waits for an approval is told', () => {
  expect(told([session('p-2', 'working'), merge('ready', { needsApproval: ['workflows'] })])).toEqual(['m-1 b ready'])
})

test('why a merge did not land', () => {
  const reason = { code: 'verify_failed', message: 'make check failed' }
  expect(told([session('p-2', 'working'), merge('rejected', { reason })])).toEqual([
    'm-1 b rejected: make check failed',
  ])
})
