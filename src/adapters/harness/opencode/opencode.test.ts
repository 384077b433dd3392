/** Recorded lines of opencode 1.18.33 and its launch plans. */
import { describe, expect, it } from 'vitest'
import { classify } from '#core/failure/classify'
import type { Exit, Start } from '#ports/harness'
import { evidenceOf, type Fixture, fixtureSuite, replay, resultOf } from '#test/conformance/fixtures.suite'
import { recordedBeside, startWith } from '../recorded.suite.ts'
import { errorEvidence } from './failures.ts'
import { createOpencode } from './opencode.ts'

const harness = createOpencode()

const recorded = recordedBeside(import.meta.url)

const fixture = (name: string, wanted: Fixture['expect'], exit: Partial<Exit> = {}): Fixture => ({
  name,
  start: startWith(),
  steps: recorded(name),
  exit,
  expect: wanted,
})

const failed: Partial<Exit> = { code: 1 }

fixtureSuite('opencode', harness, [
  fixture('simple', {
    kinds: ['session', 'text', 'usage', 'result'],
    nativeId: 'ses_e1f416a1dffewnH1C5ePoL7aN3',
    result: 'ok',
    failure: null,
    usage: { input: 7673, output: 9, costUsd: 0.007691 },
    noise: 0,
  }),
  // Each step tells its own figures; the turn is their sum.
  fixture('tool', {
    kinds: ['session', 'tool', 'tool_result', 'usage', 'text', 'usage', 'result'],
    usage: { input: 15432, output: 15 },
  }),
  // It exits with 0 after a refused permission.
  fixture('tool-refused', { kinds: ['session', 'tool', 'tool_result', 'usage', 'failure', 'result'], result: 'error' }),
  fixture('resume-1', { result: 'ok' }),
  fixture('resume-2', { result: 'ok', nativeId: 'ses_e1f409459ffel9dsiOBSWv4q25' }),
  fixture('401', { kinds: ['session', 'failure', 'result'], failure: { status: 401 } }, failed),
  fixture('429', { failure: { status: 429, type: 'rate_limit_exceeded', retryAfterSeconds: 1 } }, failed),
  fixture('500', { failure: { status: 500, type: 'server_error' } }, failed),
  fixture('tool-sigterm', { result: 'error', failure: { signal: 'SIGTERM' } }, { code: null, signal: 'SIGTERM' }),
])

describe('what a failure amounts to', () => {
  it.each([
    ['401', 'auth'],
    ['429', 'rate_limit'],
    ['500', 'transient'],
  ] as const)('%s', (name, category) => {
    expect(classify(evidenceOf(replay(harness, startWith(), recorded(name), failed).events))).toBe(category)
  })

  const error = (data: Record<string, unknown>, name = 'APIError'): string =>
    JSON.stringify({ type: 'error', sessionID: 'ses_1', error: { name, data } })

  it('a spent quota is told by its body', () => {
    const responseBody = JSON.stringify({
      error: { message: 'You exceeded your current quota.', type: 'insufficient_quota' },
    })
    const line = error({ message: 'You exceeded your current quota.', statusCode: 429, responseBody })
    expect(classify(evidenceOf(replay(harness, startWith(), [line], failed).events))).toBe('usage_limit')
  })

  it('a hidden cause comes from its log', () => {
    const stderrTail =
      'timestamp=1 level=ERROR run=2 message=failed ref=err_1 error="ProviderModelNotFoundError: Model not found: a/b." cause="x"\n'
    const line = error({ message: 'Unexpected server error. Check server logs for details.' }, 'UnknownError')
    const { events } = replay(harness, startWith(), [line], { code: 1, stderrTail })
    expect(classify(evidenceOf(events))).toBe('invalid_model')
    expect(events.find((event) => event.kind === 'failure')?.message).toBe(
      'ProviderModelNotFoundError: Model not found: a/b.',
    )
  })

  const logged = (message: string): string =>
    `timestamp=2026-11-16T00:23:28.425Z level=ERROR run=3b0bc79f message="stream error" providerID=p modelID=m session.id=ses_1 small=false agent=build mode=primary error.error="AI_APICallError: ${message}"`

  // Recorded on 1.18.33: five requests, each cut after its first words. The sixth would come after half a minute more.
  it('a stream that is cut is told each time, and given up before a minute is over', () => {
    const { events } = replay(harness, startWith(), recorded('cut'), { code: null, signal: 'SIGTERM' })
    const retries = events.filter((event) => event.kind === 'notice' && event.code === 'retrying')
    expect(retries).toMatchObject([1, 2, 3, 4].map((attempt) => ({ attempt, delayMs: expect.any(Number) })))
    expect(events.slice(-2)).toMatchObject([{ kind: 'failure' }, { kind: 'result', isError: true }])
    expect(classify(evidenceOf(events))).toBe('transient')
    const dialogue = harness.open(startWith(), null)
    expect(recorded('cut').map((line) => dialogue.hear(line).hangUp === true)).toEqual(
      recorded('cut').map((_, at, all) => at === all.length - 1),
    )
  })

  const retry = (attempt: number, message: string, delayMs: number): string =>
    JSON.stringify({ type: 'drover_retry', attempt, message, delayMs })

  it('a provider that asks for a long pause is not waited for', () => {
    const dialogue = harness.open(startWith(), null)
    expect(dialogue.hear(retry(1, 'Slow down', 44_000)).hangUp).toBeUndefined()
    const heard = dialogue.hear(retry(2, 'Slow down', 3_600_000))
    expect(heard.hangUp).toBe(true)
    expect(evidenceOf(heard.events)).toContainEqual(expect.objectContaining({ retryAfterSeconds: 3600 }))
    expect(classify(evidenceOf(heard.events))).toBe('rate_limit')
  })

  it('an answer begins the count anew, and failures with a status are waited for', () => {
    const dialogue = harness.open(startWith(), null)
    for (const attempt of [1, 2]) dialogue.hear(retry(attempt, 'Connection reset by server', 20_000))
    dialogue.hear(JSON.stringify({ type: 'text', sessionID: 'ses_1', part: { text: 'on we go' } }))
    expect(dialogue.hear(retry(1, 'Connection reset by server', 20_000)).hangUp).toBeUndefined()
    for (const attempt of [2, 3, 4])
      expect(dialogue.hear(retry(attempt, 'scripted failure 529', 30_000)).hangUp).toBeUndefined()
  })

  it('a tool is told when it begins, once, and a subagent’s not at all', () => {
    const dialogue = harness.open(startWith(), null)
    const begins = (sessionID: string): string =>
      JSON.stringify({ type: 'drover_tool', tool: 'bash', sessionID, callID: 'call_1', args: { command: 'make' } })
    // It may come before the first event of the turn.
    expect(dialogue.hear(begins('ses_1')).events).toEqual([
      { kind: 'session', nativeId: 'ses_1', model: null },
      { kind: 'tool', callId: 'call_1', name: 'bash', input: { command: 'make' } },
    ])
    expect(dialogue.hear(begins('ses_2')).events).toEqual([])
    const state = { status: 'completed', output: 'made', input: { command: 'make' } }
    const over = JSON.stringify({
      type: 'tool_use',
      sessionID: 'ses_1',
      part: { callID: 'call_1', tool: 'bash', state },
    })
    expect(dialogue.hear(over).events).toMatchObject([{ kind: 'tool_result', callId: 'call_1', ok: true }])
    expect(dialogue.hear(over.replace('call_1', 'call_2')).events.map((event) => event.kind)).toEqual([
      'tool',
      'tool_result',
    ])
  })

  it('a failed request is told while it is tried again, and given up when the account is spent', () => {
    // A configuration of the user that nobody can read takes no plugin: the log alone tells.
    const dialogue = harness.open(startWith({ hostEnv: { OPENCODE_CONFIG_CONTENT: '// mine\n{}' } }), null)
    const blip = dialogue.hear(logged('scripted failure 529'))
    expect([blip.events, blip.hangUp, blip.noise]).toMatchObject([
      [{ kind: 'notice', code: 'retrying', attempt: 1 }],
      undefined,
      undefined,
    ])
    const spent = dialogue.hear(logged('You exceeded your current quota, please check your plan.'))
    expect([spent.events.map((event) => event.kind), spent.hangUp]).toEqual([['failure', 'result'], true])
    expect(classify(evidenceOf(spent.events))).toBe('usage_limit')
    expect(dialogue.end({ code: null, signal: 'SIGTERM', stderrTail: '', how: 'exited' })).toEqual([])
  })

  it('a connection that breaks is a passing failure', () => {
    for (const message of [
      'Cannot connect to API: The socket connection was closed unexpectedly.',
      'Connection reset by server',
    ])
      expect(classify(evidenceOf(replay(harness, startWith(), [error({ message })], failed).events))).toBe('transient')
  })

  it('an unknown session is a lost context, also when its words come along with the output', () => {
    const line = '\u001b[91m\u001b[1mError: \u001b[0mSession not found'
    const { events } = replay(harness, startWith({ resume: 'ses_x' }), [line], failed)
    expect(classify(evidenceOf(events))).toBe('context_lost')
  })

  it('an unknown session is a lost context', () => {
    const exit = { code: 1, stderrTail: '\u001b[91m\u001b[1mError: \u001b[0mSession not found\n' }
    expect(classify(evidenceOf(replay(harness, startWith({ resume: 'ses_x' }), [], exit).events))).toBe('context_lost')
  })

  it('is never read from what the model wrote', () => {
    const text = 'rate limit, 529 overloaded, usage limit reached, 401'
    const line = JSON.stringify({ type: 'text', sessionID: 'ses_1', part: { text } })
    const { events } = replay(harness, startWith(), [line, ...recorded('simple')])
    expect([resultOf(events), evidenceOf(events)]).toEqual(['ok', []])
    expect(classify(evidenceOf(replay(harness, startWith(), [line], failed).events))).toBe('agent_error')
  })

  it('an exit with 0 and nothing said is no success', () => {
    expect(resultOf(replay(harness, startWith(), [], { code: 0 }).events)).toBe('error')
  })
})

describe('the plan', () => {
  const planOf = (over: Partial<Start>) => harness.plan(startWith(over))

  it('brings the prompt by standard input and a title of its own', () => {
    expect(planOf({}).stdin).toEqual({ mode: 'file', text: 'the prompt' })
    expect(planOf({}).argv.join(' ')).toContain('--title demo-1')
    expect(planOf({ resume: 'ses_1' }).argv.slice(-2)).toEqual(['--session', 'ses_1'])
    expect(planOf({ resume: 'ses_1', fork: true }).argv.slice(-3)).toEqual(['--session', 'ses_1', '--fork'])
  })

  it('denies each writing tool by name in read-only mode and approves nothing then', () => {
    const { argv, env } = planOf({ permissions: 'read-only' })
    expect(argv).not.toContain('--auto')
    expect(JSON.parse(env.OPENCODE_PERMISSION ?? '{}')).toMatchObject({
      '*': 'deny',
      bash: 'deny',
      edit: 'deny',
      read: 'allow',
    })
    expect(planOf({}).argv).toContain('--auto')
  })

  it("brings a plugin that tells of retries, besides the user's own configuration", () => {
    const own = JSON.stringify({ model: 'a/b', plugin: ['mine'] })
    const { env, files } = planOf({ launchDir: '/l 1', hostEnv: { OPENCODE_CONFIG_CONTENT: own } })
    const plugin = ['mine', 'file:///l%201/retries.mjs']
    expect(JSON.parse(env.OPENCODE_CONFIG_CONTENT ?? '')).toEqual({ model: 'a/b', plugin })
    expect(files.map((file) => file.path)).toEqual(['retries.mjs'])
    const unreadable = planOf({ config: { env: { OPENCODE_CONFIG_CONTENT: '// mine\n{}' } } })
    expect([unreadable.env.OPENCODE_CONFIG_CONTENT, unreadable.files]).toEqual(['// mine\n{}', []])
  })

  it("does not read an untrusted repository's configuration", () => {
    expect(planOf({ trusted: false }).env.OPENCODE_DISABLE_PROJECT_CONFIG).toBe('1')
    expect(planOf({ trusted: true }).env.OPENCODE_DISABLE_PROJECT_CONFIG).toBeUndefined()
  })

  it('refuses a model without its provider before any launch', () => {
    expect(harness.refuseModel('gpt-5', {})).toContain('provider/model')
    expect(harness.refuseModel('zai-coding-plan/glm-5.1', {})).toBeNull()
  })
})

it('the headers of a refused request that speak of limits are evidence; no other is', () => {
  const error = {
    name: 'APIError',
    data: {
      message: 'This request would exceed your limit.',
      statusCode: 429,
      responseHeaders: {
        'Anthropic-RateLimit-Unified-Status': 'rejected',
        'anthropic-ratelimit-unified-reset': '1772370000',
        'set-cookie': 'secret=1',
      },
    },
  }
  expect(errorEvidence(error)).toMatchObject({
    status: 429,
    headers: { 'anthropic-ratelimit-unified-status': 'rejected', 'anthropic-ratelimit-unified-reset': '1772370000' },
  })
  expect(JSON.stringify(errorEvidence(error))).not.toContain('secret')
})
