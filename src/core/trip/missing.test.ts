/** How long a thread that nobody lists is waited for. */
import { expect, it } from 'vitest'
import { seenThread, unlistedSeconds } from './missing.ts'
import { nextStep, type TripFacts } from './next.ts'

const budget = { maxAttempts: 5, maxSeconds: 3600, deadlineSeconds: 7200, ciDeadlineSeconds: 3600, usd: 100 }
const facts: TripFacts = {
  ...{ pushed: 'no', ci: null, thread: 'running', landing: 'agent', toLand: false, landingState: 'none' },
  ...{ mayMerge: false, redAnswered: false, attempts: 0, secondsSinceRed: 0, secondsSinceStart: 0, ciSeconds: 0 },
  ...{ costUsd: null, human: 'nothing', violation: null },
}
const next = (executor: string, seconds: number) =>
  nextStep({ ...facts, thread: seenThread('gone', executor, seconds), secondsSinceStart: seconds }, budget).action

it('wait_when_thread_missing_from_snapshot: for a minute; then a person is asked', () => {
  expect(next('t3', 0)).toBe('wait')
  expect(next('t3', unlistedSeconds - 1)).toBe('wait')
  expect(next('t3', unlistedSeconds)).toBe('escalate_prepush')
})

it('a session here that is gone is gone, and every other word stays what it is', () => {
  expect(next('drover', 0)).toBe('escalate_prepush')
  for (const word of ['starting', 'running', 'idle', 'error', 'stopped', 'asking', 'unknown'] as const)
    expect(seenThread(word, 't3', 0)).toBe(word)
})
