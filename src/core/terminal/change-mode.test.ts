/** From headless into an interface and back: in every phase, in a turn and at a dialog. */
import { expect, it } from 'vitest'
import { decideHeadless, decideMode, decideOpen, type ModeFacts } from './change-mode.ts'

const facts = (more: Partial<ModeFacts> = {}): ModeFacts => ({
  id: 'shop-1',
  phase: 'live',
  activity: 'idle',
  turnRunning: false,
  asks: false,
  launchId: null,
  terminal: false,
  ...more,
})
const word = (decided: unknown): unknown => (decided as { refused?: string }).refused ?? decided

it.each([
  [{}, false, 'open'],
  [{ turnRunning: true }, true, 'TURN_IN_PROGRESS'],
  [{ terminal: true }, true, 'already'],
  [{ terminal: true, turnRunning: true }, true, 'already'],
  [{ terminal: true }, false, 'open'],
  [{ phase: 'starting' }, false, 'SESSION_STARTING'],
  [{ phase: 'ended' }, false, 'SESSION_ENDED'],
] as const)('opening %o (a process runs: %s): %s', (more, opened, answer) => {
  expect(word(decideOpen({ ...facts(more), opened }))).toBe(answer)
})

it.each([
  [{}, false, false, 'already'],
  [{ terminal: true }, false, false, 'leave'],
  [{ terminal: true }, true, false, 'SESSION_AWAITING_DECISION'],
  [{ terminal: true, turnRunning: true }, false, false, 'TURN_IN_PROGRESS'],
  [{ terminal: true, turnRunning: true }, true, true, 'leave'],
  [{ terminal: true, phase: 'ended' }, false, false, 'leave'],
  [{ phase: 'ended' }, false, false, 'SESSION_ENDED'],
  [{ terminal: true, phase: 'starting' }, false, true, 'SESSION_STARTING'],
] as const)('leaving %o (dialog %s, force %s): %s', (more, dialog, force, answer) => {
  expect(word(decideHeadless({ ...facts(more), dialog }, force))).toBe(answer)
})

it.each([
  [undefined, undefined, 'headless'],
  [undefined, 'terminal', 'terminal'],
  ['headless', 'terminal', 'headless'],
  ['terminal', undefined, 'terminal'],
] as const)('asked for %s, configured %s: %s', (asked, configured, mode) => {
  expect(decideMode(asked, configured)).toBe(mode)
})
