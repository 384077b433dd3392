/** Recorded dialogues of four agents by ACP, both directions; modes, models, steering, questions; and the configuration. */
import { describe, expect, it } from 'vitest'
import { classify } from '#core/failure/classify'
import type { AgentInput, Start } from '#ports/harness'
import { evidenceOf, type Fixture, fixtureSuite, replay, type Step, textOf } from '#test/conformance/fixtures.suite'
import { recordedBeside, startWith } from '../recorded.suite.ts'
import { createAcp } from './acp.ts'

const harness = createAcp('mine', { protocol: 'acp', command: ['mine', '--acp'] })
const recorded = recordedBeside(import.meta.url)
const launchId = startWith().launchId

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly prompt?: readonly { readonly text: string }[] }
  readonly result?: { readonly outcome?: { readonly optionId?: string } }
}

/** What was heard stays a line; what the driver said becomes what Drover says at that moment. */
function stepsOf(name: string): { readonly start: Start; readonly steps: readonly Step[] } {
  const all = recorded(name).map((line) => JSON.parse(line) as { dir: string; msg: Message })
  const prompts = all.filter(({ dir, msg }) => dir === '>' && msg.method === 'session/prompt')
  const steps = all.flatMap(({ dir, msg }): readonly Step[] => {
    if (dir === '<') return [JSON.stringify(msg)]
    if (msg === prompts[0]?.msg) return []
    const input = inputOf(msg)
    return input === null ? [] : [{ say: input }]
  })
  return { start: startWith({ permissions: 'ask', prompt: textIn(prompts[0]?.msg) }), steps }
}

const textIn = (msg: Message | undefined): string => msg?.params?.prompt?.[0]?.text ?? ''
const prompt = (text: string): AgentInput => ({ type: 'prompt', text, source: 'operator', model: null })

function inputOf(msg: Message): AgentInput | null {
  if (msg.method === 'session/prompt') return prompt(textIn(msg))
  if (msg.method === 'session/cancel') return { type: 'interrupt' }
  const option = msg.result?.outcome?.optionId
  if (option === undefined) return null
  const decision = /^(proceed_once|once|allow_once)$/.test(option) ? 'allow' : 'deny'
  return { type: 'answer', requestId: `${launchId}-${msg.id}`, decision, text: null }
}

/** Two turns, an approval, a refusal, an interrupt, one more turn, a failure. */
const fixture = (name: string, expected: Fixture['expect']): Fixture => ({
  name,
  ...stepsOf(name),
  expect: { result: 'error', noise: 0, turnsEnded: 7, ...expected },
})

fixtureSuite('acp', harness, [
  fixture('gemini', {
    nativeId: 'afe65ce3-7f34-4d99-9968-1fc1942c3bf1',
    text: 'ok\nrecalled durian\ndone 1\ndone 1\nrecalled durian',
    failure: { status: 400, type: 'INVALID_ARGUMENT' },
    usage: { input: 12_385 + 12_406 + 24_978 + 25_213 + 12_666, output: 1 + 4 + 10 + 11 + 4 },
  }),
  fixture('qwen', {
    text: 'ok\nrecalled durian\ndone 1\nrecalled durian',
    failure: { status: 400 },
    usage: { input: 21_221 + 21_245 + 21_277 + 21_380 + 21_410 + 21_515 },
  }),
  // Totals of the session: the sum of the deltas is the last total. Its failure comes as words.
  fixture('copilot', { failure: { status: 400 }, usage: { input: 62_642, output: 43 } }),
  // Counts of the turn.
  fixture('opencode', {
    failure: { message: 'Internal error: scripted failure 400' },
    usage: { input: 7676 + 7693 + 7781 + 7805 + 7897 },
  }),
])

describe.each(['gemini', 'qwen', 'copilot', 'opencode'])('every agent (%s)', (name) => {
  const { start, steps } = stepsOf(name)
  const { events, writes } = replay(harness, start, steps)
  it('asks twice, is allowed once, and every call has one result', () => {
    const asked = events.filter((event) => event.kind === 'request')
    expect(asked.map((event) => event.options)).toEqual([
      ['allow', 'deny'],
      ['allow', 'deny'],
    ])
    const calls = events.flatMap((event) => (event.kind === 'tool' ? [event.callId] : []))
    const results = events.flatMap((event) => (event.kind === 'tool_result' ? [event] : []))
    expect(results.map((event) => event.callId)).toEqual(calls)
    expect(results.map((event) => event.ok)).toEqual([true, false])
  })
  it('is never given what would last beyond the one call', () => {
    const answers = writes.filter((line) => line.includes('"outcome":"selected"'))
    expect(answers).toHaveLength(2)
    expect(answers.join()).not.toContain('always')
  })
})

const line = (message: object): string => JSON.stringify({ jsonrpc: '2.0', ...message })
const greeted = (capabilities: object = { loadSession: true }, name = 'mine') =>
  line({ id: 1, result: { protocolVersion: 1, agentInfo: { name, version: '1' }, agentCapabilities: capabilities } })
const opened = (over: object = {}) => line({ id: 2, result: { sessionId: 's-1', ...over } })
const update = (body: object) => line({ method: 'session/update', params: { sessionId: 's-1', update: body } })
const chunk = (text: string) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
const stopped = (id: number, stopReason = 'end_turn', over: object = {}) =>
  line({ id, result: { stopReason, ...over } })
const methods = (writes: readonly string[]) => writes.map((text) => (JSON.parse(text) as Message).method ?? 'answer')

describe('a session', () => {
  it('is opened before the prompt, with the directory of the workspace', () => {
    const { writes } = replay(harness, startWith(), [greeted(), opened(), stopped(3)])
    expect(methods(writes)).toEqual(['initialize', 'session/new', 'session/prompt'])
    expect(writes[1]).toContain('"cwd":"/repo"')
    expect(writes[2]).toContain('the prompt')
  })
  it.each([
    [{ loadSession: true }, 'session/load'],
    [{ loadSession: true, sessionCapabilities: { resume: {} } }, 'session/resume'],
  ])('of earlier is reopened with %j by %s, and what is replayed is no news', (capabilities, method) => {
    const steps = [greeted(capabilities), chunk('old words'), line({ id: 2, result: {} }), chunk('new'), stopped(3)]
    const { events, writes } = replay(harness, startWith({ resume: 's-0' }), steps)
    expect(methods(writes)[1]).toBe(method)
    expect(textOf(events)).toBe('new')
    expect(events[0]).toMatchObject({ kind: 'session', nativeId: 's-0' })
  })
  it.each([
    ['cannot be reopened', [greeted({})], 'context_lost'],
    [
      'is unknown',
      [greeted(), line({ id: 2, error: { code: -32_002, message: 'Resource not found' } })],
      'context_lost',
    ],
    [
      'asks for a login',
      [greeted(), line({ id: 2, error: { code: -32_000, message: 'Authentication required' } })],
      'auth',
    ],
  ])('that %s ends the process', (_what, steps, category) => {
    const dialogue = harness.open(startWith({ resume: 's-0' }), null)
    dialogue.begin()
    const heard = steps.map((one) => dialogue.hear(one))
    expect(heard.at(-1)?.hangUp).toBe(true)
    expect(classify(evidenceOf(heard.flatMap((one) => one.events)))).toBe(category)
    expect(dialogue.end({ code: 0, signal: null, stderrTail: '', how: 'exited' })).toEqual([])
  })
  it('of another protocol version is refused', () => {
    const { events } = replay(harness, startWith(), [line({ id: 1, result: { protocolVersion: 2 } })])
    expect(evidenceOf(events)).toContainEqual(expect.objectContaining({ type: 'protocol_version' }))
  })
})

const modes = { currentModeId: 'yolo', availableModes: [{ id: 'default' }, { id: 'plan' }, { id: 'yolo' }] }
const models = {
  currentModelId: 'a',
  availableModels: [
    { modelId: 'a', name: 'A' },
    { modelId: 'b', name: 'B' },
  ],
}

describe('choices before the prompt', () => {
  it.each([
    ['read-only', 'plan'],
    ['ask', 'default'],
  ] as const)('%s sets the mode %s', (permissions, mode) => {
    const { writes } = replay(harness, startWith({ permissions }), [
      greeted(),
      opened({ modes }),
      line({ id: 3, result: {} }),
    ])
    expect(methods(writes)).toEqual(['initialize', 'session/new', 'session/set_mode', 'session/prompt'])
    expect(writes[2]).toContain(`"modeId":"${mode}"`)
  })
  it('read-only without such a mode never prompts', () => {
    const { events, writes } = replay(harness, startWith({ permissions: 'read-only' }), [greeted(), opened()])
    expect(methods(writes)).not.toContain('session/prompt')
    expect(evidenceOf(events)).toContainEqual(expect.objectContaining({ type: 'ability_missing' }))
  })
  it('a model is set by its name or id, in either shape of the protocol', () => {
    const choose = (model: string, offer: object) =>
      replay(harness, startWith({ model }), [greeted(), opened(offer), line({ id: 3, result: {} })]).writes
    expect(choose('B', { models })[2]).toContain(
      '"method":"session/set_model","params":{"sessionId":"s-1","modelId":"b"}',
    )
    const option = { id: 'model', category: 'model', currentValue: 'a', options: [{ value: 'b', name: 'B' }] }
    expect(choose('b', { configOptions: [option] })[2]).toContain('"configId":"model","value":"b"')
    expect(methods(choose('a', { models }))).toEqual(['initialize', 'session/new', 'session/prompt'])
  })
  it('an unknown model is refused by name before any prompt', () => {
    const { events, writes } = replay(harness, startWith({ model: 'z' }), [greeted(), opened({ models })])
    expect(classify(evidenceOf(events))).toBe('invalid_model')
    expect(methods(writes)).not.toContain('session/prompt')
  })
  it('by flag the model is in the launch', () => {
    const flagged = createAcp('mine', { protocol: 'acp', command: ['mine', '--acp'], model_flag: '-m', model: 'own' })
    expect(flagged.plan(startWith({ model: 'b' })).argv).toEqual(['/opt/agent', '--acp', '-m', 'b'])
    expect(flagged.plan(startWith()).argv.slice(2)).toEqual(['-m', 'own'])
    const { writes } = replay(flagged, startWith({ model: 'b' }), [greeted(), opened({ models })])
    expect(methods(writes).at(-1)).toBe('session/prompt')
  })
})

describe('a running turn', () => {
  const running = [greeted(), opened(), chunk('half a ')]
  it('takes words in: the step is cancelled, the turn goes on', () => {
    const steps: Step[] = [
      ...running,
      { say: { type: 'steer', text: 'rather this' } },
      stopped(3, 'cancelled'),
      chunk('this'),
      stopped(4),
    ]
    const { events, writes, turnsEnded } = replay(harness, startWith(), steps)
    expect(methods(writes).slice(-2)).toEqual(['session/cancel', 'session/prompt'])
    expect(writes.at(-1)).toContain('rather this')
    expect([turnsEnded, evidenceOf(events), textOf(events)]).toEqual([1, [], 'half a \nthis'])
  })
  it('that is interrupted withdraws what it asked for', () => {
    const ask = line({
      id: 9,
      method: 'session/request_permission',
      params: { options: [], toolCall: { toolCallId: 'c' } },
    })
    const steps: Step[] = [...running, ask, { say: { type: 'interrupt' } }, stopped(3, 'cancelled')]
    const { events, writes, turnsEnded } = replay(harness, startWith({ permissions: 'ask' }), steps)
    expect(writes.slice(-2).map((text) => JSON.parse(text) as object)).toEqual([
      { jsonrpc: '2.0', id: 9, result: { outcome: { outcome: 'cancelled' } } },
      { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's-1' } },
    ])
    expect([turnsEnded, classify(evidenceOf(events))]).toEqual([1, 'cancelled'])
  })
  describe('of a role', () => {
    const options = [
      { optionId: 'yes', kind: 'allow_once' },
      { optionId: 'no', kind: 'reject_once' },
    ]
    const asks = (toolCall: object) =>
      line({
        id: 9,
        method: 'session/request_permission',
        params: { options, toolCall: { toolCallId: 'c', ...toolCall } },
      })
    const judged: unknown[] = []
    const guard: Start['guard'] = {
      nativeSubagents: 'allow',
      judge: (call) => {
        judged.push(call)
        return JSON.stringify(call.input).includes('bad') ? 'Not that.' : null
      },
    }
    const earlier = line({
      method: 'session/update',
      params: { update: { sessionUpdate: 'tool_call', toolCallId: 'c', rawInput: { command: 'bad' } } },
    })
    it.each([
      ['a command', [asks({ kind: 'execute', rawInput: { command: 'bad' } })], 'shell', { command: 'bad' }],
      ['a command that is only a title', [asks({ kind: 'execute', title: 'bad' })], 'shell', { command: 'bad' }],
      ['a command told before', [earlier, asks({ kind: 'execute' })], 'shell', { command: 'bad' }],
      ['a file', [asks({ kind: 'edit', locations: [{ path: '/bad' }] })], 'write', { path: '/bad' }],
      [
        'a changed file',
        [asks({ kind: 'edit', content: [{ type: 'diff', path: '/bad' }] })],
        'write',
        { path: '/bad' },
      ],
    ] as const)('%s that the guard refuses is refused in every mode, and written down', (_, steps, tool, input) => {
      for (const permissions of ['bypass', 'ask'] as const) {
        judged.length = 0
        const { events, writes } = replay(harness, startWith({ permissions, guard }), [...running, ...steps])
        expect(judged[0]).toMatchObject({ tool, input, cwd: startWith().cwd })
        expect(writes.at(-1)).toContain('"optionId":"no"')
        expect(events).toContainEqual(expect.objectContaining({ code: 'guard_denied', tool, reason: 'Not that.' }))
        expect(events.filter(({ kind }) => kind === 'request')).toEqual([])
      }
    })
    it.each([
      ['what it allows', { kind: 'execute', rawInput: { command: 'ls' } }],
      ['what does not say what it does', { kind: 'other' }],
    ])('%s is answered by the mode', (_, call) => {
      const { writes } = replay(harness, startWith({ guard }), [...running, asks(call)])
      expect(writes.at(-1)).toContain('"optionId":"yes"')
    })
    it('without a guard the mode alone answers', () => {
      const { writes } = replay(harness, startWith(), [...running, asks({ rawInput: { command: 'bad' } })])
      expect(writes.at(-1)).toContain('"optionId":"yes"')
    })
  })
  it('may be interrupted before it was prompted', () => {
    const { writes, turnsEnded } = replay(harness, startWith(), [{ say: { type: 'interrupt' } }, greeted(), opened()])
    expect([methods(writes), turnsEnded]).toEqual([['initialize', 'session/new'], 1])
  })
  it('that is refused in silence is cancelled in time, and the process stays', () => {
    const refused = (forMs: number) =>
      JSON.stringify({ type: 'drover_http', status: 500, failures: 4, forMs, body: '' })
    const steps: Step[] = [
      ...running,
      refused(4000),
      refused(25_000),
      stopped(3, 'cancelled'),
      { say: prompt('again') },
      stopped(4),
    ]
    const { events, writes, turnsEnded } = replay(harness, startWith(), steps)
    expect(methods(writes)).toContain('session/cancel')
    expect([turnsEnded, classify(evidenceOf(events))]).toEqual([2, 'transient'])
    expect(events.at(-1)).toMatchObject({ kind: 'result', isError: false })
  })
  it('asks a question and takes the answer in', () => {
    const requestedSchema = { type: 'object', properties: { colour: { type: 'string', enum: ['red', 'blue'] } } }
    const ask = line({
      id: 'q',
      method: 'elicitation/create',
      params: { mode: 'form', message: 'Which?', requestedSchema },
    })
    const answer = { type: 'answer', requestId: `${launchId}-q`, decision: null, text: 'blue' } as const
    const { events, writes } = replay(harness, startWith(), [...running, ask, { say: answer }, stopped(3)])
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'request', type: 'question', options: ['red', 'blue'] }),
    )
    expect(writes.at(-1)).toContain('"result":{"action":"accept","content":{"colour":"blue"}}')
  })
  it('refuses what nobody here can do, so that nothing hangs', () => {
    const { writes } = replay(harness, startWith(), [
      ...running,
      line({ id: 7, method: 'fs/read_text_file', params: {} }),
    ])
    expect(writes.at(-1)).toContain('"code":-32601')
  })
  it.each(['max_tokens', 'refusal', 'max_turn_requests'])('that stops by %s is no success', (reason) => {
    const { events } = replay(harness, startWith(), [...running, stopped(3, reason)])
    expect(evidenceOf(events)).toContainEqual(expect.objectContaining({ type: reason }))
  })
})

describe('usage', () => {
  const usage = (inputTokens: number, outputTokens: number) => ({
    usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
  })
  it('of a session goes on from what the launch before saw, with the cost it told', () => {
    const cost = (amount: number) =>
      update({ sessionUpdate: 'usage_update', used: 1, size: 9, cost: { amount, currency: 'USD' } })
    const first = harness.open(startWith(), null)
    first.begin()
    for (const one of [greeted(), opened(), cost(0.5), stopped(3, 'end_turn', usage(100, 10))]) first.hear(one)
    const start = startWith({ resume: 's-1', previous: first.save() })
    const { events } = replay(harness, start, [
      greeted(),
      line({ id: 2, result: {} }),
      cost(0.75),
      stopped(3, 'end_turn', usage(160, 15)),
    ])
    expect(events).toContainEqual(expect.objectContaining({ kind: 'usage', input: 60, output: 5, costUsd: 0.25 }))
  })
  it('of an agent that counts by process begins anew in a reopened session', () => {
    const hello = greeted({ loadSession: true }, 'Copilot')
    const first = harness.open(startWith(), null)
    first.begin()
    for (const one of [hello, opened(), stopped(3, 'end_turn', usage(100, 10))]) first.hear(one)
    const start = startWith({ resume: 's-1', previous: first.save() })
    const steps: Step[] = [
      hello,
      line({ id: 2, result: {} }),
      stopped(3, 'end_turn', usage(100, 10)),
      { say: prompt('on') },
    ]
    const { events } = replay(harness, start, [...steps, stopped(4, 'end_turn', usage(130, 13))])
    const told = events.flatMap((event) => (event.kind === 'usage' ? [[event.input, event.output]] : []))
    expect(told).toEqual([
      [100, 10],
      [30, 3],
    ])
  })
})

describe('the configuration', () => {
  it.each([
    [{}, 'command'],
    [{ command: 'gemini --acp' }, 'command'],
    [{ command: ['./agent'] }, 'command'],
    [{ command: ['agent'], lifetime: 'turn' }, 'lifetime'],
    [{ command: ['agent'], text_path: 'x' }, 'text_path'],
    [{ command: ['agent'], pass_env: 'X' }, 'pass_env'],
  ])('%j is refused by its key %s', (config, key) => {
    expect(() => createAcp('mine', { protocol: 'acp', ...config })).toThrow(`[harness.mine] ${key}`)
  })
  it('starts a known agent as its own adapter does', () => {
    const gemini = createAcp('g', { protocol: 'acp', command: ['gemini', '--acp'] })
    const { argv, env, stdin, lifetime } = gemini.plan(startWith({ trusted: false }))
    expect(argv).toEqual(['/opt/agent', '--acp', '--skip-trust'])
    expect(env).toMatchObject({ GEMINI_CLI_NO_RELAUNCH: 'true', GEMINI_TELEMETRY_ENABLED: 'false' })
    expect([stdin.mode, lifetime]).toEqual(['followed', 'session'])
    expect(gemini.passEnv).toContain('GEMINI_API_KEY')
  })
})
