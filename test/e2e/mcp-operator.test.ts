/** `drover mcp` for an operator, as built, by the official client on a real daemon; what a session's token may do by `/mcp`; and `mcp install`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tempRepo } from '#test/support/temp-repo'
import { bin, ok, type World, world } from '#test/support/world'
import { mailWorld } from './mail-world.ts'

let w: World
let client: Client
beforeAll(async () => {
  w = await world()
  await w.addProject()
  client = new Client({ name: 'test', version: '1' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp'], env: w.env }))
})
afterAll(async () => {
  await client?.close()
  await w?.end()
})

const use = async (by: Client, name: string, given: Record<string, unknown>, onprogress?: (told: unknown) => void) => {
  const options = onprogress === undefined ? {} : { onprogress }
  const result = (await by.callTool({ name, arguments: given }, undefined, options)) as {
    isError?: boolean
    content: { text: string }[]
  }
  return { isError: result.isError === true, value: JSON.parse(result.content[0]?.text ?? 'null') }
}

describe('an operator’s client', () => {
  it('starts an agent, waits for its turn with progress, reads what it said and changed, and ends it', async () => {
    const [project] = (await use(client, 'projects', {})).value.projects
    const told: unknown[] = []
    const spawned = await use(
      client,
      'spawn',
      {
        projectId: project.id,
        harness: 'rehearsal',
        prompt: '@write made.txt made\n@say done with it',
        waitSeconds: 30,
      },
      (one) => told.push(one),
    )
    expect(spawned).toMatchObject({ isError: false, value: { waited: 'over', session: { status: 'idle' } } })
    expect(told.length).toBeGreaterThan(0)
    const { id } = spawned.value.session
    const sent = await use(client, 'send', { id, message: '@say once more', waitSeconds: 30 })
    expect(sent.value).toMatchObject({ delivery: { state: 'started', turn: 2 }, session: { lastText: 'once more' } })
    const tail = await use(client, 'tail', { id, limit: 2 })
    expect(tail.value.events).toHaveLength(2)
    const before = await use(client, 'tail', { id, limit: 2, cursor: tail.value.nextCursor })
    expect(before.value.events[0].id).toBe(tail.value.events[1].id - 1)
    expect((await use(client, 'diff', { id })).value.diff.files).toMatchObject([{ path: 'made.txt', status: 'added' }])
    expect((await use(client, 'sessions', { project: project.id })).value.sessions).toHaveLength(1)
    const page = await client.readResource({ uri: `drover://session/${id}` })
    expect((page.contents[0] as { text: string }).text).toContain('once more')
    expect((await use(client, 'kill', { id })).value.session).toMatchObject({ phase: 'ended' })
    expect(await use(client, 'send', { id, message: 'hello' })).toMatchObject({
      value: { delivery: { state: 'refused', code: 'SESSION_ENDED' } },
    })
    expect(await use(client, 'answer', { id, requestId: 'none', decision: 'allow' })).toMatchObject({
      isError: true,
      value: { code: 'REQUEST_NOT_FOUND', hint: expect.any(String) },
    })
  })

  it('finds a daemon that came back', async () => {
    await w.crash()
    const asked = use(client, 'projects', {})
    await w.start()
    expect((await asked).isError).toBe(false)
  })
})

describe('a session’s token at /mcp', () => {
  it('sees its own and is refused beyond', async () => {
    const other = await w.addProject(tempRepo(join(w.dir, 'other')), 'other')
    await ok(w.call('POST', '/api/v1/tasks', { projectId: other, title: 'of another project' }))
    await ok(w.call('POST', '/api/v1/mail', { to: (await w.spawn('@say hi', { projectId: other })).id, body: 'psst' }))
    const { session, token, open } = await mailWorld(w).busy()
    const own = new Client({ name: 'test', version: '1' })
    const url = new URL(`http://127.0.0.1:${w.daemon.port}/mcp`)
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    // The SDK's own types disagree about an optional field under exactOptionalPropertyTypes.
    await own.connect(new StreamableHTTPClientTransport(url, { requestInit }) as Parameters<Client['connect']>[0])
    const codeOf = async (name: string, given: Record<string, unknown>) =>
      (await use(own, name, given)).value.code ?? 'ok'
    expect(await codeOf('session_get', { id: session.id })).toBe('ok')
    expect(await codeOf('tasks', {})).toBe('ok')
    const refused = {
      sessions: {},
      kill: { id: session.id },
      projects: {},
    }
    for (const [name, given] of Object.entries(refused))
      expect([name, await codeOf(name, given)]).toEqual([name, 'FORBIDDEN_SCOPE'])
    // Lists that a session has of its own show it nothing of others, whatever it asks for.
    for (const [name, given] of Object.entries({
      tasks: { project: other },
      merges: { project: other },
      mail: { to: 'operator' },
    })) {
      const { isError, value } = await use(own, name, given)
      if (!isError) expect([name, Object.values(value).find(Array.isArray)]).toEqual([name, []])
    }
    expect((await use(client, 'tasks', { project: other })).value.tasks).toHaveLength(1)
    expect(await codeOf('spawn', { role: 'builder', prompt: 'x' })).not.toBe('ok')
    open()
    await w.turnEnd(session.id)
    await own.close()
  })
})

describe('drover mcp install', () => {
  it('shows what it writes, keeps what is there, and is undone', async () => {
    const file = join(w.env.HOME!, '.claude.json')
    const mine = `${JSON.stringify({ theme: 'dark', mcpServers: { mine: { command: 'x' } } }, null, 2)}\n`
    writeFileSync(file, mine)
    const added = await w.cli(['mcp', 'install', 'claude-code', '--yes'])
    expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining('+     "drover"') })
    const entry = JSON.parse(readFileSync(file, 'utf8')).mcpServers.drover
    expect(entry).toMatchObject({ type: 'stdio', command: process.execPath, env: { DROVER_HOME: w.home } })
    const installed = new Client({ name: 'test', version: '1' })
    const env = { ...w.env, ...entry.env }
    await installed.connect(new StdioClientTransport({ command: entry.command, args: entry.args, env }))
    expect((await installed.listTools()).tools.map(({ name }) => name)).toContain('session_get')
    await installed.close()
    expect((await w.cli(['mcp', 'install', 'claude-code', '--yes'])).stdout).toContain('nothing to do')
    expect((await w.cli(['mcp', 'uninstall', 'claude-code', '--yes'])).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(mine)
    expect(await w.cli(['mcp', 'install', 'claude-cod'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean claude-code?'),
    })
    await w.cli(['mcp', 'install', 'codex', '--print'])
    expect(existsSync(join(w.env.HOME!, '.codex'))).toBe(false)
  })
})
