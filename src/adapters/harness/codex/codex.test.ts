/** Recorded lines of Codex 0.166.0 and its launch plans. */
import { describe, expect, it } from 'vitest'
import { classify } from '#core/failure/classify'
import type { Exit, Json, Start } from '#ports/harness'
import { evidenceOf, type Fixture, fixtureSuite, replay, resultOf, usageOf } from '#test/conformance/fixtures.suite'
import { recordedBeside, startWith } from '../recorded.suite.ts'
import { createCodex } from './codex.ts'

const harness = createCodex()

const recorded = recordedBeside(import.meta.url)

const fixture = (
  name: string,
  wanted: Fixture['expect'],
  over: Partial<Start> = {},
  exit: Partial<Exit> = {},
): Fixture => ({
  name,
  start: startWith(over),
  steps: recorded(name),
  exit,
  expect: wanted,
})

const failed: Partial<Exit> = { code: 1 }
const thread = '01a1e0b9-f32f-7440-9285-aac330b3ac6a'
const before = (input: number, output: number): Json => ({
  counted: thread,
  totals: { input, output, cacheRead: 0, cacheWrite: 0 },
})

fixtureSuite('codex', harness, [
  fixture('simple', {
    kinds: ['session', 'notice', 'text', 'usage', 'result'],
    nativeId: '01a1e0b9-a251-74b1-bca7-d3e2f4ef5642',
    result: 'ok',
    failure: null,
    usage: { input: 9843, output: 9, costUsd: null },
    noise: 0,
  }),
  fixture('tool', { kinds: ['session', 'notice', 'tool', 'tool_result', 'text', 'usage', 'result'] }),
  fixture('resume-1', { usage: { input: 10006, output: 1 } }),
  fixture(
    'resume-2',
    { text: 'recalled papaya', usage: { input: 10079, output: 4 } },
    { resume: thread, previous: before(10006, 1) },
  ),
  fixture(
    'fork',
    { text: 'recalled papaya', usage: { input: 20403, output: 8 } },
    { resume: thread, fork: true, previous: before(20085, 5) },
  ),
  fixture(
    '400',
    { result: 'error', failure: { type: 'invalid_request_error', message: 'scripted failure 400' } },
    {},
    failed,
  ),
  fixture('401', { result: 'error', failure: { status: 401 } }, {}, failed),
  fixture('429', { result: 'error', failure: { status: 429 } }, {}, failed),
  fixture('500', { result: 'error', failure: { status: 500 } }, {}, failed),
  fixture('500-recovered', { result: 'ok', failure: null }),
  fixture('cut', { result: 'error', failure: { channel: 'event' } }, {}, failed),
  fixture('stall', { result: 'error', failure: { channel: 'event' } }, {}, failed),
  fixture('tool-sigterm', { result: 'error', failure: { signal: 'SIGTERM' } }, {}, { code: null, signal: 'SIGTERM' }),
])

describe('what a failure amounts to', () => {
  it.each([
    ['400', 'agent_error'],
    ['401', 'auth'],
    ['429', 'rate_limit'],
    ['500', 'transient'],
    ['cut', 'transient'],
    ['stall', 'transient'],
  ] as const)('%s', (name, category) => {
    expect(
      classify([
        ...evidenceOf(replay(harness, startWith(), recorded(name), failed).events),
        { channel: 'exit', exitCode: 1 },
      ]),
    ).toBe(category)
  })

  it.each([
    ['You’ve hit your usage limit. Upgrade to Pro or try again at 10:33 PM.', 'usage_limit'],
    ['Quota exceeded. Check your plan and billing details.', 'usage_limit'],
    ['The model `gpt-5.5` does not exist or you do not have access to it.', 'invalid_model'],
    ['unexpected status 529 <unknown status code>: scripted failure 529, url: http://x', 'overloaded'],
  ] as const)('%s', (message, category) => {
    const line = JSON.stringify({ type: 'turn.failed', error: { message } })
    expect(classify(evidenceOf(replay(harness, startWith(), [line], failed).events))).toBe(category)
  })

  it('A15: is never read from what the model wrote', () => {
    const item = { id: 'item_9', type: 'agent_message', text: 'rate limit, 529 overloaded, usage limit reached, 401' }
    const lines = [JSON.stringify({ type: 'item.completed', item }), ...recorded('400')]
    expect(classify(evidenceOf(replay(harness, startWith(), lines, failed).events))).toBe('unknown')
    const { events } = replay(harness, startWith(), [
      JSON.stringify({ type: 'item.completed', item }),
      ...recorded('tool'),
    ])
    expect([resultOf(events), evidenceOf(events)]).toEqual(['ok', []])
  })

  it.each([
    `no rollout found for thread id ${thread} (code -32600)`,
    // Its file was emptied or garbled.
    'failed to read thread: thread-store internal error: failed to read session metadata /home/x/rollout-1.jsonl: thread-store internal error',
  ])('a thread that it does not find or cannot read is a lost context, told on standard error only: %s', (why) => {
    const stderrTail = `Error: thread/resume: thread/resume failed: ${why}\n`
    const { events } = replay(harness, startWith({ resume: thread }), [], { code: 1, stderrTail })
    expect(classify(evidenceOf(events))).toBe('context_lost')
  })

  it('a completed turn with a bad exit is no success', () => {
    expect(resultOf(replay(harness, startWith(), recorded('tool'), { code: 1 }).events)).toBe('error')
  })
})

describe('usage', () => {
  it('of a thread whose past is unknown is not claimed', () => {
    const { events } = replay(harness, startWith({ resume: thread }), recorded('resume-2'))
    expect(usageOf(events)).toEqual({ input: null, output: null, costUsd: null })
    expect(events).toContainEqual(expect.objectContaining({ kind: 'notice', code: 'usage_unknown' }))
  })

  it('goes from launch to launch by what the dialogue saved', () => {
    const first = harness.open(startWith(), null)
    for (const line of recorded('resume-1')) first.hear(line)
    const previous = JSON.parse(JSON.stringify(first.save())) as Json
    expect(
      usageOf(replay(harness, startWith({ resume: thread, previous }), recorded('resume-2')).events),
    ).toMatchObject({ input: 10079, output: 4 })
  })

  it('of a turn that was killed before its first line is caught up by the next one', () => {
    const killed = harness.open(startWith({ resume: thread, previous: before(10006, 1) }), null)
    killed.end({ code: null, signal: 'SIGKILL', stderrTail: '', how: 'exited' })
    const start = startWith({ resume: thread, previous: JSON.parse(JSON.stringify(killed.save())) as Json })
    expect(usageOf(replay(harness, start, recorded('resume-2')).events)).toMatchObject({ input: 10079 })
  })
})

describe('the plan', () => {
  const cwd = '/home/.dot.dir/work "tree"'
  const argvOf = (over: Partial<Start>): readonly string[] => harness.plan(startWith({ cwd, ...over })).argv

  it('T18 A06: gives exactly one permission flag and closes the input', () => {
    for (const permissions of ['bypass', 'read-only'] as const) {
      const argv = argvOf({ permissions })
      const flags = argv.filter((word) =>
        /^(-s|--sandbox|-a|--ask-for-approval|--full-auto|--dangerously.*|--approve.*)$/.test(word),
      )
      expect(flags).toEqual(['-s'])
      expect(argv[argv.indexOf('-s') + 1]).toBe(permissions === 'bypass' ? 'danger-full-access' : 'read-only')
    }
    expect(harness.plan(startWith()).stdin).toEqual({ mode: 'file', text: 'the prompt' })
    expect(argvOf({}).at(-1)).toBe('-')
  })

  it('brings the trust of this launch as one table that dots and quotes of the path do not break', () => {
    expect(argvOf({ trusted: false })).toContain(
      'projects={"/home/.dot.dir/work \\"tree\\""={trust_level="untrusted"}}',
    )
    expect(argvOf({ trusted: true })).toContain('projects={"/home/.dot.dir/work \\"tree\\""={trust_level="trusted"}}')
  })

  it('resumes and forks', () => {
    expect(argvOf({ resume: thread }).slice(-3)).toEqual(['resume', thread, '-'])
    expect(argvOf({ resume: thread, fork: true }).slice(-3)).toEqual(['fork', thread, '-'])
  })
})
