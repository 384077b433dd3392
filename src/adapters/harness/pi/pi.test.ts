/** Recorded lines of pi 0.73.1 and its launch plans. */
import { describe, expect, it } from 'vitest'
import { classify } from '#core/failure/classify'
import { evidenceOf, type Fixture, fixtureSuite, replay } from '#test/conformance/fixtures.suite'
import { recordedBeside, startWith } from '../recorded.suite.ts'
import { createPi } from './pi.ts'

const harness = createPi()
const recorded = recordedBeside(import.meta.url)
const fixture = (name: string, expected: Fixture['expect'], over: Partial<Fixture> = {}): Fixture => ({
  name,
  start: startWith(),
  steps: recorded(name),
  expect: expected,
  ...over,
})

fixtureSuite('pi', harness, [
  fixture('tool', {
    kinds: ['session', 'usage', 'tool', 'tool_result', 'text', 'usage', 'result'],
    nativeId: '01a1e0cb-ef00-7560-8094-7dc02f655369',
    text: 'done 1',
    result: 'ok',
    failure: null,
    usage: { input: 2856, output: 15, costUsd: 0.001421 + 0.001465 },
    noise: 0,
  }),
  fixture('resume-2', { text: 'recalled fig', result: 'ok' }),
  // It exits with 0.
  fixture('400', { result: 'error', failure: { status: 400 } }),
  fixture('429', { result: 'error', failure: { status: 429 } }),
  fixture('tool-sigterm', { result: 'error', failure: { channel: 'exit', exitCode: 143 } }, { exit: { code: 143 } }),
])

describe('its own retries', () => {
  it('are told, and an answer after them is a success', () => {
    const { events } = replay(harness, startWith(), recorded('429'))
    expect(events.filter((event) => event.kind === 'notice' && event.code === 'retrying')).toHaveLength(3)
    const recovered = [...recorded('429').slice(0, 10), ...recorded('tool').slice(1)]
    expect(evidenceOf(replay(harness, startWith(), recovered).events)).toEqual([])
  })
})

describe('failures', () => {
  const failed = (errorMessage: string, stopReason = 'error') => [
    JSON.stringify({ type: 'message_end', message: { role: 'assistant', content: [], stopReason, errorMessage } }),
    '{"type":"agent_end","messages":[]}',
  ]
  it.each([
    ['401 Incorrect API key provided: fake.', 'auth'],
    ['404 The model `m` does not exist or you do not have access to it.', 'invalid_model'],
    ['429 You exceeded your current quota, please check your plan and billing details.', 'usage_limit'],
    ['terminated', 'transient'],
    ['Connection error.', 'transient'],
  ])('%s is %s', (message, category) => {
    expect(classify(evidenceOf(replay(harness, startWith(), failed(message)).events))).toBe(category)
  })
  it('of an unknown session is context lost', () => {
    const exit = { code: 1, stderrTail: 'No session found matching x' }
    expect(classify(evidenceOf(replay(harness, startWith({ resume: 'x' }), [], exit).events))).toBe('context_lost')
  })
  it('by length are no success', () => {
    expect(evidenceOf(replay(harness, startWith(), failed('', 'length')).events)).not.toEqual([])
  })
})

describe('the launch', () => {
  it('gives no writing tool to a reader and no code of an untrusted repository', () => {
    expect(harness.plan(startWith({ permissions: 'read-only' })).argv).toContain('read,grep,find,ls')
    const program = { binary: '/usr/bin/node', prefix: ['/lib/cli.js'] }
    const stranger = harness.plan(startWith({ trusted: false, program }))
    expect(stranger.argv).toContain('--no-extensions')
    expect(stranger.files.map((file) => file.content).join()).toContain('/repo/.pi/settings.json')
    expect(harness.plan(startWith({ program })).files).toEqual([])
    expect(() => harness.plan(startWith({ trusted: false }))).toThrow(/not the npm package/)
    expect(harness.plan(startWith({ resume: 's-1', fork: true })).argv).toEqual(
      expect.arrayContaining(['--fork', 's-1']),
    )
  })
})
