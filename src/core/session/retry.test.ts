import { describe, expect, it } from 'vitest'
import { redacted } from '#core/redact'
import { decideRetry, type RetryFacts } from './retry.ts'

const turn = { n: 2, state: 'error', prompt: 'Fix it', carried: false } as const
const facts: RetryFacts = { id: 'shop-1', phase: 'live', ending: false, turn }

describe('a retry', () => {
  it.each<[string, Partial<RetryFacts>, string | { prompt: string }]>([
    ['says the words of a failed turn again', {}, { prompt: 'Fix it' }],
    ['says those of a lost one', { turn: { ...turn, state: 'lost' } }, { prompt: 'Fix it' }],
    ['says those of a stopped one', { turn: { ...turn, state: 'cancelled' } }, { prompt: 'Fix it' }],
    ['has nothing to say after a completed one', { turn: { ...turn, state: 'completed' } }, 'NOTHING_TO_RETRY'],
    ['has nothing to say before the first', { turn: null }, 'NOTHING_TO_RETRY'],
    ['leaves mail to its own carrying', { turn: { ...turn, carried: true } }, 'NOTHING_TO_RETRY'],
    ['does not send a secret that is gone', { turn: { ...turn, prompt: `use ${redacted}` } }, 'NOTHING_TO_RETRY'],
    ['waits for a running turn', { turn: { ...turn, state: 'running' } }, 'TURN_IN_PROGRESS'],
    ['waits for the start', { phase: 'starting', turn: null }, 'SESSION_STARTING'],
    ['does not wake the dead', { phase: 'ended' }, 'SESSION_ENDED'],
    ['does not overtake a kill', { ending: true }, 'SESSION_ENDED'],
  ])('%s', (_name, more, expected) => {
    const decision = decideRetry({ ...facts, ...more })
    if (typeof expected === 'string') expect(decision).toMatchObject({ refused: expected, hint: expect.any(String) })
    else expect(decision).toEqual(expected)
  })
})
