/** `/mcp` by the official client over streamable HTTP, before a fake fleet: every tool, its refusals, pages, progress, resources, prompts. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { operatorTools } from '#mcp/operator-tools'
import { type DoorWorld, openDoor } from './door-world.ts'

let world: DoorWorld
beforeAll(async () => {
  world = await openDoor()
})
afterAll(() => world.close())

const open: Client[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

async function connect(token?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${token ?? (await world.token())}` }
  // The SDK's own types disagree about an optional field under exactOptionalPropertyTypes.
  const transport = new StreamableHTTPClientTransport(new URL(`${world.url}/mcp`), { requestInit: { headers } })
  await client.connect(transport as Parameters<Client['connect']>[0])
  open.push(client)
  return client
}

async function use(client: Client, name: string, given: Record<string, unknown>, onprogress?: (p: unknown) => void) {
  const options = onprogress === undefined ? {} : { onprogress }
  const result = (await client.callTool({ name, arguments: given }, undefined, options)) as {
    isError?: boolean
    content: { text: string }[]
  }
  const text = result.content[0]?.text ?? 'null'
  // biome-ignore lint/suspicious/noExplicitAny: answers of every tool pass through here
  const value: any = text.startsWith('{') ? JSON.parse(text) : text
  return { isError: result.isError === true, value }
}

/** A call of each tool, and one beyond the scope of the worker `shop-1`. */
const calls: Readonly<Record<string, readonly [given: Record<string, unknown>, beyond: Record<string, unknown>]>> = {
  projects: [{}, {}],
  sessions: [{ project: 'shop' }, { project: 'shop' }],
  session_get: [{ id: 'shop-1' }, { id: 'shop-2' }],
  spawn: [{ projectId: 'shop', prompt: 'Sell' }, {}],
  send: [
    { id: 'shop-1', message: 'hello' },
    { id: 'shop-2', message: 'hello' },
  ],
  answer: [
    { id: 'shop-1', requestId: 'r', decision: 'allow' },
    { id: 'shop-2', requestId: 'r', decision: 'allow' },
  ],
  cancel: [{ id: 'shop-1' }, { id: 'shop-1' }],
  kill: [{ id: 'shop-1' }, { id: 'shop-1' }],
  diff: [{ id: 'shop-1' }, { id: 'shop-2' }],
  tail: [{ id: 'shop-1', limit: 2 }, { id: 'shop-2' }],
  tasks: [{ project: 'shop' }, { project: 'other' }],
  relay_start: [{ projectId: 'shop' }, { projectId: 'shop' }],
  effort_start: [
    { projectId: 'shop', goal: 'Sell' },
    { projectId: 'shop', goal: 'Sell' },
  ],
  mail: [{ to: 'operator' }, { to: 'shop-2' }],
  merges: [{ project: 'shop' }, { project: 'other' }],
  pr_list: [{ project: 'shop' }, { project: 'shop' }],
  doctor: [{}, {}],
}

describe('/mcp for an operator', () => {
  it('offers the tools by their names, tells which read and which end something', async () => {
    const client = await connect()
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(calls)))
    expect(operatorTools.map(({ name }) => name).toSorted()).toEqual(Object.keys(calls).toSorted())
    const hint = (which: 'readOnlyHint' | 'destructiveHint') =>
      tools.filter(({ annotations }) => annotations?.[which] === true).map(({ name }) => name)
    expect(hint('readOnlyHint').toSorted()).toEqual([
      ...['diff', 'doctor', 'mail', 'merges', 'pr_list', 'projects', 'session_get'],
      'sessions',
      'tail',
      'tasks',
    ])
    expect(hint('destructiveHint').toSorted()).toEqual(['cancel', 'kill'])
    const spawn = tools.find(({ name }) => name === 'spawn')
    expect(Object.keys(spawn?.inputSchema.properties ?? {})).toEqual(
      expect.arrayContaining(['projectId', 'prompt', 'harness', 'model', 'branch', 'role', 'waitSeconds']),
    )
    expect(JSON.stringify(tools).length).toBeLessThan(40_000)
  })

  it.each(Object.entries(calls))('%s answers as its route does', async (name, [given]) => {
    const { isError, value } = await use(await connect(), name, given)
    expect(isError, JSON.stringify(value)).toBe(false)
    expect(typeof value).toBe('object')
  })

  it('hands a refusal on with code, message and hint; what no schema allows never reaches a route', async () => {
    const client = await connect()
    expect(await use(client, 'session_get', { id: 'shop-99' })).toMatchObject({
      isError: true,
      value: { code: 'SESSION_NOT_FOUND', hint: expect.any(String) },
    })
    expect(await use(client, 'session_get', { id: '../../shutdown' })).toMatchObject({
      isError: true,
      value: { code: 'SESSION_NOT_FOUND' },
    })
    const before = world.log.length
    expect(await use(client, 'tail', { id: 'shop-1', limit: 'many' })).toMatchObject({ isError: true })
    expect(world.log.slice(before).filter(({ fields }) => String(fields.path).includes('/events'))).toEqual([])
    expect(world.stops).toEqual([])
  })

  it('hands lists out by pages', async () => {
    const client = await connect()
    const first = await use(client, 'projects', { limit: 1 })
    expect(first.value.projects).toHaveLength(1)
    const all = await use(client, 'projects', {})
    if (all.value.projects.length > 1) expect(first.value.nextCursor).toBe('1')
    else expect(first.value.nextCursor).toBeUndefined()
    expect((await use(client, 'projects', { cursor: String(all.value.projects.length) })).value.projects).toEqual([])
  })

  it('tells progress of long work to who asked for it', async () => {
    const heard: unknown[] = []
    await use(await connect(), 'doctor', {}, (progress) => heard.push(progress))
    expect(heard[0]).toMatchObject({ progress: 0, message: 'doctor was asked for' })
  })

  it('reads transcripts as resources, page by page', async () => {
    const client = await connect()
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain('drover://session/shop-1')
    for (const uri of ['drover://session/shop-1', 'drover://session/shop-1?before=3']) {
      const { contents } = await client.readResource({ uri })
      const page = JSON.parse((contents[0] as { text: string }).text)
      expect(page).toMatchObject({ session: 'shop-1', events: expect.any(Array) })
      const ids = page.events.map((row: { id: number }) => row.id)
      expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b))
    }
    await expect(client.readResource({ uri: 'drover://session/shop-99' })).rejects.toThrow()
  })

  it('has prompts for common jobs', async () => {
    const client = await connect()
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['fleet_report', 'delegate', 'review_session', 'answer_questions'])
    const { messages } = await client.getPrompt({ name: 'delegate', arguments: { project: 'shop', work: 'Sell more' } })
    expect(messages[0]?.content).toMatchObject({ text: expect.stringContaining('Sell more') })
  })

  it('answers nobody without a token, no other verb, no page of another origin, no text that is not JSON', async () => {
    const hello = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    expect((await world.call('POST', '/mcp', { token: null, body: hello, headers: accept })).status).toBe(401)
    expect((await world.call('POST', '/mcp', { token: 'wrong-token', body: hello, headers: accept })).status).toBe(401)
    expect((await world.call('GET', '/mcp')).status).toBe(405)
    const foreign = { ...accept, origin: 'https://evil.example' }
    expect((await world.call('POST', '/mcp', { body: hello, headers: foreign })).status).toBe(403)
    expect((await world.call('POST', '/mcp', { raw: '{"a', headers: accept })).status).toBe(400)
    expect((await world.call('POST', '/mcp', { body: hello, headers: accept })).text).toContain('session_get')
  })
})

describe('/mcp for a session', () => {
  it('offers the session’s own tools first, and each of the operator’s is refused beyond its scope', async () => {
    const client = await connect(world.workerToken)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).slice(0, 3)).toEqual(['mail_send', 'mail_check', 'mail_reply'])
    expect(tools.find(({ name }) => name === 'spawn')?.inputSchema.required).toEqual(['role', 'prompt'])
  })

  /** What a session may see of its own project is the flows' to say: `test/e2e/mcp-operator.test.ts` has them. */
  const byFlows = ['spawn', 'tasks', 'mail', 'merges']
  it.each(Object.entries(calls).filter(([name]) => !byFlows.includes(name)))(
    '%s is refused',
    async (name, [, beyond]) => {
      const { isError, value } = await use(await connect(world.workerToken), name, beyond)
      expect({ isError, code: value.code }).toEqual({ isError: true, code: 'FORBIDDEN_SCOPE' })
    },
  )

  it('reads no transcript of another session', async () => {
    const client = await connect(world.workerToken)
    await expect(client.readResource({ uri: 'drover://session/shop-2' })).rejects.toThrow()
  })

  it('ends with its token', async () => {
    await expect(connect('drs_of-a-launch-that-ended')).rejects.toThrow()
  })
})
