/**
 * Every tool that an operator's client is offered, called by the SDK's own client on a real daemon, with what it says of itself
 * (annotations, schemas, pages, progress), the resources and the prompts; then every one with a session's token at `/mcp`, which
 * reaches nothing beyond its scope.
 */
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { tempRepo } from '#test/support/temp-repo'
import { bin, ok, type World, world } from '#test/support/world'
import { mailWorld } from './mail-world.ts'

let w: World
let client: Client
let over: Client
let other: string
let idle: Session
let foreign: Session
let asking: Session

beforeAll(async () => {
  w = await world()
  await w.addProject()
  other = await w.addProject(tempRepo(join(w.dir, 'other')), 'other')
  idle = await w.spawn('@write a.txt x\n@say ready')
  await w.turnEnd(idle.id)
  foreign = await w.spawn('@say a secret of another project', { projectId: other })
  await w.turnEnd(foreign.id)
  asking = await w.spawn('@ask Which way?', { permissions: 'ask' })
  await w.row(asking.id, (row) => row.kind === 'request')
  client = new Client({ name: 'test', version: '1' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp'], env: w.env }))
  over = await byHttp((await import('node:fs')).readFileSync(`${w.home}/token`, 'utf8').trim())
})
afterAll(async () => {
  await client?.close()
  await over?.close()
  await w?.end()
})

async function byHttp(token: string): Promise<Client> {
  const by = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const url = new URL(`http://127.0.0.1:${w.daemon.port}/mcp`)
  await by.connect(new StreamableHTTPClientTransport(url, { requestInit }) as Parameters<Client['connect']>[0])
  return by
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every tool pass here
type Value = any
interface Answered {
  readonly isError: boolean
  readonly value: Value
  readonly text: string
}
async function use(by: Client, name: string, given: object, onprogress?: (told: unknown) => void): Promise<Answered> {
  const result = (await by.callTool(
    { name, arguments: given as Record<string, unknown> },
    undefined,
    onprogress === undefined ? {} : { onprogress },
  )) as { isError?: boolean; content: { text: string }[] }
  const text = result.content[0]?.text ?? 'null'
  let value: Value = null
  try {
    value = JSON.parse(text)
  } catch {
    // What the SDK itself refuses (a wrong argument) is words.
  }
  return { isError: result.isError === true, value, text }
}

interface Case {
  readonly given: () => object
  readonly fits: object | ((value: Value) => void)
}
/** One call of each: what it is given, and what must come back. */
const cases: Readonly<Record<string, Case>> = {
  projects: { given: () => ({}), fits: ({ projects }: Value) => expect(projects).toHaveLength(2) },
  sessions: {
    given: () => ({ project: 'demo' }),
    fits: ({ sessions }: Value) => expect(sessions.length).toBeGreaterThan(1),
  },
  session_get: { given: () => ({ id: idle.id }), fits: { session: { status: 'idle' } } },
  diff: { given: () => ({ id: idle.id }), fits: { diff: { files: [{ path: 'a.txt' }] } } },
  tail: {
    given: () => ({ id: idle.id, limit: 1 }),
    fits: { events: [{ kind: 'turn_end' }], nextCursor: expect.any(String) },
  },
  tasks: { given: () => ({ project: 'demo' }), fits: { tasks: [] } },
  mail: { given: () => ({ to: 'operator' }), fits: { mail: expect.any(Array) } },
  merges: { given: () => ({}), fits: { merges: [] } },
  pr_list: { given: () => ({}), fits: { prs: [] } },
  doctor: { given: () => ({}), fits: ({ findings, checks }: Value) => expect(findings ?? checks).toBeDefined() },
  spawn: {
    given: () => ({ projectId: 'demo', harness: 'rehearsal', prompt: '@say spawned', waitSeconds: 60 }),
    fits: { waited: 'over', session: { lastText: 'spawned' } },
  },
  send: {
    given: () => ({ id: idle.id, message: '@say sent', waitSeconds: 60 }),
    fits: { session: { lastText: 'sent' } },
  },
  answer: { given: () => ({ id: asking.id, requestId: asking.request?.requestId, text: 'left' }), fits: {} },
  cancel: { given: () => ({ id: idle.id }), fits: {} },
  kill: { given: () => ({ id: asking.id }), fits: { session: { phase: 'ended' } } },
  relay_start: {
    given: () => ({ projectId: 'demo', prompt: '@say round', mix: ['rh:r'], iterations: 1 }),
    fits: {},
  },
  effort_start: { given: () => ({ projectId: 'demo', goal: '@say led', agent: 'rehearsal' }), fits: {} },
  mail_send: {
    given: () => ({ to: idle.id, subject: 's', body: 'a word' }),
    fits: { mail: { id: expect.any(String) } },
  },
  mail_reply: { given: () => ({ id: 'm-999', body: 'a word' }), fits: { code: 'MAIL_NOT_FOUND' } },
}

describe('an operator’s client', () => {
  it('is offered the tools that are tried here, with schemas, and says which of them read and which destroy', async () => {
    const { tools } = await client.listTools()
    expect((await over.listTools()).tools).toEqual(tools)
    expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(cases).toSorted())
    for (const { inputSchema, description } of tools) {
      expect(inputSchema.type).toBe('object')
      expect(description).toBeTruthy()
    }
    const named = (hint: 'readOnlyHint' | 'destructiveHint') =>
      tools.filter(({ annotations }) => annotations?.[hint] === true).map(({ name }) => name)
    expect(named('readOnlyHint')).toEqual(
      expect.arrayContaining([
        'projects',
        'sessions',
        'session_get',
        'diff',
        'tail',
        'tasks',
        'mail',
        'merges',
        'pr_list',
        'doctor',
      ]),
    )
    expect(named('readOnlyHint')).toHaveLength(10)
    expect(named('destructiveHint')).toEqual(['cancel', 'kill'])
  })

  for (const [name, { given, fits }] of Object.entries(cases))
    it(`${name}: answers over stdio and over HTTP`, async () => {
      asking = await w.session(asking.id)
      const told: unknown[] = []
      const answers = [await use(client, name, given(), (one) => told.push(one))]
      if (cases[name] !== undefined && !['kill', 'answer', 'relay_start', 'effort_start'].includes(name))
        answers.push(await use(over, name, given()))
      for (const { value, text } of answers) {
        if (typeof fits === 'function') fits(value)
        else expect(value, text).toMatchObject(fits)
        if ((fits as { code?: string }).code === undefined) expect(value?.code, text).toBeUndefined()
        else expect(value.hint).toBeTruthy()
      }
      if (['spawn', 'send', 'kill', 'doctor', 'cancel'].includes(name)) expect(told.length).toBeGreaterThan(0)
    })

  it('is told what is wrong with an argument, with our code or the field', async () => {
    for (const [name, given] of [
      ['session_get', {}],
      ['tail', { id: idle.id, limit: 0 }],
      ['spawn', { prompt: 7 }],
      ['send', { id: idle.id }],
    ] as const) {
      const { isError, text } = await use(client, name, given)
      expect([name, isError]).toEqual([name, true])
      expect(text).toMatch(/id|limit|prompt|message/)
    }
    expect((await use(client, 'session_get', { id: 'demo-999' })).value).toMatchObject({
      code: 'SESSION_NOT_FOUND',
      hint: expect.any(String),
    })
  })

  it('reads lists by pages to their end, each row once', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { value } = await use(client, 'sessions', { limit: 1, includeTerminated: true, ...(cursor && { cursor }) })
      expect(value.sessions.length).toBeLessThanOrEqual(1)
      seen.push(...value.sessions.map(({ id }: Session) => id))
      cursor = value.nextCursor
    } while (cursor !== undefined)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining([idle.id, foreign.id, asking.id]))
    const first = (await use(client, 'projects', { limit: 1 })).value
    const second = (await use(client, 'projects', { limit: 1, cursor: first.nextCursor })).value
    expect([...first.projects, ...second.projects]).toHaveLength(2)
    expect(second.nextCursor).toBeUndefined()
  })

  it('reads transcripts as resources, by pages, and is offered prompts for common jobs', async () => {
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain(`drover://session/${idle.id}`)
    const page = async (uri: string) =>
      JSON.parse(((await client.readResource({ uri })).contents[0] as { text: string }).text)
    const newest = await page(`drover://session/${idle.id}`)
    expect(newest.events.map(({ kind }: { kind: string }) => kind)).toContain('turn_end')
    const before = await page(`drover://session/${idle.id}?before=${newest.events[1].id}`)
    expect(before.events.at(-1).id).toBe(newest.events[0].id)
    await expect(client.readResource({ uri: 'drover://session/demo-999' })).rejects.toThrow()
    const { prompts } = await client.listPrompts()
    expect(prompts.length).toBeGreaterThan(2)
    const { messages } = await client.getPrompt({ name: 'review_session', arguments: { id: idle.id } })
    expect(JSON.stringify(messages)).toContain(idle.id)
    await expect(client.getPrompt({ name: 'review_session', arguments: {} })).rejects.toThrow()
  })
})

describe('a session’s token at /mcp', () => {
  it('is refused beyond its scope in every tool, and nothing of another project is in any answer', async () => {
    const { session, token, open } = await mailWorld(w).busy()
    const own = await byHttp(token)
    const beyond: Readonly<Record<string, object>> = {
      ...Object.fromEntries(Object.entries(cases).map(([name, { given }]) => [name, given()])),
      session_get: { id: foreign.id },
      diff: { id: foreign.id },
      tail: { id: foreign.id },
      sessions: { project: other },
      tasks: { project: other },
      mail: { from: foreign.id },
      merges: { project: other },
      pr_list: { project: other },
      spawn: { projectId: other, harness: 'rehearsal', prompt: '@say no' },
      send: { id: foreign.id, message: '@say no' },
      answer: { id: foreign.id, requestId: 'x', decision: 'allow' },
      cancel: { id: foreign.id },
      kill: { id: foreign.id },
      relay_start: { projectId: other, prompt: '@say no', mix: ['rh:r'] },
      effort_start: { projectId: other, goal: 'no' },
      mail_send: { to: foreign.id, subject: 's', body: 'no' },
    }
    const offered = (await own.listTools()).tools.map(({ name }) => name)
    const before = await w.session(foreign.id)
    const told: [string, string][] = []
    for (const name of new Set([...Object.keys(beyond), ...offered])) {
      const { isError, value, text } = await use(own, name, beyond[name] ?? {})
      expect(text).not.toContain('a secret of another project')
      const list = isError || value === null ? undefined : Object.values(value).find(Array.isArray)
      told.push([name, isError ? (value?.code ?? 'refused') : list?.length === 0 ? 'nothing' : 'answered'])
    }
    expect(told.filter(([name, how]) => how === 'answered' && Object.hasOwn(beyond, name))).toEqual([])
    expect(await w.session(foreign.id)).toEqual(before)
    await own.close()
    open()
    await w.turnEnd(session.id)
    // With its launch its token ends.
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/kill`))
    await expect(byHttp(token)).rejects.toThrow()
  })
})
