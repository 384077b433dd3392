/** `drover mcp` as built, driven by the official client: its tools, their requests, and a daemon that is away meanwhile. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Asked, type Loopback, loopback } from '#test/support/loopback'
import { bin } from '#test/support/world'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

let dir: string
let daemon: Loopback
let client: Client
let answer: (asked: Asked, n: number) => Answer | 'drop'

const envOf = (more: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: dir,
  DROVER_SESSION_ID: 'demo-7',
  DROVER_SOCKET: join(dir, 'd.sock'),
  DROVER_TOKEN: 'the-token',
  ...more,
})

async function connect(more: Record<string, string> = {}): Promise<void> {
  client = new Client({ name: 'test', version: '1' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp'], env: envOf(more) }))
}

const use = async (name: string, given: Record<string, unknown> = {}) => {
  const result = (await client.callTool({ name, arguments: given })) as {
    isError?: boolean
    content: { text: string }[]
  }
  return { isError: result.isError === true, value: JSON.parse(result.content[0]?.text ?? 'null') }
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'drover-mcp-'))
  answer = () => ({ body: { ok: true } })
  daemon = await loopback(join(dir, 'd.sock'), (asked, n) => answer(asked, n))
})
afterEach(async () => {
  await client?.close()
  await daemon.down()
  rmSync(dir, { recursive: true, force: true })
})

describe('the tool server', () => {
  it('offers its tools by name, with what goes in, and names them in its instructions', async () => {
    await connect()
    const { tools } = await client.listTools()
    const names = [
      ...['mail_send', 'mail_check', 'mail_reply', 'task_get', 'task_done', 'task_handoff', 'progress', 'wait'],
      ...['spawn', 'children', 'merge_ready', 'session_status'],
    ]
    expect(tools.map((tool) => tool.name)).toEqual(names)
    for (const name of names) expect(client.getInstructions()).toContain(name)
    const send = tools.find((tool) => tool.name === 'mail_send')
    expect(send?.inputSchema.required).toEqual(['to', 'subject', 'body'])
    expect(tools.filter((tool) => tool.annotations?.readOnlyHint === true).map((tool) => tool.name)).toEqual([
      'mail_check',
      'task_get',
      'children',
      'session_status',
    ])
  })

  it('makes one request of a call, as its session, with a key of its own (must never 51)', async () => {
    answer = () => ({ status: 201, body: { mail: { id: 'm-1' } } })
    await connect()
    const mail = { to: 'operator', subject: 'done', body: 'all of it', type: 'worker_done' }
    expect(await use('mail_send', mail)).toEqual({ isError: false, value: { mail: { id: 'm-1' } } })
    await use('mail_check', { state: 'delivered' })
    await use('mail_send', mail)
    expect(daemon.asked.map(({ method, path, token, body }) => ({ method, path, token, body }))).toEqual([
      { method: 'POST', path: '/api/v1/mail', token: 'the-token', body: mail },
      { method: 'GET', path: '/api/v1/mail?to=demo-7&state=delivered', token: 'the-token', body: null },
      { method: 'POST', path: '/api/v1/mail', token: 'the-token', body: mail },
    ])
    const keys = daemon.asked.map(({ key }) => key ?? '')
    for (const key of keys) expect(key).toMatch(uuid)
    expect(new Set(keys).size).toBe(3)
  })

  it('hands a refusal on with its code, its words and its hint, and asks once', async () => {
    const refusal = { code: 'FORBIDDEN_SCOPE', message: 'nobody is in @children', hint: 'Spawn one.', requestId: 'r-1' }
    answer = () => ({ status: 403, body: refusal })
    await connect()
    const { isError, value } = await use('mail_send', { to: '@children', subject: 's', body: 'b' })
    expect(isError).toBe(true)
    expect(value).toMatchObject({ code: 'FORBIDDEN_SCOPE', message: 'nobody is in @children', hint: 'Spawn one.' })
    expect(daemon.asked).toHaveLength(1)
  })

  it('waits for a daemon that is away and repeats the key: cut off, down, then not ready, then there', async () => {
    answer = (_, n) => {
      if (n === 1) return 'drop'
      if (n === 2) return { status: 503, body: { code: 'NOT_READY', message: 'starting', requestId: 'r-1' } }
      return { body: { mail: { id: 'm-9' } } }
    }
    await connect()
    const used = use('mail_send', { to: '@parent', subject: 's', body: 'b' })
    await daemon.until(() => true)
    await daemon.down()
    // The door finds nobody meanwhile; how long that takes is the only thing here that no signal tells.
    await new Promise((go) => setTimeout(go, 1000))
    await daemon.up()
    expect(await used).toEqual({ isError: false, value: { mail: { id: 'm-9' } } })
    expect(daemon.asked).toHaveLength(3)
    expect(new Set(daemon.asked.map(({ key }) => key)).size).toBe(1)
  })

  it('holds no call longer than its patience', async () => {
    await connect({ DROVER_DAEMON_WAIT: '1' })
    await daemon.down()
    const begun = performance.now()
    const { isError, value } = await use('task_get')
    expect([isError, value.code]).toEqual([true, 'DAEMON_NOT_RUNNING'])
    expect(performance.now() - begun).toBeLessThan(5000)
  })

  it('a call that nobody answered is the same call when it is said again, and a new one after its answer', async () => {
    answer = () => 'drop'
    await connect({ DROVER_DAEMON_WAIT: '0' })
    const mail = { to: '@parent', subject: 's', body: 'b' }
    expect((await use('mail_send', mail)).isError).toBe(true)
    answer = () => ({ body: { mail: { id: 'm-1' } } })
    await use('mail_send', { ...mail, body: 'another' })
    await use('mail_send', mail)
    await use('mail_send', mail)
    const [cut, other, again, anew] = daemon.asked.map(({ key }) => key)
    expect(again).toBe(cut)
    expect(new Set([cut, other, anew]).size).toBe(3)
  })

  it('ends with its input, and says what a launch did not give it', async () => {
    const ran = (env: Record<string, string>) =>
      spawnSync(process.execPath, [bin, 'mcp'], { env, input: '', encoding: 'utf8' })
    expect(ran(envOf()).status).toBe(0)
    const outside = ran({ PATH: process.env.PATH ?? '', HOME: dir, DROVER_SESSION_ID: 'demo-7' })
    expect([outside.status, outside.stdout]).toEqual([2, ''])
    expect(outside.stderr).toContain('DROVER_TOKEN')
  })
})

describe('the command line inside a session', () => {
  const drover = (args: readonly string[], more: Record<string, string> = {}): Promise<{ code: number; err: string }> =>
    import('node:child_process').then(
      ({ execFile }) =>
        new Promise((resolve) => {
          execFile(process.execPath, [bin, ...args], { env: envOf(more) }, (error, _out, err) =>
            resolve({ code: error === null ? 0 : Number(error.code), err }),
          )
        }),
    )
  const entry = { summary: 's', complete: false, followups: [], taskId: null, sessionId: 'demo-7', projectId: 'demo' }

  it('repeats the key of what it asked for, and reads without one', async () => {
    answer = (_, n) => (n === 1 ? 'drop' : { status: 201, body: { entry } })
    expect(await drover(['progress', '--summary', 's'])).toEqual({ code: 0, err: expect.stringContaining('away') })
    expect(daemon.asked.map(({ method }) => method)).toEqual(['POST', 'POST'])
    const [first, second] = daemon.asked
    expect(first?.key).toMatch(uuid)
    expect(second?.key).toBe(first?.key)
    answer = () => ({ body: { entries: [] } })
    expect(await drover(['progress'])).toEqual({ code: 0, err: '' })
    expect(daemon.asked.at(-1)).toMatchObject({ method: 'GET', key: null })
  })

  it('gives up when its patience is over', async () => {
    await daemon.down()
    const { code, err } = await drover(['progress', '--summary', 's'], { DROVER_DAEMON_WAIT: '1' })
    expect([code, err]).toEqual([1, expect.stringContaining('DAEMON_NOT_RUNNING')])
  })
})
