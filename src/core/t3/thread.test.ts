/** Every state of a session in T3's words, and that no mode allows more here than there. */
import { describe, expect, it } from 'vitest'
import { harnessOf, latestTurnOf, permissionsOf, sessionOf, type ThreadFacts } from './thread.ts'

const at = '2030-01-01T00:00:00.000Z'
const facts: ThreadFacts = {
  ...{ id: 't', beginning: false, failure: null, runtimeMode: 'full-access', instanceId: 'codex', updatedAt: at },
  session: null,
}
const session = (more: Partial<NonNullable<ThreadFacts['session']>>): ThreadFacts => ({
  ...facts,
  session: { starting: false, ended: false, turn: null, failure: null, asks: null, updatedAt: at, ...more },
})
const turn = (state: 'running' | 'completed' | 'error' | 'cancelled' | 'lost', more = {}) =>
  session({ turn: { n: 2, state, startedAt: at, endedAt: null }, ...more })

describe('what a thread is at', () => {
  it.each<[string, ThreadFacts, string | null, string | null, string | null]>([
    ['never said anything to', facts, null, null, null],
    ['being begun', { ...facts, beginning: true }, 'starting', null, null],
    ['could not be begun', { ...facts, failure: 'no such agent' }, 'error', null, 'no such agent'],
    ['its session comes up', session({ starting: true }), 'starting', null, null],
    ['its words not given yet', { ...session({}), beginning: true }, 'starting', null, null],
    ['idle without a turn', session({}), 'idle', null, null],
    ['running', turn('running'), 'running', 'running', null],
    ['completed', turn('completed'), 'ready', 'completed', null],
    ['completed and ended', turn('completed', { ended: true }), 'stopped', 'completed', null],
    ['failed', turn('error', { failure: 'it broke' }), 'error', 'error', 'it broke'],
    ['failed without a word', turn('error'), 'error', 'error', 'The turn failed.'],
    ['lost', turn('lost'), 'error', 'error', 'The turn failed.'],
    ['interrupted', turn('cancelled'), 'interrupted', 'interrupted', null],
    ['ended before its first turn', session({ ended: true }), 'stopped', null, null],
    ['killed while it started', { ...session({ ended: true }), failure: 'killed' }, 'error', null, 'killed'],
  ])('%s', (_, thread, status, state, lastError) => {
    expect([sessionOf(thread)?.status ?? null, latestTurnOf(thread)?.state ?? null]).toEqual([status, state])
    expect(sessionOf(thread)?.lastError ?? null).toBe(lastError)
    expect(sessionOf(thread)?.activeTurnId ?? null).toBe(state === 'running' ? 't:2' : null)
  })
})

it.each([
  ['full-access', 'default', 'bypass'],
  ['auto', 'default', 'ask'],
  ['auto-accept-edits', 'default', 'ask'],
  ['approval-required', 'default', 'ask'],
  ['full-access', 'plan', 'read-only'],
  ['approval-required', 'plan', 'read-only'],
])('%s in %s is %s', (mode, interaction, permissions) => expect(permissionsOf(mode, interaction)).toBe(permissions))

it('instances are agents', () =>
  expect(['claudeAgent', 'codex', 'opencode', 'rh'].map(harnessOf)).toEqual(['claude-code', 'codex', 'opencode', 'rh']))
