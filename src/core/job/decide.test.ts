import { describe, expect, it } from 'vitest'
import type { OwnPersona } from '#contract/door'
import { concludeJob, longestJobMs, planJob, takeUp } from './decide.ts'

const personas: Record<string, OwnPersona> = {
  voice: { system: 'Speak.', agent: 'cc:haiku', tools: 'none', timeoutMs: 5000, budgetUsd: 1 },
  coder: { tools: 'all', project: 'shop', permissions: 'bypass' },
}

describe('what a job is started with', () => {
  it('the default agent, a directory of its own, three quarters of an hour', () => {
    expect(planJob({ prompt: 'go' }, personas)).toEqual({
      prompt: 'go',
      persona: null,
      agent: null,
      projectId: null,
      permissions: null,
      budgetUsd: null,
      timeoutMs: longestJobMs,
    })
  })
  it('a persona’s own, and what the caller says before it', () => {
    expect(planJob({ prompt: 'go', persona: 'voice', timeoutMs: 9 }, personas)).toMatchObject({
      prompt: 'go',
      agent: 'cc:haiku',
      permissions: 'read-only',
      budgetUsd: 1,
      timeoutMs: 9,
    })
    expect(planJob({ prompt: 'go', persona: 'coder', project: 'blog' }, personas)).toMatchObject({
      projectId: 'blog',
      permissions: 'bypass',
    })
  })
  it.each([
    [{ prompt: '  ' }, 'PROMPT_REQUIRED'],
    [{ prompt: 'go', persona: 'toString' }, 'PERSONA_NOT_FOUND'],
    [{ prompt: 'go', persona: 'Voice' }, 'PERSONA_NOT_FOUND'],
    [{ prompt: 'go', persona: 'voice', project: 'shop' }, 'ABILITY_MISSING'],
  ])('%j: %s', (asked, refused) => expect(planJob(asked, personas)).toMatchObject({ refused }))
})

it.each([
  ['completed', null, 'completed', null],
  ['completed', 'timeout', 'completed', null],
  ['completed', 'cancelled', 'completed', null],
  ['cancelled', 'timeout', 'timeout', 'TURN_TIMEOUT'],
  ['lost', 'timeout', 'timeout', 'TURN_TIMEOUT'],
  ['cancelled', 'budget', 'failed', 'BUDGET_REACHED'],
  ['cancelled', 'cancelled', 'cancelled', null],
  ['cancelled', null, 'cancelled', null],
  ['error', 'cancelled', 'cancelled', null],
  ['error', null, 'failed', 'AGENT_FAILED'],
  ['lost', null, 'failed', 'AGENT_CRASHED'],
] as const)('%s, asked to end by %s: %s', (outcome, ending, state, errorCode) =>
  expect(concludeJob(outcome, ending, null)).toMatchObject({ state, errorCode }),
)

it.each([
  ['queued', 'none', 'wait'],
  ['running', 'none', 'begin'],
  ['running', 'missing', 'begin'],
  ['running', 'turn runs', 'watch'],
  ['running', 'parked', 'watch'],
  ['running', 'turn ended', 'conclude'],
  ['running', 'without turn', 'lost'],
] as const)('left %s with %s: %s', (state, session, act) => expect(takeUp({ state, session })).toBe(act))
