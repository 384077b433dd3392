/** The pure part of the doors: who serves, what an agent is told, what is refused, what is said. */
import { describe, expect, it } from 'vitest'
import { chunk, completion, frame, usageChunk } from './answer.ts'
import { historyKey, splitHistory } from './history.ts'
import { isUnsupported, type ModelFacts, resolveModel, supportedModels } from './model.ts'
import { bareName, personasOf } from './persona.ts'
import { type Message, promptOf, promptOfNew } from './prompt.ts'
import { isRefused, readChat, readResponse, readSpoken } from './read.ts'
import { errorFrame, executionFailed, oneLine, queueFull } from './refusal.ts'
import { createResponseEvents } from './response.ts'
import { createTelling } from './tell.ts'

const facts = (over: Partial<ModelFacts> = {}): ModelFacts => ({
  personas: personasOf({ chef: { system: 'Cook.', agent: 'codex:gpt' }, lost: { agent: 'nobody' } }),
  fallback: 'conversational',
  aliases: { kimi: 'moonshot/kimi-k2', fast: 'codex:mini' },
  harnesses: ['claude-code', 'codex'],
  modelsOf: (harness) => (harness === 'claude-code' ? ['own'] : []),
  spec: (word) => {
    const [harness = '', ...rest] = word.split(':')
    return ['claude-code', 'codex'].includes(harness) ? { harness, model: rest.join(':') || null } : null
  },
  defaultHarness: 'claude-code',
  ...over,
})

describe('who serves', () => {
  it.each([
    [undefined, 'conversational', 'claude-code', null, 'conversational'],
    [null, 'conversational', 'claude-code', null, 'conversational'],
    ['', 'conversational', 'claude-code', null, 'conversational'],
    ['chef', 'chef', 'codex', 'gpt', 'chef'],
    // haiku/sonnet/opus routed to --model, and their full ids
    ['haiku', 'conversational', 'claude-code', 'haiku', 'haiku'],
    ['sonnet', 'conversational', 'claude-code', 'sonnet', 'sonnet'],
    ['opus', 'conversational', 'claude-code', 'opus', 'opus'],
    ['claude-sonnet-4-6', 'conversational', 'claude-code', 'claude-sonnet-4-6', 'claude-sonnet-4-6'],
    [
      'claude-haiku-4-5-20251001',
      'conversational',
      'claude-code',
      'claude-haiku-4-5-20251001',
      'claude-haiku-4-5-20251001',
    ],
    ['own', 'conversational', 'claude-code', 'own', 'own'],
    ['kimi', 'conversational', 'claude-code', 'moonshot/kimi-k2', 'kimi'],
    ['fast', bareName, 'codex', 'mini', 'fast'],
    ['codex', bareName, 'codex', null, 'codex'],
    ['codex:a:b', bareName, 'codex', 'a:b', 'codex:a:b'],
  ])('%j is %s by %s:%s', (asked, persona, harness, model, echoed) => {
    expect(resolveModel(asked, facts())).toMatchObject({
      persona: { name: persona },
      agent: { harness, model },
      model: echoed,
    })
  })

  it.each(['gpt-4o', 'lost', 'Haiku', 'constructor', 'toString', '__proto__', 'conversational ', 'claude-haiku-'])(
    'unknown model 400 with list: %j',
    (asked) => {
      const found = resolveModel(asked, facts())
      expect(isUnsupported(found)).toBe(true)
      if (isUnsupported(found)) expect(found.supported).toEqual([...found.supported].sort())
    },
  )

  it('a default that is not there, or whose harness has other models, serves what it can', () => {
    expect(isUnsupported(resolveModel(null, facts({ fallback: 'gone' })))).toBe(true)
    expect(resolveModel('codex', facts({ fallback: 'gone' }))).toMatchObject({ agent: { harness: 'codex' } })
    expect(isUnsupported(resolveModel('haiku', facts({ fallback: 'chef' })))).toBe(true)
    expect(supportedModels(facts({ fallback: 'chef' }))).not.toContain('haiku')
  })

  it('the shipped persona may be changed key by key', () => {
    const own = personasOf({ conversational: { agent: 'codex' } }).get('conversational')
    expect(own).toMatchObject({ agent: 'codex', tools: 'none', permissions: 'read-only', timeoutMs: 120_000 })
    expect(own?.system).toContain('spoken aloud')
  })
})

const say = (role: Message['role'], content: string): Message => ({ role, content })

describe('what an agent is told', () => {
  it('synthesise_chat_prompt_keeps_assistant_turns: system first, ends on the newest user turn', () => {
    const messages = [
      say('user', 'one'),
      say('system', 'A.'),
      say('assistant', 'two'),
      say('system', 'B.'),
      say('user', ' '),
      say('user', 'три'),
    ]
    expect(promptOf(messages)).toBe('A.\n\nB.\n\nUser: one\nAssistant: two\nUser: три')
    expect(promptOf([say('user', 'x')])).toBe('User: x')
    expect(promptOfNew([say('user', 'x')])).toBe('x')
    expect(promptOfNew([say('user', 'x'), say('user', 'y')])).toBe('User: x\nUser: y')
  })

  it('a history is split behind its last answer, and known again by all that was said', () => {
    const hash = (text: string) => text
    const whose = { persona: 'p', agent: { harness: 'h', model: null } }
    const held = [say('user', 'a'), say('assistant', 'b')]
    expect(splitHistory([...held, say('user', 'c')])).toEqual({ held, fresh: [say('user', 'c')] })
    expect(splitHistory([say('user', 'a')])).toBeNull()
    expect(splitHistory(held)).toBeNull()
    expect(splitHistory([...held, say('system', 's'), say('user', 'c')])).toBeNull()
    const key = historyKey(hash, whose, held)
    expect(historyKey(hash, whose, [say('user', 'a '), say('assistant', 'b\n')])).toBe(key)
    for (const other of [
      historyKey(hash, { ...whose, persona: 'q' }, held),
      historyKey(hash, { ...whose, agent: { harness: 'h', model: 'm' } }, held),
      historyKey(hash, whose, [say('user', 'ab'), say('assistant', '')]),
      historyKey(hash, whose, [say('assistant', 'a'), say('user', 'b')]),
    ])
      expect(other).not.toBe(key)
  })
})

describe('what is said', () => {
  it('parts, the rest of a message once it is whole, a blank line between two', () => {
    const telling = createTelling()
    expect([telling.part('Hel'), telling.part('lo'), telling.whole('Hello you'), telling.whole('Next')]).toEqual([
      'Hel',
      'lo',
      ' you',
      '\n\nNext',
    ])
    expect(telling.whole('')).toBe('')
    expect(telling.said).toBe('Hello you\n\nNext')
  })

  it('no character is cut in half, wherever the parts end', () => {
    const text = 'да 🐑🏳️‍🌈 ок'
    for (let at = 0; at <= text.length; at += 1) {
      const telling = createTelling()
      const pieces = [telling.part(text.slice(0, at)), telling.part(text.slice(at)), telling.whole(text), telling.end()]
      for (const piece of pieces) expect(piece.isWellFormed()).toBe(true)
      expect(pieces.join('')).toBe(text)
    }
  })

  it('parts that were told differently are not told again', () => {
    const telling = createTelling()
    telling.part(' secret')
    expect(telling.whole('secret and more')).toBe(' and more')
    telling.part('abc')
    expect(telling.whole('[redacted] x')).toBe('dacted] x'.slice(0))
  })
})

describe('what is read', () => {
  const messages = [{ role: 'user', content: 'x' }]
  it('a chat: parts as text, extras ignored', () => {
    const read = readChat({
      model: 'm',
      messages: [
        { role: 'developer', content: 's' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
      ],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 2,
      seed: 'x',
      n: 1,
      tools: [],
    })
    expect(read).toEqual({
      model: 'm',
      messages: [say('system', 's'), say('user', 'ab')],
      stream: true,
      includeUsage: true,
    })
  })

  it.each([
    [null],
    [[]],
    ['x'],
    [{}],
    [{ messages: 'x' }],
    [{ messages: [null] }],
    [{ messages: [{ role: 'wizard', content: 'x' }] }],
    [{ messages: [{ role: 'constructor', content: 'x' }] }],
    [{ messages: [{ role: 'user', content: 7 }] }],
    [{ messages: [{ role: 'user', content: '  ' }] }],
    [{ messages, model: 7 }],
    [{ messages, stream: 'yes' }],
    [{ messages, n: 3 }],
    [{ messages, functions: [{}] }],
    [{ messages, logprobs: true }],
    [{ messages, modalities: ['text', 'audio'] }],
    [{ messages: [...messages, { role: 'tool', content: 'x' }] }],
  ])('refuses %j with a 400 that says why', (body) => {
    const read = readChat(body)
    expect(isRefused(read)).toBe(true)
    if (isRefused(read)) expect(read).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/\w/) } })
  })

  it('a spoken turn and a response', () => {
    expect(readSpoken({ session_id: 'я', message: 'x' })).toMatchObject({ sessionId: 'я', message: 'x', stream: false })
    for (const body of [
      {},
      { session_id: 7, message: 'x' },
      { session_id: 'a'.repeat(1001), message: 'x' },
      { session_id: 'a' },
    ])
      expect(isRefused(readSpoken(body))).toBe(true)
    expect(readResponse({ input: 'x' })).toMatchObject({ messages: [say('user', 'x')], store: true, previous: null })
    expect(
      readResponse({
        input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'x' }] }],
        store: false,
      }),
    ).toMatchObject({ messages: [say('user', 'x')], store: false })
    for (const body of [
      {},
      { input: [] },
      { input: [{ type: 'function_call_output' }] },
      { input: 'x', background: true },
    ])
      expect(isRefused(readResponse(body))).toBe(true)
  })
})

describe('what is answered', () => {
  const header = { id: 'chatcmpl-1', created: 7, model: 'm' }
  const usage = { input: 1, output: 2, cacheRead: 10, cacheWrite: 100 }

  it('openai_chunk_valid_sse_and_keeps_cyrillic / openai_chunk_role_and_finish', () => {
    const text = frame(chunk(header, { content: 'Привет\n🐑' }))
    expect(text).toMatch(/^data: \{.*\}\n\n$/)
    expect(text).toContain('Привет\\n🐑')
    expect(chunk(header, { role: 'assistant' }).choices).toMatchObject([
      { delta: { role: 'assistant' }, finish_reason: null },
    ])
    expect(chunk(header, {}, 'stop').choices).toMatchObject([{ delta: {}, finish_reason: 'stop' }])
  })

  it('usage is real: what was read from a cache was sent too', () => {
    const wanted = {
      prompt_tokens: 111,
      completion_tokens: 2,
      total_tokens: 113,
      prompt_tokens_details: { cached_tokens: 10 },
    }
    expect(completion(header, 'x', usage).usage).toEqual(wanted)
    expect(usageChunk(header, usage)).toMatchObject({ choices: [], usage: wanted })
  })

  it('failures are one line of at most 200 characters, in the bodies that clients know', () => {
    expect(queueFull).toEqual({ status: 503, body: { error: 'execution failed', detail: 'queue full' } })
    expect(executionFailed(`a\n b\t${'🐑'.repeat(300)}`).body.detail).toBe(`a b ${'🐑'.repeat(196)}`)
    expect(oneLine(' x\n')).toBe('x')
    expect(errorFrame('a\nb')).toMatchObject({ error: { message: 'a b' } })
  })

  it('events of a response are numbered without holes, also when it fails', () => {
    const whole = { ...header, messageId: 'msg_1', instructions: null, previous: null, store: true, metadata: {} }
    const good = createResponseEvents(whole)
    const all = [...good.begin(), good.delta('a'), ...good.complete('a', usage)]
    expect(all.map((one) => one.sequence_number)).toEqual(all.map((_, n) => n))
    expect(all.at(-1)).toMatchObject({
      type: 'response.completed',
      response: { status: 'completed', usage: { total_tokens: 113 } },
    })
    const bad = createResponseEvents(whole)
    bad.begin()
    expect(bad.fail('broken')).toMatchObject([
      { type: 'response.failed', response: { status: 'failed', error: { message: 'broken' } } },
      { type: 'error', message: 'broken', error: { message: 'broken' } },
    ])
  })
})
