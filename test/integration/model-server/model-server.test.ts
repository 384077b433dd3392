/** The scripted model over real HTTP: each protocol says, calls a tool, remembers, and fails in its own words. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const post = (path: string, body: unknown): Promise<Response> =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

type Talk = readonly { readonly role: 'user' | 'assistant'; readonly text: string }[]
interface Protocol {
  readonly path: string
  body(talk: Talk, stream: boolean): unknown
}

const shell = { command: { type: 'string' } }
const chat = (talk: Talk): unknown[] => talk.map(({ role, text }) => ({ role, content: text }))
const protocols: Record<string, Protocol> = {
  anthropic: {
    path: '/v1/messages',
    body: (talk, stream) => ({
      model: 'm',
      stream,
      messages: chat(talk),
      tools: [{ name: 'Bash', input_schema: { properties: shell } }],
    }),
  },
  chat: {
    path: '/v1/chat/completions',
    body: (talk, stream) => ({
      model: 'm',
      stream,
      messages: chat(talk),
      tools: [{ type: 'function', function: { name: 'bash', parameters: { properties: shell } } }],
    }),
  },
  responses: {
    path: '/v1/responses',
    body: (talk, stream) => ({
      model: 'm',
      stream,
      input: talk.map(({ role, text }) => ({ type: 'message', role, content: [{ type: 'input_text', text }] })),
      tools: [{ type: 'function', name: 'shell', parameters: { properties: shell } }],
    }),
  },
  gemini: {
    path: '/v1beta/models/m:generateContent',
    body: (talk) => ({
      contents: talk.map(({ role, text }) => ({ role: role === 'user' ? 'user' : 'model', parts: [{ text }] })),
      tools: [{ functionDeclarations: [{ name: 'run_shell_command', parameters: { properties: shell } }] }],
    }),
  },
}

const user = (text: string): Talk => [{ role: 'user', text }]

describe.each(Object.entries(protocols))('%s', (name, protocol) => {
  const path = (stream: boolean): string =>
    name === 'gemini' && stream ? '/v1beta/models/m:streamGenerateContent?alt=sse' : protocol.path
  const ask = async (talk: Talk, stream = false): Promise<string> =>
    (await post(path(stream), protocol.body(talk, stream))).text()

  it.each([false, true])('says what it is told (stream: %s)', async (stream) => {
    const answer = await ask(user('MODEL say pelican'), stream)
    expect(answer).toContain('pelican')
    if (stream) expect(answer).toMatch(/^(event: \S+\n)?data: /)
  })

  it('calls the shell tool that the request offers', async () => {
    expect(await ask(user('MODEL run ls -l'))).toContain('ls -l')
    expect(await ask(user('MODEL run ls -l'), true)).toContain('ls -l')
  })

  it('recalls only what the history holds', async () => {
    const told: Talk = [...user('MODEL remember heron'), { role: 'assistant', text: 'ok' }]
    expect(await ask([...told, ...user('MODEL recall')])).toContain('recalled heron')
    expect(await ask(user('MODEL recall'))).toContain('recalled nothing')
  })

  it.each([401, 404, 429, 500, 529])('fails with %i in its own words', async (status) => {
    const response = await post(protocol.path, protocol.body(user(`MODEL fail ${status} after=3`), false))
    expect(response.status).toBe(status)
    expect(response.headers.get('retry-after')).toBe('3')
    expect(await response.json()).toHaveProperty('error')
  })

  it('fails only as often as it is told', async () => {
    const prompt = user(`MODEL fail 500 times=2\n${name}`)
    const statuses = []
    for (let n = 0; n < 3; n += 1) statuses.push((await post(protocol.path, protocol.body(prompt, false))).status)
    expect(statuses).toEqual([500, 500, 200])
  })

  it('speaks of a spent quota', async () => {
    const response = await post(protocol.path, protocol.body(user('MODEL limit reset=60'), false))
    expect(response.status).toBe(429)
  })

  it('breaks a stream off', async () => {
    const response = await post(path(true), protocol.body(user('MODEL cut'), true))
    await expect(response.text()).rejects.toThrow()
  })
})

it('hangs, and tells that it was asked', async () => {
  const stop = new AbortController()
  const asked = fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    body: JSON.stringify(protocols.anthropic?.body(user('MODEL hang'), true)),
    signal: stop.signal,
  })
  expect(await server.seen((request) => request.act === 'hang')).toMatchObject({
    api: 'anthropic',
    prompt: 'MODEL hang',
  })
  stop.abort()
  await expect(asked).rejects.toThrow()
})

it('answers helpers without playing the script, and leaves machine-made context aside', async () => {
  const messages = [{ role: 'user', content: 'MODEL fail 500' }]
  const title = await post('/v1/chat/completions', {
    model: 'm',
    messages: [{ role: 'system', content: 'You make a title.' }, ...messages],
  })
  expect(await title.text()).toContain('scripted title')
  const wrapped = '<system-reminder>MODEL fail 500</system-reminder>'
  const body = protocols.anthropic?.body([...user('MODEL say heard'), ...user(wrapped)], false)
  expect(await (await post('/v1/messages', body)).text()).toContain('heard')
})
