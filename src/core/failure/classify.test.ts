/** The table of categories, and what evidence each one is read from. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Evidence, FailureCategory } from '#contract/agent-event'
import { failureCategories } from '#contract/agent-event'
import { isFailureCategory, strategyOf } from './categories.ts'
import { classify } from './classify.ts'

const event = (rest: Omit<Evidence, 'channel'>): Evidence => ({ channel: 'event', ...rest })

describe('one piece of evidence', () => {
  test.each<[string, Evidence, FailureCategory]>([
    ['insufficient quota', event({ type: 'insufficient_quota', status: 429 }), 'usage_limit'],
    ['codex usage limit', event({ type: 'usage_limit_reached' }), 'usage_limit'],
    ['payment required', event({ status: 402 }), 'usage_limit'],
    [
      '429 that speaks of a quota',
      event({ status: 429, message: "You've hit your limit · resets 3pm (UTC)" }),
      'usage_limit',
    ],
    [
      'rate word, quota message',
      event({ type: 'rate_limit', message: 'Claude AI usage limit reached|1767225600' }),
      'usage_limit',
    ],
    ['credit balance', event({ status: 400, message: 'Your credit balance is too low' }), 'usage_limit'],
    [
      'opencode monthly limit',
      event({ status: 403, message: 'Monthly limit reached for this workspace' }),
      'usage_limit',
    ],
    ['429', event({ status: 429 }), 'rate_limit'],
    ['rate limit word', event({ type: 'rate_limit_error' }), 'rate_limit'],
    ['rate limit on stderr', { channel: 'stderr', message: 'Error: Too Many Requests' }, 'rate_limit'],
    [
      '429 with a time to wait',
      event({ status: 429, message: 'rate limited, retry', retryAfterSeconds: 3 }),
      'rate_limit',
    ],
    ['529', event({ status: 529 }), 'overloaded'],
    ['overloaded word in a 500', event({ status: 500, type: 'overloaded_error' }), 'overloaded'],
    ['codex high demand', event({ message: "We're currently experiencing high demand" }), 'overloaded'],
    ['500', event({ status: 500, type: 'api_error' }), 'transient'],
    ['500 whose body mentions a rate limit', event({ status: 500, message: 'rate limit service broke' }), 'transient'],
    ['503', { channel: 'http', status: 503 }, 'transient'],
    ['timeout', event({ message: 'Request timed out' }), 'transient'],
    ['reset connection', event({ type: 'ECONNRESET' }), 'transient'],
    ['stream cut', event({ message: 'stream disconnected before completion' }), 'transient'],
    ['401', event({ status: 401 }), 'auth'],
    ['403', event({ status: 403 }), 'auth'],
    ['auth word', event({ type: 'authentication_failed' }), 'auth'],
    ['T16: gemini tier', { channel: 'stderr', message: 'IneligibleTierError: this account …' }, 'auth'],
    ['gemini client', event({ type: 'UNSUPPORTED_CLIENT' }), 'auth'],
    ['signed out', { channel: 'stderr', message: 'Not logged in. Please run /login' }, 'auth'],
    ['404 of a model', event({ status: 404, type: 'not_found_error', message: 'model: claude-nope' }), 'invalid_model'],
    ['model word', event({ type: 'model_not_found', status: 404 }), 'invalid_model'],
    [
      '400 of a model',
      event({ status: 400, message: "The 'x' model is not supported when using Codex" }),
      'invalid_model',
    ],
    ['lost conversation', event({ message: 'No conversation found with session ID: 1' }), 'context_lost'],
    ['lost conversation on stderr', { channel: 'stderr', message: 'Session not found: ses_x' }, 'context_lost'],
    ['missing binary', { channel: 'runtime', type: 'ENOENT' }, 'launch'],
    ['argument list too long', { channel: 'runtime', type: 'E2BIG' }, 'launch'],
    ['exec format', { channel: 'runtime', type: 'ENOEXEC' }, 'launch'],
    ["the shell's not found", { channel: 'exit', exitCode: 127 }, 'launch'],
    ['ENOENT of a tool is no launch failure', event({ type: 'ENOENT' }), 'unknown'],
    ['400', event({ status: 400, type: 'invalid_request_error' }), 'agent_error'],
    ['exit 1', { channel: 'exit', exitCode: 1 }, 'agent_error'],
    ['killed', { channel: 'exit', exitCode: null, signal: 'SIGKILL' }, 'agent_error'],
    ['exit 0 without a final event', { channel: 'exit', exitCode: 0 }, 'unknown'],
  ])('%s', (_name, evidence, expected) => {
    expect(classify([evidence])).toBe(expected)
  })

  test.each(failureCategories.map((category) => [category]))('a stated %s is believed', (category) => {
    expect(classify([event({ stated: category })])).toBe(category)
    expect(classify([{ channel: 'exit', exitCode: 1 }, event({ stated: category })])).toBe(category)
  })
})

describe('several pieces', () => {
  test('no evidence is unknown', () => {
    expect(classify([])).toBe('unknown')
  })

  test('a stated category wins over every sign', () => {
    expect(classify([event({ status: 401 }), { channel: 'stderr', stated: 'stalled' }])).toBe('stalled')
  })

  test('a structured event wins over standard error', () => {
    expect(classify([{ channel: 'stderr', message: 'ECONNRESET' }, event({ status: 401 })])).toBe('auth')
  })

  test('standard error tells more than a bare failure event', () => {
    const bare = event({ type: 'error_during_execution', stated: 'agent_error' })
    expect(classify([bare, { channel: 'stderr', message: 'No conversation found with session ID: 1' }])).toBe(
      'context_lost',
    )
  })

  test('the exit says the least', () => {
    expect(
      classify([
        { channel: 'exit', exitCode: 1 },
        { channel: 'log', message: 'overloaded_error' },
      ]),
    ).toBe('overloaded')
  })

  test('a message beside an exit code is not read', () => {
    expect(classify([{ channel: 'exit', exitCode: 1, message: 'rate limit' }])).toBe('agent_error')
  })

  test('any order of any evidence gives the same category', () => {
    const one = fc.record(
      {
        channel: fc.constantFrom('exit', 'event', 'stderr', 'http', 'log', 'runtime'),
        status: fc.constantFrom(400, 401, 404, 429, 500, 529),
        type: fc.constantFrom('rate_limit', 'overloaded_error', 'ENOENT', 'whatever'),
        message: fc.constantFrom('usage limit reached', 'Request timed out', 'hello'),
        exitCode: fc.constantFrom(0, 1, 127, null),
        stated: fc.constantFrom(...failureCategories),
      },
      { requiredKeys: ['channel'] },
    )
    fc.assert(
      fc.property(fc.array(one, { maxLength: 5 }), (evidence) => {
        const category = classify(evidence as Evidence[])
        expect(isFailureCategory(category)).toBe(true)
        expect(classify(evidence.toReversed() as Evidence[])).toBe(category)
      }),
    )
  })

  test('the order of evidence does not matter', () => {
    const all = [event({ status: 500 }), event({ status: 429, message: 'quota exceeded' }), event({ status: 429 })]
    expect(classify(all)).toBe('usage_limit')
    expect(classify(all.toReversed())).toBe('usage_limit')
  })
})

describe('casual sentences on structured channels', () => {
  test.each([
    'wrote a test for the limiter',
    'the model said hello',
    'session ended',
    'error 429 in file names is fine',
    'exit limit',
  ])('%s', (message) => {
    expect(classify([event({ message })])).toBe('unknown')
  })
})

describe('strategies', () => {
  test.each<[FailureCategory, string, string, string]>([
    ['usage_limit', 'quota', 'none', 'bench'],
    ['rate_limit', 'infra', 'wait', 'pause'],
    ['overloaded', 'infra', 'backoff', 'pause'],
    ['transient', 'infra', 'backoff', 'pause'],
    ['stalled', 'infra', 'once', 'pause'],
    ['launch', 'infra', 'none', 'rotate'],
    ['auth', 'agent', 'none', 'rotate'],
    ['invalid_model', 'agent', 'none', 'rotate'],
    ['context_lost', 'agent', 'once_fresh', 'rotate'],
    ['incomplete', 'incomplete', 'guided', 'rotate'],
    ['no_change', 'agent', 'budget', 'rotate'],
    ['agent_error', 'agent', 'budget', 'rotate'],
    ['unknown', 'agent', 'budget', 'rotate'],
    ['cancelled', 'operator', 'none', 'rest'],
  ])('%s', (category, kind, retry, after) => {
    expect(strategyOf(category)).toMatchObject({ class: kind, retry, after })
  })

  test('every category has one', () => {
    expect(failureCategories).toHaveLength(14)
    expect(isFailureCategory('auth')).toBe(true)
    expect(isFailureCategory('toString')).toBe(false)
  })

  test('only a spent quota and unfinished work are handed on, only credentials share a notice', () => {
    expect(failureCategories.filter((one) => strategyOf(one).handOff)).toEqual(['usage_limit', 'incomplete'])
    expect(failureCategories.filter((one) => strategyOf(one).noticePer === 'credential')).toEqual(['auth'])
  })
})
