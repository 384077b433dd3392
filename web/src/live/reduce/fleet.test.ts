import { describe, expect, it } from 'vitest'
import type { Change, ChangeType, Payload } from '#contract/change'
import type { Session } from '#contract/session'
import type { Task } from '#contract/task'
import { applyChanges, emptyFleet, fromLists, withSession } from './fleet.ts'

const session = (id: string, name: string, updatedAt = '2026-01-01T00:00:00.000Z'): Session =>
  ({ id, name, updatedAt, activity: { state: 'idle', since: updatedAt } }) as Session
const change = <T extends ChangeType>(seq: number, type: T, sessionId: string, payload: Payload<T>): Change =>
  ({
    seq,
    at: '2026-01-01T00:00:00.000Z',
    type,
    projectId: 'demo',
    sessionId,
    payload,
  }) as Change

describe('the fleet', () => {
  it('follows changes in order, and a replay of old ones changes nothing', () => {
    const changes = [
      change(1, 'session_created', 'demo-1', session('demo-1', 'a')),
      change(2, 'session_updated', 'demo-1', session('demo-1', 'b')),
      change(3, 'turn_started', 'demo-1', { turn: 1 }),
    ]
    const fleet = applyChanges(emptyFleet, changes)
    expect(fleet.sessions.get('demo-1')?.name).toBe('b')
    expect(applyChanges(fleet, changes)).toBe(fleet)
    expect(
      applyChanges(fleet, [...changes, change(4, 'session_removed', 'demo-1', { code: 'SETUP_FAILED' })]),
    ).toMatchObject({
      seq: 4,
      removed: new Map([['demo-1', 'SETUP_FAILED']]),
    })
  })

  it('takes what happened while the list was read', () => {
    const fleet = applyChanges(fromLists(5, [session('demo-1', 'old')], []), [
      change(6, 'session_updated', 'demo-1', session('demo-1', 'new')),
    ])
    expect(fleet.sessions.get('demo-1')?.name).toBe('new')
  })

  it('keeps the tasks that ask for somebody, until they do not', () => {
    const task = (id: string, state: Task['state']): Task => ({ id, state }) as Task
    const steps: readonly (readonly ['task_added' | 'task_updated' | 'task_removed', Task, string])[] = [
      ['task_added', task('t-1', 'ready'), ''],
      ['task_updated', task('t-1', 'needs_user'), 't-1'],
      ['task_updated', task('t-2', 'failed'), 't-1 t-2'],
      ['task_updated', task('t-1', 'ready'), 't-2'],
      ['task_removed', task('t-2', 'failed'), ''],
    ]
    let fleet = emptyFleet
    steps.forEach(([type, payload, left], i) => {
      fleet = applyChanges(fleet, [change(i + 1, type, 'none', payload)])
      expect([...fleet.asking.keys()].join(' ')).toBe(left)
    })
  })

  it('does not step back when an answer is older than the stream', () => {
    const fleet = fromLists(1, [session('demo-1', 'new', '2026-01-02T00:00:00.000Z')], [])
    expect(withSession(fleet, session('demo-1', 'old'))).toBe(fleet)
  })
})
