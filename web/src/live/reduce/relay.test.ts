import { describe, expect, it } from 'vitest'
import type { Change, ChangeType, Payload } from '#contract/change'
import type { AgentStanding, Relay, Try } from '#contract/relay'
import type { Task } from '#contract/task'
import { applyToBoard, boardOf, withRelay, withTask, withTries } from './relay.ts'

const early = '2026-01-01T00:00:00.000Z'
const late = '2026-01-02T00:00:00.000Z'
const task = (id: string, more: Partial<Task> = {}): Task =>
  ({ id, projectId: 'shop', title: id, state: 'ready', updatedAt: early, ...more }) as Task
const relay = (id: string, more: Partial<Relay> = {}): Relay =>
  ({ id, projectId: 'shop', state: 'running', updatedAt: early, ...more }) as Relay
const oneTry = (n: number, more: Partial<Try> = {}): Try =>
  ({ n, projectId: 'shop', relayId: 'r-1', outcome: null, ...more }) as Try
const agent = (name: string, quotaScope = name): AgentStanding =>
  ({ agent: name, quotaScope, state: 'active', until: null, reason: null }) as AgentStanding
const change = <T extends ChangeType>(seq: number, type: T, payload: Payload<T>, projectId = 'shop'): Change =>
  ({ seq, at: early, type, projectId, payload }) as Change

const board = (seq = 0) =>
  boardOf('shop', seq, {
    tasks: [task('t-1')],
    relays: [relay('r-1')],
    agents: [agent('cc:opus', 'claude-code'), agent('cc', 'claude-code'), agent('cx')],
  })

describe('the board of a project', () => {
  it('follows tasks, relays and tries in order, and a replay changes nothing', () => {
    const changes = [
      change(1, 'task_added', task('t-2')),
      change(2, 'task_updated', task('t-1', { state: 'claimed' })),
      change(3, 'relay_updated', relay('r-1', { state: 'paused' })),
      change(4, 'try_started', oneTry(7)),
      change(5, 'try_ended', oneTry(7, { outcome: 'completed' })),
      change(6, 'task_removed', task('t-2')),
    ]
    const after = applyToBoard(board(), changes)
    expect([...after.tasks.values()].map(({ id, state }) => `${id} ${state}`)).toEqual(['t-1 claimed'])
    expect(after.relays.get('r-1')?.state).toBe('paused')
    expect(after.tries.get(7)?.outcome).toBe('completed')
    expect(after.agentsRound).toBe(1)
    expect(applyToBoard(after, changes)).toBe(after)
  })

  it('takes what happened while the lists were read, and only that', () => {
    const changes = [
      change(4, 'task_updated', task('t-1', { title: 'older than the list' })),
      change(5, 'task_added', task('t-9')),
    ]
    expect([...applyToBoard(board(4), changes).tasks.values()].map(({ title }) => title)).toEqual(['t-1', 't-9'])
  })

  it('leaves other projects alone, but hears of agents from everywhere', () => {
    const after = applyToBoard(board(), [
      change(1, 'task_added', task('t-5', { projectId: 'other' }), 'other'),
      change(
        2,
        'agent_state_changed',
        { agent: 'claude-code', kind: 'scope', state: 'benched', until: late, reason: 'usage limit' },
        'other',
      ),
    ])
    expect(after.tasks.has('t-5')).toBe(false)
    expect([...after.agents.values()].map((one) => `${one.agent} ${one.state}`)).toEqual([
      'cc:opus benched',
      'cc benched',
      'cx active',
    ])
    expect(after.agentsRound).toBe(1)
  })

  it('holds a pause against its own spec only', () => {
    const paused = { agent: 'cc', kind: 'spec', state: 'paused', until: late, reason: 'overloaded' } as const
    const after = applyToBoard(board(), [change(1, 'agent_state_changed', paused)])
    expect([...after.agents.values()].map(({ state }) => state)).toEqual(['active', 'paused', 'active'])
  })

  it('does not step back when an answer is older than the stream', () => {
    const now = applyToBoard(board(), [
      change(1, 'task_updated', task('t-1', { updatedAt: late })),
      change(2, 'relay_updated', relay('r-1', { updatedAt: late })),
      change(3, 'try_ended', oneTry(1, { outcome: 'failed' })),
    ])
    expect(withTask(now, task('t-1'))).toBe(now)
    expect(withRelay(now, relay('r-1'))).toBe(now)
    expect(withTries(now, [oneTry(1), oneTry(2)]).tries.get(1)?.outcome).toBe('failed')
    expect(withTask(now, task('t-3', { projectId: 'other' }))).toBe(now)
  })
})
