/** Recorded lines of Qwen Code 0.24.4, refusals seen from outside, and its launch plans. */
import { describe, expect, it } from 'vitest'
import { classify } from '#core/failure/classify'
import { evidenceOf, type Fixture, fixtureSuite, replay, usageOf } from '#test/conformance/fixtures.suite'
import { recordedBeside, startWith } from '../recorded.suite.ts'
import { createQwen } from './qwen.ts'

const harness = createQwen()
const recorded = recordedBeside(import.meta.url)
const fixture = (name: string, expected: Fixture['expect'], over: Partial<Fixture> = {}): Fixture => ({
  name,
  start: startWith(),
  steps: recorded(name),
  expect: expected,
  ...over,
})
const session = '33333333-2222-4333-8444-555555555501'

fixtureSuite('qwen', harness, [
  fixture('tool', {
    kinds: ['session', 'tool', 'tool_result', 'text', 'usage', 'result'],
    text: 'done 1',
    result: 'ok',
    failure: null,
    usage: { input: 39_704, output: 15 },
    noise: 0,
  }),
  fixture('resume-1', { nativeId: session, text: 'ok', usage: { input: 26_696, output: 10 } }),
  // Its own words in the model's place are no text of the agent.
  fixture('400', { kinds: ['session', 'failure', 'result'], failure: { status: 400 } }, { exit: { code: 1 } }),
  fixture(
    '429',
    { result: 'error', failure: { channel: 'exit', signal: 'SIGKILL' } },
    { exit: { code: null, signal: 'SIGKILL' } },
  ),
  fixture('tool-sigterm', { result: 'error', failure: { channel: 'exit', exitCode: 130 } }, { exit: { code: 130 } }),
])

describe('usage', () => {
  const first = harness.open(startWith(), null)
  for (const line of recorded('resume-1')) first.hear(line)

  it('of a resumed session is what came on top', () => {
    const start = startWith({ resume: session, previous: first.save() })
    expect(usageOf(replay(harness, start, recorded('resume-2')).events)).toMatchObject({ input: 26_747, output: 13 })
  })
  it('is told as unknown where the total before was not seen', () => {
    const { events } = replay(harness, startWith({ resume: session }), recorded('resume-2'))
    expect(usageOf(events).input).toBeNull()
    expect(events).toContainEqual(expect.objectContaining({ kind: 'notice', code: 'usage_unknown' }))
  })
})

describe('refusals seen from outside', () => {
  const refused = (over: object) =>
    JSON.stringify({ type: 'drover_http', status: 500, failures: 1, forMs: 0, retryAfter: null, body: '', ...over })
  it.each([
    ['a row of 20 s', refused({ failures: 5, forMs: 21_000 }), 'transient'],
    ['a wait beyond a minute', refused({ status: 429, retryAfter: 3600 }), 'rate_limit'],
    [
      'a spent account',
      refused({
        status: 429,
        body: '{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}',
      }),
      'usage_limit',
    ],
    ['no connection for 20 s', refused({ status: null, forMs: 30_000 }), 'transient'],
  ])('%s ends the turn', (_name, line, category) => {
    const dialogue = harness.open(startWith(), null)
    const heard = dialogue.hear(line)
    expect(heard.hangUp).toBe(true)
    expect(classify(evidenceOf(heard.events))).toBe(category)
    expect(dialogue.end({ code: null, signal: 'SIGTERM', stderrTail: '', how: 'exited' })).toEqual([])
  })
  it('of a moment are told and waited out', () => {
    const heard = harness.open(startWith(), null).hear(refused({ forMs: 5_000, failures: 3 }))
    expect([heard.events[0]?.kind, heard.hangUp]).toEqual(['notice', undefined])
  })
})

describe('the launch', () => {
  const program = { binary: '/usr/bin/node', prefix: ['--expose-gc', '/lib/cli.js'] }
  it('loads the watcher before the CLI, and only before a script', () => {
    const { argv, files } = harness.plan(startWith({ program }))
    expect(argv.slice(0, 5)).toEqual([
      '/usr/bin/node',
      '--import',
      '/drover/sessions/demo-1/launches/1/http-tap.mjs',
      '--expose-gc',
      '/lib/cli.js',
    ])
    expect(files.map((file) => file.path)).toEqual(['http-tap.mjs'])
    expect(harness.plan(startWith()).argv).not.toContain('--import')
  })
  it('forks only when asked to, and keeps an untrusted repository out', () => {
    expect(harness.plan(startWith({ resume: 's-1', fork: true })).argv).toContain('--fork-session')
    expect(harness.plan(startWith({ resume: 's-1' })).argv).not.toContain('--fork-session')
    const stranger = harness.plan(startWith({ trusted: false, program }))
    expect(stranger.argv).toContain('--safe-mode')
    expect(stranger.files.map((file) => file.content).join()).toContain('/repo/.qwen/settings.json')
    expect(() => harness.plan(startWith({ trusted: false }))).toThrow(/not the npm package/)
    expect(harness.plan(startWith()).argv).not.toContain('--safe-mode')
  })
})
