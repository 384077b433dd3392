/** What a client of the doors can do wrong or to whom: on the built daemon with the rehearsal agent. */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Job } from '#contract/job'
import type { Session } from '#contract/session'
import { awaited } from '#test/support/awaited'
import { receiver } from '#test/support/receiver'
import { ok, type World, world } from '#test/support/world'

const config = `
default_harness = "rehearsal"
[doors]
callback_secret = "a-secret-of-sixteen-or-more"
[personas.conversational]
agent = "rehearsal:fast"
[personas.one]
agent = "rehearsal:fast"
system = "I am the first."
[personas.two]
agent = "rehearsal:fast"
system = "I am the second."
[personas.flood]
agent = "flood"
tools = "all"
[harness.flood]
command = ["/bin/sh", "-c", "cat > /dev/null; yes many words that nobody reads | head -c 12000000; exec sleep 600"]
output = "text"
`

let w: World
let token: string
beforeAll(async () => {
  w = await world({ config })
  token = readFileSync(`${w.home}/token`, 'utf8').trim()
})
afterAll(() => w?.end())

const raw = (path: string, body: unknown, signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${w.daemon.port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  })
// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape pass here
const post = async (path: string, body: unknown): Promise<{ status: number; body: any }> => {
  const answer = await raw(path, body)
  const text = await answer.text()
  if (text === '') throw new Error(`${path} answered ${answer.status} without a body`)
  return { status: answer.status, body: JSON.parse(text) }
}
const respond = (model: string, input: string, previous?: string) =>
  post('/v1/responses', { model, input, ...(previous === undefined ? {} : { previous_response_id: previous }) })
const textOf = ({ body }: Awaited<ReturnType<typeof post>>): string => body.output[0].content[0].text
const hidden = async (): Promise<readonly Session[]> =>
  (await w.call('GET', '/api/v1/sessions?includePersonas=true&includeTerminated=true&limit=500')).body.sessions.filter(
    (one: Session) => one.persona !== undefined,
  )
const agents = () =>
  w.processes().filter(({ command }) => /^\S*\/node \S*rehearsal\.mjs|^sleep 600|^yes /.test(command))
const quiet = () =>
  awaited(
    'the doors to be empty',
    (async () => {
      for (;;) {
        const { active, queued } = (await w.call('GET', '/health')).body
        const left = (await hidden()).filter(({ phase }) => phase !== 'ended')
        if (active === 0 && queued === 0 && left.length === 0 && agents().length === 0) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })(),
    30_000,
  )

describe('a conversation', () => {
  it('that another persona goes on with is told to it, and not played by the one before', async () => {
    const first = await respond('one', 'a\n@remember a red barn\n@instructions')
    expect(textOf(first)).toContain('I am the first.')
    const second = await respond('two', 'b\n@instructions', first.body.id)
    expect(textOf(second)).toContain('I am the second.')
    expect(textOf(second)).not.toContain('User: b\n\nI am the first.')
    const used = (await hidden()).filter(({ persona }) => persona === 'one' || persona === 'two')
    expect(used.map(({ persona }) => persona).toSorted()).toEqual(['one', 'two'])
  })

  it('of which two requests go on at once goes two ways, each with its own past', async () => {
    const first = await respond('one', 'a\n@remember oats')
    const both = await Promise.all([
      respond('one', '@sleep 200\n@recall', first.body.id),
      respond('one', '@sleep 200\n@recall', first.body.id),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    // One goes on in the session, the other is told all of it anew.
    expect(both.map((one) => textOf(one).includes('oats') || textOf(one).includes('I will remember that.'))).toEqual([
      true,
      true,
    ])
    await quiet()
  })

  it('asks for the model first, then for the conversation', async () => {
    expect(await respond('gpt-9', 'x', 'resp_none')).toMatchObject({
      status: 400,
      body: { error: 'unsupported model' },
    })
    expect((await respond('one', 'x', 'resp_none')).status).toBe(404)
    expect((await w.call('GET', '/health')).body).toMatchObject({ active: 0, queued: 0 })
  })
})

describe('a client', () => {
  it('that hangs up at any moment between its request and the launch leaves nothing', async () => {
    for (let n = 0; n < 40; n++) {
      const abort = new AbortController()
      const asked = raw(
        '/v1/chat/completions',
        { model: 'one', stream: n % 2 === 0, messages: [{ role: 'user', content: 'x\n@ignore-term\n@hang' }] },
        abort.signal,
      )
      asked.catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, n * 4))
      abort.abort()
    }
    await quiet()
  })

  it('that reads nothing is let go of, and its agent ended', async () => {
    const socket = connect(w.daemon.port, '127.0.0.1')
    const body = JSON.stringify({ model: 'flood', stream: true, messages: [{ role: 'user', content: 'x' }] })
    socket.on('error', () => undefined)
    socket.pause()
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1:${w.daemon.port}\r\nauthorization: Bearer ${token}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    const runs = async () => {
      while (agents().length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await awaited('the agent to run', runs())
    await quiet()
    socket.destroy()
  })

  it.each([
    ['half a character', { messages: [{ role: 'user', content: 'a \ud83d b' }] }],
    ['a zero and controls', { messages: [{ role: 'user', content: 'a \u0000\u0007 b' }] }],
    [
      'extras without end',
      { messages: [{ role: 'user', content: 'a' }], x: Array.from({ length: 10_000 }, () => ({})) },
    ],
    [
      'names of objects',
      { messages: [{ role: 'user', content: 'a' }], model: 'one', __proto__: { n: 5 }, constructor: 1 },
    ],
  ])('%s in a body is answered well', async (_, more) => {
    const { status, body } = await post('/v1/chat/completions', { model: 'one', ...more })
    expect(status).toBe(200)
    expect(body.choices[0].message.content).toMatch(/^User: a/)
    expect(body.choices[0].message.content.isWellFormed()).toBe(true)
  })

  it.each([
    ['depth', `{"messages":${'['.repeat(100_000)}`],
    ['roles', { messages: [{ role: 'constructor', content: 'a' }] }],
    ['content', { messages: [{ role: 'user', content: { type: 'text' } }] }],
    ['metadata of a response', null],
  ])('%s that cannot be read is a 400', async (what, body) => {
    const { status } =
      body === null
        ? await post('/v1/responses', { model: 'one', input: 'a', metadata: { [what]: 'x'.repeat(100_000) } })
        : await post('/v1/chat/completions', body)
    expect(status).toBe(400)
    expect((await w.call('GET', '/health')).body).toMatchObject({ active: 0, queued: 0 })
  })
})

describe('a job', () => {
  const job = (body: object, headers: Record<string, string> = {}) =>
    w.call('POST', '/jobs', { agent: 'rehearsal:fast', prompt: '@say done', ...body }, { headers })
  const ended = async (id: string): Promise<Job> => {
    const over = async () => {
      for (;;) {
        const one = await ok<Job>(w.call('GET', `/jobs/${id}`))
        if (one.finished_at !== null && !['waiting', undefined].includes(one.callback?.state ?? 'none')) return one
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    return awaited('the end of a job', over(), 60_000)
  }

  it('whose key was used for another job is refused, and the same asked for again is the same', async () => {
    const headers = { 'idempotency-key': 'k-1' }
    const first = await ok<Job>(job({ metadata: { a: 1 } }, headers))
    expect((await ok<Job>(job({ metadata: { a: 1 } }, headers))).job_id).toBe(first.job_id)
    for (const other of [{ prompt: '@say other' }, { timeout_seconds: 5 }, { agent: 'rehearsal' }]) {
      const { status, body } = await job({ metadata: { a: 1 }, ...other }, headers)
      expect([status, body.code]).toEqual([409, 'KEY_REUSED'])
      expect(body.hint).toBeTruthy()
    }
    await ended(first.job_id)
    expect((await ok<Job>(job({ metadata: { a: 1 } }, headers))).job_id).toBe(first.job_id)
  })

  it('with metadata without end is refused, and nothing is kept', async () => {
    const before = (await ok<{ jobs: Job[] }>(w.call('GET', '/jobs'))).jobs.length
    const { status, body } = await job({ metadata: { a: 'x'.repeat(100_000) } })
    expect([status, body.code]).toEqual([400, 'INVALID_BODY'])
    expect((await ok<{ jobs: Job[] }>(w.call('GET', '/jobs'))).jobs).toHaveLength(before)
  })

  it('whose callback leads elsewhere is not followed there', async () => {
    const [there, elsewhere] = [await receiver(), await receiver()]
    there.answer((_, answer) => answer.writeHead(307, { location: `${elsewhere.url}/taken` }).end())
    const { job_id } = await ok<Job>(job({ callback_url: `${there.url}/done` }))
    expect((await ended(job_id)).callback).toMatchObject({ state: 'failed', attempts: 1 })
    expect([there.got.length, elsewhere.got.length]).toEqual([1, 0])
    await Promise.all([there.close(), elsewhere.close()])
  })
})
