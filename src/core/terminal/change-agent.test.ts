/** Who may take over, what is kept for the way back, and what a newcomer is owed. */
import { expect, it } from 'vitest'
import type { SessionFacts } from '#core/session/decide'
import { decideSwitch, keepPast } from './change-agent.ts'

const facts = (more: Partial<SessionFacts> = {}): SessionFacts => ({
  id: 'shop-1',
  phase: 'live',
  activity: 'idle',
  turnRunning: false,
  asks: false,
  launchId: null,
  ...more,
})

it.each([
  [{}, 'accept'],
  [{ turnRunning: true }, 'TURN_IN_PROGRESS'],
  [{ asks: true }, 'TURN_IN_PROGRESS'],
  [{ phase: 'starting' }, 'SESSION_STARTING'],
  [{ phase: 'ended' }, 'SESSION_ENDED'],
] as const)('of a session with %o: %s', (more, answer) => {
  const decided = decideSwitch(facts(more))
  expect(typeof decided === 'string' ? decided : decided.refused).toBe(answer)
})

const session = { harness: 'codex', model: null, nativeId: 'c-1', turn: 4 }

it('the way back goes to the conversation that was left, and what happened since is owed', () => {
  const there = keepPast(session, { harness: 'claude-code' })
  expect(there).toEqual({
    past: [{ harness: 'codex', model: null, nativeId: 'c-1', turn: 4 }],
    nativeId: null,
    owed: 0,
  })
  const back = keepPast(
    { harness: 'claude-code', model: null, nativeId: 'k-1', turn: 6, past: there.past },
    { harness: 'codex' },
  )
  expect(back).toEqual({
    past: [{ harness: 'claude-code', model: null, nativeId: 'k-1', turn: 6 }],
    nativeId: 'c-1',
    owed: 4,
  })
})

it('another model is the same conversation; before the first turn nothing is owed', () => {
  expect(keepPast({ ...session, owed: 2 }, { harness: 'codex' })).toEqual({ past: [], nativeId: 'c-1', owed: 2 })
  expect(keepPast({ ...session, nativeId: null, turn: 0 }, { harness: 'claude-code' })).toEqual({
    past: [],
    nativeId: null,
    owed: null,
  })
})
