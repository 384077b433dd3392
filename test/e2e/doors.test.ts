/**
 * The doors for other programs with the official `openai` package against the built daemon and the rehearsal agent: chat,
 * streams, responses, models, hang-ups, limits, failures. Names with underscores are the predecessor's (docs/doors-tests.md).
 */
import { readFileSync } from 'node:fs'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { awaited } from '#test/support/awaited'
import { type World, world } from '#test/support/world'

const config = `
default_harness = "rehearsal"
cancel_grace = 30
[models]
quick = "rehearsal:fast"
swift = "fast"
[doors]
max_queue_depth = 300
[personas.conversational]
agent = "rehearsal:fast"
[personas.keeper]
agent = "rehearsal:fast"
resume = "history"
[personas.hasty]
agent = "rehearsal:fast"
timeout = 1
[personas.poor]
agent = "rehearsal:fast"
budget_usd = 0.5
[personas.worker]
agent = "rehearsal:fast"
tools = "all"
project = "shop"
[personas.tiny]
agent = "tiny"
tools = "all"
[harness.tiny]
command = ["/bin/sh", "-c", "cat"]
output = "text"
[personas.paced]
agent = "rehearsal"
`

let w: World
let client: OpenAI
let token: string

beforeAll(async () => {
  w = await world({ config })
  await w.addProject(w.repo, 'shop')
  token = readFileSync(`${w.home}/token`, 'utf8').trim()
  client = clientOf(w)
})
afterAll(() => w.end())

const clientOf = (at: World) =>
  new OpenAI({
    apiKey: readFileSync(`${at.home}/token`, 'utf8').trim(),
    baseURL: `http://127.0.0.1:${at.daemon.port}/v1`,
    maxRetries: 0,
  })
const ask = (content: string, model = 'conversational') =>
  client.chat.completions.create({ model, messages: [{ role: 'user', content }] })
const textOf = (answer: OpenAI.Chat.ChatCompletion) => answer.choices[0]?.message.content
/** Sessions of the doors, newest first. */
const hidden = async (): Promise<readonly Session[]> =>
  (await w.call('GET', '/api/v1/sessions?includePersonas=true&includeTerminated=true&limit=500')).body.sessions.filter(
    (one: Session) => one.persona !== undefined,
  )
/** Agents only: a wrapper that waits for a launch is nobody's. */
const agents = () => w.processes().filter(({ command }) => /rehearsal\.mjs|-c cat/.test(command))
const noAgents = () => awaited('the agents of the doors to be gone', untilNone(), 5_000)
async function untilNone(): Promise<void> {
  for (;;) {
    const { body } = await w.call('GET', '/health')
    const live = (await hidden()).filter((one) => one.phase !== 'ended')
    if (body.active === 0 && body.queued === 0 && live.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape pass here
const jsonOf = async (answer: Response): Promise<any> => answer.json()
const raw = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${w.daemon.port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('chat completions', () => {
  it('chat_completions_happy_path: one choice, its finish reason, real usage', async () => {
    const answer = await ask('hello\n@say Здравствуйте 🐑\n@usage 7 3 0.01')
    expect(answer).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-[0-9a-f]{24}$/),
      object: 'chat.completion',
      model: 'conversational',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant' } }],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    })
    expect(textOf(answer)).toBe('User: hello\n\nЗдравствуйте 🐑')
  })

  it('chat_completions_response_model_echoes_default_when_missing', async () => {
    const answer = await raw('/v1/chat/completions', { messages: [{ role: 'user', content: 'hi' }], extra: { any: 1 } })
    expect(await jsonOf(answer)).toMatchObject({ model: 'conversational', choices: [{ finish_reason: 'stop' }] })
  })

  it('runs in a fresh directory, without tools, told its persona, hidden from the fleet and counted in costs', async () => {
    const answer = await ask('x\n@write a.txt no\n@instructions\n@usage 1 1 0.25')
    expect(textOf(answer)).toContain('voice assistant')
    const [session] = await hidden()
    expect(session).toMatchObject({ persona: 'conversational', permissions: 'read-only', projectId: 'scratch' })
    const rows = await w.rows(session!.id)
    expect(rows.filter((row) => row.kind === 'tool_result')).toMatchObject([{ ok: false }])
    const listed: Session[] = (await w.call('GET', '/api/v1/sessions?includeTerminated=true')).body.sessions
    expect(listed.filter((one) => one.persona !== undefined)).toEqual([])
    const costs = (await w.call('GET', '/api/v1/costs')).body
    expect(JSON.stringify(costs)).toContain('0.2')
    await noAgents()
    expect((await w.session(session!.id)).phase).toBe('ended')
  })

  it('system+user both in prompt, and assistant turns are kept', async () => {
    const answer = await client.chat.completions.create({
      model: 'quick',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'one' }] },
        { role: 'assistant', content: 'two' },
        { role: 'user', content: 'three' },
      ],
    })
    expect(answer.model).toBe('quick')
    expect(textOf(answer)).toBe('Be brief.\n\nUser: one\n\nAssistant: two\n\nUser: three')
  })

  it('a persona with tools and a project works in a worktree of its own', async () => {
    const answer = await ask('go\n@write made.txt hi\n@commit made', 'worker')
    expect(textOf(answer)).toBe('User: go')
    const session = (await hidden()).find((one) => one.persona === 'worker')
    expect(session).toMatchObject({ projectId: 'shop', branch: expect.stringContaining('drover/shop-') })
    await noAgents()
  })
})

describe('streamed chat', () => {
  it('chat_completions_streaming_relays_token_sse: role frame, deltas, stop, usage when asked, DONE last', async () => {
    const answer = await raw('/v1/chat/completions', {
      model: 'paced',
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: 'hm\n@say Привет, мир! 🐑🐏 как дела у вас сегодня\n@usage 5 2 0' }],
    })
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const text = await answer.text()
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(text).toContain('Привет')
    const frames = text
      .trimEnd()
      .split('\n\n')
      .slice(0, -1)
      .map((one) => JSON.parse(one.replace(/^data: /, '')))
    expect(frames[0].choices[0].delta).toEqual({ role: 'assistant', content: '' })
    expect(new Set(frames.map((one) => `${one.id} ${one.created}`)).size).toBe(1)
    expect(frames.at(-2).choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' })
    expect(frames.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 2 } })
    const words = frames.slice(1, -2).map((one) => one.choices[0].delta.content)
    expect(words.length).toBeGreaterThan(2)
    expect(words.join('')).toBe('User: hm\n\nПривет, мир! 🐑🐏 как дела у вас сегодня')
  })

  it('the streaming helpers of the official client put it together', async () => {
    const helper = client.chat.completions.stream({
      model: 'paced',
      messages: [{ role: 'user', content: 'a\n@say β γ 🦊' }],
    })
    const final = await helper.finalChatCompletion()
    expect(final.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'User: a\n\nβ γ 🦊' } })
    expect(await helper.finalContent()).toBe('User: a\n\nβ γ 🦊')
  })

  it('an error in mid-stream is an error frame, never a silent stop', async () => {
    const stream = await client.chat.completions.create({
      model: 'paced',
      stream: true,
      messages: [{ role: 'user', content: 'first words\n@fail overloaded' }],
    })
    let said = ''
    const reading = (async () => {
      for await (const part of stream) said += part.choices[0]?.delta.content ?? ''
    })()
    await expect(reading).rejects.toThrow(/overloaded/)
    expect(said).toBe('User: first words')
  })

  it('a stream that times out ends with an error frame, and its child is gone', async () => {
    const text = await (
      await raw('/v1/chat/completions', {
        model: 'hasty',
        stream: true,
        messages: [{ role: 'user', content: 'wait\n@ignore-term\n@hang' }],
      })
    ).text()
    expect(text).toContain('"message":"agent timed out"')
    expect(text).not.toContain('[DONE]')
    await noAgents()
    expect(agents()).toEqual([])
  })
})

describe('whoever hangs up', () => {
  it.each([true, false])('ends the child within 2 s (stream: %s)', async (stream) => {
    const abort = new AbortController()
    const prompt = `${stream} speak\n@ignore-term\n@hang`
    const asked = client.chat.completions
      .create({ model: 'conversational', stream, messages: [{ role: 'user', content: prompt }] } as never, {
        signal: abort.signal,
      })
      .then(async (answer) => {
        for await (const _ of answer as unknown as AsyncIterable<unknown>);
      })
    const running = await awaited('the turn to run', untilRunning(`User: ${stream} speak`))
    const from = performance.now()
    abort.abort()
    await expect(asked.then(() => abort.signal.throwIfAborted())).rejects.toThrow()
    await noAgents()
    expect(performance.now() - from).toBeLessThan(2_500)
    expect((await w.session(running.id)).phase).toBe('ended')
    expect(agents()).toEqual([])
  })

  async function untilRunning(title: string): Promise<Session> {
    for (;;) {
      const found = (await hidden()).find((one) => one.title.startsWith(title) && one.launch !== null)
      const rows = found === undefined ? [] : await w.rows(found.id)
      if (found !== undefined && rows.some((row) => row.kind === 'text')) return found
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
})

describe('refusals', () => {
  const messages = [{ role: 'user' as const, content: 'x' }]

  it('chat_completions_streaming_rejects_unsupported_model: 400 before anything is started', async () => {
    const before = (await hidden()).length
    for (const stream of [true, false]) {
      const answer = await raw('/v1/chat/completions', { model: 'gpt-9', stream, messages })
      expect(answer.status).toBe(400)
      const body = await jsonOf(answer)
      expect(body).toMatchObject({ error: 'unsupported model' })
      expect(body.supported).toEqual([...body.supported].sort())
      expect(body.supported).toEqual(expect.arrayContaining(['conversational', 'keeper', 'quick', 'rehearsal']))
    }
    await expect(client.chat.completions.create({ model: 'gpt-9', messages })).rejects.toMatchObject({ status: 400 })
    expect((await hidden()).length).toBe(before)
  })

  it.each([
    ['n', { n: 2 }],
    ['tools', { tools: [{ type: 'function', function: { name: 'f' } }] }],
    ['response_format', { response_format: { type: 'json_object' } }],
    ['messages', { messages: [] }],
    ['messages', { messages: [{ role: 'assistant', content: 'x' }] }],
    ['content', { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] }],
  ])('what cannot be honoured is a 400 that says so: %s', async (word, over) => {
    const answer = await raw('/v1/chat/completions', { model: 'conversational', messages, ...over })
    expect(answer.status).toBe(400)
    expect((await jsonOf(answer)).detail).toContain(word)
  })

  it('a body that is no JSON is a 400', async () => {
    expect((await raw('/v1/chat/completions', '{')).status).toBe(400)
    expect((await raw('/v1/chat/completions', '[]')).status).toBe(400)
  })

  it('503 on exit 42 with error+detail', async () => {
    const answer = await raw('/v1/chat/completions', { messages: [{ role: 'user', content: 'x\n@exit 42' }] })
    expect(answer.status).toBe(503)
    expect(await jsonOf(answer)).toMatchObject({ error: 'execution failed', detail: expect.stringContaining('42') })
  })

  it('an agent that asks, one that is too dear and one that is slow are 503 with the reason', async () => {
    await expect(ask('x\n@ask Which way?')).rejects.toMatchObject({ status: 503 })
    await expect(ask('x\n@usage 1 1 0.75\n@hang', 'poor')).rejects.toThrow(/execution failed/)
    const slow = await raw('/v1/chat/completions', {
      model: 'hasty',
      messages: [{ role: 'user', content: 'x\n@hang' }],
    })
    expect(await jsonOf(slow)).toEqual({ error: 'execution failed', detail: 'agent timed out' })
    await noAgents()
  })

  it('conversational_requires_auth: the token comes first, a foreign origin is refused, and a session’s own token opens none of them', async () => {
    const bare = { authorization: 'Bearer wrong' }
    for (const path of ['/v1/chat/completions', '/v1/responses', '/v1/conversational']) {
      expect((await raw(path, '{', bare)).status).toBe(401)
      expect((await raw(path, { model: 'gpt-9' }, { origin: 'https://evil.example' })).status).toBe(403)
    }
    expect((await fetch(`http://127.0.0.1:${w.daemon.port}/v1/models`)).status).toBe(401)
    const script =
      'curl -s -o /dev/null -w %{http_code} --unix-socket $DROVER_SOCKET -H "Authorization: Bearer $DROVER_TOKEN"'
    const session = await w.spawn(
      ['chat/completions', 'responses', 'conversational']
        .map((path) => `@sh ${script} -d '{}' http://localhost/v1/${path}`)
        .concat(`@sh ${script} http://localhost/v1/models`)
        .join('\n'),
      { projectId: 'shop' },
    )
    await w.turnEnd(session.id)
    const outputs = (await w.rows(session.id)).flatMap((row) => (row.kind === 'tool_result' ? [row.output.trim()] : []))
    expect(outputs).toEqual(['403', '403', '403', '403'])
  })
})

describe('models', () => {
  it('lists personas, aliases and agents, and finds one', async () => {
    const names: string[] = []
    for await (const model of client.models.list()) names.push(model.id)
    expect(names).toEqual(
      expect.arrayContaining(['conversational', 'keeper', 'quick', 'swift', 'claude-code', 'rehearsal']),
    )
    expect(await client.models.retrieve('quick')).toMatchObject({ id: 'quick', object: 'model' })
    expect(await client.models.retrieve('rehearsal:fast')).toMatchObject({ id: 'rehearsal:fast' })
    await expect(client.models.retrieve('gpt-9')).rejects.toMatchObject({ status: 404 })
  })
})

describe('a persona that resumes by history', () => {
  it('goes on with only what is new, and replays when the history is another', async () => {
    const first = await ask('a\n@remember the red barn', 'keeper')
    const history = [
      { role: 'user' as const, content: 'a\n@remember the red barn' },
      { role: 'assistant' as const, content: textOf(first) ?? '' },
    ]
    const next = { role: 'user' as const, content: '@recall' }
    const second = await client.chat.completions.create({ model: 'keeper', messages: [...history, next] })
    expect(textOf(second)).toBe('the red barn')
    const session = (await hidden()).find((one) => one.persona === 'keeper')!
    const users = (await w.rows(session.id)).filter((row) => row.kind === 'user')
    expect(users.map((row) => row.text)).toEqual(['User: a\n@remember the red barn', '@recall'])
    // The same history once more: somebody went on from there, so that all of it is told to a new one.
    const again = await client.chat.completions.create({ model: 'keeper', messages: [...history, next] })
    expect(textOf(again)).toContain('I will remember that.')
    expect((await hidden())[0]?.id).not.toBe(session.id)
    const changed = [{ role: 'user' as const, content: 'b' }, history[1]!, next]
    const other = await client.chat.completions.create({ model: 'keeper', messages: changed })
    expect(textOf(other)).toContain('User: b')
  })
})

describe('responses', () => {
  it('answers, goes on from previous_response_id, and goes another way from an older one', async () => {
    const first = await client.responses.create({
      model: 'conversational',
      input: 'a\n@remember a blue door\n@usage 4 2 0',
    })
    expect(first).toMatchObject({
      id: expect.stringMatching(/^resp_/),
      status: 'completed',
      usage: { input_tokens: 4, output_tokens: 2, total_tokens: 6 },
    })
    expect(first.output_text).toBe('User: a\n\nI will remember that.')
    const second = await client.responses.create({
      model: 'conversational',
      input: '@recall',
      previous_response_id: first.id,
    })
    expect(second.output_text).toBe('a blue door')
    const older = await client.responses.create({
      model: 'conversational',
      input: 'and now?',
      instructions: 'Be kind.',
      previous_response_id: first.id,
    })
    expect(older.output_text).toContain('Be kind.')
    expect(older.output_text).toContain('Assistant: I will remember that.')
    expect(older.output_text).toContain('User: and now?')
    await expect(
      client.responses.create({ model: 'conversational', input: 'x', previous_response_id: 'resp_none' }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('streams the events that the official helper reads', async () => {
    const helper = client.responses.stream({ model: 'paced', input: 'a\n@say ночь 🌙 тиха' })
    const seen: string[] = []
    helper.on('event', (event) => seen.push(event.type))
    const final = await helper.finalResponse()
    expect(final.output_text).toBe('User: a\n\nночь 🌙 тиха')
    expect(seen[0]).toBe('response.created')
    expect(seen.at(-1)).toBe('response.completed')
    expect(seen).toContain('response.output_text.delta')
  })

  it('a failure in mid-stream is an error', async () => {
    const stream = await client.responses.create({ model: 'paced', stream: true, input: 'a\n@fail auth' })
    const reading = (async () => {
      for await (const _ of stream);
    })()
    await expect(reading).rejects.toThrow(/auth/)
  })
})

describe('conversational', () => {
  const speak = async (session_id: string, message: string, more: object = {}) => {
    const answer = await raw('/v1/conversational', { session_id, message, ...more })
    return { status: answer.status, body: await jsonOf(answer) }
  }

  it('conversational_happy_path and conversational_resumes_on_second_turn, under any id', async () => {
    const id = 'кухня/any string 1'
    expect(await speak(id, '@remember молоко')).toEqual({
      status: 200,
      body: { session_id: id, reply: 'I will remember that.' },
    })
    expect((await speak(id, '@recall')).body).toEqual({ session_id: id, reply: 'молоко' })
    expect((await speak('another', '@recall')).body.reply).toBe('I remember nothing.')
  })

  it('conversational_returns_503_on_failure, and the first turn that fails is tried as new', async () => {
    expect(await speak('f', '@remember x\n@fail overloaded')).toMatchObject({
      status: 503,
      body: { error: 'execution failed', detail: expect.stringContaining('overloaded') },
    })
    expect((await speak('f', '@recall')).body.reply).toBe('I remember nothing.')
  })

  it('unknown models and missing fields are refused', async () => {
    expect(await speak('m', 'x', { model: 'gpt-9' })).toMatchObject({
      status: 400,
      body: { error: 'unsupported model' },
    })
    expect((await speak('', 'x')).status).toBe(400)
    expect((await speak('m', ' ')).status).toBe(400)
  })

  it('turns of one id are serialised, others run beside them', async () => {
    const turns = [1, 2, 3].map((n) => speak('line', `@sleep 100\n@remember n${n}`))
    await Promise.all(turns)
    expect((await speak('line', '@recall')).body.reply).toBe('n1 n2 n3')
  })

  it('streams when asked', async () => {
    const answer = await raw('/v1/conversational', { session_id: 's', message: '@say да', stream: true })
    expect(await answer.text()).toBe(
      ['{"session_id":"s","delta":"да"}', '{"session_id":"s","reply":"да"}', '[DONE]']
        .map((one) => `data: ${one}\n\n`)
        .join(''),
    )
  })

  it('survives the daemon', async () => {
    await speak('kept', '@remember сыр')
    await w.stop()
    await w.start()
    client = clientOf(w)
    expect((await speak('kept', '@recall')).body.reply).toBe('сыр')
  })
})

describe('many at once', () => {
  it('60 at once on 10 slots: none lost, never more than 10, health tells, children all gone', async () => {
    const asked = Array.from({ length: 60 }, (_, n) => ask(`n${n}`, 'tiny'))
    const seen = (await w.call('GET', '/health')).body
    expect(seen).toMatchObject({ status: 'ok', capacity: 10 })
    const answers = await awaited('60 answers', Promise.all(asked))
    expect(answers.map(textOf)).toEqual(Array.from({ length: 60 }, (_, n) => `User: n${n}`))
    await noAgents()
    expect(agents()).toEqual([])
    expect((await w.call('GET', '/health')).body).toMatchObject({ busy: false, active: 0, queued: 0 })
  })
})

describe('a daemon that dies', () => {
  it('leaves a request of a door to the next one, which ends it', async () => {
    const asked = raw('/v1/chat/completions', { messages: [{ role: 'user', content: 'orphaned\n@hang' }] })
    asked.catch(() => undefined)
    const running = await awaited(
      'the turn to run',
      (async () => {
        for (;;) {
          const found = (await hidden()).find((one) => one.title.startsWith('User: orphaned') && one.launch !== null)
          if (found !== undefined) return found
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      })(),
    )
    await w.crash()
    await w.start()
    await noAgents()
    expect(await w.session(running.id)).toMatchObject({ phase: 'ended' })
    expect(agents()).toEqual([])
  })
})
