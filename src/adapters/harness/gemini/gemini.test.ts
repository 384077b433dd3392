/** Recorded lines of Gemini CLI 0.61.0, its launch plans, and where its program is found. */
import { describe, expect, it } from 'vitest'
import { classify } from '#core/failure/classify'
import { evidenceOf, type Fixture, fixtureSuite, replay } from '#test/conformance/fixtures.suite'
import { recordedBeside, startWith } from '../recorded.suite.ts'
import { createGemini } from './gemini.ts'

const harness = createGemini()
const recorded = recordedBeside(import.meta.url)
const fixture = (name: string, expected: Fixture['expect'], over: Partial<Fixture> = {}): Fixture => ({
  name,
  start: startWith(),
  steps: recorded(name),
  expect: expected,
  ...over,
})

fixtureSuite('gemini', harness, [
  fixture('tool', {
    kinds: ['session', 'tool', 'tool_result', 'text', 'usage', 'result'],
    nativeId: 'ac86676b-3fb7-42b2-af3b-78ff32aa050f',
    text: 'done 1',
    result: 'ok',
    failure: null,
    usage: { input: 24_513, output: 15 },
  }),
  fixture('resume-1', { text: 'ok', usage: { input: 12_193, output: 1 } }),
  // Pieces become one message, and the counts are those of the process.
  fixture('resume-2', { text: 'recalled plum', usage: { input: 12_215, output: 4 } }),
  fixture('400', { result: 'error', failure: { status: 400, type: 'INVALID_ARGUMENT' } }, { exit: { code: 144 } }),
  fixture('429', { result: 'error', failure: { status: 429 } }, { exit: { code: null, signal: 'SIGTERM' } }),
  fixture(
    'resume-unknown',
    { kinds: ['failure', 'result'], failure: { stated: 'context_lost' } },
    { start: startWith({ resume: 'gone' }), exit: { code: 42 } },
  ),
  fixture('hang-sigterm', { result: 'error', failure: { channel: 'exit', exitCode: 0 } }),
])

describe('retries', () => {
  it('are told, and given up at the fourth', () => {
    const dialogue = harness.open(startWith(), null)
    const heard = recorded('429').map((line) => dialogue.hear(line))
    const events = heard.flatMap((one) => one.events)
    expect(events.filter((event) => event.kind === 'notice')).toHaveLength(3)
    expect(heard.filter((one) => one.hangUp === true)).toHaveLength(1)
    expect(classify(evidenceOf(events))).toBe('rate_limit')
    // Ended from outside: nothing is said a second time.
    expect(dialogue.end({ code: 0, signal: null, stderrTail: '', how: 'exited' })).toEqual([])
  })
  it('that an answer follows count anew', () => {
    const attempt = (n: number) => `Attempt ${n} failed with status 500. Retrying with backoff... _ApiError: x`
    const answer = '{"type":"message","role":"assistant","content":"well","delta":true}'
    const good = '{"type":"result","status":"success","stats":{}}'
    const { events } = replay(harness, startWith(), [attempt(1), answer, attempt(1), attempt(2), answer, good])
    expect(evidenceOf(events)).toEqual([])
  })
  it.each([
    ['{"type":"result","status":"error","error":{"message":"[API Error: terminated]"}}', 'transient'],
    [
      '{"type":"result","status":"error","error":{"message":"[API Error: You exceeded your current quota.]"}}',
      'usage_limit',
    ],
    [
      '{"type":"result","status":"error","error":{"message":"[API Error: models/x is not found for API version v1]"}}',
      'invalid_model',
    ],
  ])('%s is %s', (line, category) => {
    expect(classify(evidenceOf(replay(harness, startWith(), [line], { code: 1 }).events))).toBe(category)
  })
})

describe('the launch', () => {
  it('lets a repository in by a variable, only when it is trusted', () => {
    expect(harness.plan(startWith()).env.GEMINI_CLI_TRUST_WORKSPACE).toBe('true')
    const { env } = harness.plan(startWith({ trusted: false, hostEnv: { HTTPS_PROXY: 'http://proxy' } }))
    expect(env).toMatchObject({ GOOGLE_GEMINI_BASE_URL: '', NODE_OPTIONS: '', HTTPS_PROXY: 'http://proxy' })
    expect(env.GEMINI_CLI_TRUST_WORKSPACE).toBeUndefined()
  })
  it('keeps words of others out of the shell', () => {
    const { argv } = harness.plan(startWith({ model: '$(touch x)' }))
    expect(argv.slice(0, 3)).toEqual(['/bin/sh', '-c', 'exec "$@" 2>&1'])
    expect(argv).toContain('$(touch x)')
  })
  it('asks for nothing it cannot have', () => {
    expect(harness.plan(startWith({ permissions: 'read-only' })).argv).toContain('plan')
    expect(harness.plan(startWith({ resume: 's-1' })).argv).toContain('s-1')
    expect(harness.refuseModel('-x', {})).not.toBeNull()
  })
})
