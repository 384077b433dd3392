import { describe, expect, it } from 'vitest'
import type { Change } from '#contract/change'
import type { Effort } from '#contract/effort'
import type { Merge } from '#contract/merge'
import type { Session } from '#contract/session'
import { applyToEfforts, effortsOf } from './effort.ts'

const at = '2026-01-01T10:00:00.000Z'
const session = (id: string, more: Partial<Session> = {}): Session =>
  ({
    ...{ id, name: id, role: 'builder', parentId: 'p-1', depth: 1, taskId: null, status: 'working', files: [] },
    ...{ waitingFor: null, report: null, branch: null, effortId: 'e-1', createdAt: at, turn: { n: 1 } },
    totals: { inputTokens: null, outputTokens: null, costUsd: null },
    ...more,
  }) as unknown as Session
const effort: Effort = {
  id: 'e-1',
  projectId: 'p',
  goal: 'g',
  state: 'running',
  reason: null,
  rootSessionId: 'p-1',
  into: 'main',
  permissions: 'bypass',
  budgetUsd: null,
  sessions: [],
  merges: [],
  totals: { inputTokens: null, outputTokens: null, costUsd: null, unknownCosts: 0, seconds: 0 },
  landed: [],
  createdAt: at,
  endedAt: null,
}
let seq = 10
const change = (type: Change['type'], payload: unknown, sessionId?: string): Change =>
  ({ seq: ++seq, at, type, projectId: 'p', payload, ...(sessionId === undefined ? {} : { sessionId }) }) as Change
const folded = (...changes: readonly Change[]): Effort =>
  applyToEfforts(effortsOf(10, [effort]), changes).efforts.get('e-1')!

describe('efforts', () => {
  it('gains its sessions, and their states move', () => {
    const seen = folded(
      change('session_created', session('p-1', { role: 'coordinator', parentId: null, turn: null })),
      change('session_created', session('p-2')),
      change('session_updated', session('p-2', { status: 'reported' })),
      change('session_created', session('q-1', { effortId: null })),
      change('session_created', session('q-2', { effortId: 'e-9' })),
    )
    expect(seen.sessions.map(({ id, role, status }) => `${role} ${id} ${status}`)).toEqual([
      'coordinator p-1 working',
      'builder p-2 reported',
    ])
  })

  it('sums what is known and counts what is not', () => {
    const told = (costUsd: number) => ({ inputTokens: 10, outputTokens: 1, costUsd })
    const seen = folded(
      change('session_created', session('p-1', { totals: told(0.5) })),
      change('session_created', session('p-2', { totals: told(0.25) })),
      change('session_created', session('p-3')),
      change('session_created', session('p-4', { turn: null })),
    )
    expect(seen.totals).toMatchObject({ inputTokens: 20, outputTokens: 2, costUsd: 0.75, unknownCosts: 1 })
  })

  it('gains its merges and what landed, once', () => {
    const merge = (more: Partial<Merge>) => ({
      id: 'm-1',
      sessionId: 'p-2',
      state: 'queued',
      landedCommit: null,
      ...more,
    })
    const landed = merge({ state: 'landed', landedCommit: 'c1' })
    const seen = folded(
      change('session_created', session('p-2')),
      change('merge_queued', merge({})),
      change('merge_landed', landed),
      change('merge_landed', landed),
      change('merge_queued', merge({ id: 'm-2', sessionId: 'elsewhere' })),
    )
    expect(seen.merges.map(({ id, state }) => [id, state])).toEqual([['m-1', 'landed']])
    expect(seen.landed).toEqual(['c1'])
  })

  it('loses a session whose start was taken back', () => {
    const seen = folded(
      change('session_created', session('p-2')),
      change('session_removed', { code: 'LAUNCH_FAILED' }, 'p-2'),
    )
    expect(seen.sessions).toEqual([])
  })

  it('is replaced by what the daemon says of it, and old changes do nothing', () => {
    const known = effortsOf(10, [effort])
    const ended = { ...effort, state: 'completed' }
    const once = applyToEfforts(known, [change('effort_completed', ended)])
    expect(once.efforts.get('e-1')?.state).toBe('completed')
    expect(applyToEfforts(once, [{ ...change('effort_updated', effort), seq: 3 } as Change])).toBe(once)
  })
})
