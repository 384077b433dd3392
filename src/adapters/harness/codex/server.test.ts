/** Recorded lines of `codex app-server` 0.166.0, and what is said to it: threads, turns, words, answers, failures. */
import { describe, expect, it } from 'vitest'
import { classify } from '#core/failure/classify'
import type { Dialogue, Heard, Json, Spoken, Start } from '#ports/harness'
import { evidenceOf, type Fixture, fixtureSuite, replay, usageOf } from '#test/conformance/fixtures.suite'
import { startWith, stepsBeside } from '../recorded.suite.ts'
import { createCodex } from './codex.ts'

const harness = createCodex()
const steps = stepsBeside(import.meta.url)
const thread = '01a1e1c5-6f70-77a0-adfb-ccf847bac88d'

const start = (over: Partial<Start> = {}): Start => startWith({ config: { lifetime: 'session' }, ...over })

const fixture = (
  name: string,
  expected: Fixture['expect'],
  over: Partial<Start> = {},
  exit: Fixture['exit'] = {},
): Fixture => ({ name, start: start(over), steps: steps(name), exit, expect: expected })

const before = (input: number, output: number): Json => ({
  counted: thread,
  totals: { input, output, cacheRead: 0, cacheWrite: 0 },
})

fixtureSuite('codex app-server', harness, [
  fixture(
    'server-session',
    {
      kinds: [
        ...['session', 'text', 'usage', 'result'],
        ...['text', 'usage', 'result'],
        ...['tool', 'request', 'tool_result', 'usage', 'text', 'usage', 'result'],
        ...['tool', 'request', 'tool_result', 'usage', 'text', 'usage', 'result'],
        ...['tool', 'request', 'tool_result', 'usage', 'text', 'usage', 'result'],
        ...['text', 'usage', 'result'],
        ...['tool', 'request', 'usage', 'tool_result', 'failure', 'result'],
        ...['failure', 'result'],
        ...['thinking', 'text', 'usage', 'result'],
      ] as Spoken['kind'][],
      nativeId: thread,
      turnsEnded: 9,
      noise: 0,
      usage: { input: 100_935, output: 59, costUsd: null },
    },
    { permissions: 'ask', prompt: 'MODEL remember mango' },
  ),
  fixture('server-resume', { text: 'recalled mango', usage: { input: 9991, output: 4 } }, { resume: thread }),
  // The launch before ended without telling all: what was used since is caught up.
  fixture('server-resume', { usage: { input: 10_026, output: 6 } }, { resume: thread, previous: before(100_900, 57) }),
  fixture('server-fork', { text: 'recalled mango', usage: { input: 10_090 } }, { resume: thread, fork: true }),
  fixture(
    'server-unknown',
    { result: 'error', failure: { stated: 'context_lost' }, turnsEnded: 0 },
    { resume: thread },
  ),
  fixture('server-401', { result: 'error', failure: { status: 401 }, turnsEnded: 1 }),
  fixture('server-404', { result: 'error', failure: { type: 'modelNotFound', stated: 'invalid_model' } }),
  fixture('server-429', { result: 'error', failure: { status: 429, type: 'responseTooManyFailedAttempts' } }),
  fixture('server-500', { result: 'error', failure: { status: 500 } }),
  fixture('server-limit', { result: 'error', failure: { stated: 'usage_limit', type: 'usageLimitExceeded' } }),
  fixture('server-cut', { result: 'error', failure: { channel: 'event' } }),
  fixture(
    'server-killed',
    { kinds: ['session', 'tool', 'tool_result', 'failure', 'result'], failure: { signal: 'SIGKILL' }, turnsEnded: 0 },
    {},
    { code: null, signal: 'SIGKILL' },
  ),
])

describe('what a failure amounts to', () => {
  it.each([
    ['server-401', 'auth'],
    ['server-404', 'invalid_model'],
    ['server-429', 'rate_limit'],
    ['server-500', 'transient'],
    ['server-limit', 'usage_limit'],
    ['server-cut', 'transient'],
    ['server-unknown', 'context_lost'],
  ] as const)('%s', (name, category) => {
    const { events } = replay(harness, start({ resume: thread }), steps(name))
    expect(classify(evidenceOf(events))).toBe(category)
  })

  it('of a process that dies while it retries is the error it retried for', () => {
    const lines = steps('server-429').slice(0, -3)
    const { events } = replay(harness, start(), lines, { code: null, signal: 'SIGTERM' })
    expect(classify(evidenceOf(events))).toBe('rate_limit')
  })

  it('of first starts that trip over each other passes by itself', () => {
    const stderrTail = 'Error: failed to initialize sqlite state runtime under /home/user/.codex: failed to initialize'
    expect(classify(evidenceOf(replay(harness, start(), [], { code: 1, stderrTail }).events))).toBe('transient')
  })

  it('tells of retries with attempt and status', () => {
    const { events } = replay(harness, start(), steps('server-429'))
    const retries = events.filter((event) => event.kind === 'notice' && event.code === 'retrying')
    expect(retries).toHaveLength(5)
    expect(retries[1]).toMatchObject({ attempt: 2, attempts: 5, status: 429 })
  })

  it('knows when a used-up quota comes back from what the account told before', () => {
    const limits = {
      primary: { usedPercent: 100, resetsAt: 1_900_000_000 },
      secondary: { usedPercent: 20, resetsAt: 1 },
    }
    const line = JSON.stringify({ method: 'account/rateLimits/updated', params: { rateLimits: limits } })
    const lines = steps('server-limit').flatMap((step) =>
      String(step).includes('account/rateLimits') ? [line] : [step],
    )
    expect(evidenceOf(replay(harness, start(), lines).events)[0]?.resetsAt).toBe('2030-03-17T17:46:40.000Z')
  })
})

/** A dialogue whose thread is open and whose first turn has its name. */
function running(over: Partial<Start> = {}): Dialogue {
  const dialogue = harness.open(start({ permissions: 'ask', ...over }), null)
  dialogue.begin()
  for (const line of [...opening, named]) dialogue.hear(line)
  return dialogue
}
const opening = ['{"id":1,"result":{}}', '{"id":2,"result":{"thread":{"id":"t1"},"model":"gpt-5.5"}}']
const named = '{"id":3,"result":{"turn":{"id":"u1"}}}'
const completed = (status: string, id = 'u1'): string =>
  JSON.stringify({ method: 'turn/completed', params: { threadId: 't1', turn: { id, status, durationMs: 5 } } })
const started = (id: string): string =>
  JSON.stringify({ method: 'turn/started', params: { threadId: 't1', turn: { id } } })
const asks = (id: number, method: string, params: object): string =>
  JSON.stringify({ id, method, params: { threadId: 't1', turnId: 'u1', itemId: 'c1', ...params } })
const written = (heard: Heard): readonly unknown[] => heard.writes.map((text) => JSON.parse(text) as unknown)

describe('words to it', () => {
  it('greets, opens a thread on its terms, then begins the turn', () => {
    const dialogue = harness.open(start({ model: 'gpt-x', cwd: '/repo' }), null)
    expect(written(dialogue.begin())).toMatchObject([{ id: 1, method: 'initialize' }])
    expect(written(dialogue.hear(opening[0] ?? ''))).toEqual([
      { method: 'initialized' },
      {
        id: 2,
        method: 'thread/start',
        params: {
          cwd: '/repo',
          approvalPolicy: 'never',
          approvalsReviewer: 'user',
          sandbox: 'danger-full-access',
          model: 'gpt-x',
        },
      },
    ])
    expect(written(dialogue.hear(opening[1] ?? ''))).toMatchObject([
      { id: 3, method: 'turn/start', params: { threadId: 't1', input: [{ type: 'text', text: 'the prompt' }] } },
    ])
  })

  it.each([
    ['ask', 'untrusted', 'danger-full-access'],
    ['read-only', 'never', 'read-only'],
  ] as const)(
    '%s is policy %s in sandbox %s, also for a thread that goes on',
    (permissions, approvalPolicy, sandbox) => {
      for (const [fork, method] of [
        [false, 'thread/resume'],
        [true, 'thread/fork'],
      ] as const) {
        const dialogue = harness.open(start({ permissions, resume: 't0', fork }), null)
        dialogue.begin()
        expect(written(dialogue.hear(opening[0] ?? ''))[1]).toMatchObject({
          method,
          params: { threadId: 't0', excludeTurns: true, approvalPolicy, sandbox },
        })
      }
    },
  )

  it('changes the model with a prompt that names another one', () => {
    const dialogue = running()
    dialogue.hear(completed('completed'))
    const prompt = { type: 'prompt', text: 'go on', source: 'operator' } as const
    expect(written(dialogue.say({ ...prompt, model: 'gpt-6' }))).toMatchObject([{ params: { model: 'gpt-6' } }])
    dialogue.hear('{"id":4,"result":{"turn":{"id":"u2"}}}')
    dialogue.hear(completed('completed', 'u2'))
    expect(written(dialogue.say({ ...prompt, model: 'gpt-6' }))).not.toMatchObject([{ params: { model: 'gpt-6' } }])
  })

  it('that steer go into the running turn, into the prompt before it, and nowhere without one', () => {
    const early = harness.open(start({ prompt: 'first' }), null)
    early.begin()
    expect(early.say({ type: 'steer', text: 'and this' }).unheard).toBeUndefined()
    early.hear(opening[0] ?? '')
    expect(JSON.stringify(written(early.hear(opening[1] ?? '')))).toContain('first\\n\\nand this')
    // Begun and not named yet: the words wait for the name.
    expect(written(early.say({ type: 'steer', text: 'that too' }))).toEqual([])
    expect(written(early.hear(named))).toMatchObject([
      { method: 'turn/steer', params: { threadId: 't1', expectedTurnId: 'u1', input: [{ text: 'that too' }] } },
    ])
    early.hear(completed('completed'))
    expect(early.say({ type: 'steer', text: 'too late' }).unheard).toBe(true)
  })

  it('that come too late for the turn are told, not lost', () => {
    const dialogue = running()
    dialogue.say({ type: 'steer', text: 'hurry' })
    dialogue.hear(completed('completed'))
    const refusal = '{"id":4,"error":{"code":-32600,"message":"no active turn to steer"}}'
    expect(dialogue.hear(refusal).events).toMatchObject([{ kind: 'notice', code: 'steer_missed', text: 'hurry' }])
  })

  it('that interrupt end the turn, before it is begun, before it is named and while it runs', () => {
    const unbegun = harness.open(start(), null)
    unbegun.begin()
    expect(unbegun.say({ type: 'interrupt' })).toMatchObject({ turnEnded: true, writes: [] })
    expect(opening.flatMap((line) => unbegun.hear(line).writes).join('')).not.toContain('turn/start')

    const unnamed = harness.open(start(), null)
    unnamed.begin()
    for (const line of opening) unnamed.hear(line)
    expect(unnamed.say({ type: 'interrupt' }).writes).toEqual([])
    const interrupt = { method: 'turn/interrupt', params: { threadId: 't1', turnId: 'u1' } }
    const clean = { method: 'thread/backgroundTerminals/clean', params: { threadId: 't1' } }
    expect(written(unnamed.hear(named))).toMatchObject([interrupt, clean])

    const named1 = running()
    expect(written(named1.say({ type: 'interrupt' }))).toMatchObject([interrupt, clean])
    const end = named1.hear(completed('interrupted'))
    expect([end.turnEnded, classify(evidenceOf(end.events))]).toEqual([true, 'cancelled'])
    expect(written(end)).toMatchObject([clean])
  })

  it('are never heard by a process that lives for one turn', () => {
    const dialogue = harness.open(startWith(), null)
    expect(dialogue.say({ type: 'steer', text: 'hello?' }).unheard).toBe(true)
  })
})

describe('what it asks', () => {
  const answer = (
    dialogue: Dialogue,
    id: number,
    decision: string | null,
    text: string | null = null,
  ): readonly unknown[] =>
    written(dialogue.say({ type: 'answer', requestId: `l_000000000000000000000001-${id}`, decision, text }))
  const command = { command: 'rm -rf build', availableDecisions: ['accept', 'acceptForSession', 'cancel'] }

  it.each([
    ['allow', 'accept'],
    ['allow-session', 'acceptForSession'],
    ['deny', 'decline'],
    ['whatever', 'decline'],
  ])('%s for a command is %s', (word, decision) => {
    const dialogue = running()
    const { events } = dialogue.hear(asks(0, 'item/commandExecution/requestApproval', command))
    expect(events).toMatchObject([
      { kind: 'request', text: 'rm -rf build', options: ['allow', 'allow-session', 'deny'] },
    ])
    expect(answer(dialogue, 0, word)).toEqual([{ id: 0, result: { decision } }])
    expect(answer(dialogue, 0, word)).toEqual([])
  })

  it('offers "for the session" where Codex does, and never what would write into rules of the user', () => {
    const { events } = running().hear(
      asks(0, 'item/commandExecution/requestApproval', {
        command: 'ls',
        availableDecisions: ['accept', { acceptWithExecpolicyAmendment: {} }, 'cancel'],
      }),
    )
    expect(events).toMatchObject([{ options: ['allow', 'deny'] }])
  })

  it('refuses in words: a plain no, and the words into the turn', () => {
    const dialogue = running()
    dialogue.hear(asks(0, 'item/commandExecution/requestApproval', command))
    expect(answer(dialogue, 0, null, 'use make clean')).toMatchObject([
      { id: 0, result: { decision: 'decline' } },
      { method: 'turn/steer', params: { input: [{ text: 'use make clean' }] } },
    ])
  })

  it('grants wider permissions for a turn or for the process, exactly as asked', () => {
    const permissions = { network: { enabled: true }, fileSystem: null }
    for (const [word, result] of [
      ['allow', { permissions, scope: 'turn' }],
      ['allow-session', { permissions, scope: 'session' }],
      ['deny', { permissions: {}, scope: 'turn' }],
    ] as const) {
      const dialogue = running()
      dialogue.hear(asks(7, 'item/permissions/requestApproval', { permissions, reason: 'to fetch' }))
      expect(answer(dialogue, 7, word)).toEqual([{ id: 7, result }])
    }
  })

  it('passes questions on, its own and those of a tool server', () => {
    const dialogue = running()
    const questions = [{ id: 'colour', question: 'Which?', options: [{ label: 'red' }, { label: 'blue' }] }]
    const { events } = dialogue.hear(asks(1, 'item/tool/requestUserInput', { questions }))
    expect(events).toMatchObject([{ type: 'question', text: 'Which?', options: ['red', 'blue'] }])
    expect(answer(dialogue, 1, null, 'blue')).toEqual([
      { id: 1, result: { answers: { colour: { answers: ['blue'] } } } },
    ])
    const form = (properties: object) => ({ mode: 'form', message: 'Sure?', requestedSchema: { properties } })
    dialogue.hear(asks(2, 'mcpServer/elicitation/request', form({})))
    expect(answer(dialogue, 2, 'deny')).toEqual([{ id: 2, result: { action: 'decline', content: null, _meta: null } }])
    dialogue.hear(asks(3, 'mcpServer/elicitation/request', form({ name: { type: 'string' } })))
    expect(answer(dialogue, 3, null, 'Ada')).toMatchObject([{ result: { action: 'accept', content: { name: 'Ada' } } }])
    const two = asks(4, 'mcpServer/elicitation/request', form({ a: {}, b: {} }))
    expect(written(dialogue.hear(two))).toMatchObject([{ id: 4, result: { action: 'decline' } }])
  })

  it('is refused at once where nobody can answer: a call it does not know, or no turn that runs', () => {
    const dialogue = running()
    expect(written(dialogue.hear(asks(5, 'account/chatgptAuthTokens/refresh', {})))).toMatchObject([
      { id: 5, error: { code: -32601 } },
    ])
    dialogue.hear(completed('completed'))
    expect(written(dialogue.hear(asks(6, 'item/commandExecution/requestApproval', command)))).toEqual([
      { id: 6, result: { decision: 'decline' } },
    ])
  })

  it.each([
    ['bypass', 'accept'],
    ['read-only', 'decline'],
  ] as const)('is answered by the mode %s itself', (permissions, decision) => {
    const heard = running({ permissions }).hear(asks(0, 'item/fileChange/requestApproval', {}))
    expect([heard.events, written(heard)]).toEqual([[], [{ id: 0, result: { decision } }]])
  })

  it('may be withdrawn', () => {
    const dialogue = running()
    dialogue.hear(asks(0, 'item/commandExecution/requestApproval', command))
    const resolved = '{"method":"serverRequest/resolved","params":{"threadId":"t1","requestId":0}}'
    expect(dialogue.hear(resolved).events).toMatchObject([{ kind: 'notice', code: 'request_withdrawn' }])
    expect(answer(dialogue, 0, 'allow')).toEqual([])
  })
})

describe('what is not this turn', () => {
  const item = (threadId: string, turnId: string): string =>
    JSON.stringify({
      method: 'item/completed',
      params: { threadId, turnId, item: { type: 'agentMessage', id: 'm', text: 'hello' } },
    })

  it('words of sub-agents and of turns that are over are left out', () => {
    const dialogue = running()
    expect(dialogue.hear(item('t2', 'u1')).events).toEqual([])
    expect(dialogue.hear(item('t1', 'u0')).events).toEqual([])
    expect(dialogue.hear(item('t1', 'u1')).events).toEqual([{ kind: 'text', text: 'hello' }])
    expect(dialogue.hear(completed('completed', 'u0')).turnEnded).toBeUndefined()
  })

  it('a turn that it begins by itself is interrupted, so that nothing is spent unseen', () => {
    const dialogue = running()
    dialogue.hear(completed('completed'))
    expect(written(dialogue.hear(started('u2')))).toMatchObject([
      { method: 'turn/interrupt', params: { turnId: 'u2' } },
      {},
    ])
  })

  it('a command that runs on behind its turn has a result all the same', () => {
    const dialogue = running()
    const call = { type: 'commandExecution', id: 'c1', command: 'serve', status: 'inProgress' }
    const params = { threadId: 't1', turnId: 'u1', item: call }
    dialogue.hear(JSON.stringify({ method: 'item/started', params }))
    const { events } = dialogue.hear(completed('completed'))
    expect(events).toMatchObject([
      { kind: 'tool_result', ok: true },
      { kind: 'result', isError: false },
    ])
    expect(dialogue.hear(JSON.stringify({ method: 'item/completed', params })).events).toEqual([])
  })
})

describe('usage', () => {
  it('goes on by what the dialogue of `exec` saved, and back', () => {
    const exec = harness.open(startWith(), null)
    exec.hear(JSON.stringify({ type: 'thread.started', thread_id: thread }))
    exec.hear(JSON.stringify({ type: 'turn.completed', usage: { input_tokens: 100_900, output_tokens: 57 } }))
    const previous = JSON.parse(JSON.stringify(exec.save())) as Json
    const server = harness.open(start({ resume: thread, previous }), null)
    server.begin()
    const said = steps('server-resume').flatMap((line) => server.hear(String(line)).events)
    expect(usageOf(said)).toMatchObject({ input: 10_026 })
    const again = JSON.parse(JSON.stringify(server.save())) as Json
    expect(again).toMatchObject({ counted: thread, totals: { input: 110_926, output: 63 } })
  })
})
