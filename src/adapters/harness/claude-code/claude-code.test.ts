/** Recorded lines of Claude Code 2.1.325 and 2.1.197, its launch plans, and where its program is found. */
import { describe, expect, it } from 'vitest'
import { classify } from '#core/failure/classify'
import type { AgentInput, Exit, Json, Start } from '#ports/harness'
import {
  evidenceOf,
  type Fixture,
  fixtureSuite,
  replay,
  resultOf,
  type Step,
  usageOf,
} from '#test/conformance/fixtures.suite'
import { recordedBeside, startWith, stepsBeside } from '../recorded.suite.ts'
import { createClaudeCode } from './claude-code.ts'

const harness = createClaudeCode()

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
const conversation = '11111111-2222-4333-8444-555555555501'

fixtureSuite('claude-code', harness, [
  fixture('simple-partial', {
    kinds: ['session', 'text', 'usage', 'result'],
    nativeId: '44a0e4f9-765e-4e1c-a2fe-c8e5dc230d3e',
    text: 'hello from scripted model (prompt 1)',
    result: 'ok',
    failure: null,
    usage: { input: 11705, output: 9, costUsd: 0.047 },
    noise: 0,
    turnsEnded: 0,
  }),
  fixture('tool', {
    kinds: ['session', 'tool', 'tool_result', 'text', 'usage', 'result'],
    usage: { input: 23585, output: 15 },
  }),
  fixture('tool-denied', {
    kinds: ['session', 'tool', 'notice', 'tool_result', 'text', 'usage', 'result'],
    result: 'ok',
  }),
  // Two results for one prompt: one turn, and the sum of both.
  fixture('subagent', {
    result: 'ok',
    failure: null,
    usage: { input: 43359, output: 28, costUsd: 0.124168 + 0.049828 },
  }),
  fixture('resume-1', { usage: { input: 11707, output: 1, costUsd: 0.046848 } }),
  fixture(
    'resume-2',
    { text: 'recalled kiwi', usage: { input: 11731, output: 4, costUsd: 0.047004 } },
    { resume: conversation },
  ),
  fixture('fork', { text: 'recalled kiwi', usage: { input: 11758, output: 4 } }, { resume: conversation, fork: true }),
  fixture('old-resume-1', { usage: { input: 19072, costUsd: 0.095385 } }, { version: '2.1.197' }),
  fixture('old-resume-2', { usage: { input: 19094, costUsd: 0.09557 } }, { version: '2.1.197', resume: conversation }),
  fixture('resume-unknown', { result: 'error', failure: { stated: 'context_lost' } }, { resume: conversation }, failed),
  fixture(
    '400',
    { kinds: ['session', 'failure', 'result'], failure: { status: 400, type: 'invalid_request_error' } },
    {},
    failed,
  ),
  fixture('401-killed', { result: 'error', failure: { channel: 'http', status: 401 } }, {}, { code: 143 }),
  fixture('429', { result: 'error', failure: { status: 429, type: 'rate_limit_error' } }, {}, failed),
  fixture('cut', { result: 'error', failure: { type: 'connection_failed' } }, {}, failed),
  fixture('timeout', { result: 'error', failure: { message: 'Request timed out' } }, {}, failed),
  fixture('max-turns', { result: 'error', failure: { type: 'error_max_turns' } }, {}, failed),
  fixture('budget', { result: 'error', failure: { type: 'error_max_budget_usd' } }, {}, failed),
  // The exit code lies: 0 after a broken-off turn, and no result at all after a signal.
  fixture('tool-sigint', { result: 'error', failure: { stated: 'cancelled' } }, {}, { code: 0 }),
  fixture('tool-sigterm', { result: 'error', failure: { channel: 'exit', exitCode: 143 } }, {}, { code: 143 }),
  {
    name: 'long-lived',
    start: startWith({ permissions: 'ask', prompt: 'REMEMBER mango' }),
    steps: longLived(),
    expect: { turnsEnded: 8, usage: { input: 117688, costUsd: 0.43037 } },
  },
  // Words into a turn: taken in after a tool, answered after the text was said, dropped by an interrupt.
  {
    name: 'steer',
    start: startWith({ config: { lifetime: 'session' } }),
    steps: stepsBeside(import.meta.url)('steer'),
    expect: {
      kinds: [
        ...(['session', 'tool', 'tool_result', 'text', 'usage', 'result'] as const),
        ...(['text', 'usage', 'text', 'usage', 'result'] as const),
        ...(['text', 'failure', 'result'] as const),
        ...(['text', 'usage', 'result'] as const),
      ],
      text: 'steered in time\npiece1 piece2 piece3 \nand steered\npartial \nafter the break',
      turnsEnded: 4,
      noise: 0,
      failure: { stated: 'cancelled' },
    },
  },
  // A command in the background ends; it is being answered when the next prompt comes, whose turn ends with its own result.
  {
    name: 'late-before',
    start: startWith({ config: { lifetime: 'session' } }),
    steps: stepsBeside(import.meta.url)('late-before'),
    expect: {
      kinds: [
        ...(['session', 'tool', 'tool_result', 'text', 'usage', 'result'] as const),
        ...(['notice', 'usage', 'notice', 'text', 'usage', 'result'] as const),
      ],
      text: 'done 1\npiece1 piece2 piece3 piece4 ',
      turnsEnded: 2,
      noise: 0,
    },
  },
  // A turn fails while its agent runs on; the next one does not wait for that agent, and is not ended by it.
  {
    name: 'late-agent',
    start: startWith({ config: { lifetime: 'session' } }),
    steps: stepsBeside(import.meta.url)('late-agent'),
    expect: {
      kinds: [
        ...(['session', 'tool', 'tool_result', 'usage', 'failure', 'result'] as const),
        ...(['text', 'usage', 'result', 'notice', 'text', 'usage', 'notice'] as const),
      ],
      turnsEnded: 2,
      noise: 0,
    },
  },
  // The same, and the second turn waits for an agent of its own.
  {
    name: 'late-after',
    start: startWith({ config: { lifetime: 'session' } }),
    steps: stepsBeside(import.meta.url)('late-after'),
    expect: {
      kinds: [
        ...(['session', 'tool', 'tool_result', 'usage', 'failure', 'result'] as const),
        ...(['tool', 'tool_result', 'text', 'usage', 'notice', 'text', 'usage', 'notice'] as const),
        ...(['notice', 'text', 'usage', 'result'] as const),
      ],
      turnsEnded: 2,
      noise: 0,
    },
  },
])

/** The recorded talk of a long-lived process: its lines as heard, ours as inputs; the first prompt is `begin`. */
function longLived(): readonly Step[] {
  const steps: Step[] = []
  for (const line of recorded('long-lived')) {
    const { dir, msg } = JSON.parse(line) as { dir: string; msg: never }
    if (dir === '<') steps.push(JSON.stringify(msg))
    const said = dir === '>' ? inputOf(msg) : null
    if (said !== null && !(said.type === 'prompt' && said.text === 'REMEMBER mango')) steps.push({ say: said })
  }
  return steps
}

function inputOf(msg: {
  type: string
  message?: { content: [{ text: string }] }
  request?: { subtype: string }
  response?: { request_id: string; response: { behavior: string } }
}): AgentInput | null {
  if (msg.message) return { type: 'prompt', text: msg.message.content[0].text, source: 'operator', model: null }
  if (msg.request?.subtype === 'interrupt') return { type: 'interrupt' }
  if (!msg.response) return null
  return { type: 'answer', requestId: msg.response.request_id, decision: msg.response.response.behavior, text: null }
}

describe('words into a turn', () => {
  it('go only where a turn runs that hears them', () => {
    expect(harness.open(startWith(), null).say({ type: 'steer', text: 'x' }).unheard).toBe(true)
    const idle = harness.open(startWith({ permissions: 'ask' }), null)
    idle.hear(JSON.stringify({ type: 'result', subtype: 'success', is_error: false, result: 'done' }))
    expect(idle.say({ type: 'steer', text: 'x' })).toMatchObject({ unheard: true, writes: [] })
  })

  it('that wait are taken back before an interrupt, by the name they were given', () => {
    const dialogue = harness.open(startWith({ permissions: 'ask' }), null)
    const said = dialogue.say({ type: 'steer', text: 'hurry' }).writes.map((text) => JSON.parse(text))
    const { uuid } = said[0] as { uuid: string }
    expect(uuid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    const written = dialogue.say({ type: 'interrupt' }).writes.map((text) => JSON.parse(text).request)
    expect(written).toEqual([{ subtype: 'cancel_async_message', message_uuid: uuid }, { subtype: 'interrupt' }])
  })
})

describe('what a failure amounts to', () => {
  it.each([
    ['400', failed, 'agent_error'],
    ['429', failed, 'rate_limit'],
    ['401-killed', { code: 143 }, 'auth'],
    ['cut', failed, 'transient'],
    ['timeout', failed, 'transient'],
    ['resume-unknown', failed, 'context_lost'],
    ['max-turns', failed, 'agent_error'],
    ['tool-sigint', { code: 0 }, 'cancelled'],
  ] as const)('%s', (name, exit, category) => {
    const { events } = replay(harness, startWith({ resume: conversation }), recorded(name), exit)
    const evidence = evidenceOf(events)
    expect(classify([...evidence, { channel: 'exit', exitCode: exit.code ?? null }])).toBe(category)
  })

  it('is never read from what the model wrote', () => {
    const prose = 'rate limit! 529 overloaded_error, usage limit reached, 401 invalid api key'
    const line = JSON.stringify({
      type: 'assistant',
      message: { content: [{ type: 'text', text: prose }] },
      parent_tool_use_id: null,
    })
    const [init, answer] = recorded('400')
    const lines = [init ?? '', line, answer ?? '', ...recorded('400').slice(2)]
    expect(classify(evidenceOf(replay(harness, startWith(), lines, failed).events))).toBe('agent_error')
    const fine = replay(harness, startWith(), [init ?? '', line, ...recorded('simple-partial').slice(1)])
    expect([resultOf(fine.events), evidenceOf(fine.events)]).toEqual(['ok', []])
  })

  it('a spent subscription is told with the time it comes back', () => {
    const info = { status: 'rejected', resetsAt: 1794784772, rateLimitType: 'five_hour' }
    const lines = [JSON.stringify({ type: 'rate_limit_event', rate_limit_info: info }), ...recorded('429').slice(1)]
    const { events } = replay(harness, startWith(), lines, failed)
    expect(evidenceOf(events)).toContainEqual({
      channel: 'event',
      stated: 'usage_limit',
      resetsAt: '2026-11-15T23:19:32.000Z',
    })
    const warned = JSON.stringify({ type: 'rate_limit_event', rate_limit_info: { ...info, status: 'allowed_warning' } })
    expect(
      classify(evidenceOf(replay(harness, startWith(), [warned, ...recorded('429').slice(1)], failed).events)),
    ).toBe('rate_limit')
  })

  it('a good result followed by a bad exit is no success (weak point 7)', () => {
    expect(resultOf(replay(harness, startWith(), recorded('tool'), { code: 1 }).events)).toBe('error')
  })
})

describe('usage of versions that tell totals only', () => {
  const without = (name: string): readonly string[] =>
    recorded(name).map((line) => {
      const { model_usage_since_last_result: _, ...rest } = JSON.parse(line) as Record<string, unknown>
      return JSON.stringify(rest)
    })

  it('is the difference to the launch before', () => {
    const first = harness.open(startWith(), null)
    for (const line of without('resume-1')) first.hear(line)
    const start = startWith({ resume: conversation, previous: JSON.parse(JSON.stringify(first.save())) as Json })
    expect(usageOf(replay(harness, start, without('resume-2')).events)).toMatchObject({
      input: 11731,
      costUsd: 0.047004,
    })
  })

  it("is the turn's own tokens without a cost when that is unknown", () => {
    const { events } = replay(harness, startWith({ resume: conversation }), without('resume-2'))
    expect(usageOf(events)).toEqual({ input: 11731, output: 4, costUsd: null })
  })
})

describe('what a line says', () => {
  const hear = (...lines: object[]) => {
    const dialogue = harness.open(startWith(), null)
    return lines.map((line) => dialogue.hear(JSON.stringify(line)))
  }
  const part = (delta: object) => ({ type: 'stream_event', event: { type: 'content_block_delta', index: 0, delta } })

  it('delta_text_extracts_content_block_delta: with every character of it', () => {
    const heard = hear(part({ type: 'text_delta', text: 'Привет 🐑' }))
    expect(heard[0]?.deltas).toEqual([{ kind: 'text', text: 'Привет 🐑' }])
  })

  it('delta_text_ignores_non_text_events', () => {
    const dialogue = harness.open(startWith(), null)
    const others = [
      { type: 'system', subtype: 'status' },
      { type: 'stream_event', event: { type: 'message_start', message: {} } },
      part({ type: 'input_json_delta', partial_json: '{' }),
    ].map((line) => JSON.stringify(line))
    for (const line of [...others, '', 'no json'])
      expect((dialogue.hear(line).deltas ?? []).filter(({ kind }) => kind === 'text')).toEqual([])
  })

  it('translate_init_and_noise_and_blocks: a session, then each block in its order; hooks say nothing', () => {
    const block = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }
    const content = [{ type: 'text', text: 'hm' }, block]
    const [init, hook, spoken] = hear(
      { type: 'system', subtype: 'init', session_id: conversation, model: 'm', tools: [] },
      { type: 'system', subtype: 'hook_started' },
      { type: 'assistant', message: { id: 'a', role: 'assistant', content } },
    )
    expect(init?.events).toMatchObject([{ kind: 'session', nativeId: conversation }])
    expect(hook?.events).toEqual([])
    expect(spoken?.events).toMatchObject([
      { kind: 'text', text: 'hm' },
      { kind: 'tool', callId: 't1', name: 'Bash' },
    ])
  })
})

describe('the plan', () => {
  const argvOf = (over: Partial<Start>): string => harness.plan(startWith(over)).argv.join(' ')

  const spoken = { permissions: 'read-only', persona: { tools: 'none', budgetUsd: 0.5 } } as const
  const lean = '--exclude-dynamic-system-prompt-sections --tools  --strict-mcp-config --max-budget-usd 0.5'
  it('conversational_argv_new_session: lean, without tools, never past its permissions; the message is no argument', () => {
    const argv = argvOf({ ...spoken, prompt: 'the message', model: 'sonnet', trusted: true })
    expect(argv).toContain('--session-id')
    expect(argv).toContain('--model sonnet')
    expect(argv).toContain(`--setting-sources user ${lean}`)
    expect(argv).not.toContain('--dangerously-skip-permissions')
    expect(argv).not.toContain('the message')
    expect(harness.plan(startWith({ ...spoken, prompt: 'the message' })).stdin).toEqual({
      mode: 'file',
      text: 'the message',
    })
  })

  it('conversational_argv_resume_continues_session, and stream_argv_uses_stream_json_and_is_stateless', () => {
    const resumed = argvOf({ ...spoken, resume: conversation })
    expect(resumed).toContain(`--resume ${conversation}`)
    expect(resumed).not.toContain('--session-id')
    expect(resumed).toContain(lean)
    const fresh = argvOf(spoken)
    expect(fresh).toContain('--output-format stream-json --verbose --include-partial-messages')
    expect(fresh).not.toContain('--resume')
  })

  it('a persona with all tools keeps them', () => {
    const argv = argvOf({ permissions: 'bypass', persona: { tools: 'all', budgetUsd: null } })
    expect(argv).toContain('--exclude-dynamic-system-prompt-sections')
    expect(argv).not.toContain('--tools')
    expect(argv).not.toContain('--max-budget-usd')
  })

  it('chooses, resumes and forks a conversation', () => {
    expect(argvOf({})).toContain('--session-id 00000000-0000-4000-8000-000000000001')
    expect(argvOf({ resume: 'abc' })).toMatch(/--resume abc(?!.*--session-id)/)
    expect(argvOf({ resume: 'abc', fork: true })).toContain('--resume abc --fork-session --session-id')
  })

  it('brings the prompt by standard input, never by argument', () => {
    const plan = harness.plan(startWith({ prompt: 'a secret' }))
    expect(plan.stdin).toEqual({ mode: 'file', text: 'a secret' })
    expect(plan.argv.join(' ')).not.toContain('secret')
  })

  it('is long-lived where it may ask or is told so', () => {
    for (const over of [{ permissions: 'ask' }, { config: { lifetime: 'session' } }] as const) {
      const plan = harness.plan(startWith(over))
      expect([plan.lifetime, plan.stdin]).toEqual(['session', { mode: 'followed' }])
      expect(plan.argv.join(' ')).toContain('--input-format stream-json --permission-prompt-tool stdio')
    }
  })

  it('gives one permission mode', () => {
    expect(argvOf({})).toContain('--dangerously-skip-permissions')
    expect(argvOf({ permissions: 'ask' })).not.toContain('skip-permissions')
    expect(argvOf({ permissions: 'read-only' })).toMatch(/--permission-mode default --disallowedTools Bash,Edit,Write/)
  })

  it("keeps an untrusted repository's settings out", () => {
    expect(argvOf({ trusted: false })).toContain('--setting-sources user')
    expect(argvOf({ trusted: true })).not.toContain('--setting-sources')
  })

  it('turns off what calls home, never moves a home, and leaves the bounds to who sets them', () => {
    const { env } = harness.plan(
      startWith({ hostEnv: { CLAUDE_CODE_MAX_RETRIES: '2' }, config: { env: { ONE: '1' } } }),
    )
    expect(env).toMatchObject({ DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', ONE: '1' })
    expect(env.CLAUDE_CODE_MAX_RETRIES).toBe('2')
    // The request that would break the transcript of 2.1.325.
    expect(env.CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK).toBe('1')
    expect(Object.keys(env)).not.toEqual(expect.arrayContaining(['HOME', 'CLAUDE_CONFIG_DIR']))
  })
})

describe('the long-lived process', () => {
  const start = startWith({ permissions: 'ask', prompt: 'REMEMBER mango' })
  const written = (steps: readonly Step[]): readonly unknown[] =>
    replay(harness, start, steps).writes.map((text) => JSON.parse(text) as unknown)
  const request = (requestId: string, body: Json): string =>
    JSON.stringify({ type: 'control_request', request_id: requestId, request: body })
  const answer = (decision: string | null, text: string | null): Step => ({
    say: { type: 'answer', requestId: 'r9', decision, text },
  })

  it('is greeted, then prompted', () => {
    const [hello, prompt] = written([])
    expect(hello).toMatchObject({ type: 'control_request', request: { subtype: 'initialize' } })
    expect(prompt).toEqual({
      type: 'user',
      message: { role: 'user', content: [{ type: 'text', text: 'REMEMBER mango' }] },
      // By this name the CLI tells when it begins with it.
      uuid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-f[0-9a-f]{11}$/),
    })
  })

  it('answers each permission once, with the input as it came or with a word of refusal', () => {
    const replies = written(longLived()).filter((one) => (one as { type: string }).type === 'control_response')
    expect(replies).toMatchObject([
      {
        response: {
          subtype: 'success',
          response: { behavior: 'allow', updatedInput: { command: 'echo streamed > streamed.txt' } },
        },
      },
      { response: { subtype: 'success', response: { behavior: 'deny', message: 'The operator denied this.' } } },
    ])
    const ask = request('r9', { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'ls' } })
    expect(written([ask, answer('allow', null), answer('allow', null)])).toHaveLength(3)
  })

  it('takes an answer in words to its question tool', () => {
    const questions = [{ question: 'Which?', options: [{ label: 'red' }, { label: 'blue' }] }]
    const ask = request('r9', { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input: { questions } })
    expect(replay(harness, start, [ask]).events[0]).toMatchObject({
      type: 'question',
      text: 'Which?',
      options: ['red', 'blue'],
    })
    const updatedInput = { questions, answers: { 'Which?': 'green' } }
    expect(written([ask, answer(null, 'green')]).at(-1)).toMatchObject({
      response: { response: { behavior: 'allow', updatedInput } },
    })
  })

  it('leaves no request of the CLI without an answer', () => {
    const refused = {
      type: 'control_response',
      response: { subtype: 'error', request_id: 'r9', error: 'not supported: mcp_message' },
    }
    expect(written([request('r9', { subtype: 'mcp_message' })]).at(-1)).toEqual(refused)
  })

  it('drops a request that the CLI withdraws', () => {
    const ask = request('r9', { subtype: 'can_use_tool', tool_name: 'Bash', input: {} })
    const withdrawn = JSON.stringify({ type: 'control_cancel_request', request_id: 'r9' })
    expect(written([ask, withdrawn, answer('allow', null)])).toHaveLength(2)
  })

  it('waits for background agents before it calls the turn over, and tells what comes late', () => {
    const lines = recorded('subagent')
    const open = lines.findIndex((line) => line.includes('"tasks":[{'))
    const stillOpen = lines.filter((line) => !line.includes('"tasks":[]'))
    expect(open).toBeGreaterThan(0)
    const result = lines.findIndex((line) => line.includes('"type":"result"'))
    const first = replay(harness, start, stillOpen.slice(0, result))
    expect(first.turnsEnded).toBe(0)
    const whole = replay(harness, start, lines)
    expect(whole.turnsEnded).toBe(1)
    expect(whole.events.filter((event) => event.kind === 'result')).toHaveLength(1)
    expect(whole.events).toContainEqual(expect.objectContaining({ kind: 'notice', code: 'late_result' }))
  })

  it('changes the model by a control request, only when it is another', () => {
    const say = (model: string | null): Step => ({ say: { type: 'prompt', text: 'on', source: 'operator', model } })
    const init = recorded('tool')[0] ?? ''
    expect(written([init, say('claude-opus-5-5')])).toHaveLength(3)
    expect(written([init, say('haiku')]).slice(-2)).toMatchObject([
      { request: { subtype: 'set_model', model: 'haiku' } },
      { type: 'user' },
    ])
  })
})
