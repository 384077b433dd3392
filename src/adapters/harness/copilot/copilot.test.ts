/** Recorded lines of GitHub Copilot CLI 1.0.102 and its launch plans. */
import { describe, expect, it } from 'vitest'
import { classify } from '#core/failure/classify'
import { evidenceOf, type Fixture, fixtureSuite, replay } from '#test/conformance/fixtures.suite'
import { recordedBeside, startWith } from '../recorded.suite.ts'
import { createCopilot } from './copilot.ts'

const harness = createCopilot()
const recorded = recordedBeside(import.meta.url)
const fixture = (name: string, expected: Fixture['expect'], over: Partial<Fixture> = {}): Fixture => ({
  name,
  // It names its session in the last line only; before, the id it was given is told.
  start: startWith({ freshId: sessions[name] ?? '' }),
  steps: recorded(name),
  expect: expected,
  ...over,
})
const sessions: Record<string, string> = { tool: 'be887b47-c592-4308-9378-00249bb49fc4' }

fixtureSuite('copilot', harness, [
  fixture('tool', {
    kinds: ['session', 'tool', 'tool_result', 'text', 'result'],
    nativeId: 'be887b47-c592-4308-9378-00249bb49fc4',
    text: 'done 1',
    result: 'ok',
    failure: null,
    noise: 0,
  }),
  fixture('tool-denied', { result: 'ok' }),
  fixture('400', { result: 'error', failure: { status: 400 } }, { exit: { code: 1 } }),
  fixture('429', { result: 'error', failure: { status: 429 } }, { exit: { code: 1 } }),
  fixture('500', { result: 'error', failure: { status: 500 } }, { exit: { code: 1 } }),
  // Exit 0 without a final event: nothing was finished.
  fixture('tool-sigterm', { result: 'error', failure: { channel: 'exit', exitCode: 0 } }),
])

describe('what it says at the end', () => {
  it('names the session, also where it is another than the one asked for', () => {
    const { events } = replay(harness, startWith({ resume: 'asked' }), recorded('resume-2'))
    const ids = events.flatMap((event) => (event.kind === 'session' ? [event.nativeId] : []))
    expect(ids[0]).toBe('asked')
    expect(ids).toHaveLength(2)
  })
  it('of an unknown session is context lost', () => {
    const stderrTail = "Error: No session, task, or name matched 'x'."
    const { events } = replay(harness, startWith({ resume: 'x' }), [], { code: 1, stderrTail })
    expect(classify(evidenceOf(events))).toBe('context_lost')
  })
})

describe('failed calls', () => {
  const call = (data: object) => JSON.stringify({ type: 'model.call_failure', data })
  it('are given up at the fifth, and at once when the account is spent', () => {
    const dialogue = harness.open(startWith(), null)
    const limited = { statusCode: 429, failureKind: 'api', errorMessage: '{"code":"rate_limit_exceeded"}' }
    expect(dialogue.hear(call({ ...limited, retryAttempt: 3 })).hangUp).toBeUndefined()
    expect(dialogue.hear(call({ ...limited, retryAttempt: 4 })).hangUp).toBe(true)
    const spent = harness
      .open(startWith(), null)
      .hear(call({ ...limited, errorMessage: '{"code":"insufficient_quota"}' }))
    expect(spent.hangUp).toBe(true)
    expect(classify(evidenceOf(spent.events))).toBe('usage_limit')
  })
  it('of a broken connection are transient', () => {
    const { events } = replay(harness, startWith(), [call({ failureKind: 'transport' })], { code: 1 })
    expect(classify(evidenceOf(events))).toBe('transient')
  })
})

describe('the launch', () => {
  it('trusts a folder for this process alone, and denies writing where reading is asked for', () => {
    expect(harness.plan(startWith()).env.COPILOT_ALLOW_ALL).toBe('true')
    expect(harness.plan(startWith({ trusted: false })).env.COPILOT_ALLOW_ALL).toBe('')
    const { argv } = harness.plan(startWith({ permissions: 'read-only' }))
    expect(argv).toEqual(expect.arrayContaining(['--deny-tool=shell', '--deny-tool=write']))
    expect(argv).not.toContain('--allow-all')
  })
})
